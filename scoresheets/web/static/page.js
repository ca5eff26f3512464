(() => {
  "use strict";
  // A page follows the table, keeps what is typed until it is told, and sends it until it has arrived.
  const RETRY = 1000, GRACE = 350, LEFT = "#line[value]:not([value=''])";  // of a line, what is still to be told
  let tag = "", news = "", lost = 0, waits = null, changed = 0, stream = null, sent = 0, sending = false, asking = false, missed = false;
  const find = (what) => document.querySelector(what);
  const base = () => document.body.dataset.base;
  const follows = () => document.body.dataset.follows;
  const stored = (name) => { try { return JSON.parse(sessionStorage.getItem(name)) } catch (error) { return null } };
  const store = (name, value) => {
    try {
      if (value === null) sessionStorage.removeItem(name); else sessionStorage.setItem(name, JSON.stringify(value));
    } catch (error) { /* a browser that keeps nothing */ }
  };

  // What is typed

  const place = () => "typed " + location.pathname;
  const fields = (within) => [...within.querySelectorAll("input:not([type=hidden]), select, textarea")];
  const formed = ({ elements, id }) => elements.tell?.value || (elements.line ? "line" : id);
  const keyed = (form) => [formed(form), ...(form.elements.topic ? [form.elements.topic.value] : [])].join(" ");
  const named = (field) => [keyed(field.form), field.name, /^(radio|checkbox)$/.test(field.type) ? field.value : ""].join(" ");
  const set = (field) => /^(radio|checkbox)$/.test(field.type) ? field.checked : field.value;
  const given = (field) => /^(radio|checkbox)$/.test(field.type) ? field.defaultChecked
    : field.tagName === "SELECT" ? (([...field.options].find((option) => option.defaultSelected) || field.options[0] || {}).value || "")
    : field.defaultValue;
  const touched = (within) => fields(within).filter((field) => set(field) !== given(field));
  const keep = () => {
    const typed = {};
    touched(document).forEach((field) => { typed[named(field)] = set(field); });
    const left = find(LEFT);
    if (left) typed[named(left)] = set(left);
    store(place(), Object.keys(typed).length ? typed : null);
  };
  const restore = () => {
    const typed = stored(place()) || {};
    fields(document).forEach((field) => {
      const value = typed[named(field)];
      if (value === undefined) return;
      if (typeof value === "boolean") field.checked = value; else field.value = value;
      for (let at = field; value !== "" && at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    });
    if (window.referee) window.referee.tapping(document);
  };

  // What stands on the page

  const tell = (text) => {
    let said = find("#trouble");
    if (!text) { if (said) said.remove(); return; }
    if (!said) {
      said = document.createElement("p");
      said.id = "trouble";
      said.className = "trouble";
      said.setAttribute("role", "alert");
      find("main").prepend(said);
    }
    said.textContent = text;
  };
  // A form that is begun stays as it is; where it is about something else now, or asks for something else, it is made anew.
  const asks = (form) => [...form.elements].map((at) => at.name).filter(Boolean).join("\n");
  const hold = (choices, fresh) => {
    const begun = [...new Set(touched(choices).map((field) => field.form))];
    const stays = begun.every((form) => [...fresh.querySelectorAll("form")].some(
      (other) => keyed(other) === keyed(form) && asks(other) === asks(form)));
    if (begun.length && stays) fresh.replaceWith(choices);
  };
  // What has just changed under a thumb doesn't answer yet: the tap was meant for what stood there before.
  const change = () => {
    changed = performance.now();
    requestAnimationFrame(() => { changed = performance.now(); });
  };
  const rests = (moment) => moment < changed + GRACE;
  const swap = (inside, held) => {
    const main = find("main"), active = document.activeElement, within = main.contains(active);
    const again = within && active.id ? [active.id, active.selectionStart, active.selectionEnd] : null;
    const scrolled = held ? find(".pane")?.scrollTop : 0;
    const fresh = document.createElement("main");
    fresh.innerHTML = inside;
    if (held && fresh.querySelector("#choices")) hold(held, fresh.querySelector("#choices"));
    main.replaceChildren(...fresh.childNodes);
    if (scrolled) find(".pane").scrollTop = scrolled;
    change();
    restore();
    awake();
    const header = find("header[data-title]");
    if (header) document.title = header.dataset.title;
    const target = again && document.getElementById(again[0]);
    if (target) {
      target.focus({ preventScroll: true });
      if (again[1] !== undefined && again[1] !== null && target.setSelectionRange) {
        try { target.setSelectionRange(again[1], again[2]); } catch (error) { /* it has no text */ }
      }
    }
  };

  // While something is asked the screen stays on, where a phone lets us.
  let lit = null;
  const awake = async () => {
    const asked = () => follows() && find("[data-asks]") && !document.hidden;
    if (!asked()) { lit?.then((lock) => lock?.release()); lit = null; return; }
    try {
      if (!lit || (await lit)?.released) lit = navigator.wakeLock?.request("screen") || null;
      await lit;
      if (!asked()) awake();
    } catch (error) { lit = null; }
  };

  // Following

  const ask = async () => {
    clearTimeout(waits);
    if (!follows()) return;
    missed = sending || asking;  // then it is asked again behind that
    if (missed) return;
    asking = true;
    const before = sent;  // an answer that was on its way while something was sent is older than the page
    try {
      const found = await fetch(base() + "/now" + location.search, { cache: "no-store", headers: tag ? { "If-None-Match": tag } : {} });
      if (found.status === 200) {
        const inside = await found.text();
        const old = sending || sent !== before;
        missed = missed || old;
        if (!old) {
          swap(inside, find("#choices"));
          tag = found.headers.get("ETag") || "";
        }
      } else if (found.status === 404) { tell(document.body.dataset.ended || document.body.dataset.lost); asking = false; return; }
      else if (found.status !== 304) throw new Error(found.status);
      lost = 0;
      tell("");
      if (stream && stream.readyState === 2) listen();
    } catch (error) {
      lost += 1;
      if (lost === 3) { tell(document.body.dataset.lost); tag = ""; }
    }
    asking = false;
    if (missed && !sending && news !== tag) ask();
    else if (lost || !stream) waits = setTimeout(ask, document.hidden ? 5000 : lost ? RETRY : 500);
  };
  const listen = () => {
    if (!follows() || !window.EventSource) return;
    if (stream) stream.close();
    stream = new EventSource(base() + "/events");
    stream.onmessage = (event) => { news = `"${event.data}"`; if (news !== tag || lost) ask(); };
    stream.onerror = () => { clearTimeout(waits); waits = setTimeout(ask, RETRY); };
  };

  // Telling

  const send = async () => {
    const entry = stored("sent");
    if (!entry || sending) return;
    sending = true;
    sent += 1;
    try {
      const found = await fetch(entry.action, { method: "POST", body: new URLSearchParams(entry.body), cache: "no-store" });
      const page = new DOMParser().parseFromString(await found.text(), "text/html");
      store("sent", null);
      lost = 0;
      if (found.ok && page.querySelector("main")) {
        const arrived = page.querySelector("#said.taken"), left = entry.form === "line" && page.querySelector(LEFT);
        if (arrived || left) {
          const typed = Object.entries(stored(entry.page) || {}).filter(([name]) => !name.startsWith(`${entry.form} `));
          if (left) typed.push([named(left), set(left)]);
          store(entry.page, typed.length ? Object.fromEntries(typed) : null);
        }
        history.replaceState(null, "", found.url);
        document.body.dataset.base = page.body.dataset.base;
        tag = `"${page.body.dataset.version}"`;
        swap(page.querySelector("main").innerHTML, null);
        const said = find("#said");
        if (arrived && follows()) {
          window.scrollTo(0, 0);
          if (!find("main").contains(document.activeElement)) find("#asked")?.focus({ preventScroll: true });
        }
        else if (said) { said.focus({ preventScroll: true }); said.scrollIntoView({ block: "center" }); }
      } else if (found.status === 404) tell(document.body.dataset.ended);
      else tell("That wasn't accepted (" + found.status + "). Open the page again.");
    } catch (error) {
      tell("The table can't be reached. Your entry is saved on this phone, and will be sent as soon as possible.");
      const back = document.createElement("button");
      back.type = "button";
      back.textContent = "Don't send it";
      back.addEventListener("click", () => { store("sent", null); tell(""); });
      find("#trouble").append(" ", back);
      setTimeout(send, RETRY);
    }
    document.querySelectorAll("[aria-busy]").forEach((at) => at.removeAttribute("aria-busy"));
    sending = false;
    if (missed && news !== tag) ask();
  };
  document.addEventListener("click", (event) => {  // of a thumb, or of Enter: by the time at which it was pressed
    if (!rests(event.timeStamp)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || !window.fetch) return;
    event.preventDefault();
    if (sending || stored("sent")) return;
    event.submitter?.setAttribute("aria-busy", "true");
    const body = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    const where = body.find(([name, value]) => name === "where" && value);  // a repair is told in the form that was refused
    if (event.submitter && event.submitter.name) body.push([event.submitter.name, event.submitter.value]);
    keep();
    store("sent", { action: form.getAttribute("action"), body, page: place(), form: where ? where[1] : formed(form) });
    send();
  });
  // A row that follows from the others fills itself in, and the button says what it would bring.
  let soon = null;
  const foresee = async (form) => {
    const button = form.querySelector("button.tell"), body = new URLSearchParams(new FormData(form));
    try {
      const found = await fetch(base() + "/preview", { method: "POST", body, cache: "no-store" });
      const said = found.ok ? await found.json() : {};
      if (!form.isConnected || new URLSearchParams(new FormData(form)).toString() !== body.toString()) return;
      if (said.fills?.length) {
        const [name, value] = said.fills;
        const radio = [...form.elements].find((at) => at.name === name && at.value === value);
        if (radio) { radio.checked = true; radio.dataset.filled = "1"; keep(); foresee(form); return; }
      }
      button.querySelector("small")?.remove();
      form.classList.toggle("wrong", !!said.refused);
      if (said.scores || said.refused) {
        const small = document.createElement("small");
        small.textContent = said.scores || said.refused;
        button.append(small);
      }
    } catch (error) { /* it is told without */ }
  };
  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (!form || !("rows" in form.dataset)) return;
    const filled = [...form.elements].find((at) => at.dataset.filled && at !== event.target);
    if (filled && filled.name !== event.target.name) {
      delete filled.dataset.filled;
      const none = [...form.elements].find((at) => at.name === filled.name && at.value === "");
      if (none) none.checked = true;
    }
    clearTimeout(soon);
    soon = setTimeout(() => foresee(form), 120);
  });
  // The sheet on paper, or the score to another app.
  const score = () => [find("h1").innerText, ...[...document.querySelectorAll("table.sheet")].filter((at) => at.offsetParent)
    .flatMap((at) => [...at.rows].map((row) => [...row.cells].map((cell) => cell.innerText.trim()).join("  ")))].join("\n");
  document.addEventListener("click", (event) => {
    const at = event.target;
    if (at.matches?.("[data-print]")) window.print();
    if (at.matches?.("[data-send]")) navigator.share({ text: score() }).catch(() => {});
  });
  // Looking for a game, and seating those who usually play.
  document.addEventListener("input", (event) => {
    const what = event.target.dataset?.filters;
    if (!what) return;
    const words = event.target.value.toLowerCase();
    document.querySelectorAll(what).forEach((at) => { at.hidden = !at.textContent.toLowerCase().includes(words); });
  });
  document.addEventListener("click", (event) => {
    const chip = event.target.closest?.("[data-seats] button");
    if (!chip) return;
    const seats = [...chip.form.querySelectorAll("input[name^=player]")], name = chip.textContent.trim();
    const taken = seats.find((at) => at.value === name), free = seats.find((at) => !at.value);
    if (taken) taken.value = ""; else if (free) free.value = name;
    keep();
  });
  document.addEventListener("input", keep);
  document.addEventListener("change", keep);
  document.addEventListener("DOMContentLoaded", () => {
    change();
    tag = `"${document.body.dataset.version}"`;
    restore();
    listen();
    awake();
    send();
    document.querySelectorAll("[data-scripted]").forEach((at) => { at.hidden = false; });
    document.querySelectorAll("[data-send]").forEach((at) => { at.hidden = !navigator.share; });
    if (!stream) ask();
  });
  document.addEventListener("visibilitychange", () => { awake(); if (!document.hidden) { ask(); send(); } });
  window.addEventListener("pageshow", (event) => { if (event.persisted) { change(); restore(); listen(); ask(); send(); } });
  window.referee = { ...window.referee, rests: () => rests(performance.now()) };
})();
