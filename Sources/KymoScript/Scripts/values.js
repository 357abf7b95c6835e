// What an input makes of a text: numbers, days, times and colours, and the steps between them. It is evaluated when the
// first input of such a kind is asked for its value.
(function (host, kit) {
  'use strict';
  const text = String;
  const refuse = said => { throw kit.exception(said, 'InvalidStateError'); };

  // --- Days and times ---------------------------------------------------------------------------------------------------

  const SECOND = 1000;
  const DAY = 86_400_000;
  const LAST_YEAR = 275_760;         // Of dates in JavaScript.
  const pad = (value, length = 2) => text(value).padStart(length, '0');
  const dayOf = (year, month, date) => {
    const at = new Date(0);
    at.setUTCFullYear(year, month - 1, date);
    return year > 0 && at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === date ? at.getTime() : NaN;
  };
  const readDate = said => {
    const match = /^(\d{4,})-(\d\d)-(\d\d)$/.exec(said);
    return match === null ? NaN : dayOf(Number(match[1]), Number(match[2]), Number(match[3]));
  };
  const readTime = said => {
    const match = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?$/.exec(said);
    if (match === null || match[1] > 23 || match[2] > 59 || match[3] > 59) return NaN;
    const seconds = (Number(match[1]) * 60 + Number(match[2])) * 60 + Number(match[3] ?? 0);
    return seconds * SECOND + Number((match[4] ?? '').padEnd(3, '0'));
  };
  const readBoth = said => {
    const match = /^(.*)[T ](.*)$/.exec(said);
    return match === null ? NaN : readDate(match[1]) + readTime(match[2]);
  };
  const readMonth = said => {
    const match = /^(\d{4,})-(\d\d)$/.exec(said);
    const isMonth = match !== null && match[1] > 0 && match[1] <= LAST_YEAR && match[2] >= 1 && match[2] <= 12;
    return isMonth ? (match[1] - 1970) * 12 + Number(match[2]) - 1 : NaN;
  };
  /** The Monday of a year's first week, which is that of 4 January. */
  const firstMonday = year => {
    const first = dayOf(year, 1, 4);
    return first - (new Date(first).getUTCDay() + 6) % 7 * DAY;
  };
  const readWeek = said => {
    const match = /^(\d{4,})-W(\d\d)$/.exec(said);
    if (match === null || match[2] < 1) return NaN;
    const year = Number(match[1]);
    const monday = firstMonday(year) + (match[2] - 1) * 7 * DAY;
    return monday < firstMonday(year + 1) ? monday : NaN;
  };
  const writeDate = value => {
    const at = new Date(value);
    return `${pad(at.getUTCFullYear(), 4)}-${pad(at.getUTCMonth() + 1)}-${pad(at.getUTCDate())}`;
  };
  const restOf = at => {
    const [seconds, rest] = [at.getUTCSeconds(), at.getUTCMilliseconds()];
    return seconds === 0 && rest === 0 ? '' : `:${pad(seconds)}${rest === 0 ? '' : '.' + pad(rest, 3)}`;
  };
  const writeTime = value => {
    const at = new Date(value);
    return `${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}${restOf(at)}`;
  };
  const writeMonth = value => `${pad(1970 + Math.floor(value / 12), 4)}-${pad((value % 12 + 12) % 12 + 1)}`;
  const weekOf = value => {
    const day = new Date(value).getUTCDay();
    const monday = value - (day + 6) % 7 * DAY;
    const year = new Date(monday + 3 * DAY).getUTCFullYear();
    return [pad(year, 4), pad(Math.floor((monday - firstMonday(year)) / (7 * DAY)) + 1)];
  };

  // As messages name them.
  const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November',
    'December'];
  const showDate = value => {
    const at = new Date(value);
    return `${pad(at.getUTCMonth() + 1)}/${pad(at.getUTCDate())}/${pad(at.getUTCFullYear(), 4)}`;
  };
  const showTime = value => {
    const at = new Date(value);
    const hours = at.getUTCHours();
    return `${(hours + 11) % 12 + 1}:${pad(at.getUTCMinutes())}${restOf(at)}\u202f${hours < 12 ? 'AM' : 'PM'}`;
  };

  // --- Kinds ------------------------------------------------------------------------------------------------------------

  const NUMBER = /^-?(\d+(\.\d+)?|\.\d+)(e[-+]?\d+)?$/i;
  const readNumber = said => {
    const value = NUMBER.test(said) ? Number(said) : NaN;
    return Number.isFinite(value) ? value : NaN;
  };
  const numeric = { read: readNumber, write: text, show: text, step: 1, unit: 1, base: 0 };
  // For each kind with numbers: the number of a text, the text of a number, how a message shows it, and the step with its
  // unit, which is counted from the base. Months are numbers of months; all other times are of milliseconds.
  const KINDS = {
    __proto__: null,
    number: numeric,
    range: numeric,
    date: { read: readDate, write: writeDate, show: showDate, step: 1, unit: DAY, base: 0 },
    time: { read: readTime, write: value => writeTime((value % DAY + DAY) % DAY), show: showTime, step: 60, unit: SECOND, base: 0 },
    'datetime-local': {
      read: readBoth, write: value => `${writeDate(value)}T${writeTime(value)}`,
      show: value => `${showDate(value)}, ${showTime(value)}`, step: 60, unit: SECOND, base: 0,
    },
    month: {
      read: readMonth, write: writeMonth,
      show: value => `${MONTHS[(value % 12 + 12) % 12]} ${1970 + Math.floor(value / 12)}`, step: 1, unit: 1, base: 0,
    },
    week: {
      read: readWeek, write: value => weekOf(value).join('-W'), show: value => `Week ${weekOf(value).reverse().join(', ')}`,
      step: 1, unit: 7 * DAY, base: -3 * DAY,
    },
  };
  const kindOf = field => field.localName === 'input' ? KINDS[field.type] : undefined;
  const RANGE = { __proto__: null, min: 0, max: 100 };
  /** The least or the most that a field takes; NaN if there is none. */
  function boundOf(field, name) {
    const found = kindOf(field).read(field.getAttribute(name) ?? '');
    return Number.isNaN(found) && field.type === 'range' ? RANGE[name] : found;
  }
  /** The step of a field, or null if it takes all between. */
  function stepOf(field) {
    const { step, unit } = kindOf(field);
    const said = field.getAttribute('step');
    if (said !== null && said.toLowerCase() === 'any') return null;
    const found = readNumber(said ?? '');
    return (found > 0 ? found : step) * unit;
  }
  function baseOf(field) {
    const kind = kindOf(field);
    const least = kind.read(field.getAttribute('min') ?? '');
    if (!Number.isNaN(least)) return least;
    const written = kind.read(field.getAttribute('value') ?? '');
    return Number.isNaN(written) ? kind.base : written;
  }
  /** Whether a value is between two steps; what is left by binary fractions is none. */
  const isOff = (value, step) => {
    const steps = value / step;
    return Math.abs(steps - Math.round(steps)) > 1e-9 * Math.max(1, Math.abs(steps));
  };
  const exact = value => Number(value.toPrecision(15));

  // --- What fields ask ----------------------------------------------------------------------------------------------------

  function inRange(field, said) {
    const [least, most, base, step] = [boundOf(field, 'min'), boundOf(field, 'max'), baseOf(field), stepOf(field)];
    let value = readNumber(said);
    if (Number.isNaN(value)) value = most < least ? least : least + (most - least) / 2;
    value = Math.max(least, Math.min(value, most));
    if (step !== null && isOff(value - base, step)) {
      value = exact(base + Math.round((value - base) / step) * step);
      if (value > most) value = exact(value - step);
    }
    return text(value);
  }
  /** The text that a field makes of one that it is given. */
  function sanitized(field, said) {
    const { type } = field;
    if (type === 'range') return inRange(field, said);
    const kind = KINDS[type];
    if (kind !== undefined) {
      const value = kind.read(said);
      if (Number.isNaN(value)) return '';
      return type === 'datetime-local' ? kind.write(value).replace(/(\.\d+?)0+$/, '$1') : said;
    }
    if (type === 'color') return colorOf(said.trim().toLowerCase());
    const line = said.replace(/[\r\n]/g, '');
    if (type === 'url' || (type === 'email' && !field.hasAttribute('multiple'))) return line.trim();
    return type === 'email' ? line.split(',').map(one => one.trim()).join() : line;
  }
  function colorOf(said) {
    if (/^#[0-9a-f]{6}$/.test(said)) return said;
    if (/^#[0-9a-f]{3}$/.test(said)) return said.replace(/[0-9a-f]/g, '$&$&');
    return kit.css.NAMED.get(said) ?? '#000000';
  }
  const HAS_DATE = /^(date|month|week|time)$/;
  function stepBy(field, count) {
    const kind = kindOf(field);
    const step = kind === undefined ? null : stepOf(field);
    if (step === null) refuse('this kind of field has no steps');
    let [base, least, most] = [baseOf(field), boundOf(field, 'min'), boundOf(field, 'max')];
    // From the last minute of a day no step leads to the next one.
    if (field.type === 'time' && Number.isNaN(most)) most = DAY - 1;
    if (field.type === 'time' && Number.isNaN(least)) least = 0;
    if (least > most || count === 0) return;
    const old = kind.read(field.value);
    const from = Number.isNaN(old) ? 0 : old;
    const place = (from - base) / step;
    // From between two steps the first one goes to the next of them.
    const to = isOff(from - base, step) ? (count > 0 ? Math.floor(place) : Math.ceil(place)) + count : Math.round(place) + count;
    let value = base + to * step;
    if (value < least) value = base + Math.ceil((least - base) / step - 1e-9) * step;
    if (value > most) value = base + Math.floor((most - base) / step + 1e-9) * step;
    if (count > 0 ? value < from : value > from) return;
    field.value = kind.write(exact(value));
  }
  kit.values = {
    kindOf, boundOf, stepOf, baseOf, isOff, exact, sanitized, stepBy,
    number(field) { return kindOf(field) === undefined ? NaN : kindOf(field).read(field.value); },
    setNumber(field, given) {
      const value = Number(given);
      const kind = kindOf(field);
      if (value === Infinity || value === -Infinity) throw new TypeError('a field takes no number without an end');
      if (kind === undefined) refuse('this kind of field has no number');
      field.value = Number.isNaN(value) ? '' : kind.write(value);
    },
    /** The date of a field in milliseconds; NaN if there is none. */
    date(field) {
      if (field.localName !== 'input' || !HAS_DATE.test(field.type)) return NaN;
      return field.type === 'month' ? readDate(field.value + '-01') : KINDS[field.type].read(field.value);
    },
    setDate(field, value) {
      if (!HAS_DATE.test(field.type)) refuse('this kind of field has no date');
      const isNone = value === null || Number.isNaN(value);
      field.value = isNone ? '' : field.type === 'month' ? writeDate(value).slice(0, -3) : KINDS[field.type].write(value);
    },
  };
})
