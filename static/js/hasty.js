// The second tap of a hasty pair must not hit what has just come under the thumb.

const hasty = 600;  // milliseconds from the new page to the tap

let swapped = -Infinity;
document.addEventListener("htmx:after:swap", () => { swapped = performance.now(); });
document.addEventListener("click", (event) => {
  if (event.detail < 2 || performance.now() - swapped > hasty) return;
  event.preventDefault();
  event.stopPropagation();
}, true);
