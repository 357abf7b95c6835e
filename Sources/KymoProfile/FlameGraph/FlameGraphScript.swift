/// The script of flame graphs: zoom, search, keys, and the state in the address.
///
/// It takes everything from the graph itself, and writes text only.
enum FlameGraphScript {
  /// The hash by which the policy of a page lets it run: the SHA-256 of ``javaScript``, in Base64.
  static let hash = "sha256-6fD/y/KNIseXbfASXg72UL1/1oECoOyigy/Bo8xGqNk="

  static let javaScript = #"""

    "use strict";
    (() => {
      const XHTML = document.implementation.createHTMLDocument("").body.namespaceURI;
      const percent = (share) => `${(100 * share).toFixed(2)} %`;

      const setUp = (root) => {
        const total = Number(root.dataset.total);
        const read = (node) => {
          const title = node.querySelector("title").textContent;
          const end = title.indexOf("\n");
          const { x, w, l } = node.dataset;
          return {
            node, text: node.querySelector("text"), name: title.slice(0, end), figures: title.slice(end + 1),
            x: Number(x), w: Number(w), level: Number(l), caller: null, room: 0,
          };
        };
        // The order of the document: each frame before those that stand on it.
        const frames = [...root.querySelectorAll(".frames .f")].map(read);
        const elided = [...root.querySelectorAll(".elided .f")].map(read);
        const all = [...frames, ...elided];
        const byNode = new Map(all.map((frame) => [frame.node, frame]));
        const stack = [];
        for (const frame of frames) {
          stack.length = frame.level;
          frame.caller = stack[frame.level - 1] ?? null;
          stack[frame.level] = frame;
        }
        let zoomed = frames[0];
        let current = frames[0];

        const make = (tag, attributes = {}, text = "") => {
          const element = document.createElementNS(XHTML, tag);
          for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
          element.textContent = text;
          return element;
        };
        const box = document.createElementNS(root.namespaceURI, "foreignObject");
        for (const [name, value] of Object.entries({ x: 0, y: 48, width: "100%", height: 26 })) {
          box.setAttribute(name, value);
        }
        const tools = make("div", { class: "tools" });
        const field = make("input", {
          type: "search", placeholder: "search (regex)", "aria-label": "Search frames by a regular expression",
          title: "Ctrl-F or F3", spellcheck: "false", autocomplete: "off",
        });
        const label = make("label", { title: "Ctrl-I" });
        const fold = make("input", { type: "checkbox" });
        label.append(fold, "ignore case");
        const reset = make("button", { type: "button", title: "Escape" }, "Reset zoom");
        const matched = make("output", { class: "matched" });
        const said = make("output", { class: "said" });
        tools.append(field, label, reset, matched, said);
        box.append(tools);
        root.querySelector(".plain").replaceWith(box);

        // Of a name as much is shown as its frame has room for.
        const fit = () => {
          const probe = frames[0].text;
          probe.textContent = "m".repeat(50);
          const letter = probe.getComputedTextLength() / 50 || 7;
          const width = root.clientWidth || root.getBoundingClientRect().width;
          for (const frame of all) {
            const letters = Math.floor((frame.room * width - 6) / letter);
            frame.text.textContent = letters >= frame.name.length ? frame.name
              : letters < 3 ? "" : `${frame.name.slice(0, letters - 2).replace(/[\ud800-\udbff]$/, "")}..`;
          }
        };

        const place = (frame, x, room) => {
          frame.room = room;
          frame.node.setAttribute("x", `${100 * x}%`);
          frame.node.setAttribute("width", `${100 * room}%`);
        };
        const draw = () => {
          const { x, w, level } = zoomed;
          for (const frame of frames) {
            const holds = frame.level < level && frame.x <= x && frame.x + frame.w >= x + w;
            const within = frame.level >= level && frame.x >= x && frame.x + frame.w <= x + w;
            frame.node.classList.toggle("over", holds);
            frame.node.classList.toggle("out", !holds && !within);
            if (holds) place(frame, 0, 1);
            else if (within) place(frame, (frame.x - x) / w, frame.w / w);
          }
          for (const frame of elided) place(frame, frame.x / total, frame.w / total);
          reset.disabled = zoomed === frames[0];
          fit();
        };

        const search = () => {
          let pattern = null;
          if (field.value !== "") {
            try {
              pattern = new RegExp(field.value, fold.checked ? "i" : "");
            } catch (problem) {
              matched.textContent = "not a regular expression";
            }
          }
          let sum = 0;
          let covered = Infinity;
          for (const frame of frames) {
            const isHit = pattern !== null && pattern.test(frame.name);
            frame.node.classList.toggle("hit", isHit);
            // What stands on a match was counted with it.
            if (frame.level > covered) continue;
            covered = isHit ? frame.level : Infinity;
            if (isHit) sum += frame.w;
          }
          for (const frame of elided) {
            frame.node.classList.toggle("hit", pattern !== null && pattern.test(frame.name));
          }
          if (pattern !== null) matched.textContent = `Matched: ${percent(sum / total)}`;
          else if (field.value === "") matched.textContent = "";
        };

        const keys = { zoom: `${root.id}-zoom`, search: `${root.id}-search`, fold: `${root.id}-ignore-case` };
        const keep = () => {
          const state = new URLSearchParams(location.hash.slice(1));
          const set = (key, value) => { if (value) state.set(key, value); else state.delete(key); };
          set(keys.zoom, zoomed === frames[0] ? "" : `${zoomed.level}.${zoomed.x}`);
          set(keys.search, field.value);
          set(keys.fold, fold.checked ? "1" : "");
          try {
            history.replaceState(null, "", `#${state}`);
          } catch (problem) {
            // Some viewers let no page change its address.
          }
        };
        const restore = () => {
          const state = new URLSearchParams(location.hash.slice(1));
          const [level, x] = (state.get(keys.zoom) ?? "0.0").split(".").map(Number);
          zoomed = frames.find((frame) => frame.level === level && frame.x === x) ?? frames[0];
          field.value = state.get(keys.search) ?? "";
          fold.checked = state.get(keys.fold) === "1";
          draw();
          search();
        };

        const zoom = (frame) => { zoomed = frame; draw(); keep(); };
        const show = (frame) => { said.textContent = frame ? `${frame.name}: ${frame.figures}` : ""; };
        const find = (event) => {
          const node = event.target.closest?.(".f");
          return node ? byNode.get(node) : undefined;
        };
        const focus = (frame) => {
          if (!frame) return;
          current.node.setAttribute("tabindex", "-1");
          current = frame;
          current.node.setAttribute("tabindex", "0");
          current.node.focus();
        };
        for (const frame of frames) frame.node.setAttribute("tabindex", frame === current ? "0" : "-1");
        const shown = () => frames.filter((frame) => !frame.node.classList.contains("out"));
        const beside = (step) => {
          const row = shown().filter((frame) => frame.level === current.level);
          return row[row.indexOf(current) + step];
        };
        const widest = () => shown().filter((frame) => frame.caller === current)
          .reduce((best, frame) => (best && best.w >= frame.w ? best : frame), undefined);
        const leave = () => { if (zoomed === frames[0]) focus(frames[0]); else zoom(frames[0]); };

        root.addEventListener("click", (event) => {
          const frame = find(event);
          if (!frame || elided.includes(frame)) return;
          focus(frame);
          zoom(frame);
        });
        root.addEventListener("pointerover", (event) => show(find(event)));
        root.addEventListener("focusin", (event) => {
          const frame = find(event);
          if (frame) show(frame);
        });
        reset.addEventListener("click", () => zoom(frames[0]));
        const sought = () => { search(); keep(); };
        field.addEventListener("input", sought);
        fold.addEventListener("change", sought);

        const isAlone = document.documentElement === root;
        document.addEventListener("keydown", (event) => {
          if (!isAlone && !root.contains(document.activeElement)) return;
          const letter = event.key.toLowerCase();
          const isCommand = event.ctrlKey || event.metaKey;
          if (event.key === "F3" || (isCommand && letter === "f")) {
            field.focus();
            field.select();
          } else if (isCommand && letter === "i") {
            fold.checked = !fold.checked;
            sought();
          } else if (event.key === "Escape") {
            if (document.activeElement === field && field.value !== "") {
              field.value = "";
              sought();
            } else {
              leave();
            }
          } else if (!isCommand && !event.altKey && document.activeElement === current.node) {
            const moves = {
              ArrowUp: widest, ArrowDown: () => current.caller, ArrowLeft: () => beside(-1),
              ArrowRight: () => beside(1), Home: () => frames[0],
            };
            if (event.key === "Enter" || event.key === " ") zoom(current);
            else if (event.key in moves) focus(moves[event.key]());
            else return;
          } else {
            return;
          }
          event.preventDefault();
        });
        new ResizeObserver(fit).observe(root);
        addEventListener("hashchange", restore);
        restore();
      };
      for (const root of document.querySelectorAll("svg.flamegraph")) setUp(root);
    })();

    """#
}
