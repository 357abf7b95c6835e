// The part of a field's text that is chosen. It is evaluated when a page first asks for it.
(function (host, kit) {
  'use strict';
  const text = String;
  const TEXT = /^(text|search|url|tel|password)$/;
  const isText = field => field.localName === 'textarea' || TEXT.test(field.type);
  const refuse = (said, name) => { throw kit.exception(said, name); };
  const chosen = new WeakMap();

  /** What is chosen of a field now, which is inside of its text. */
  function of(field) {
    const { length } = field.value;
    const it = chosen.get(field);
    if (it !== undefined) return { start: Math.min(it.start, length), end: Math.min(it.end, length), direction: it.direction };
    // Until somebody chooses, it is the end of a text that was set, and the beginning of one that was written.
    const place = kit.isChanged(field) ? length : 0;
    return { start: place, end: place, direction: 'forward' };
  }
  function choose(field, start, end, direction, old = of(field)) {
    const { length } = field.value;
    const last = Math.min(end >>> 0, length);
    const it = { start: Math.min(start >>> 0, last), end: last, direction: direction === 'backward' ? direction : 'forward' };
    chosen.set(field, it);
    if (it.start === old.start && it.end === old.end && it.direction === old.direction) return;
    kit.later(0, () => kit.raise(field, new kit.Event('select', { bubbles: true })));
  }
  const own = field => { if (!isText(field)) refuse('nothing can be chosen of this kind of field', 'InvalidStateError'); };

  kit.selectionsAreThere = true;
  kit.selections = {
    /** A field has another text: its end is chosen. */
    moved(field) { chosen.delete(field); },
    get: (field, name) => isText(field) ? of(field)[name] : null,
    set(field, name, value) {
      own(field);
      const { start, end, direction } = { ...of(field), [name]: value };
      choose(field, start, name === 'start' ? Math.max(start >>> 0, end) : end, direction);
    },
    setRange(field, start, end, direction) {
      own(field);
      choose(field, start, end, direction);
    },
    all(field) { if (isText(field)) choose(field, 0, field.value.length, 'forward'); },
    replace(field, given, range, mode) {
      own(field);
      if (!/^(select|start|end|preserve)$/.test(mode)) throw new TypeError(`a range is not chosen by ${mode}`);
      const old = of(field);
      const [from, to] = range === null ? [old.start, old.end] : range.map(place => place >>> 0);
      if (from > to) refuse('the range ends before it begins', 'IndexSizeError');
      const [whole, added] = [field.value, text(given)];
      const [first, last] = [Math.min(from, whole.length), Math.min(to, whole.length)];
      field.value = whole.slice(0, first) + added + whole.slice(last);
      const after = first + added.length;
      const shift = added.length - (last - first);
      const places = {
        __proto__: null, select: [first, after], start: [first, first], end: [after, after],
        preserve: [
          old.start > last ? old.start + shift : old.start > first ? first : old.start,
          old.end > last ? old.end + shift : old.end > first ? after : old.end,
        ],
      };
      choose(field, ...places[mode], 'forward', old);
    },
  };
})
