(() => {
  "use strict";
  let tag = "", lost = 0;
  const ask = async () => {
    try {
      const found = await fetch("now", { cache: "no-store", headers: tag ? { "If-None-Match": tag } : {} });
      if (found.status === 200) {
        document.querySelector("main").innerHTML = await found.text();
        tag = found.headers.get("ETag") || "";
        const header = document.querySelector("header");
        document.title = header ? header.dataset.title : "The board";
      }
      lost = 0;
    } catch {
      lost += 1;
      if (lost === 3) {
        const said = document.createElement("p");
        said.className = "trouble";
        said.setAttribute("role", "alert");
        said.textContent = "The board isn't served any more: this is how it stood last.";
        document.querySelector("main").prepend(said);
        tag = "";
      }
    }
    setTimeout(ask, document.hidden ? 5000 : lost ? 2000 : 400);
  };
  document.addEventListener("DOMContentLoaded", ask);
})();
