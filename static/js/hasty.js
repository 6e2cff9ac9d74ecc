// Ignore the second tap of a double tap right after the page was replaced: something else is under the thumb by then.

const tooSoon = 600;  // milliseconds from the new page to the tap

let swapped = -Infinity;
document.addEventListener("htmx:after:swap", () => { swapped = performance.now(); });
document.addEventListener("click", (event) => {
  if (event.detail < 2 || performance.now() - swapped > tooSoon) return;
  event.preventDefault();
  event.stopPropagation();
}, true);
