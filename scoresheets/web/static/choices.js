// Puts cards together where they are tapped, steps numbers up and down, and keeps what was filled in: without it every
// form works just the same, a little slower.
"use strict";
(() => {
  const store = (() => { try { return window.sessionStorage; } catch { return null; } })();

  const keyOf = (form) => {
    const at = form.closest(".choices")?.dataset.seen ?? "";
    return `choices ${at} ${form.elements.tell?.value ?? ""}`;
  };

  const keep = (form) => {
    if (!store) return;
    const filled = [...new FormData(form)].filter(([name]) => name !== "tell" && name !== "seen");
    store.setItem(keyOf(form), JSON.stringify(filled));
  };

  const bring = (form) => {
    const kept = store?.getItem(keyOf(form));
    if (!kept) return;
    const filled = JSON.parse(kept);
    for (const input of form.elements) {
      if (!input.name || input.type === "hidden" || input.tagName === "BUTTON") continue;
      const values = filled.filter(([name]) => name === input.name).map(([, value]) => value);
      if (input.type === "radio" || input.type === "checkbox") input.checked = values.includes(input.value);
      else if (values.length) input.value = values[0];
    }
    if (filled.some(([name, value]) => value && !name.endsWith("/who"))) {
      for (let at = form.parentElement; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    }
  };

  const words = (input) => input.value.split(/\s+/).filter(Boolean);

  // A piece that has been put there as often as there are such cards can't be put there again.
  const mark = (input) => {
    const put = words(input);
    for (const button of input.form.querySelectorAll("button[name]")) {
      if (button.name !== `add ${input.name}`) continue;
      const often = put.filter((word) => word === button.value).length;
      button.dataset.out ??= button.disabled ? "out" : "";
      button.disabled = button.dataset.out === "out" || often >= Number(button.dataset.most);
      button.classList.toggle("put", often > 0);
    }
  };

  const put = (button) => {
    const [what, name] = button.name.split(/ (.*)/s);
    const input = button.form.elements[name];
    input.value = (what === "add" ? [...words(input), button.value] : words(input).slice(0, -1)).join(" ");
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
      if (by > 0) input.stepUp(); else if (input.value === "") input.value = input.min; else input.stepDown();
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
    return button;
  };

  const begin = (root) => {
    for (const input of root.querySelectorAll(".choices .number input")) {
      const row = input.closest(".number");
      if (!row.querySelector(".step")) row.append(step(input, -1), step(input, 1));
    }
    for (const form of root.querySelectorAll(".choices form")) bring(form);
    for (const input of root.querySelectorAll("input[data-pieces]")) mark(input);
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.(".choices button[name]");
    if (!button || !/^(add|drop) /.test(button.name)) return;
    event.preventDefault();
    put(button);
  });
  document.addEventListener("input", (event) => {
    const form = event.target.form;
    if (!form?.closest(".choices")) return;
    if ("pieces" in event.target.dataset) mark(event.target);
    keep(form);
  });
  window.addEventListener("pageshow", () => {
    const seen = new Set([...document.querySelectorAll(".choices")].map((at) => at.dataset.seen));
    for (const key of Object.keys(store ?? {})) {
      if (key.startsWith("choices ") && !seen.has(key.split(" ")[1])) store.removeItem(key);
    }
    begin(document);
  });
  window.referee = { ...window.referee, tapping: begin };
})();
