"""Evenings that are played alike in the engines of all phones: WebKit, Firefox's and Chromium's."""
