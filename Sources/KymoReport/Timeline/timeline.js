
"use strict";
(() => {
  const root = document.getElementById("timeline");
  if (!root) return;
  const data = JSON.parse(document.getElementById("timeline-data").textContent);
  const { count } = data;
  const second = 1e9 / data.column;  // In columns, in which all places are.
  const narrowest = Math.min(count, 8);
  const view = { from: 0, to: count };
  let cursor = null;
  let selection = null;
  const panels = [];

  // --- What the page holds ------------------------------------------------------------------------------------

  const unpack = (series) => {
    let column = -1;
    series.at = series.at.map((step) => (column += step));
    series.sums = [0];
    series.at.forEach((_, i) => series.sums.push(series.sums[i] + (series.n ? series.n[i] : 1)));
  };
  for (const channel of data.channels) {
    unpack(channel);
    channel.breaks = new Set(channel.gaps.map(([, to]) => Math.floor(to)));
    for (const plot of channel.plots) {
      for (const curve of plot.curves) {
        const unit = 10 ** -curve.d;
        curve.low = curve.low.map((value) => (value === null ? NaN : value * unit));
        curve.high = curve.more ? curve.low.map((value, i) => value + curve.more[i] * unit) : curve.low;
        curve.isShown = true;
      }
    }
  }
  for (const command of data.commands) command.outcomes.forEach(unpack);
  if (data.track) {
    let column = -1;
    data.track.at = data.track.at.map((step) => (column += step));
  }

  /** The first place in an ascending list whose value is not below. */
  const search = (list, value) => {
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle] < value) low = middle + 1; else high = middle;
    }
    return low;
  };
  const total = (series, from, to) =>
    series.sums[search(series.at, to)] - series.sums[search(series.at, from)];
  /** The place in a list of columns that is nearest; -1 if it is farther away than a few pixels, and than is usual. */
  const nearest = (at, column, reach) => {
    const i = search(at, column);
    let best = -1;
    for (const k of [i - 1, i]) {
      if (k < 0 || k >= at.length) continue;
      if (best < 0 || Math.abs(at[k] + 0.5 - column) < Math.abs(at[best] + 0.5 - column)) best = k;
    }
    return best >= 0 && Math.abs(at[best] + 0.5 - column) <= reach ? best : -1;
  };

  // --- Words --------------------------------------------------------------------------------------------------

  const make = (tag, name, text) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const short = (value) => Number(value.toPrecision(4)).toLocaleString("en", { maximumSignificantDigits: 4 });
  const length = (columns) => {
    const seconds = columns / second;
    const [factor, unit] = seconds < 1e-6 ? [1e9, "ns"] : seconds < 1e-3 ? [1e6, "µs"] : seconds < 1 ? [1e3, "ms"] : [1, "s"];
    return `${short(seconds * factor)} ${unit}`;
  };
  const decimals = Math.max(0, Math.min(9, Math.ceil(Math.log10(second) - 1e-9)));
  /** A time since the start: 12.34 s, 2:05.3, 1:02:05. */
  const moment = (column, digits = decimals) => {
    const seconds = column / second;
    if (count / second < 120) return `${seconds.toFixed(digits)} s`;
    const text = (seconds % 60).toFixed(digits);
    if (Number(text) >= 60) return moment((Math.floor(seconds / 60) + 1) * 60 * second, digits);
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    const pad = (number) => String(number).padStart(2, "0");
    return `${hours ? `${hours}:${pad(minutes)}` : minutes}:${text.padStart(digits ? digits + 3 : 2, "0")}`;
  };
  const clock = (column) =>
    data.epoch ? new Date(data.epoch + column / second * 1e3).toISOString().replace("T", " ").replace("Z", " UTC") : "";
  const value = (curve, i) => {
    const digits = Math.max(0, curve.d - 1);
    const [low, high] = [curve.low[i].toFixed(digits), curve.high[i].toFixed(digits)];
    return low === high ? low : `${low} … ${high}`;
  };

  // --- Colours, canvases and axes -----------------------------------------------------------------------------

  const colors = new Map();
  const color = (name) => {
    if (!colors.has(name)) colors.set(name, getComputedStyle(root).getPropertyValue(name).trim());
    return colors.get(name);
  };
  const curveColor = (name, index) =>
    name === "magnitude" ? "--ink" : `--c${[1, 2, 3, 4, 5, 6, 7][index % 7]}`;
  const surface = (canvas) => {
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = "12px system-ui, sans-serif";
    context.lineJoin = "round";
    return { context, width, height };
  };
  const margin = () => (root.clientWidth < 560 ? { left: 46, right: 10 } : { left: 58, right: 16 });
  const place = (column, area) => area.left + (column - view.from) / (view.to - view.from) * area.inner;
  const frame = (canvas, top, bottom) => {
    const area = { ...surface(canvas), ...margin(), top };
    area.inner = Math.max(1, area.width - area.left - area.right);
    area.bottom = area.height - bottom;
    return area;
  };
  const timeSteps = [];
  for (let power = -9; power < 1; power += 1) for (const step of [1, 2, 5]) timeSteps.push(step * 10 ** power);
  timeSteps.push(10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200);
  for (let days = 1; days < 1e6; days *= 2) timeSteps.push(days * 86400);
  const timeAxis = (area, hasLabels) => {
    const { context } = area;
    const wanted = (view.to - view.from) / second / Math.max(2, area.inner / 95);
    const step = timeSteps.find((candidate) => candidate >= wanted) ?? timeSteps.at(-1);
    const digits = Math.max(0, Math.min(9, -Math.floor(Math.log10(step) + 1e-9)));
    context.strokeStyle = color("--minor");
    context.fillStyle = color("--muted");
    context.textAlign = "center";
    for (let tick = Math.ceil(view.from / second / step - 1e-9); tick * step <= view.to / second + 1e-9; tick += 1) {
      const x = Math.round(place(tick * step * second, area)) + 0.5;
      context.beginPath();
      context.moveTo(x, area.top);
      context.lineTo(x, area.bottom);
      context.stroke();
      if (!hasLabels) continue;
      const text = moment(tick * step * second, digits);
      const half = context.measureText(text).width / 2;
      context.fillText(text, Math.max(half, Math.min(area.width - half, x)), area.bottom + 15);
    }
  };
  /** Where messages are missing: hatched, between two lines. */
  const drawGaps = (area, gaps) => {
    const { context } = area;
    context.save();
    context.beginPath();
    context.rect(area.left, area.top, area.inner, area.bottom - area.top);
    context.clip();
    for (const [from, to] of gaps) {
      if (to < view.from || from > view.to) continue;
      const left = Math.max(area.left - 1, place(from, area));
      const right = Math.max(left + 2, Math.min(area.left + area.inner + 1, place(to, area)));
      context.fillStyle = color("--warm");
      context.fillRect(left, area.top, right - left, area.bottom - area.top);
      context.save();
      context.beginPath();
      context.rect(left, area.top, right - left, area.bottom - area.top);
      context.clip();
      context.strokeStyle = color("--line");
      context.beginPath();
      const height = area.bottom - area.top;
      for (let x = Math.floor((left - height) / 7) * 7; x < right; x += 7) {
        context.moveTo(x, area.bottom);
        context.lineTo(x + height, area.top);
      }
      context.stroke();
      context.restore();
    }
    context.restore();
  };
  const drawSelection = (area) => {
    if (!selection) return;
    const [left, right] = selection.map((column) => place(column, area)).sort((a, b) => a - b);
    area.context.globalAlpha = 0.18;
    area.context.fillStyle = color("--c1");
    area.context.fillRect(left, area.top, right - left, area.bottom - area.top);
    area.context.globalAlpha = 1;
  };

  // --- Curves -------------------------------------------------------------------------------------------------

  /** What each pixel shows of a curve: least and greatest, and whether a gap is before it. */
  const reduce = (curve, channel, inner) => {
    const points = [];
    const width = (view.to - view.from) / inner;
    let last = null;
    let isBroken = false;
    const end = Math.min(channel.at.length, search(channel.at, view.to) + 1);
    for (let i = Math.max(0, search(channel.at, view.from) - 1); i < end; i += 1) {
      const column = channel.at[i];
      if (channel.breaks.has(column)) isBroken = true;
      if (Number.isNaN(curve.low[i])) continue;
      const pixel = width < 1 ? (column + 0.5 - view.from) / width : Math.floor((column + 0.5 - view.from) / width) + 0.5;
      if (last && last.pixel === pixel) {
        last.low = Math.min(last.low, curve.low[i]);
        last.high = Math.max(last.high, curve.high[i]);
      } else {
        last = { pixel, low: curve.low[i], high: curve.high[i], isBroken };
        points.push(last);
      }
      isBroken = false;
    }
    return points;
  };
  const linearTicks = (low, high, most) => {
    const raw = (high - low) / most;
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= raw * 0.999);
    const digits = Math.max(0, Math.min(9, -Math.floor(Math.log10(step) + 1e-9)));
    const ticks = [];
    for (let tick = Math.ceil(low / step); tick * step <= high; tick += 1) {
      const size = Math.abs(tick * step);
      const text = size >= 1e6 ? (tick * step).toExponential(1) : (tick * step).toFixed(digits);
      ticks.push([tick * step, text]);
    }
    return ticks;
  };
  const drawCurves = (panel) => {
    const area = frame(panel.canvas, 8, 22);
    const { context } = area;
    const curves = panel.curves.filter((curve) => curve.isShown)
      .map((curve) => ({ curve, points: reduce(curve, panel.channel, area.inner) }));
    let [low, high] = [Infinity, -Infinity];
    for (const { points } of curves) {
      for (const point of points) {
        low = Math.min(low, point.low);
        high = Math.max(high, point.high);
      }
    }
    timeAxis(area, true);
    drawGaps(area, panel.channel.gaps);
    if (low > high) {
      context.textAlign = "left";
      context.fillText("nothing here", area.left + 8, (area.top + area.bottom) / 2);
      return drawSelection(area);
    }
    const room = high > low ? (high - low) * 0.06 : Math.max(Math.abs(high) * 0.01, 10 ** -panel.curves[0].d);
    [low, high] = [low - room, high + room];
    const y = (number) => area.bottom - (number - low) / (high - low) * (area.bottom - area.top);
    context.textAlign = "right";
    for (const [tick, text] of linearTicks(low, high, Math.max(2, (area.bottom - area.top) / 34))) {
      const line = Math.round(y(tick)) + 0.5;
      context.strokeStyle = color(tick === 0 ? "--line" : "--minor");
      context.beginPath();
      context.moveTo(area.left, line);
      context.lineTo(area.left + area.inner, line);
      context.stroke();
      context.fillStyle = color("--muted");
      context.fillText(text, area.left - 6, line + 4);
    }
    context.save();
    context.beginPath();
    context.rect(area.left, 0, area.inner, area.height);
    context.clip();
    const wide = area.inner / (view.to - view.from);
    for (const { curve, points } of curves) {
      context.strokeStyle = color(curve.color);
      context.lineWidth = curve.name === "magnitude" ? 1.6 : 1.3;
      context.beginPath();
      let before = null;
      for (const point of points) {
        const x = area.left + point.pixel;
        const [bottom, top] = [y(point.low), y(point.high)];
        if (before && !point.isBroken) {
          // From the end of the last stroke that is nearer.
          const start = Math.max(before.top, Math.min(before.bottom, (bottom + top) / 2));
          context.moveTo(before.x, start);
          context.lineTo(x, wide > 3 ? (bottom + top) / 2 : Math.max(top, Math.min(bottom, start)));
        }
        if (wide > 3) {
          // The whole width of the column has it; the line goes through the middle.
          const middle = (bottom + top) / 2;
          context.moveTo(x, middle);
          before = { x, bottom: middle, top: middle };
          continue;
        }
        context.moveTo(x, bottom + 0.6);
        context.lineTo(x, top - 0.6);
        before = { x, bottom, top };
      }
      context.stroke();
      context.fillStyle = color(curve.color);
      context.globalAlpha = 0.3;
      for (const point of wide > 3 ? points : []) {
        context.fillRect(area.left + point.pixel - wide / 2, y(point.high), wide, y(point.low) - y(point.high));
      }
      context.globalAlpha = 1;
      if (points.length < area.inner / 6) {
        context.fillStyle = color(curve.color);
        for (const point of points) {
          if (point.low !== point.high) continue;
          context.beginPath();
          context.arc(area.left + point.pixel, y(point.low), 2.2, 0, 7);
          context.fill();
        }
      }
    }
    context.restore();
    drawSelection(area);
  };

  // --- Rates and outcomes -------------------------------------------------------------------------------------

  /** How many columns a bar of rates takes: three pixels, and four messages on average. */
  const barWidth = (channel, inner) => {
    const all = channel.sums.at(-1);
    const span = channel.at.length ? channel.at.at(-1) - channel.at[0] + 1 : 1;
    return Math.max(1, Math.ceil(3 * (view.to - view.from) / inner), Math.ceil(4 * span / Math.max(all, 1)));
  };
  const drawRates = (panel) => {
    const area = frame(panel.canvas, 3, 2);
    const { channel } = panel;
    const { context } = area;
    timeAxis(area, false);
    drawGaps(area, channel.gaps);
    context.save();
    context.beginPath();
    context.rect(area.left, 0, area.inner, area.height);
    context.clip();
    const width = barWidth(channel, area.inner);
    panel.bar = width;
    const bars = [];
    for (let from = Math.floor(view.from / width) * width; from < view.to; from += width) {
      bars.push([from, total(channel, from, from + width)]);
    }
    const most = Math.max(1, ...bars.map(([, sum]) => sum));
    context.fillStyle = color("--c1");
    for (const [from, sum] of bars) {
      if (!sum) continue;
      const [left, right] = [place(from, area), place(from + width, area)];
      const height = Math.max(2, sum / most * (area.bottom - area.top));
      context.fillRect(left, area.bottom - height, Math.max(1.2, right - left - (right - left > 5 ? 1 : 0)), height);
    }
    context.restore();
    drawSelection(area);
    panel.most.textContent = `up to ${short(most / (width / second))}/s`;
  };
  const drawOutcomes = (panel) => {
    const area = frame(panel.canvas, 3, 2);
    const { context } = area;
    timeAxis(area, false);
    context.save();
    context.beginPath();
    context.rect(area.left, 0, area.inner, area.height);
    context.clip();
    const step = Math.max(1, (view.to - view.from) / area.inner);
    const isFew = panel.command.outcomes.reduce((sum, outcome) => sum + outcome.sums.at(-1), 0) < area.inner / 3;
    for (const outcome of panel.command.outcomes) {
      context.fillStyle = color(outcome.good ? "--c3" : "--tail");
      const end = search(outcome.at, view.to + 1);
      let last = -1;
      for (let i = Math.max(0, search(outcome.at, view.from - 1)); i < end; i += 1) {
        const x = Math.floor(place(outcome.at[i] + 0.5, area));
        if (x === last) continue;
        last = x;
        const middle = (area.top + area.bottom) / 2;
        if (outcome.good) {
          context.fillRect(x - (isFew ? 1 : 0), area.top + 5, isFew ? 3 : Math.max(1, 1 / step), area.bottom - area.top - 5);
        } else {
          // What did not end well has another shape as well.
          context.fillRect(x - 1, middle, 3, area.bottom - middle);
          context.beginPath();
          context.moveTo(x - 5, area.top);
          context.lineTo(x + 6, area.top);
          context.lineTo(x + 0.5, area.top + 9);
          context.fill();
        }
      }
    }
    context.restore();
    drawSelection(area);
  };

  // --- The track ----------------------------------------------------------------------------------------------

  const metersPerDegree = 111_195;  // On a sphere of 6371 km.
  const speedSteps = 6;
  const track = data.track && (() => {
    const { at, latitude, longitude, speed } = data.track;
    const middle = (Math.min(...latitude) + Math.max(...latitude)) / 2;
    const squeeze = Math.cos(middle * Math.PI / 180);
    // Across 180° it goes on.
    const around = longitude.map((east) => {
      const rest = (east - longitude[0]) % 360;
      return rest > 180 ? rest - 360 : rest < -180 ? rest + 360 : rest;
    });
    const x = around.map((east) => east * squeeze * metersPerDegree);
    const y = latitude.map((north) => (north - middle) * metersPerDegree);
    const known = speed.filter((each) => each !== null);
    const isRecorded = known.length > at.length / 2;
    const speeds = at.map((column, i) => {
      if (isRecorded) return speed[i];
      if (i === 0) return null;
      return Math.hypot(x[i] - x[i - 1], y[i] - y[i - 1]) / ((column - at[i - 1]) / second);
    });
    // One jump of a receiver must not take all colours.
    const sorted = speeds.filter((each) => each !== null).sort((a, b) => a - b);
    const [least, most] = [0.02, 0.98].map((share) => sorted[Math.floor(sorted.length * share)] ?? 0);
    const breaks = data.channels.find((channel) => channel.topic === data.track.topic)?.breaks ?? new Set();
    return { at, x, y, latitude, longitude, speeds, least, most, isRecorded, breaks };
  })();
  const speedClass = (speed) => {
    if (speed === null || track.most <= track.least) return 0;
    const share = (speed - track.least) / (track.most - track.least);
    return Math.max(0, Math.min(speedSteps - 1, Math.floor(share * speedSteps)));
  };
  const drawTrack = (panel) => {
    const { context, width, height } = surface(panel.canvas);
    const [from, to] = [search(track.at, view.from), search(track.at, view.to)];
    const isEmpty = to <= from;
    const [first, end] = isEmpty ? [0, track.at.length] : [from, to];
    let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let i = first; i < end; i += 1) {
      [left, right] = [Math.min(left, track.x[i]), Math.max(right, track.x[i])];
      [bottom, top] = [Math.min(bottom, track.y[i]), Math.max(top, track.y[i])];
    }
    const pad = 26;
    const space = height - 36;  // Below is the bar of the scale.
    const scale = Math.min((width - 2 * pad - 20) / Math.max(right - left, 10), (space - 2 * pad) / Math.max(top - bottom, 10));
    const x = (i) => width / 2 + (track.x[i] - (left + right) / 2) * scale;
    const y = (i) => space / 2 - (track.y[i] - (bottom + top) / 2) * scale;
    panel.at = { x, y };
    context.lineCap = "round";
    // What is not in the range is there, and faint.
    for (const isInside of [false, true]) {
      for (let i = 1; i < track.at.length; i += 1) {
        if ((i > from && i < to) !== isInside || track.breaks.has(track.at[i])) continue;
        const step = speedClass(track.speeds[i]);
        context.strokeStyle = color(isInside ? `--v${step}` : "--line");
        context.lineWidth = isInside ? 2.2 + step * 0.45 : 1.5;
        context.beginPath();
        context.moveTo(x(i - 1), y(i - 1));
        context.lineTo(x(i), y(i));
        context.stroke();
      }
    }
    context.fillStyle = color("--ink");
    context.textAlign = "left";
    for (const [i, word] of [[0, "start"], [track.at.length - 1, "end"]]) {
      context.beginPath();
      context.arc(x(i), y(i), 3.5, 0, 7);
      context.fill();
      const isRight = x(i) > width - 50;
      context.textAlign = isRight ? "right" : "left";
      context.fillText(word, x(i) + (isRight ? -7 : 7), y(i) + (word === "end" ? 14 : -6));
    }
    drawScale(context, width, height, scale);
    drawNorth(context, width);
  };
  /** The longest of 1, 2, 5, 10, … m that takes no more than a third of the width. */
  const drawScale = (context, width, height, pixelsPerMeter) => {
    const most = width / 3 / pixelsPerMeter;
    const power = 10 ** Math.floor(Math.log10(most));
    const meters = [5, 2, 1].map((step) => step * power).find((step) => step <= most) ?? power;
    const [left, base, right] = [10, height - 10, 10 + meters * pixelsPerMeter];
    context.strokeStyle = context.fillStyle = color("--muted");
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(left, base - 5);
    context.lineTo(left, base);
    context.lineTo(right, base);
    context.lineTo(right, base - 5);
    context.stroke();
    context.textAlign = "left";
    context.fillText(meters >= 1000 ? `${meters / 1000} km` : `${Number(meters.toPrecision(1))} m`, left + 6, base - 6);
  };
  const drawNorth = (context, width) => {
    const [x, y] = [width - 18, 10];
    context.fillStyle = color("--muted");
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + 6, y + 16);
    context.lineTo(x, y + 12);
    context.lineTo(x - 6, y + 16);
    context.fill();
    context.textAlign = "center";
    context.fillText("N", x, y + 30);
  };

  // --- The bar, and what the cursor says ----------------------------------------------------------------------

  const bar = make("div", "timebar");
  const now = make("output", "now");
  now.setAttribute("aria-live", "polite");
  const range = make("span", "range");
  const fine = make("p", "note fine");
  const button = (text, label, action) => {
    const element = make("button", "", text);
    element.type = "button";
    element.title = element.ariaLabel = label;
    element.addEventListener("click", action);
    return element;
  };
  const readOut = () => {
    now.textContent = cursor === null ? "no cursor" : `${moment(cursor)}${data.epoch ? `  ${clock(cursor)}` : ""}`;
    for (const panel of panels) panel.say?.();
  };
  const pixel = () => (view.to - view.from) / Math.max(1, root.clientWidth - 74);
  const sayCurves = (panel) => {
    const { at } = panel.channel;
    const usual = at.length > 1 ? (at.at(-1) - at[0]) / (at.length - 1) : 1;
    const i = cursor === null ? -1 : nearest(at, cursor, Math.max(3 * pixel(), 1.5 * usual));
    for (const curve of panel.curves) {
      curve.output.textContent = i < 0 || Number.isNaN(curve.low[i]) ? "–" : value(curve, i);
    }
  };
  const sayRate = (panel) => {
    const width = panel.bar ?? 1;
    const from = Math.floor((cursor ?? 0) / width) * width;
    panel.output.textContent =
      cursor === null ? "–" : `${short(total(panel.channel, from, from + width) / (width / second))}/s`;
  };
  const sayOutcomes = (panel) => {
    const reach = Math.max(1, 3 * pixel());
    const words = cursor === null ? [] : panel.command.outcomes.flatMap((outcome) => {
      const [from, to] = reach > 1 ? [cursor - reach, cursor + reach] : [Math.floor(cursor), Math.floor(cursor) + 1];
      const sum = total(outcome, from, to);
      return sum ? [`${sum.toLocaleString("en")} ${outcome.status}`] : [];
    });
    panel.output.textContent = words.join(", ") || "–";
  };
  const sayTrack = (panel) => {
    const usual = (track.at.at(-1) - track.at[0]) / Math.max(1, track.at.length - 1);
    const i = cursor === null ? -1 : nearest(track.at, cursor, Math.max(3 * pixel(), 2.5 * usual));
    panel.dot.hidden = i < 0 || !panel.at;
    panel.output.textContent = "–";
    if (i < 0 || !panel.at) return;
    panel.dot.style.left = `${panel.at.x(i)}px`;
    panel.dot.style.top = `${panel.at.y(i)}px`;
    const speed = track.speeds[i];
    panel.output.textContent = `${track.latitude[i].toFixed(5)}°, ${track.longitude[i].toFixed(5)}°`
      + (speed === null ? "" : `, ${speed.toFixed(1)} m/s`);
  };
  const setCursor = (column) => {
    cursor = column === null ? null : Math.max(0, Math.min(count - 1e-6, column));
    for (const panel of panels) {
      if (!panel.guide) continue;
      const isHidden = cursor === null || cursor < view.from || cursor > view.to;
      panel.guide.hidden = isHidden;
      if (isHidden) continue;
      const { left, right } = margin();
      panel.guide.style.left = `${left + (cursor - view.from) / (view.to - view.from) * (panel.canvas.clientWidth - left - right)}px`;
    }
    readOut();
  };

  // --- Moving about -------------------------------------------------------------------------------------------

  let isScheduled = false;
  const redraw = () => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      for (const panel of panels) panel.draw();
      setCursor(cursor);
    });
  };
  const show = (from, to) => {
    const width = Math.max(narrowest, Math.min(count, to - from));
    view.from = Math.max(0, Math.min(count - width, (from + to - width) / 2));
    view.to = view.from + width;
    root.dataset.from = view.from / second;
    root.dataset.to = view.to / second;
    range.textContent = `${moment(view.from)} – ${moment(view.to)}`;
    const wide = 1 / pixel();
    const isWhole = width >= count;
    fine.textContent = wide <= 2
      ? `Each column is the least and greatest of ${length(1)}.`
      : `This is all that the page has: a column is the least and greatest of ${length(1)}, and ${Math.round(wide)} pixels wide here.`;
    if (wide > 2 && !isWhole) {
      const code = make("code", "", `${data.cut} `);
      const options = [`--start ${(view.from / second).toFixed(decimals)}`, `--end ${(view.to / second).toFixed(decimals)}`];
      for (const option of [...options, "-o part.mcap"]) code.append(make("span", "", option), " ");
      fine.append(" The page of a part is finer: ", code);
    }
    redraw();
  };
  const zoom = (factor, around = cursor ?? (view.from + view.to) / 2) => {
    const width = Math.max(narrowest, Math.min(count, (view.to - view.from) * factor));
    const share = Math.max(0, Math.min(1, (around - view.from) / (view.to - view.from)));
    show(around - share * width, around + (1 - share) * width);
  };
  const pan = (share) => {
    const step = share * (view.to - view.from);
    const [from, to] = [Math.max(0, Math.min(count - (view.to - view.from), view.from + step)), view.to - view.from];
    show(from, from + to);
  };
  const step = (pixels) => {
    const to = (cursor ?? (view.from + view.to) / 2) + pixels * Math.max(pixel(), 1);
    if (to < view.from) pan(-0.5);
    if (to > view.to) pan(0.5);
    setCursor(to);
  };
  const keys = {
    ArrowLeft: (event) => step(event.shiftKey ? -20 : -1), ArrowRight: (event) => step(event.shiftKey ? 20 : 1),
    Home: () => setCursor(view.from), End: () => setCursor(view.to - 1e-6),
    PageUp: () => pan(-0.5), PageDown: () => pan(0.5),
    "+": () => zoom(0.5), "=": () => zoom(0.5), "-": () => zoom(2), 0: () => show(0, count), Escape: () => setCursor(null),
  };
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
    if (event.target.tagName === "INPUT" || event.target.tagName === "BUTTON") return;
    event.preventDefault();
    keys[event.key](event);
  });
  const listen = (panel) => {
    const { canvas } = panel;
    const pointers = new Map();
    let pinch = null;
    const column = (x) => {
      const bounds = canvas.getBoundingClientRect();
      const { left, right } = margin();
      const share = (x - bounds.left - left) / Math.max(1, bounds.width - left - right);
      return view.from + Math.max(0, Math.min(1, share)) * (view.to - view.from);
    };
    canvas.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "mouse" && event.button !== 0) return;
      pointers.set(event.pointerId, event.clientX);
      canvas.setPointerCapture(event.pointerId);
      setCursor(column(event.clientX));
      selection = event.pointerType === "mouse" ? [cursor, cursor] : null;
      if (pointers.size === 2) pinch = [...pointers.values()].map(column);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (pointers.has(event.pointerId)) pointers.set(event.pointerId, event.clientX);
      if (pinch && pointers.size === 2) {
        // Both fingers keep the moments that they were put on.
        const bounds = canvas.getBoundingClientRect();
        const { left, right } = margin();
        const inner = bounds.width - left - right;
        const [a, b] = [...pointers.values()].map((x) => (x - bounds.left - left) / inner);
        if (Math.abs(a - b) < 0.02) return;
        const width = Math.abs((pinch[1] - pinch[0]) / (b - a));
        const from = pinch[0] - a * width;
        return show(from, from + width);
      }
      setCursor(column(event.clientX));
      if (!selection) return;
      selection[1] = cursor;
      redraw();
    });
    const release = (event) => {
      pointers.delete(event.pointerId);
      if (pointers.size < 2) pinch = null;
      const chosen = selection?.slice().sort((a, b) => a - b);
      selection = null;
      if (chosen && event.type === "pointerup" && (chosen[1] - chosen[0]) / pixel() > 6) show(...chosen); else redraw();
    };
    canvas.addEventListener("pointerup", release);
    canvas.addEventListener("pointercancel", release);
    canvas.addEventListener("dblclick", () => show(0, count));
    canvas.addEventListener("wheel", (event) => {
      const isPan = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (!event.ctrlKey && !event.metaKey && !isPan) return;
      event.preventDefault();
      if (isPan) return pan((event.deltaX || event.deltaY) / 800);
      zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY / 300))), column(event.clientX));
    }, { passive: false });
  };

  // --- The panels ---------------------------------------------------------------------------------------------

  const addCanvas = (panel, box, label) => {
    const place = make("div", "canvas");
    panel.canvas = document.createElement("canvas");
    place.tabIndex = 0;
    place.setAttribute("role", "group");
    place.setAttribute("aria-label", `${label}: arrow keys move the cursor, + and - zoom`);
    place.append(panel.canvas);
    box.append(place);
    return place;
  };
  const addGuide = (panel, place) => {
    panel.guide = make("div", "guide");
    panel.guide.hidden = true;
    place.append(panel.guide);
    listen(panel);
  };
  const addPlot = (channel, plot, parent) => {
    const figure = make("figure", "strip");
    const words = plot.name || (channel.plots.length > 1 ? plot.curves.map((curve) => curve.name).join(", ") : "");
    figure.append(make("h3", "", `${channel.topic} ${words}`));
    if (plot.remark) figure.append(make("p", "unit", plot.remark));
    const list = make("ul", "values");
    const panel = { channel, curves: plot.curves };
    plot.curves.forEach((curve, index) => {
      curve.color = curveColor(curve.name, index);
      curve.output = make("output", "", "–");
      const label = make("label");
      const box = make("input");
      box.type = "checkbox";
      box.checked = true;
      box.addEventListener("change", () => {
        curve.isShown = box.checked;
        redraw();
      });
      const swatch = make("span", "line");
      swatch.style.background = `var(${curve.color})`;
      label.append(box, swatch, make("span", "", curve.name));
      const item = make("li");
      item.append(label, curve.output);
      list.append(item);
    });
    figure.append(list);
    addGuide(panel, addCanvas(panel, figure, `${channel.topic} ${plot.name}`));
    panel.draw = () => drawCurves(panel);
    panel.say = () => sayCurves(panel);
    panels.push(panel);
    parent.append(figure);
  };
  const addLane = (panel, name, parent, draw, say) => {
    const lane = make("div", "lane");
    const head = make("p");
    panel.output = make("output", "", "–");
    panel.most = make("span", "note");
    head.append(make("strong", "", name), panel.output, panel.most);
    lane.append(head);
    addGuide(panel, addCanvas(panel, lane, name));
    panel.draw = () => draw(panel);
    panel.say = () => say(panel);
    panels.push(panel);
    parent.append(lane);
  };
  const addTrack = (parent) => {
    const figure = make("figure", "strip track");
    figure.append(make("h3", "", `Track of ${data.track.topic}`));
    const panel = { output: make("output", "", "–") };
    const head = make("p", "unit");
    head.append(`colour and width: speed, ${track.isRecorded ? "as recorded" : "from one fix to the next"}; `, panel.output);
    const place = addCanvas(panel, figure, "track");
    panel.dot = make("div", "dot");
    panel.dot.hidden = true;
    place.append(panel.dot);
    place.before(head);
    const find = (event) => {
      const bounds = panel.canvas.getBoundingClientRect();
      const [x, y] = [event.clientX - bounds.left, event.clientY - bounds.top];
      let [best, least] = [-1, Infinity];
      for (let i = search(track.at, view.from); i < track.at.length && track.at[i] <= view.to; i += 1) {
        const distance = Math.hypot(panel.at.x(i) - x, panel.at.y(i) - y);
        if (distance < least) [best, least] = [i, distance];
      }
      if (best >= 0) setCursor(track.at[best] + 0.5);
    };
    panel.canvas.addEventListener("pointermove", find);
    panel.canvas.addEventListener("pointerdown", find);
    if (track.most > track.least) {
      const legend = make("ul", "speeds");
      for (let step = 0; step < speedSteps; step += 1) {
        const item = make("li");
        const swatch = make("span", "line");
        swatch.style.background = `var(--v${step})`;
        swatch.style.height = `${2.2 + step * 0.6}px`;
        const from = track.least + (track.most - track.least) * step / speedSteps;
        const text = step === 0 ? "less" : `from ${Number(from.toPrecision(2))}`;
        item.append(swatch, `${text}${step === speedSteps - 1 ? " m/s" : ""}`);
        legend.append(item);
      }
      figure.append(legend);
    }
    panel.draw = () => drawTrack(panel);
    panel.say = () => sayTrack(panel);
    panels.push(panel);
    parent.append(figure);
  };

  const section = (title) => {
    const part = make("section");
    part.append(make("h2", "", title));
    root.append(part);
    return part;
  };
  const buttons = make("span", "buttons");
  buttons.append(
    button("−", "zoom out", () => zoom(2)), button("+", "zoom in", () => zoom(0.5)),
    button("◀", "earlier", () => pan(-0.5)), button("▶", "later", () => pan(0.5)),
    button("all", "the whole recording", () => show(0, count)),
  );
  bar.append(buttons, range, now);
  root.append(bar, fine);
  const withPlots = data.channels.filter((channel) => channel.plots.length > 0);
  if (withPlots.length > 0) {
    const part = section("Numbers");
    for (const channel of withPlots) for (const plot of channel.plots) addPlot(channel, plot, part);
  }
  if (data.track) addTrack(section("Track"));
  if (data.commands.length > 0) {
    const part = section("Commands and outcomes");
    part.append(make("p", "note", "Green marks ended well; a mark under a triangle did not."));
    for (const command of data.commands) addLane({ command }, command.name, part, drawOutcomes, sayOutcomes);
  }
  const rates = section("Rates");
  rates.append(make("p", "note", "Messages per second of each channel; hatched is where some are missing."));
  for (const channel of data.channels) addLane({ channel }, channel.topic, rates, drawRates, sayRate);

  new ResizeObserver(redraw).observe(root);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    colors.clear();
    redraw();
  });
  show(0, count);
})();

