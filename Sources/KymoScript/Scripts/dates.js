// Dates in the zone and locale that the host gives, whatever the machine's are.
(function (host, kit) {
  'use strict';
  const global = globalThis;
  const { construct, apply, ownKeys } = Reflect;
  const { defineProperty, getOwnPropertyDescriptor } = Object;
  const { uncurry, define, zone, locale, now } = kit;
  const NativeDate = Date;
  const prototype = NativeDate.prototype;
  const utc = NativeDate.UTC;
  const parseNative = NativeDate.parse;
  const floor = Math.floor;
  const valueOf = uncurry(prototype.getTime);
  const setTime = uncurry(prototype.setTime);
  const test = uncurry(RegExp.prototype.test);
  const text = String;
  const get = {};
  const set = {};
  for (const part of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']) {
    get[part] = uncurry(prototype['getUTC' + part]);
    if (part !== 'Day') set[part] = prototype['setUTC' + part];
  }

  // --- The zone ---------------------------------------------------------------------------------------------------

  const isUTC = zone === 'UTC';
  const NativeFormat = Intl.DateTimeFormat;
  const formatToParts = uncurry(NativeFormat.prototype.formatToParts);
  let parts = null;
  let cachedQuarter = NaN;
  let cachedOffset = 0;

  /** Milliseconds that the zone is ahead of UTC at a time; zones change on quarters of an hour. */
  function offset(time) {
    if (isUTC || time !== time) return 0;
    const quarter = floor(time / 900000);
    if (quarter === cachedQuarter) return cachedOffset;
    parts = parts || new NativeFormat('en-US', {
      timeZone: zone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23', era: 'short', year: 'numeric',
      month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric',
    });
    const found = {};
    for (const part of formatToParts(parts, time)) found[part.type] = part.value;
    const year = found.era === 'BC' ? 1 - Number(found.year) : Number(found.year);
    const wall = new NativeDate(utc(2000, Number(found.month) - 1, Number(found.day), Number(found.hour),
      Number(found.minute), Number(found.second)));
    apply(set.FullYear, wall, [year, Number(found.month) - 1, Number(found.day)]);
    cachedQuarter = quarter;
    cachedOffset = valueOf(wall) - floor(time / 1000) * 1000;
    return cachedOffset;
  }

  /** The time at which clocks of the zone show `wall`. */
  function fromWall(wall) {
    if (isUTC) return wall;
    return wall - offset(wall - offset(wall));
  }

  // --- Reading ----------------------------------------------------------------------------------------------------

  const ISO_TIME = /^[+-]?\d{4,6}(-\d\d(-\d\d)?)?T[\d:.,]+$/;
  const ISO_DATE = /^[+-]?\d{4,6}(-\d\d(-\d\d)?)?$/;
  const ZONED = /(\b(Z|UTC?|GMT|[ECMP][SD]T)|[\dT :][+-]\d\d:?\d\d|\dZ)\s*(\([^)]*\))?\s*$/i;

  function parse(value) {
    const given = text(value);
    if (test(ISO_DATE, given)) return parseNative(given);
    if (test(ISO_TIME, given)) return fromWall(parseNative(given + 'Z'));
    if (test(ZONED, given)) return parseNative(given);
    return fromWall(parseNative(given + ' UTC'));
  }

  function fromParameters(values) {
    if (values.length === 0) return floor(now());
    if (values.length === 1) {
      let value = values[0];
      if (value instanceof NativeDate) return valueOf(value);
      if (value !== null && typeof value === 'object') value = toPrimitive(value);
      return typeof value === 'string' ? parse(value) : Number(value);
    }
    return fromWall(apply(utc, undefined, values));
  }

  function toPrimitive(value) {
    const method = value[Symbol.toPrimitive];
    if (method !== undefined && method !== null) return apply(method, value, ['default']);
    const plain = value.valueOf();
    return plain !== null && typeof plain === 'object' ? text(value) : plain;
  }

  function PageDate(...values) {
    if (new.target === undefined) return toText(now());
    return construct(NativeDate, [fromParameters(values)], new.target);
  }
  defineProperty(PageDate, 'name', { value: 'Date', configurable: true });
  defineProperty(PageDate, 'length', { value: 7, configurable: true });
  defineProperty(PageDate, 'prototype', { value: prototype, writable: false });
  define(PageDate, 'now', () => floor(now()));
  define(PageDate, 'parse', parse);
  define(PageDate, 'UTC', utc);
  define(prototype, 'constructor', PageDate);

  // --- Parts ------------------------------------------------------------------------------------------------------

  const wallOf = date => {
    const time = valueOf(date);
    return new NativeDate(time + offset(time));
  };
  for (const part of ownKeys(get)) {
    define(prototype, 'get' + part, { method() { return isUTC ? get[part](this) : get[part](wallOf(this)); } }.method);
  }
  define(prototype, 'getYear', function () { return this.getFullYear() - 1900; });
  define(prototype, 'getTimezoneOffset', function () {
    const time = valueOf(this);
    return time !== time ? NaN : -offset(time) / 60000 + 0;
  });
  for (const part of ownKeys(set)) {
    define(prototype, 'set' + part, { method(...values) {
      const wall = isUTC ? new NativeDate(valueOf(this)) : wallOf(this);
      apply(set[part], wall, values);
      return setTime(this, fromWall(valueOf(wall)));
    } }.method);
  }
  define(prototype, 'setYear', function (value) {
    const year = Number(value);
    return this.setFullYear(year >= 0 && year <= 99 ? 1900 + year : year);
  });

  // --- Texts ------------------------------------------------------------------------------------------------------

  const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  const two = number => number < 10 ? '0' + number : text(number);
  let namer = null;

  function zoneName(time) {
    if (isUTC) return 'Coordinated Universal Time';
    namer = namer || new NativeFormat(locale, { timeZone: zone, timeZoneName: 'long' });
    for (const part of formatToParts(namer, time)) if (part.type === 'timeZoneName') return part.value;
    return zone;
  }

  function dateText(wall) {
    const year = get.FullYear(wall);
    const digits = text(year < 0 ? -year : year);
    return days[get.Day(wall)] + ' ' + months[get.Month(wall)] + ' ' + two(get.Date(wall)) + ' '
      + (year < 0 ? '-' : '') + (digits.length < 4 ? '0000'.slice(digits.length) + digits : digits);
  }

  function timeText(wall, time) {
    const minutes = floor(offset(time) / 60000);
    const size = minutes < 0 ? -minutes : minutes;
    return two(get.Hours(wall)) + ':' + two(get.Minutes(wall)) + ':' + two(get.Seconds(wall)) + ' GMT'
      + (minutes < 0 ? '-' : '+') + two(floor(size / 60)) + two(size % 60) + ' (' + zoneName(time) + ')';
  }

  function toText(time) {
    if (time !== time) return 'Invalid Date';
    const wall = new NativeDate(time + offset(time));
    return dateText(wall) + ' ' + timeText(wall, time);
  }

  define(prototype, 'toString', function toString() { return toText(valueOf(this)); });
  define(prototype, 'toDateString', function toDateString() {
    const time = valueOf(this);
    return time !== time ? 'Invalid Date' : dateText(wallOf(this));
  });
  define(prototype, 'toTimeString', function toTimeString() {
    const time = valueOf(this);
    return time !== time ? 'Invalid Date' : timeText(wallOf(this), time);
  });
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) {
    const native = prototype[name];
    define(prototype, name, { method(locales, options) {
      return apply(native, this, [locales === undefined ? locale : locales, zoned(options)]);
    } }.method);
  }
  define(global, 'Date', PageDate);

  // --- Intl and what else asks for a locale -----------------------------------------------------------------------

  function zoned(options) {
    if (options === undefined) return { timeZone: zone };
    const given = Object(options);
    return given.timeZone === undefined ? { ...given, timeZone: zone } : given;
  }

  for (const name of Object.getOwnPropertyNames(Intl)) {
    const Native = Intl[name];
    if (typeof Native !== 'function' || typeof Native.supportedLocalesOf !== 'function') continue;
    const isDate = name === 'DateTimeFormat';
    const isCallable = isDate || name === 'NumberFormat' || name === 'Collator';
    const Replacement = function (locales, options) {
      if (new.target === undefined && !isCallable) throw new TypeError(`Intl.${name} needs new`);
      const given = [locales === undefined ? locale : locales, isDate ? zoned(options) : options];
      return construct(Native, given, new.target === undefined ? Replacement : new.target);
    };
    defineProperty(Replacement, 'name', { value: name, configurable: true });
    defineProperty(Replacement, 'length', { value: 0, configurable: true });
    defineProperty(Replacement, 'prototype', { value: Native.prototype, writable: false });
    define(Replacement, 'supportedLocalesOf', Native.supportedLocalesOf);
    define(Native.prototype, 'constructor', Replacement);
    define(Intl, name, Replacement);
  }

  // A format of no date formats the time that it is.
  const format = NativeFormat.prototype;
  const formatGetter = getOwnPropertyDescriptor(format, 'format').get;
  defineProperty(format, 'format', {
    configurable: true,
    get() {
      const native = apply(formatGetter, this, []);
      return date => native(date === undefined ? floor(now()) : date);
    },
  });
  const nativeParts = format.formatToParts;
  define(format, 'formatToParts', function formatToParts(date) {
    return apply(nativeParts, this, [date === undefined ? floor(now()) : date]);
  });

  const localized = (target, name, position) => {
    const native = target[name];
    define(target, name, { method(...values) {
      while (values.length < position) values.push(undefined);
      if (values[position] === undefined) values[position] = locale;
      return apply(native, this, values);
    } }.method);
  };
  localized(Number.prototype, 'toLocaleString', 0);
  localized(BigInt.prototype, 'toLocaleString', 0);
  localized(String.prototype, 'localeCompare', 1);
  localized(String.prototype, 'toLocaleUpperCase', 0);
  localized(String.prototype, 'toLocaleLowerCase', 0);
})
