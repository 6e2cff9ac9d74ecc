// What the server puts before the service worker (scorepad/web/phone/worker.py).
declare const release: { name: string; root: string; files: string[]; offline: string; htmx: string };
