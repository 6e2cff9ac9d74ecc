// The button that prints the card for the wall.
const button = /** @type {HTMLButtonElement} */ (document.getElementById("print"));
button.hidden = false;
button.addEventListener("click", () => print());
