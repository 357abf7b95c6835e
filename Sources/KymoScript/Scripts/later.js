// Parts of the platform that most pages never touch: streams, databases, sockets, workers. They are evaluated when a page
// first touches a name that they give, or when another script of the platform asks for what they put into the kit. A worker
// has those that need no document.
//
// Until then a class is a proxy of what it will be: it is a value, not a getter, so that a page that looks for names, or for
// how they are described, sees what it sees later; and it stays the class, so that one that was kept is the same. By then the
// page may have replaced built-ins: what the parts need of the page's is saved here, in `kit.early`.
//
// host.part(name) -> the function of that script, evaluated in its place.
(function (host, kit) {
  'use strict';
  const { global, define, uncurry, bare } = kit;
  const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, setPrototypeOf, create, keys } = Object;
  const { apply, construct, ownKeys } = Reflect;
  const reflect = { __proto__: null };
  for (const name of ownKeys(Reflect)) if (typeof name === 'string') reflect[name] = Reflect[name];

  // --- What is saved ----------------------------------------------------------------------------------------------------

  const { Date, RegExp, Map, Set, WeakMap, Error, Number, String, Boolean, BigInt, Array, Promise, Symbol, TypeError } = global;
  const { ArrayBuffer, DataView, Uint8Array, TextDecoder, AbortController, AbortSignal, EventTarget, DOMException } = global;
  const typed = getPrototypeOf(Uint8Array.prototype);
  const getter = (prototype, name) => uncurry(getOwnPropertyDescriptor(prototype, name).get);
  const views = { __proto__: null };
  for (const name of ['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array',
    'Uint32Array', 'Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array', 'Float16Array']) {
    if (typeof global[name] === 'function') views[name] = global[name];
  }
  kit.early = {
    __proto__: null,
    Date, RegExp, Map, Set, WeakMap, Error, Number, String, Boolean, BigInt, Array, Promise, Symbol, TypeError, Object,
    RangeError, SyntaxError, EvalError, ReferenceError, URIError, DOMException,
    ArrayBuffer, DataView, Uint8Array, TextDecoder, AbortController, AbortSignal, EventTarget, views,
    defineProperty, getOwnPropertyDescriptor, getPrototypeOf, create, keys, apply,
    isView: ArrayBuffer.isView, isArray: Array.isArray, stringify: JSON.stringify, parse: JSON.parse,
    prototypes: { __proto__: null, plain: Object.prototype, array: Array.prototype, values: Array.prototype[Symbol.iterator] },
    Iterators: getPrototypeOf(getPrototypeOf(async function* () {}).prototype),
    weakGet: uncurry(WeakMap.prototype.get), weakSet: uncurry(WeakMap.prototype.set),
    mapGet: uncurry(Map.prototype.get), mapSet: uncurry(Map.prototype.set), setAdd: uncurry(Set.prototype.add),
    setHas: uncurry(Set.prototype.has), eachPair: uncurry(Map.prototype.forEach), eachItem: uncurry(Set.prototype.forEach),
    timeOf: uncurry(Date.prototype.getTime), sourceOf: getter(RegExp.prototype, 'source'),
    flagsOf: getter(RegExp.prototype, 'flags'), numberOf: uncurry(Number.prototype.valueOf),
    textOf: uncurry(String.prototype.valueOf), truthOf: uncurry(Boolean.prototype.valueOf),
    integerOf: uncurry(BigInt.prototype.valueOf), unit: uncurry(String.prototype.charCodeAt),
    cut: uncurry(String.prototype.slice), slice: uncurry(typed.slice), fill: uncurry(typed.set), part: uncurry(typed.subarray),
    kindOf: getter(typed, Symbol.toStringTag), lengthOf: getter(ArrayBuffer.prototype, 'byteLength'),
    isDetached: getter(ArrayBuffer.prototype, 'detached'), moveBuffer: uncurry(ArrayBuffer.prototype.transfer),
    copyBuffer: uncurry(ArrayBuffer.prototype.slice),
    viewOf: {
      __proto__: null, buffer: getter(typed, 'buffer'), offset: getter(typed, 'byteOffset'), length: getter(typed, 'length'),
    },
    dataOf: {
      __proto__: null, buffer: getter(DataView.prototype, 'buffer'), offset: getter(DataView.prototype, 'byteOffset'),
      length: getter(DataView.prototype, 'byteLength'),
    },
    stop: uncurry(AbortController.prototype.abort), decode: uncurry(TextDecoder.prototype.decode),
    listen: uncurry(EventTarget.prototype.addEventListener), leave: uncurry(EventTarget.prototype.removeEventListener),
  };

  // --- The parts --------------------------------------------------------------------------------------------------------

  const part = (scripts, names, things, needs = null) => ({ __proto__: null, scripts, names, things, needs, isLoaded: false });
  const packing = part(['packing.js'], [], ['pack', 'unpack', 'hex', 'parcel', 'open', 'transferOf']);
  const streams = part(['streams.js', 'readable.js', 'pipes.js'], [
    'CountQueuingStrategy', 'ByteLengthQueuingStrategy', 'WritableStream', 'WritableStreamDefaultWriter',
    'WritableStreamDefaultController', 'ReadableStream', 'ReadableStreamDefaultReader', 'ReadableStreamBYOBReader',
    'ReadableStreamDefaultController', 'ReadableByteStreamController', 'ReadableStreamBYOBRequest', 'TransformStream',
    'TransformStreamDefaultController', 'TextDecoderStream', 'TextEncoderStream',
  ], ['streams']);
  const values = part(['values.js'], [], ['values']);
  const validity = part(['validity.js'], ['ValidityState'], ['validity'], values);
  const everywhere = [
    packing,
    part(['sockets.js', 'eventsource.js'], ['CloseEvent', 'WebSocket', 'EventSource'], [], packing),
    streams,
    part(['workers.js'], ['Worker'], ['scriptAt'], packing),
  ];
  const parts = host.isWorker ? everywhere : [
    ...everywhere,
    part(['rules.js', 'cssom.js'], [
      'MediaList', 'CSSRule', 'CSSRuleList', 'CSSGroupingRule', 'CSSStyleRule', 'CSSConditionRule', 'CSSMediaRule',
      'CSSSupportsRule', 'CSSContainerRule', 'CSSLayerBlockRule', 'CSSLayerStatementRule', 'CSSFontFaceRule', 'CSSPageRule',
      'CSSNamespaceRule', 'CSSPropertyRule', 'CSSImportRule', 'CSSKeyframeRule', 'CSSKeyframesRule', 'StyleSheet',
      'CSSStyleSheet', 'StyleSheetList',
    ], ['cssom']),
    part(['fonts.js'], ['FontFace', 'FontFaceSet', 'FontFaceSetLoadEvent'], ['fonts']),
    part(['options.js'], ['HTMLOptionsCollection'], ['options']),
    part(['selections.js'], [], ['selections']),
    values, validity,
    part(['internals.js'], ['ElementInternals', 'CustomStateSet'], ['internals'], validity),
    part(['xpath.js', 'evaluator.js'], ['XPathEvaluator', 'XPathExpression', 'XPathResult'], ['evaluator']),
    part(['keys.js', 'databases.js', 'indexeddb.js', 'stores.js'], [
      'IDBKeyRange', 'IDBVersionChangeEvent', 'DOMStringList', 'IDBFactory', 'IDBRequest', 'IDBOpenDBRequest', 'IDBDatabase',
      'IDBTransaction', 'indexedDB', 'IDBObjectStore', 'IDBIndex', 'IDBCursor', 'IDBCursorWithValue',
    ], ['indexed'], packing),
  ];

  const lent = { __proto__: null };
  /** Takes what a part gives to the page: under its name there is something already. */
  const take = (target, name, value) => {
    const become = target === global ? lent[name] : undefined;
    if (become === undefined) define(target, name, value); else become(value);
  };

  function load(one) {
    if (one.isLoaded) return;
    one.isLoaded = true;
    for (let index = 0; index < one.things.length; index += 1) delete kit[one.things[index]];
    if (one.needs !== null) load(one.needs);
    kit.define = take;
    try {
      for (let index = 0; index < one.scripts.length; index += 1) host.part(one.scripts[index])(host, kit);
    } finally { kit.define = define; }
  }

  /** A class that is there when something is first asked of it. */
  function stub(one, name) {
    let Real = null;
    const made = { [name]: function () {
      if (new.target === undefined) throw new TypeError(`Class constructor ${name} cannot be invoked without 'new'`);
      return construct(Real, arguments, new.target);
    } }[name];
    const traps = { __proto__: null };
    for (const trap in reflect) traps[trap] = (...given) => {
      load(one);
      return apply(reflect[trap], undefined, given);
    };
    const proxy = new Proxy(made, traps);
    lent[name] = Kind => {
      Real = Kind;
      for (const trap in reflect) delete traps[trap];
      kit.adopt(Kind.prototype);
      if (kit.countable !== undefined) kit.countable(Kind);
      setPrototypeOf(made, getPrototypeOf(Kind));
      const own = ownKeys(Kind);
      for (let index = 0; index < own.length; index += 1) {
        defineProperty(made, own[index], bare(getOwnPropertyDescriptor(Kind, own[index])));
      }
      define(Kind.prototype, 'constructor', proxy);
      delete lent[name];
    };
    return proxy;
  }

  /** The names of classes that are not there yet: whoever looks at their prototypes, loads them. */
  kit.stubs = new Set();
  for (const one of parts) {
    for (const thing of one.things) {
      defineProperty(kit, thing, { __proto__: null, configurable: true, get() {
        load(one);
        return kit[thing];
      }, set(value) { defineProperty(kit, thing, { __proto__: null, value, writable: true, configurable: true }); } });
    }
    for (const name of one.names) {
      if (name === 'indexedDB') {
        kit.getter(global, name, () => kit.indexed.factory);
        continue;
      }
      kit.stubs.add(name);
      const made = stub(one, name);
      kit.isNative(made, name);
      // A stub is asked nothing: it would be loaded.
      defineProperty(global, name, { __proto__: null, value: made, writable: true, configurable: true });
    }
  }
  define(global.Blob.prototype, 'stream', function stream() { return kit.streams.ofBlob(this); });
  /** Whether a value is a stream: before streams are there, none is. */
  kit.isStream = value => streams.isLoaded && kit.streams.isStream(value);

  if (host.isWorker) return;
  // What an earlier load of the page left of its databases comes before anybody asks for it.
  const { restore } = kit;
  kit.keptDatabases = bare([]);
  kit.restore = (area, key, value) => {
    if (area !== 'databases') return restore(area, key, value);
    kit.keptDatabases[kit.keptDatabases.length] = { __proto__: null, key, value };
  };
})
