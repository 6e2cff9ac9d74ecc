// What every page has. On the same event, what is imported first is called first.
import "./corner.js";
import "./answers.js";
import "./hasty.js";
import "./chart.js";
import "./zone.js";
import "./entry.js";
import "./draft.js";
import "./follow.js";
import "./outbox.js";
import "./sending.js";
import "./waiting.js";
import "./saving.js";
import "./offline.js";
import "./awake.js";
import "./share.js";
