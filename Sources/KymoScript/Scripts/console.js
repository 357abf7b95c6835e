// The console: each call is one line, worded as Chromium's console shows it.
//
// That is what DevTools makes of the values of a call: the engine tells it the values, with a preview of each object one
// level deep, and the front end applies the formats (%s %d %i %f %o %O %c, %%), and words the previews. (What Chromium
// itself logs with --enable-logging has neither formats nor objects.) So a format is filled in, and %c says nothing; an
// object in an object is {…}, a list Array(2), a function ƒ, -0 is -0, and an element is its start tag. Only a length in
// front of a list and the colours are left out: a text is in quotes within an object, and bare on its own.
// Tests/Interop/devtools.py says the same of the values that Chromium tells, and the tests compare the two.
//
// host.console(level, text, depth): level is log, info, warning, error, debug, trace, dir, dirxml, assert, count,
// table, timeEnd, startGroup, startGroupCollapsed, endGroup or clear; depth is how many groups are open.
(function (host, kit) {
  'use strict';
  const { bare, uncurry, define, elapsed } = kit;
  const { create, getOwnPropertyDescriptor, getPrototypeOf, is } = Object;
  const { ownKeys } = Reflect;
  const isArray = Array.isArray;
  const isView = ArrayBuffer.isView;
  const text = String;
  const slice = uncurry(String.prototype.slice);
  const join = uncurry(Array.prototype.join);
  const find = uncurry(String.prototype.indexOf);
  const functionText = uncurry(Function.prototype.toString);
  const dateText = uncurry(Date.prototype.toString);
  const regExpText = uncurry(RegExp.prototype.toString);
  const errorText = uncurry(Error.prototype.toString);
  const tag = uncurry(Object.prototype.toString);
  const mapSize = uncurry(getOwnPropertyDescriptor(Map.prototype, 'size').get);
  const setSize = uncurry(getOwnPropertyDescriptor(Set.prototype, 'size').get);
  const PREVIEWED = 5;         // Properties of an object that are shown,
  const PREVIEWED_ITEMS = 100; // and items of an array.
  const LONGEST = 100;         // Characters of a text within an object.

  // Without regular expressions, which a page can break.
  const isIndex = key => typeof key === 'string' && text(key >>> 0) === key;

  /** What an object is called: the name of what made it. */
  function className(value) {
    try {
      for (let at = value; at !== null; at = getPrototypeOf(at)) {
        const made = getOwnPropertyDescriptor(at, 'constructor');
        if (made && typeof made.value === 'function' && typeof made.value.name === 'string' && made.value.name) {
          return made.value.name;
        }
      }
    } catch { /* A proxy that throws is an object. */ }
    return 'Object';
  }

  const isNode = value => typeof Node === 'function' && value instanceof Node;

  /** An element as its start tag; any other node by its name. */
  function node(value) {
    if (value.nodeType !== 1) return value.nodeName;
    let said = '<' + value.localName;
    const { attributes } = value;
    for (let index = 0; index < attributes.length; index += 1) {
      said += ' ' + attributes[index].name + '="' + attributes[index].value + '"';
    }
    return said + '>';
  }

  /** The same within an object: name#id.class. */
  function shortNode(value) {
    if (value.nodeType !== 1) return value.nodeName;
    let said = value.localName;
    if (value.id) said += '#' + value.id;
    const { classList } = value;
    for (let index = 0; index < classList.length; index += 1) said += '.' + classList[index];
    return said;
  }

  function errorLines(value) {
    let said;
    try { said = errorText(value); } catch { said = 'Error'; }
    return said;
  }

  function kind(value) {
    if (isArray(value)) return 'array';
    if (value instanceof Error) return 'error';
    switch (tag(value)) {
      case '[object Date]': return 'date';
      case '[object RegExp]': return 'regexp';
      case '[object Arguments]': return 'array';
      default: return 'object';
    }
  }

  /** An object as one word, or null where what is in it is shown. */
  function word(value) {
    switch (kind(value)) {
      case 'date': try { return dateText(value); } catch { return 'Date'; }
      case 'regexp': try { return regExpText(value); } catch { return 'RegExp'; }
      case 'error': return errorLines(value);
      case 'array': return null;
      default:
    }
    if (isNode(value)) return node(value);
    if (isView(value) && 'length' in value) return className(value) + '(' + value.length + ')';
    if (value instanceof ArrayBuffer) return 'ArrayBuffer(' + value.byteLength + ')';
    if (value instanceof Map) return 'Map(' + mapSize(value) + ')';
    if (value instanceof Set) return 'Set(' + setSize(value) + ')';
    const name = className(value);
    return name === 'Object' ? null : name;
  }

  function primitive(value) {
    if (is(value, -0)) return '-0';
    if (typeof value === 'bigint') return text(value) + 'n';
    return text(value);
  }

  /** A value within an object. */
  function inner(value) {
    if (typeof value === 'function') return '';
    if (value === null || typeof value !== 'object') {
      const said = primitive(value);
      return typeof value === 'string' && said.length > LONGEST
        ? slice(said, 0, LONGEST / 2) + '…' + slice(said, -(LONGEST / 2 - 1)) : said;
    }
    if (kind(value) === 'array') return 'Array(' + value.length + ')';
    if (isNode(value)) return shortNode(value);
    return word(value) || '{…}';
  }

  function read(value, key) {
    const found = getOwnPropertyDescriptor(value, key);
    if (found === undefined) return null;
    return 'value' in found ? inner(found.value) : '(...)';
  }

  function list(value) {
    const items = bare([]);
    let empty = 0;
    let shown = 0;
    const flush = () => {
      if (empty > 0) items[items.length] = empty === 1 ? 'empty' : 'empty × ' + empty;
      empty = 0;
    };
    let isEmpty = true;
    const keys = ownKeys(value);
    for (let index = 0; index < keys.length && isEmpty; index += 1) isEmpty = !isIndex(keys[index]);
    if (isEmpty) return '[]';
    let at = 0;
    for (; at < value.length && shown < PREVIEWED_ITEMS; at += 1) {
      const said = read(value, text(at));
      if (said === null) {
        empty += 1;
        continue;
      }
      flush();
      items[items.length] = said;
      shown += 1;
    }
    flush();
    if (at < value.length) items[items.length] = '…';
    return '[' + join(items, ', ') + ']';
  }

  function object(value) {
    const items = bare([]);
    const keys = ownKeys(value);
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index];
      const found = getOwnPropertyDescriptor(value, key);
      if (!found || !found.enumerable) continue;
      if ('value' in found && typeof found.value === 'function') continue;
      if (items.length >= PREVIEWED) {
        items[items.length] = '…';
        break;
      }
      items[items.length] = text(key) + ': ' + read(value, key);
    }
    return '{' + join(items, ', ') + '}';
  }

  function show(value) {
    if (typeof value === 'function') {
      const said = kit.functionText === undefined ? functionText(value) : kit.functionText(value);
      return find(said, '[native code]') < 0 ? said : slice(said, 0, find(said, '{')) + '{ [native code] }';
    }
    if (value === null || typeof value !== 'object') return primitive(value);
    if (value === globalThis) return 'Window';
    try {
      return word(value) || (kind(value) === 'array' ? list(value) : object(value));
    } catch { return 'Object'; }
  }

  /** What a value is converted to where a format asks for it. */
  function converted(value, format) {
    try {
      if (format === 's' && typeof value !== 'symbol') return text(value);
      if (format === 'd' || format === 'i') return typeof value === 'symbol' ? NaN : parseInt(value, 10);
      if (format === 'f') return typeof value === 'symbol' ? NaN : parseFloat(value);
    } catch { /* As it is. */ }
    return value;
  }

  /** The first text with its formats filled in, and what follows. */
  function line(values) {
    const said = bare([]);
    let next = 0;
    if (typeof values[0] === 'string') {
      const first = values[0];
      let filled = '';
      let from = 0;
      next = 1;
      for (let at = find(first, '%'); at >= 0; at = find(first, '%', at)) {
        const letter = first[at + 1];
        let part = null;
        switch (letter) {
          case 's': case 'd': case 'i': case 'f': case 'o': case 'O':
            if (next < values.length) part = show(converted(values[next++], letter));
            break;
          case 'c':
            if (next < values.length) part = '';
            next += 1;
            break;
          case '%': part = '%'; break;
          default: at -= 1;
        }
        if (part !== null) {
          filled += slice(first, from, at) + part;
          from = at + 2;
        }
        at += 2;
      }
      said[0] = filled + slice(first, from);
    }
    for (; next < values.length; next += 1) said[said.length] = show(values[next]);
    return join(said, ' ');
  }

  let depth = 0;
  const send = (level, said) => host.console(level, said, depth);
  kit.show = show;

  const counts = create(null);
  const starts = create(null);
  const label = value => value === undefined ? 'default' : text(value);

  const timeLine = (name, rest) => {
    if (!(name in starts)) return send('warning', `Timer '${name}' does not exist`);
    const said = `${name}: ${elapsed() - starts[name]} ms`;
    return send(rest === null ? 'timeEnd' : 'log', rest && rest.length > 0 ? said + ' ' + line(rest) : said);
  };

  // Of nothing there is no line.
  const say = (level, values) => { if (values.length > 0) send(level, line(values)); };

  const methods = {
    log(...values) { say('log', values); },
    info(...values) { say('info', values); },
    warn(...values) { say('warning', values); },
    error(...values) { say('error', values); },
    debug(...values) { say('debug', values); },
    trace(...values) { send('trace', values.length > 0 ? line(values) : 'console.trace'); },
    dir(value) { send('dir', line([value])); },
    dirxml(...values) { send('dirxml', line(values)); },
    table(value) { send('table', line([value])); },
    assert(condition, ...values) {
      if (!condition) send('assert', values.length > 0 ? line(values) : 'console.assert');
    },
    count(name) {
      const key = label(name);
      counts[key] = (counts[key] || 0) + 1;
      send('count', `${key}: ${counts[key]}`);
    },
    countReset(name) {
      const key = label(name);
      if (!(key in counts)) send('warning', `Count for '${key}' does not exist`); else counts[key] = 0;
    },
    group(...values) {
      send('startGroup', values.length > 0 ? line(values) : 'console.group');
      depth += 1;
    },
    groupCollapsed(...values) {
      send('startGroupCollapsed', values.length > 0 ? line(values) : 'console.groupCollapsed');
      depth += 1;
    },
    groupEnd() {
      if (depth > 0) depth -= 1;
      send('endGroup', 'console.groupEnd');
    },
    time(name) {
      const key = label(name);
      if (key in starts) send('warning', `Timer '${key}' already exists`); else starts[key] = elapsed();
    },
    timeLog(name, ...values) { timeLine(label(name), values); },
    timeEnd(name) {
      timeLine(label(name), null);
      delete starts[label(name)];
    },
    timeStamp() {},
    profile() {},
    profileEnd() {},
    clear() { send('clear', 'console.clear'); },
  };
  // What a page throws while it is shown (a getter, a proxy) does not end the page.
  const page = {};
  for (const name of Object.keys(methods)) define(page, name, methods[name]);
  for (const name of Object.keys(methods)) {
    Object.defineProperty(page, name, { enumerable: true });
  }
  define(globalThis, 'console', page);
})
