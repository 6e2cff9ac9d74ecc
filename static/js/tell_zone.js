// Tells the server the reader's zone, for the day on pictures, in titles, and in files (web/preferences.py).
document.cookie = `zone=${Intl.DateTimeFormat().resolvedOptions().timeZone};path=/;samesite=lax`;
