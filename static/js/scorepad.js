// What every page has. On the same event, what is imported first is called first.
import "./news.js";
import "./awake.js";
import "./answers.js";
import "./chart.js";
import "./zone.js";
import "./names.js";
import "./entry.js";
import "./draft.js";
import "./follow.js";
import "./hands.js";
import "./offline.js";
