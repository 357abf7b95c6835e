import KymoBench

/// The script of the report: read-outs under the pointer, and by the arrow keys.
///
/// It takes everything from the page itself, and writes text only. Curves are switched on and off by
/// the style sheet.
enum ReportScript {
  /// The hash that the page's policy lets run: the SHA-256 of ``javaScript``, in Base64.
  static let hash = "sha256-jHai++JAZZoBsVfLc+CTReQQR2avMPjSdlIwuj7+kuY="

  static let javaScript = #"""

    "use strict";
    (() => {
      const significant = (value) =>
        value >= 99.95 ? Math.round(value).toLocaleString("en")
          : value.toFixed(value >= 9.995 ? 1 : value >= 0.9995 ? 2 : 3);
      const time = (ns) => {
        if (Math.round(ns) < 1000) return `${Math.round(ns)} ns`;
        if (ns < 999500) return `${significant(ns / 1e3)} µs`;
        if (ns < 999500000) return `${significant(ns / 1e6)} ms`;
        return `${significant(ns / 1e9)} s`;
      };
      const make = (tag, name, text) => {
        const element = document.createElement(tag);
        if (name) element.className = name;
        if (text !== undefined) element.textContent = text;
        return element;
      };

      // The points of every curve, by its place in the legend.
      const read = (figure) => {
        const curves = new Map();
        for (const line of figure.querySelectorAll("polyline")) {
          const index = /\bs(\d+)\b/.exec(line.getAttribute("class"))[1];
          const isBase = line.classList.contains("base");
          const curve = curves.get(index) ?? { index, now: [], base: [], baseLine: null };
          if (isBase) curve.baseLine = line; else curve.line = line;
          const points = isBase ? curve.base : curve.now;
          for (const pair of line.getAttribute("points").split(" ")) {
            const [x, y] = pair.split(",").map(Number);
            if (!points.length || x > points.at(-1).x) points.push({ x, y });
          }
          curves.set(index, curve);
        }
        return [...curves.values()].sort((a, b) => a.index - b.index);
      };
      const isShown = (line) => line && getComputedStyle(line).display !== "none";
      // The percentile function is a staircase: the value at a place is that of the next point.
      const at = (points, x) => points.find((point) => point.x >= x - 0.01);

      const nines = (figure) => {
        const { width, low, high } = figure.dataset;
        const curves = read(figure);
        const places = [...new Set(curves.flatMap((curve) => curve.now.map((point) => point.x)))];
        places.sort((a, b) => a - b);
        const value = (point) =>
          time(10 ** (Number(low) + (1 - point.y / 1000) * (high - low)));
        return {
          places: places.map((x) => x / 1000),
          show(box, place) {
            const x = places[place] / 1000 * width;
            const percent = Number((100 * (1 - 10 ** -x)).toFixed(Math.max(1, Math.floor(x + 1e-6))));
            box.append(make("strong", "", `${percent} %`));
            const table = make("table");
            if (curves.some((curve) => isShown(curve.baseLine))) {
              const row = make("tr");
              row.append(make("td"), make("th"), make("td", "", "this run"));
              row.append(make("td", "old", "baseline"));
              table.append(row);
            }
            for (const curve of curves) {
              if (!isShown(curve.line)) continue;
              const point = at(curve.now, places[place]);
              if (!point) continue;
              const label = document.getElementById(`show${curve.index}`).closest("label");
              const row = make("tr");
              const swatch = make("td");
              swatch.append(label.querySelector("svg").cloneNode(true));
              row.append(swatch, make("th", "", label.textContent.trim()));
              row.append(make("td", "", value(point)));
              const old = isShown(curve.baseLine) && at(curve.base, places[place]);
              if (old) row.append(make("td", "old", value(old)));
              table.append(row);
            }
            box.append(table);
          },
        };
      };

      const timeline = (figure) => {
        const width = Number(figure.dataset.interval);
        const rows = figure.dataset.values.split(";").map((row) => row.split(",").map(Number));
        return {
          places: rows.map((row, index) => (index + 0.5) / rows.length),
          show(box, place) {
            const [count, p50, p99, max] = rows[place];
            const digits = width < 1e6 ? 6 : 3;
            const start = (place * width / 1e9).toFixed(digits);
            const end = ((place + 1) * width / 1e9).toFixed(digits);
            box.append(make("strong", "", `${start} – ${end} s`));
            const table = make("table");
            const add = (name, text) => {
              const row = make("tr");
              row.append(make("th", "", name), make("td", "", text));
              table.append(row);
            };
            add("events", count.toLocaleString("en"));
            if (p50 >= 0) add("median", time(p50));
            if (p99 >= 0) add("p99", time(p99));
            if (count > 0) add("maximum", time(max));
            box.append(table);
          },
        };
      };

      // A few values at each of a few places.
      const series = (figure) => {
        const { names, heads, places, values } = figure.dataset;
        const rows = values.split(";").map((row) => row.split(",").map(Number));
        return {
          places: places.split(",").map(Number),
          show(box, place) {
            box.append(make("strong", "", heads.split("|")[place]));
            const table = make("table");
            names.split("|").forEach((name, index) => {
              const value = rows[place][index];
              if (value < 0) return;
              const row = make("tr");
              row.append(make("th", "", name), make("td", "", time(value)));
              table.append(row);
            });
            box.append(table);
          },
        };
      };

      for (const figure of document.querySelectorAll("figure.plot")) {
        const kind = { nines, timeline, series }[figure.dataset.kind];
        if (!kind) continue;
        const { places, show } = kind(figure);
        const canvas = figure.querySelector(".canvas");
        const guide = make("div", "guide");
        const box = make("div", "readout");
        box.setAttribute("role", "status");
        guide.hidden = box.hidden = true;
        canvas.append(guide, box);
        canvas.tabIndex = 0;
        let place = 0;
        const move = (to) => {
          place = Math.max(0, Math.min(places.length - 1, to));
          box.textContent = "";
          show(box, place);
          guide.hidden = box.hidden = false;
          guide.style.left = `${places[place] * 100}%`;
          // Beside the guide, on the side with more room, and never beyond the plot.
          const room = canvas.clientWidth - box.offsetWidth;
          const x = places[place] * canvas.clientWidth;
          const wanted = places[place] < 0.5 ? x + 12 : x - box.offsetWidth - 12;
          box.style.left = `${Math.max(Math.min(wanted, room), Math.min(0, room))}px`;
        };
        const point = (event) => {
          const bounds = canvas.getBoundingClientRect();
          const share = (event.clientX - bounds.left) / bounds.width;
          let best = 0;
          places.forEach((x, index) => {
            if (Math.abs(x - share) < Math.abs(places[best] - share)) best = index;
          });
          move(best);
        };
        const hide = () => { guide.hidden = box.hidden = true; };
        canvas.addEventListener("pointermove", point);
        canvas.addEventListener("pointerdown", point);
        canvas.addEventListener("pointerleave", hide);
        canvas.addEventListener("blur", hide);
        canvas.addEventListener("keydown", (event) => {
          const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
          if (event.key === "Escape") return hide();
          if (!(event.key in steps)) return;
          event.preventDefault();
          move(place + steps[event.key]);
        });
      }
    })();

    """#
}
