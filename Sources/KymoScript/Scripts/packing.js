// Values as texts, and values of the page from them: what a database keeps. A text outlives the page, so that a database
// is there again after a reload; and each reading makes a copy, as structured cloning does.
//
// kit.pack(value) -> text; kit.unpack(text) -> value. A text is JSON. A primitive is itself; everything else is an array,
// the first item of which says what it is. Objects are numbered in the order in which they are met, so that one that is
// met again, within itself or beside, is `["@", number]`.
//
// kit.parcel(value, transfer, owner) -> what a message carries to another world, where kit.open(parcel, ports) makes the
// value of it: a primitive, or a text with the bytes and the ports beside it, which the text names by number.
(function (host, kit) {
  'use strict';
  const { bare } = kit;
  const { Date, RegExp, Map, Set, Error, Object, BigInt, Array, DataView, Uint8Array, views, prototypes } = kit.early;
  const { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError, DOMException } = kit.early;
  const { keys, defineProperty, getPrototypeOf, isArray, stringify, parse, isView, mapGet, mapSet, setAdd, setHas } = kit.early;
  const { eachPair, eachItem, timeOf, sourceOf, flagsOf, numberOf, textOf, truthOf, integerOf, unit, kindOf } = kit.early;
  const { lengthOf, viewOf, dataOf, fill, isDetached, moveBuffer, copyBuffer } = kit.early;
  const errors = {
    __proto__: null, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError,
  };

  // --- Bytes as hexadecimal digits ------------------------------------------------------------------------------------

  const DIGITS = '0123456789abcdef';
  const PAIRS = bare([]);
  for (let value = 0; value < 256; value += 1) PAIRS[value] = DIGITS[value >> 4] + DIGITS[value & 15];
  /** The digits of bytes. */
  kit.hex = bytes => {
    let digits = '';
    for (let index = 0; index < bytes.length; index += 1) digits += PAIRS[bytes[index]];
    return digits;
  };
  const digit = code => code < 58 ? code - 48 : code - 87;
  function bytesOf(digits) {
    const bytes = new Uint8Array(digits.length / 2);
    for (let index = 0; index < bytes.length; index += 1) {
      bytes[index] = digit(unit(digits, index * 2)) << 4 | digit(unit(digits, index * 2 + 1));
    }
    return bytes;
  }

  // --- Writing --------------------------------------------------------------------------------------------------------

  /** What a brand reads of a value; undefined if it has not that brand. */
  const branded = (read, value) => { try { return read(value); } catch { return undefined; } };

  function write(value, state) {
    switch (typeof value) {
      case 'string': return stringify(value);
      case 'number':
        return value === 0 && 1 / value < 0 ? '["n","-0"]'
          : value - value === 0 ? '' + value : '["n","' + value + '"]';
      case 'boolean': return value ? 'true' : 'false';
      case 'undefined': return '["u"]';
      case 'bigint': return '["i","' + value + '"]';
      case 'object': break;
      default: kit.refuseToClone(value);
    }
    if (value === null) return 'null';
    const known = mapGet(state.seen, value);
    if (known !== undefined) return '["@",' + known + ']';
    mapSet(state.seen, value, state.count);
    state.count += 1;
    const prototype = getPrototypeOf(value);
    if (isArray(value)) return writeList(value, state);
    return prototype === prototypes.plain || prototype === null ? writeFields('["o"', value, state)
      : writeKind(value, state) || writeFields('["o"', value, state);
  }

  function writeFields(begun, value, state) {
    let written = begun;
    const names = keys(value);
    for (let index = 0; index < names.length; index += 1) {
      written += ',' + stringify(names[index]) + ',' + write(value[names[index]], state);
    }
    return written + ']';
  }

  function writeList(value, state) {
    const names = keys(value);
    let isDense = names.length === value.length;
    for (let index = 0; isDense && index < names.length; index += 1) isDense = names[index] === '' + index;
    if (!isDense) return writeFields('["a",' + value.length, value, state);
    let written = '["l"';
    for (let index = 0; index < names.length; index += 1) written += ',' + write(value[index], state);
    return written + ']';
  }

  const contents = buffer => '"' + kit.hex(new Uint8Array(buffer)) + '"';
  const placeIn = (list, value) => {
    list[list.length] = value;
    return list.length - 1;
  };

  /** What is more than its fields; null for an object of a class of the page's. */
  function writeKind(value, state) {
    let found;
    if (isView(value)) {
      const kind = branded(kindOf, value);
      const of = kind === undefined ? dataOf : viewOf;
      return '["v","' + (kind === undefined ? 'DataView' : kind) + '",' + write(of.buffer(value), state) + ','
        + of.offset(value) + ',' + of.length(value) + ']';
    }
    if (branded(lengthOf, value) !== undefined) {
      if (state.beside === null) return '["b",' + contents(value) + ']';
      if (isDetached(value)) kit.refuseToClone(value);
      // What is transferred is taken when all of the value has been read.
      return '["x",' + placeIn(state.beside.bytes, value) + ']';
    }
    if (state.beside !== null && kit.isPort(value)) {
      for (let index = 0; index < state.beside.ports.length; index += 1) {
        if (state.beside.ports[index] === value) return '["p",' + index + ']';
      }
      kit.refuseToClone(value);
    }
    if ((found = branded(timeOf, value)) !== undefined) return '["d",' + (found === found ? found : 'null') + ']';
    if (value instanceof Map) {
      // Its pairs are taken first: what reads their fields may change it.
      const pairs = bare([]);
      eachPair(value, (item, key) => { pairs[pairs.length] = { key, item }; });
      let written = '["m"';
      for (let index = 0; index < pairs.length; index += 1) {
        written += ',' + write(pairs[index].key, state) + ',' + write(pairs[index].item, state);
      }
      return written + ']';
    }
    if (value instanceof Set) {
      const items = bare([]);
      eachItem(value, item => { items[items.length] = item; });
      let written = '["s"';
      for (let index = 0; index < items.length; index += 1) written += ',' + write(items[index], state);
      return written + ']';
    }
    if (value instanceof RegExp && (found = branded(sourceOf, value)) !== undefined) {
      return '["r",' + stringify(found) + ',' + stringify(flagsOf(value)) + ']';
    }
    if (kit.isBlob(value)) {
      const { bytes, type, name, time } = kit.partsOfBlob(value);
      // Nothing changes the bytes of a blob: both have the same.
      const said = state.beside === null ? '["f","' + kit.hex(bytes) + '"' : '["F",' + placeIn(state.beside.bytes, bytes);
      return said + ',' + stringify(type)
        + (name === undefined ? '' : ',' + stringify(name) + ',' + time) + ']';
    }
    if (value instanceof Error) {
      const name = value.name in errors ? value.name : 'Error';
      const { stack } = value;
      return '["e","' + name + '",' + stringify('' + value.message)
        + (state.beside === null || typeof stack !== 'string' ? ']' : ',' + stringify(stack) + ']');
    }
    if ((found = branded(numberOf, value)) !== undefined || (found = branded(textOf, value)) !== undefined
      || (found = branded(truthOf, value)) !== undefined || (found = branded(integerOf, value)) !== undefined) {
      return '["w",' + write(found, state) + ']';
    }
    if (kit.isNeverCloned(value)) kit.refuseToClone(value);
    return null;
  }

  /** A value as a text; throws what structured cloning throws. */
  kit.pack = value => write(value, { __proto__: null, seen: new Map(), count: 0, beside: null });

  /** What a page wants to be transferred, as a list without a prototype: a list, or one in options. */
  kit.transferOf = given => {
    if (given !== undefined && given !== null && typeof given !== 'object' && typeof given !== 'function') {
      throw new TypeError('what is transferred is a list, or options with one');
    }
    const said = isArray(given) ? given : given === undefined || given === null ? undefined : given.transfer;
    const list = bare([]);
    if (said === undefined || said === null) return list;
    if (isArray(said)) {
      for (let index = 0; index < said.length; index += 1) list[index] = said[index];
    } else {
      for (const one of said) list[list.length] = one;
    }
    return list;
  };

  /**
   * A value on its way to another world, with what is transferred: a list without a prototype of buffers and ports, none
   * of which is `owner`, the port that sends it. A primitive is its own parcel.
   */
  kit.parcel = (value, transfer, owner = null) => {
    const isPlain = value === null || (typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol');
    if (isPlain && (transfer === undefined || transfer.length === 0)) return { __proto__: null, text: null, value };
    const beside = { __proto__: null, bytes: bare([]), ports: bare([]) };
    const moved = new Set();
    for (let index = 0; transfer !== undefined && index < transfer.length; index += 1) {
      const one = transfer[index];
      const isPort = kit.isPort(one);
      const isBuffer = !isPort && branded(lengthOf, one) !== undefined;
      if (!isPort && !isBuffer) kit.refuseToTransfer(one);
      if (setHas(moved, one) || one === owner || (isPort ? kit.isGone(one) : isDetached(one))) {
        throw new DOMException('What is transferred is there once, and has not been transferred before.',
          'DataCloneError');
      }
      setAdd(moved, one);
      if (isPort) beside.ports[beside.ports.length] = one;
    }
    const text = write(value, { __proto__: null, seen: new Map(), count: 0, beside });
    const { bytes, ports } = beside;
    for (let index = 0; index < bytes.length; index += 1) {
      const one = bytes[index];
      if (isView(one)) continue;
      bytes[index] = setHas(moved, one) ? moveBuffer(one) : copyBuffer(one, 0, lengthOf(one));
    }
    for (let index = 0; transfer !== undefined && index < transfer.length; index += 1) {
      const one = transfer[index];
      if (!kit.isPort(one) && !isDetached(one)) moveBuffer(one);
    }
    for (let index = 0; index < ports.length; index += 1) ports[index] = kit.sendPort(ports[index]);
    return { __proto__: null, text, bytes, ports };
  };

  // --- Reading --------------------------------------------------------------------------------------------------------

  const put = (target, name, value) => {
    defineProperty(target, name, { __proto__: null, value, writable: true, enumerable: true, configurable: true });
  };

  // What the parcel that is opened has beside its text.
  let opened = null;

  function read(node, seen) {
    if (typeof node !== 'object' || node === null) return node;
    const kind = node[0];
    switch (kind) {
      case 'u': return undefined;
      case 'n': return node[1] === '-0' ? -0 : +node[1];
      case 'i': return BigInt(node[1]);
      case '@': return seen[node[1]];
    }
    const place = seen.length;
    const keep = made => seen[place] = made;
    keep(undefined);
    switch (kind) {
      case 'o': return readFields(keep({}), node, 1, seen);
      case 'a': return readFields(keep(new Array(node[1])), node, 2, seen);
      case 'l': {
        const made = keep(new Array(node.length - 1));
        for (let index = 1; index < node.length; index += 1) put(made, index - 1, read(node[index], seen));
        return made;
      }
      case 'd': return keep(new Date(node[1] === null ? NaN : node[1]));
      case 'r': return keep(new RegExp(node[1], node[2]));
      case 'w': return keep(Object(read(node[1], seen)));
      case 'b': return keep(viewOf.buffer(bytesOf(node[1])));
      case 'v': {
        const buffer = read(node[2], seen);
        return keep(new (node[1] === 'DataView' ? DataView : views[node[1]])(buffer, node[3], node[4]));
      }
      case 'm': {
        const made = keep(new Map());
        for (let index = 1; index < node.length; index += 2) {
          const key = read(node[index], seen);
          mapSet(made, key, read(node[index + 1], seen));
        }
        return made;
      }
      case 's': {
        const made = keep(new Set());
        for (let index = 1; index < node.length; index += 1) setAdd(made, read(node[index], seen));
        return made;
      }
      case 'f': return keep(kit.makeBlob(bytesOf(node[1]), node[2], node[3], node[4]));
      case 'x': {
        // A copy: the buffer itself would hold the world that it was made in.
        const given = new Uint8Array(opened.bytes[node[1]]);
        const made = new Uint8Array(viewOf.length(given));
        fill(made, given);
        return keep(viewOf.buffer(made));
      }
      case 'F': return keep(kit.makeBlob(opened.bytes[node[1]], node[2], node[3], node[4]));
      case 'p': return keep(opened.ports[node[1]]);
      default: {
        const made = keep(new errors[node[1]](node[2]));
        if (node[3] !== undefined) defineProperty(made, 'stack', {
          __proto__: null, value: node[3], writable: true, configurable: true, enumerable: false,
        });
        return made;
      }
    }
  }

  function readFields(made, node, from, seen) {
    for (let index = from; index < node.length; index += 2) put(made, node[index], read(node[index + 1], seen));
    return made;
  }

  /** The value of a text; made anew at each call. */
  kit.unpack = packed => read(parse(packed), bare([]));
  /** The value of a parcel, with the ports that came with it; only once. */
  kit.open = (parcel, ports) => {
    if (parcel.text === null) return parcel.value;
    opened = { __proto__: null, bytes: parcel.bytes, ports };
    try { return read(parse(parcel.text), bare([])); } finally { opened = null; }
  };
})
