// The device that a page finds itself on: its sizes, its screen, and what media queries say of it.
//
// host.device, optional, as JSON: width and height in CSS pixels, ratio in pixels of the screen to one of these,
// system ('ios' or 'android'), agent, platform and vendor. Nothing of it changes while a page is there.
(function (host, kit) {
  'use strict';
  const { global, define } = kit;
  const { defineProperty } = Object;
  const text = String;
  const Event = kit.Event;
  const EventTarget = global.EventTarget;
  const device = {
    __proto__: null, width: 393, height: 852, ratio: 3, system: 'ios', platform: 'iPhone',
      vendor: 'Apple Computer, Inc.',
    agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  };
  if (host.device !== undefined) Object.assign(device, JSON.parse(host.device));
  if (host.userAgent) device.agent = host.userAgent;
  kit.device = device;
  const { width, height, ratio } = device;
  const isUpright = height >= width;

  // --- Sizes --------------------------------------------------------------------------------------------------------

  /** Puts a property of the window that a page can replace. */
  const put = (name, value) => defineProperty(global, name, {
    configurable: true,
    enumerable: true,
    get: () => value,
    set(next) {
      defineProperty(global, name, { value: next, writable: true, configurable: true, enumerable: true });
    },
  });
  const sizes = {
    innerWidth: width, innerHeight: height, outerWidth: width, outerHeight: height, devicePixelRatio: ratio,
    scrollX: 0, scrollY: 0, pageXOffset: 0, pageYOffset: 0, screenX: 0, screenY: 0, screenLeft: 0, screenTop: 0,
    orientation: 0,
  };
  for (const name of Object.keys(sizes)) put(name, sizes[name]);

  /** A class whose one instance is made here, with values that stay. */
  function constant(name, values, Parent, types = []) {
    const Kind = { [name]: class extends Parent {
      constructor(token) {
        super();
        if (token !== kit) throw new TypeError('Illegal constructor');
      }
    } }[name];
    for (const key of Object.keys(values)) {
      defineProperty(Kind.prototype, key, { get: () => values[key], enumerable: true, configurable: true });
    }
    kit.handle(Kind.prototype, types);
    defineProperty(Kind.prototype, Symbol.toStringTag, { value: name, configurable: true });
    define(global, name, Kind);
    return new Kind(kit);
  }
  const orientation = constant('ScreenOrientation', {
    type: isUpright ? 'portrait-primary' : 'landscape-primary', angle: 0,
  }, EventTarget, ['change']);
  define(Object.getPrototypeOf(orientation), 'lock', () => new global.Promise((_, reject) => {
    kit.missing('screen.orientation.lock');
    reject(kit.exception('the screen stays as it is', 'NotSupportedError'));
  }));
  define(Object.getPrototypeOf(orientation), 'unlock', () => {});
  put('screen', constant('Screen', {
    width, height, availWidth: width, availHeight: height, availLeft: 0, availTop: 0, colorDepth: 24, pixelDepth: 24,
    orientation,
  }, class {}));
  put('visualViewport', constant('VisualViewport', {
    width, height, scale: 1, offsetLeft: 0, offsetTop: 0, pageLeft: 0, pageTop: 0,
  }, EventTarget, ['resize', 'scroll']));

  // --- What media queries ask for -----------------------------------------------------------------------------------

  const sized = { width, height, 'device-width': width, 'device-height': height };
  const counted = { color: 8, 'color-index': 0, monochrome: 0, grid: 0 };
  const said = {
    orientation: isUpright ? 'portrait' : 'landscape', 'prefers-color-scheme': 'light',
    'prefers-reduced-motion': 'no-preference', 'prefers-contrast': 'no-preference',
      'prefers-reduced-data': 'no-preference',
    'prefers-reduced-transparency': 'no-preference', hover: 'none', 'any-hover': 'none', pointer: 'coarse',
    'any-pointer': 'coarse', 'display-mode': 'browser', update: 'fast', scripting: 'enabled', scan: 'progressive',
    'overflow-block': 'scroll', 'overflow-inline': 'scroll', 'forced-colors': 'none', 'inverted-colors': 'none',
    'color-gamut': 'srgb', 'dynamic-range': 'standard', 'video-dynamic-range': 'standard',
  };
  const words = {
    orientation: 'portrait landscape', 'prefers-color-scheme': 'light dark',
      'prefers-reduced-motion': 'no-preference reduce',
    'prefers-contrast': 'no-preference more less custom', 'prefers-reduced-data': 'no-preference reduce',
    'prefers-reduced-transparency': 'no-preference reduce', hover: 'none hover', 'any-hover': 'none hover',
    pointer: 'none coarse fine', 'any-pointer': 'none coarse fine', update: 'none slow fast',
    'display-mode': 'fullscreen standalone minimal-ui browser window-controls-overlay picture-in-picture',
    scripting: 'none initial-only enabled', scan: 'interlace progressive', 'overflow-block': 'none scroll paged',
    'overflow-inline': 'none scroll', 'forced-colors': 'none active', 'inverted-colors': 'none inverted',
    'color-gamut': 'srgb p3 rec2020', 'dynamic-range': 'standard high', 'video-dynamic-range': 'standard high',
  };
  const PIXELS = { px: 1, em: 16, rem: 16, in: 96, cm: 96 / 2.54, mm: 9.6 / 2.54, q: 2.4 / 2.54, pt: 4 / 3, pc: 16 };
  const DENSITIES = { dppx: 1, x: 1, dpi: 1 / 96, dpcm: 2.54 / 96 };

  /** A value of a feature as a number; undefined if it is none of the kind that the feature takes. */
  function measure(name, value) {
    const quotient = /^([+-]?[\d.]+)(?:\s*\/\s*([\d.]+))?$/.exec(value);
    if (name.endsWith('aspect-ratio')) {
      if (quotient === null) return undefined;
      return Number(quotient[1]) / (quotient[2] === undefined ? 1 : Number(quotient[2]));
    }
    const parts = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]*)$/.exec(value);
    if (parts === null) return undefined;
    const [, digits, unit] = parts;
    const number = Number(digits);
    if (name in sized) return unit in PIXELS ? number * PIXELS[unit] : unit === '' && number === 0 ? 0 : undefined;
    if (name === 'resolution') return unit in DENSITIES ? number * DENSITIES[unit] : undefined;
    return unit === '' ? number : undefined;
  }
  const own = name => name in sized ? sized[name] : name in counted ? counted[name]
    : name === 'resolution' || name === '-webkit-device-pixel-ratio' ? ratio
    : name === 'aspect-ratio' || name === 'device-aspect-ratio' ? width / height : undefined;
  const compare = { '<': (a, b) => a < b, '<=': (a, b) => a <= b, '>': (a, b) => a > b, '>=': (a, b) => a >= b,
    '=': (a, b) => Math.abs(a - b) < 1e-9 };

  /** What is within a pair of brackets: true, false, or undefined if nobody knows what it says. */
  function feature(given) {
    const range = /^([^<>=]+?)\s*(<=|>=|<|>|=)\s*([^<>=]+?)(?:\s*(<=|>=|<|>)\s*([^<>=]+))?$/.exec(given);
    if (range !== null) {
      const [, first, one, second, other, third] = range;
      if (own(first) !== undefined && other === undefined) {
        const value = measure(first, second);
        return value === undefined ? undefined : compare[one](own(first), value);
      }
      const [low, high] = [measure(second, first), other === undefined ? 0 : measure(second, third)];
      if (own(second) === undefined || low === undefined || high === undefined) return undefined;
      if (other !== undefined && (one === '=' || one[0] !== other[0])) return undefined;
      return compare[one](low, own(second)) && (other === undefined || compare[other](own(second), high));
    }
    const plain = /^(-webkit-)?(min-|max-)?([a-z-]+?)(?:\s*:\s*(.+))?$/.exec(given);
    if (plain === null) return undefined;
    const [, prefix = '', edge = '', rest, value] = plain;
    const name = prefix + rest;
    if (name === '-webkit-transform-3d') return edge === '';
    const have = own(name);
    if (have !== undefined) {
      if (value === undefined) return edge === '' ? have !== 0 : undefined;
      const wanted = measure(name, value);
      if (wanted === undefined) return undefined;
      return compare[edge === 'min-' ? '>=' : edge === 'max-' ? '<=' : '='](have, wanted);
    }
    const full = edge + rest;
    if (prefix !== '' || !(full in said)) return undefined;
    if (value === undefined) return said[full] !== 'none' && said[full] !== 'no-preference';
    return words[full].split(' ').includes(value) ? said[full] === value : undefined;
  }

  // --- Reading media queries ----------------------------------------------------------------------------------------

  const negated = value => value === undefined ? undefined : !value;
  const both = (a, b) => a === false || b === false ? false : a === undefined || b === undefined ? undefined : true;
  const either = (a, b) => a === true || b === true ? true : a === undefined || b === undefined ? undefined : false;
  const NONE = { bad: true };

  /** A condition from a place in a list of parts: words, and the contents of brackets. */
  function condition(parts, start, allowsOr) {
    let at = start;
    const single = () => {
      const part = parts[at++];
      if (part === undefined || part[0] !== '(') throw NONE;
      const inside = part.slice(1, -1).trim();
      if (/^\(|^not[\s(]/.test(inside)) {
        const inner = split(inside);
        return condition(inner, 0, true);
      }
      if (inside === '') throw NONE;
      return feature(inside);
    };
    if (parts[at] === 'not') {
      at += 1;
      const value = negated(single());
      if (at < parts.length) throw NONE;
      return value;
    }
    let value = single();
    let word = null;
    while (at < parts.length) {
      if ((parts[at] !== 'and' && parts[at] !== 'or') || (word !== null && parts[at] !== word)) throw NONE;
      word = parts[at++];
      if (word === 'or' && !allowsOr) throw NONE;
      value = word === 'and' ? both(value, single()) : either(value, single());
    }
    return value;
  }

  /** A query in parts: words, and what is in brackets with them. */
  function split(query) {
    const parts = [];
    let at = 0;
    while (at < query.length) {
      if (/\s/.test(query[at])) {
        at += 1;
        continue;
      }
      let end = at;
      if (query[at] === '(') {
        let depth = 0;
        do {
          if (query[end] === '(') depth += 1;
          if (query[end] === ')') depth -= 1;
          end += 1;
        } while (depth > 0 && end < query.length);
        // What is open at the end is closed there, as everywhere in style sheets.
        if (depth > 0) return [...parts, query.slice(at) + ')'.repeat(depth)];
      } else {
        while (end < query.length && !/[\s()]/.test(query[end])) end += 1;
        if (query[end] === '(' || end === at) throw NONE;
      }
      parts.push(query.slice(at, end));
      at = end;
    }
    return parts;
  }

  /** Whether a query holds, and how it is written; one that cannot be read is `not all`. */
  function read(query) {
    try {
      const parts = split(query);
      if (parts.length === 0) throw NONE;
      const isType = word => /^-?[a-z_][\w-]*$/.test(word) && !/^(and|not|or|only|layer)$/.test(word);
      const first = parts[0] === 'not' || parts[0] === 'only' ? 1 : 0;
      if (parts[first] === undefined || !isType(parts[first])) {
        if (parts[0] === 'only') throw NONE;
        return { matches: condition(parts, 0, true) === true, media: written(parts) };
      }
      const type = parts[first];
      let value = type === 'all' || type === 'screen';
      if (parts.length > first + 1) {
        if (parts[first + 1] !== 'and') throw NONE;
        value = both(value, condition(parts, first + 2, false));
      }
      if (parts[0] === 'not') value = negated(value);
      const shown = parts[first] === 'all' && first === 0 && parts.length > 1 ? parts.slice(2) : parts;
      return { matches: value === true, media: written(shown) };
    } catch (error) {
      if (error !== NONE) throw error;
      return { matches: false, media: 'not all' };
    }
  }
  const written = parts => parts.map(part => part[0] !== '(' ? part
    : part.replace(/\(\s+/g, '(').replace(/\s+\)/g, ')').replace(/\s*:\s*/g, ': ').replace(/\s*(<=|>=|<|>|=)\s*/g,
      ' $1 ')
      .replace(/(\d)\s*\/\s*(\d)/g, '$1 / $2')).join(' ');

  /** The queries of a list, which commas divide. */
  function queries(list) {
    const found = [''];
    let depth = 0;
    for (const letter of list.replace(/\/\*[\s\S]*?\*\//g, ' ').toLowerCase()) {
      if (letter === ',' && depth === 0) {
        found.push('');
        continue;
      }
      if (letter === '(') depth += 1; else if (letter === ')') depth -= 1;
      found[found.length - 1] += letter;
    }
    return found.map(one => one.trim().replace(/\s+/g, ' '));
  }

  const MOST_ANSWERS = 1024;
  const answers = new Map();
  /** Whether a list of media queries holds on this device, and how it is written. */
  kit.media = list => {
    let answer = answers.get(list);
    if (answer === undefined) {
      const all = list.trim() === '' ? [] : queries(list).map(read);
      answer = { matches: all.length === 0 || all.some(one => one.matches),
        media: all.map(one => one.media).join(', ') };
      if (answers.size >= MOST_ANSWERS) answers.clear();
      answers.set(list, answer);
    }
    return answer;
  };

  class MediaQueryList extends EventTarget {
    #answer;
    constructor(token, answer) {
      super();
      if (token !== kit) throw new TypeError('Illegal constructor');
      this.#answer = answer;
    }
    get matches() { return this.#answer.matches; }
    get media() { return this.#answer.media; }
    get onchange() { return this._getEventHandler('change'); }
    set onchange(value) { this._setEventHandler('change', value); }
    addListener(listener) { this.addEventListener('change', listener); }
    removeListener(listener) { this.removeEventListener('change', listener); }
  }
  class MediaQueryListEvent extends Event {
    #matches; #media;
    constructor(type, init = {}) {
      super(type, init);
      this.#matches = !!init.matches;
      this.#media = init.media === undefined ? '' : text(init.media);
    }
    get matches() { return this.#matches; }
    get media() { return this.#media; }
  }
  for (const Kind of [MediaQueryList, MediaQueryListEvent]) {
    defineProperty(Kind.prototype, Symbol.toStringTag, { value: Kind.name, configurable: true });
    define(global, Kind.name, Kind);
  }
  define(global, 'matchMedia', function matchMedia(list) {
    if (arguments.length === 0) throw new TypeError('matchMedia takes a media query');
    return new MediaQueryList(kit, kit.media(text(list)));
  });
})
