"""The tests of Scorepad, in folders that mirror the packages."""
