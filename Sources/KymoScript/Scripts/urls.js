// URL and URLSearchParams by the rules of the URL standard, and the resolving of what a page writes.
(function (host, kit) {
  'use strict';
  const { global } = kit;
  const { define, uncurry } = kit;
  const { defineProperty } = Object;
  const { apply } = Reflect;
  const text = String;
  const encodePart = encodeURIComponent;
  const decodePart = decodeURIComponent;
  const test = uncurry(RegExp.prototype.test);
  const replace = uncurry(String.prototype.replace);
  const PORTS = {
    __proto__: null, 'http:': '80', 'https:': '443', 'ws:': '80', 'wss:': '443', 'ftp:': '21', 'file:': '',
  };
  const isSpecial = scheme => scheme in PORTS;

  const wellFormed = uncurry(String.prototype.toWellFormed);
  /** Percent-encodes what is not ASCII, and what `set` matches. */
  const percent = (value, set) => replace(wellFormed(value), /[^\x20-\x7e]+|[\x20-\x7e]/g, part => {
    if (part.length === 1 && part >= ' ' && part <= '~') {
      return test(set, part) ? '%' + part.charCodeAt(0).toString(16).toUpperCase() : part;
    }
    return encodePart(part);
  });
  const CONTROL = /[^ -~]/;
  const FRAGMENT = /[ "<>`]/;
  const QUERY = /[ "#<>]/;
  const SPECIAL_QUERY = /[ "#<>']/;
  const PATH = /[ "#<>?`{}^]/;
  const USER = /[ "#<>?`{}/:;=@[\\\]^|]/;

  function unpercent(value) {
    return replace(value, /(%[0-9a-f]{2})+/gi, run => {
      try { return decodePart(run); } catch { /* Not UTF-8: what is is kept, the rest is marked. */ }
      return kit.decodeBytes(run.slice(1).split('%').map(pair => parseInt(pair, 16)));
    });
  }

  // --- Hosts --------------------------------------------------------------------------------------------------------

  /** A label that is not ASCII in ASCII, by RFC 3492. */
  function punycode(label) {
    const points = Array.from(label, one => one.codePointAt(0));
    let output = points.filter(point => point < 128).map(point => String.fromCharCode(point)).join('');
    const basic = output.length;
    let handled = basic, n = 128, delta = 0, bias = 72;
    if (basic > 0) output += '-';
    const digit = value => String.fromCharCode(value < 26 ? 97 + value : 22 + value);
    while (handled < points.length) {
      const next = Math.min(...points.filter(point => point >= n));
      delta += (next - n) * (handled + 1);
      n = next;
      for (const point of points) {
        if (point < n) delta += 1;
        if (point !== n) continue;
        let q = delta;
        for (let k = 36; ; k += 36) {
          const t = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
          if (q < t) break;
          output += digit(t + (q - t) % (36 - t));
          q = Math.floor((q - t) / (36 - t));
        }
        output += digit(q);
        delta = handled === basic ? Math.floor(delta / 700) : delta >> 1;
        delta += Math.floor(delta / (handled + 1));
        let k = 0;
        for (; delta > 455; k += 36) delta = Math.floor(delta / 35);
        bias = k + Math.floor(36 * delta / (delta + 38));
        delta = 0;
        handled += 1;
      }
      delta += 1;
      n += 1;
    }
    return 'xn--' + output;
  }

  function parseNumber(part) {
    if (part === '') return NaN;
    if (test(/^0x[0-9a-f]*$/i, part)) return part.length === 2 ? 0 : parseInt(part, 16);
    if (test(/^0[0-7]*$/, part)) return parseInt(part, 8);
    return test(/^[1-9]\d*$/, part) ? parseInt(part, 10) : NaN;
  }

  function parseIPv4(name) {
    const parts = name.split('.');
    if (parts.length > 1 && parts[parts.length - 1] === '') parts.pop();
    const last = parts[parts.length - 1];
    if (!test(/^(\d+|0x[0-9a-f]*)$/i, last)) return name;
    const numbers = parts.map(parseNumber);
    if (parts.length > 4 || numbers.some(number => number !== number)) return null;
    let value = numbers.pop();
    if (value >= 256 ** (4 - numbers.length) || numbers.some(number => number > 255)) return null;
    numbers.forEach((number, index) => { value += number * 256 ** (3 - index); });
    return [16777216, 65536, 256, 1].map(size => Math.floor(value / size) % 256).join('.');
  }

  function parseIPv6(name) {
    const halves = name.split('::');
    if (halves.length > 2) return null;
    const pieces = half => {
      if (half === '') return [];
      const found = half.split(':');
      const last = found[found.length - 1];
      if (last.includes('.')) {
        if (!test(/^(\d{1,3}\.){3}\d{1,3}$/, last)) return [NaN];
        const [a, b, c, d] = last.split('.').map(Number);
        if (a > 255 || b > 255 || c > 255 || d > 255) return [NaN];
        found.splice(-1, 1, (a * 256 + b).toString(16), (c * 256 + d).toString(16));
      }
      return found.map(piece => test(/^[0-9a-f]{1,4}$/i, piece) ? parseInt(piece, 16) : NaN);
    };
    const [head, tail] = [pieces(halves[0]), halves.length === 2 ? pieces(halves[1]) : []];
    const count = head.length + tail.length;
    if (halves.length === 2 ? count > 7 : count !== 8) return null;
    const all = [...head, ...Array(8 - count).fill(0), ...tail];
    if (all.some(piece => piece !== piece)) return null;
    let best = -1, length = 1;
    for (let start = 0; start < 8; start += 1) {
      let end = start;
      while (end < 8 && all[end] === 0) end += 1;
      if (end - start > length) [best, length] = [start, end - start];
    }
    const hex = list => list.map(piece => piece.toString(16)).join(':');
    return '[' + (best < 0 ? hex(all) : hex(all.slice(0, best)) + '::' + hex(all.slice(best + length))) + ']';
  }

  function parseHost(name, special) {
    if (name.startsWith('[')) return name.endsWith(']') ? parseIPv6(name.slice(1, -1)) : null;
    if (!special) return test(/[\0\t\n\r #/<>?@[\\\]^|]/, name) ? null : percent(name, CONTROL);
    let found = unpercent(name).normalize('NFKC').toLowerCase();
    if (test(/[^\0-\x7f]/, found)) {
      found = found.replace(/[。．｡]/g, '.').split('.')
        .map(label => test(/[^\0-\x7f]/, label) ? punycode(label) : label).join('.');
    }
    if (found === '' || test(/[\0-\x20"#%/:<>?@[\\\]^`{|}\x7f]/, found)) return null;
    return parseIPv4(found);
  }

  // --- The parts of an address --------------------------------------------------------------------------------------

  const isDriveLetter = part => test(/^[a-z][:|]$/i, part);

  const withoutSlash = (path, special) => path.replace(special ? /^[/\\]/ : /^\//, '');

  function parsePath(path, base, special, scheme) {
    const parts = base.slice();
    const pieces = (special ? path.replace(/\\/g, '/') : path).split('/');
    pieces.forEach((piece, index) => {
      const isLast = index === pieces.length - 1;
      const plain = piece.replace(/%2e/gi, '.');
      if (plain === '..') {
        if (!(scheme === 'file:' && parts.length === 1 && isDriveLetter(parts[0]))) parts.pop();
        if (isLast) parts.push('');
      } else if (plain === '.') {
        if (isLast) parts.push('');
      } else {
        parts.push(scheme === 'file:' && parts.length === 0 && isDriveLetter(piece)
          ? piece[0] + ':' : percent(piece, PATH));
      }
    });
    return parts;
  }

  function parseAuthority(url, authority, special) {
    const at = authority.lastIndexOf('@');
    let rest = authority;
    if (at >= 0) {
      const [user, ...password] = authority.slice(0, at).split(':');
      url.username = percent(user, USER);
      url.password = percent(password.join(':'), USER);
      rest = authority.slice(at + 1);
      if (rest === '') return false;
    }
    const port = /:(\d*)$/.exec(rest);
    if (port && !/^\[[^\]]*$/.test(rest)) {
      rest = rest.slice(0, port.index);
      if (port[1] !== '') {
        if (Number(port[1]) > 65535) return false;
        url.port = text(Number(port[1]));
        if (url.port === PORTS[url.scheme]) url.port = '';
      }
    } else if (/:[^\]]*$/.test(rest)) {
      return false;
    }
    if (rest === '' && special) return false;
    const found = rest === '' ? '' : parseHost(rest, special);
    if (found === null) return false;
    url.host = found;
    return true;
  }

  /** The parts of an address, relative to other parts; null if it is none. */
  function parse(input, base) {
    let rest = input.replace(/^[\0-\x20]+|[\0-\x20]+$/g, '').replace(/[\t\n\r]/g, '');
    const url = {
      scheme: '', username: '', password: '', host: null, port: '', path: [], opaque: null, query: null, fragment: null,
    };
    const hash = rest.indexOf('#');
    if (hash >= 0) {
      url.fragment = percent(rest.slice(hash + 1), FRAGMENT);
      rest = rest.slice(0, hash);
    }
    const named = /^([a-z][a-z0-9+.-]*):/i.exec(rest);
    let isRelative = !named;
    if (named) {
      url.scheme = named[1].toLowerCase() + ':';
      rest = rest.slice(named[0].length);
      const same = isSpecial(url.scheme) && base && base.scheme === url.scheme && url.scheme !== 'file:';
      if (same && !/^[/\\]{2}/.test(rest)) isRelative = true;
      if (url.scheme === 'file:' && base && base.scheme === 'file:' && !/^[/\\]{2}/.test(rest)) isRelative = true;
    }
    if (isRelative) {
      if (!base) return null;
      url.scheme = base.scheme;
      if (base.opaque !== null) {
        if (rest !== '' || hash < 0) return null;
        return Object.assign(url, { opaque: base.opaque, query: base.query });
      }
    }
    const special = isSpecial(url.scheme);
    const mark = rest.indexOf('?');
    if (mark >= 0) {
      url.query = percent(rest.slice(mark + 1), special ? SPECIAL_QUERY : QUERY);
      rest = rest.slice(0, mark);
    }
    const slashes = special ? /^[/\\]{2}/ : /^\/\//;
    if (!isRelative && special && url.scheme !== 'file:') rest = '//' + rest.replace(/^[/\\]*/, '');
    if (slashes.test(rest)) {
      const end = rest.slice(2).search(special ? /[/\\]/ : /\//);
      const authority = end < 0 ? rest.slice(2) : rest.slice(2, 2 + end);
      rest = end < 0 ? '' : rest.slice(2 + end);
      if (url.scheme === 'file:') {
        if (isDriveLetter(authority)) {
          url.host = '';
          rest = '/' + authority + rest;
        } else {
          url.host = authority === '' ? '' : parseHost(authority, true);
          if (url.host === null) return null;
          if (url.host === 'localhost') url.host = '';
        }
      } else if (!parseAuthority(url, authority, special)) {
        return null;
      }
      if (rest !== '' || special) url.path = parsePath(withoutSlash(rest, special), [], special, url.scheme);
      return url;
    }
    if (!isRelative) {
      if (special) {
        url.host = '';
        url.path = parsePath(rest.replace(/^[/\\]/, ''), [], true, url.scheme);
      } else if (rest.startsWith('/')) {
        url.path = parsePath(rest.slice(1), [], false, url.scheme);
      } else {
        url.opaque = percent(rest, CONTROL);
      }
      return url;
    }
    Object.assign(url, { username: base.username, password: base.password, host: base.host, port: base.port });
    if (rest === '') {
      url.path = base.path.slice();
      if (mark < 0) url.query = base.query;
    } else if (rest[0] === '/' || (special && rest[0] === '\\')) {
      const drive = url.scheme === 'file:' && base.path.length > 0 && isDriveLetter(base.path[0]) ? [base.path[0]] : [];
      url.path = parsePath(rest.slice(1), drive, special, url.scheme);
    } else {
      url.path = parsePath(rest, base.path.slice(0, -1), special, url.scheme);
    }
    return url;
  }

  const pathText = url => url.opaque !== null ? url.opaque : url.path.map(part => '/' + part).join('');

  function write(url, withoutFragment = false) {
    let said = url.scheme;
    if (url.host !== null) {
      said += '//';
      if (url.username !== '' || url.password !== '') {
        said += url.username + (url.password === '' ? '' : ':' + url.password) + '@';
      }
      said += url.host + (url.port === '' ? '' : ':' + url.port);
    } else if (url.opaque === null && url.path.length > 1 && url.path[0] === '') {
      said += '/.';
    }
    said += pathText(url);
    if (url.query !== null) said += '?' + url.query;
    if (!withoutFragment && url.fragment !== null) said += '#' + url.fragment;
    return said;
  }

  // Those whose addresses have an origin: the scheme of the page's own root, too, as in the phone's web view.
  const ORIGINS = ['http:', 'https:', 'ws:', 'wss:', 'ftp:'];
  if (host.root !== undefined) ORIGINS.push(/^[^:]*:/.exec(host.root)[0]);
  const originOf = url => ORIGINS.includes(url.scheme) && url.host !== null
    ? url.scheme + '//' + url.host + (url.port === '' ? '' : ':' + url.port) : 'null';

  kit.url = { parse, write, originOf, pathText };

  // --- URL ----------------------------------------------------------------------------------------------------------

  function parseText(value, base) {
    if (base === undefined) return parse(text(value), null);
    const parsed = parse(text(base), null);
    return parsed && parse(text(value), parsed);
  }

  // The parts as properties, for URL, for links and for location: `read` gives the parts, `store` takes them.
  kit.urlParts = (prototype, read, store) => {
    const part = (name, get, set) => defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get() {
        const url = read(this);
        return url === null ? (name === 'protocol' ? ':' : '') : get(url);
      },
      set: set && function (value) {
        const url = read(this);
        if (url !== null && set(url, text(value)) !== false) store(this, url);
      },
    });
    const hasHost = url => url.host !== null && url.host !== '' && url.scheme !== 'file:';
    part('origin', originOf);
    part('protocol', url => url.scheme, (url, value) => {
      const found = /^([a-z][a-z0-9+.-]*):?/i.exec(value);
      const scheme = found && found[1].toLowerCase() + ':';
      if (!found || isSpecial(scheme) !== isSpecial(url.scheme)) return false;
      url.scheme = scheme;
      if (url.port === PORTS[scheme]) url.port = '';
      return true;
    });
    part('username', url => url.username, (url, value) => hasHost(url) && (url.username = percent(value, USER), true));
    part('password', url => url.password, (url, value) => hasHost(url) && (url.password = percent(value, USER), true));
    const setHost = (url, value, hasPort) => {
      if (url.opaque !== null) return false;
      const cut = value.split(isSpecial(url.scheme) ? /[/\\?#]/ : /[/?#]/)[0];
      const found = { scheme: url.scheme, username: '', password: '', host: null, port: url.port };
      if (cut.includes('@') || !parseAuthority(found, hasPort ? cut : cut.replace(/:\d*$/, ''), isSpecial(url.scheme))) {
        return false;
      }
      url.host = found.host;
      url.port = found.port;
      return true;
    };
    part('host', url => (url.host || '') + (url.port === '' ? '' : ':' + url.port),
      (url, value) => setHost(url, value, true));
    part('hostname', url => url.host || '', (url, value) => setHost(url, value, false));
    part('port', url => url.port, (url, value) => {
      if (!hasHost(url)) return false;
      const digits = /^\d*/.exec(value)[0];
      if (value !== '' && (digits === '' || Number(digits) > 65535)) return false;
      url.port = digits === '' ? '' : text(Number(digits));
      if (url.port === PORTS[url.scheme]) url.port = '';
      return true;
    });
    part('pathname', pathText, (url, value) => {
      if (url.opaque !== null) return false;
      const special = isSpecial(url.scheme);
      url.path = parsePath(withoutSlash(value, special), [], special, url.scheme);
      return true;
    });
    part('search', url => url.query ? '?' + url.query : '', (url, value) => {
      url.query = value === '' ? null
        : percent(value.replace(/^\?/, ''), isSpecial(url.scheme) ? SPECIAL_QUERY : QUERY);
      return true;
    });
    part('hash', url => url.fragment ? '#' + url.fragment : '', (url, value) => {
      url.fragment = value === '' ? null : percent(value.replace(/^#/, ''), FRAGMENT);
      return true;
    });
  };

  class URL {
    #url; #parameters = null;
    constructor(value, base) {
      const url = parseText(value, base);
      if (url === null) throw new TypeError(`"${text(value)}" cannot be parsed as a URL.`);
      this.#url = url;
    }
    static canParse(value, base) { return parseText(value, base) !== null; }
    static parse(value, base) { return parseText(value, base) === null ? null : new URL(value, base); }
    static {
      kit.urlParts(URL.prototype, one => one.#url, one => {
        if (one.#parameters) refill(one.#parameters, one.#url.query || '');
      });
    }
    get href() { return write(this.#url); }
    set href(value) {
      const url = parse(text(value), null);
      if (url === null) throw new TypeError(`"${text(value)}" cannot be parsed as a URL.`);
      this.#url = url;
      if (this.#parameters) refill(this.#parameters, url.query || '');
    }
    get searchParams() {
      if (this.#parameters === null) {
        this.#parameters = new URLSearchParams(this.#url.query || '');
        own(this.#parameters, query => { this.#url.query = query === '' ? null : query; });
      }
      return this.#parameters;
    }
    toString() { return this.href; }
    toJSON() { return this.href; }
  }

  // --- URLSearchParams ----------------------------------------------------------------------------------------------

  const decodeForm = part => unpercent(part.replace(/\+/g, ' '));
  const encodeForm = part => encodePart(wellFormed(part)).replace(/[!'()~]/g, one =>
    '%' + one.charCodeAt(0).toString(16).toUpperCase()).replace(/%20/g, '+');
  const pairsOf = query => query.split('&').filter(part => part !== '').map(part => {
    const at = part.indexOf('=');
    return at < 0 ? [decodeForm(part), ''] : [decodeForm(part.slice(0, at)), decodeForm(part.slice(at + 1))];
  });
  let own, refill;

  class URLSearchParams {
    #pairs = []; #tell = null;
    static {
      own = (one, tell) => { one.#tell = tell; };
      refill = (one, query) => { one.#pairs = pairsOf(query); };
    }
    constructor(init = '') {
      if (init !== null && typeof init === 'object') {
        const pairs = typeof init[Symbol.iterator] === 'function' ? [...init] : Object.entries(init);
        this.#pairs = pairs.map(pair => {
          const [name, value, ...more] = [...pair];
          if (value === undefined || more.length > 0) throw new TypeError('a parameter has a name and a value');
          return [text(name), text(value)];
        });
      } else {
        this.#pairs = pairsOf(text(init).replace(/^\?/, ''));
      }
    }
    #changed() { if (this.#tell) this.#tell(this.toString()); }
    get size() { return this.#pairs.length; }
    append(name, value) {
      this.#pairs.push([text(name), text(value)]);
      this.#changed();
    }
    delete(name, value) {
      this.#pairs = this.#pairs.filter(pair =>
        pair[0] !== text(name) || (value !== undefined && pair[1] !== text(value)));
      this.#changed();
    }
    get(name) {
      const found = this.#pairs.find(pair => pair[0] === text(name));
      return found ? found[1] : null;
    }
    getAll(name) { return kit.give(this.#pairs.filter(pair => pair[0] === text(name)).map(pair => pair[1])); }
    has(name, value) {
      return this.#pairs.some(pair => pair[0] === text(name) && (value === undefined || pair[1] === text(value)));
    }
    set(name, value) {
      const first = this.#pairs.findIndex(pair => pair[0] === text(name));
      if (first < 0) {
        this.#pairs.push([text(name), text(value)]);
      } else {
        this.#pairs[first][1] = text(value);
        this.#pairs = this.#pairs.filter((pair, index) => index <= first || pair[0] !== text(name));
      }
      this.#changed();
    }
    sort() {
      this.#pairs.sort((one, other) => one[0] < other[0] ? -1 : one[0] > other[0] ? 1 : 0);
      this.#changed();
    }
    forEach(callback, self) { for (const [name, value] of this.#all()) apply(callback, self, [value, name, this]); }
    // What is added while it is gone through comes, too.
    *#all() { for (let index = 0; index < this.#pairs.length; index += 1) yield [...this.#pairs[index]]; }
    *entries() { for (const pair of this.#all()) yield kit.give(pair); }
    *keys() { for (const [name] of this.#all()) yield name; }
    *values() { for (const [, value] of this.#all()) yield value; }
    [Symbol.iterator]() { return this.entries(); }
    toString() { return this.#pairs.map(([name, value]) => encodeForm(name) + '=' + encodeForm(value)).join('&'); }
  }
  for (const Kind of [URL, URLSearchParams]) {
    defineProperty(Kind.prototype, Symbol.toStringTag, { value: Kind.name, configurable: true });
    define(global, Kind.name, Kind);
  }
  kit.URL = URL;
  kit.URLSearchParams = URLSearchParams;
})
