// Puts cards together where they are tapped, and steps numbers up and down: without it every form works just the same,
// a little slower.
"use strict";
(() => {
  const offers = (input) => [...input.form.querySelectorAll("button[name]")].filter((button) => button.name === `add ${input.name}`);

  // What was put there piece by piece: some have two words.
  const pieces = (input) => {
    const offered = offers(input).map((button) => button.value);
    return input.value.split(/\s+/).filter(Boolean).reduce((put, word) => {
      const longer = `${put.at(-1)} ${word}`;
      return offered.includes(longer) ? [...put.slice(0, -1), longer] : [...put, word];
    }, []);
  };

  // A piece that has been put there as often as there are such cards can't be put there again.
  const mark = (input) => {
    const put = pieces(input);
    for (const button of offers(input)) {
      const often = put.filter((piece) => piece === button.value).length;
      button.dataset.out ??= button.disabled ? "out" : "";
      button.disabled = button.dataset.out === "out" || often >= Number(button.dataset.most ?? 1);
      button.classList.toggle("put", often > 0);
    }
  };

  const put = (button) => {
    const [what, name] = button.name.split(/ (.*)/s);
    const input = button.form.elements[name];
    input.value = (what === "add" ? [...pieces(input), button.value] : pieces(input).slice(0, -1)).join(" ");
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.scrollLeft = input.scrollWidth;
  };

  const step = (input, by) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "step";
    button.textContent = by > 0 ? "+" : "−";
    button.setAttribute("aria-label", `${by > 0 ? "more" : "fewer"}: ${input.closest("label")?.textContent.trim() ?? ""}`);
    button.addEventListener("click", () => {
      if (by > 0) input.stepUp(); else if (input.value === "" && input.min) input.value = input.min; else input.stepDown();
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
    return button;
  };

  const begin = (root) => {
    for (const input of root.querySelectorAll(".choices .number input")) {
      const row = input.closest(".number");
      if (!row.querySelector(".step")) row.append(step(input, -1), step(input, 1));
    }
    for (const input of root.querySelectorAll("input[data-pieces]")) mark(input);
    for (const bid of root.querySelectorAll(".choices .seg .mark")) {  // the bid is in sight
      const seg = bid.parentElement;
      seg.scrollLeft = bid.offsetLeft - seg.offsetLeft - (seg.clientWidth - bid.offsetWidth) / 2;
    }
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".choices button[name]");
    if (!button || !/^(add|drop) /.test(button.name)) return;
    event.preventDefault();
    put(button);
  });
  document.addEventListener("input", (event) => {
    if (event.target.form?.closest(".choices") && "pieces" in event.target.dataset) mark(event.target);
  });
  document.addEventListener("DOMContentLoaded", () => begin(document));
  window.referee = { ...window.referee, tapping: begin };
})();
