// The global scope of a worker: what is in the place of a window. What a page does with it is in workers.js.
//
// It is evaluated in the worlds of workers alone, before what needs to know where it is. kit.begin is called when all of
// the platform is there; it takes away what only windows have, and runs the worker's script.
(function (host, kit) {
  'use strict';
  const { global, define } = kit;
  const { defineProperty, getOwnPropertyNames, getPrototypeOf } = Object;
  const { apply } = Reflect;
  const text = String;
  const { EventTarget } = global;
  const { parse, write, originOf } = kit.url;
  const { PromiseRejectionEvent } = kit.events;

  kit.getter = (prototype, name, get, set) => {
    defineProperty(prototype, name, { configurable: true, enumerable: true, get, set });
  };
  if (host.device !== undefined) kit.device = JSON.parse(host.device); else kit.device = { system: 'ios' };

  /** A class of which there is one object, which nobody else makes. */
  const single = (name, Parent = class {}) => {
    const Kind = { [name]: class extends Parent {
      constructor(token) {
        if (token !== kit) throw new TypeError('Illegal constructor');
        super();
      }
    } }[name];
    defineProperty(Kind.prototype, Symbol.toStringTag, { value: name, configurable: true });
    define(global, name, Kind);
    return Kind;
  };

  // --- Where it is ----------------------------------------------------------------------------------------------------

  const { address } = host;
  const parts = parse(address, null);
  const isBlob = /^blob:/.test(address);
  kit.address = () => address;
  kit.base = () => address;
  kit.pageName = () => address;
  kit.origins = () => isBlob ? host.origin() : originOf(parts);
  kit.resolve = href => {
    const found = parse(text(href), parts);
    return found === null ? text(href) : write(found);
  };
  kit.localPath = host.localPath;

  const WorkerLocation = single('WorkerLocation');
  kit.urlParts(WorkerLocation.prototype, () => parts);
  for (const name of getOwnPropertyNames(WorkerLocation.prototype)) {
    const { get } = Object.getOwnPropertyDescriptor(WorkerLocation.prototype, name);
    if (get !== undefined) defineProperty(WorkerLocation.prototype, name, { set: undefined });
  }
  for (const name of ['username', 'password']) delete WorkerLocation.prototype[name];
  kit.getter(WorkerLocation.prototype, 'origin', () => kit.origins());
  kit.getter(WorkerLocation.prototype, 'href', () => address);
  define(WorkerLocation.prototype, 'toString', function toString() { return address; });
  kit.location = new WorkerLocation(kit);

  const WorkerNavigator = single('WorkerNavigator');
  for (const name of ['hardwareConcurrency', 'appCodeName', 'appName', 'appVersion', 'platform', 'product', 'userAgent',
    'language', 'languages', 'onLine']) {
    const said = host.navigator[name];
    // The page's list is not read by its iterator, which the page may have broken.
    const value = name !== 'languages' ? said
      : Object.freeze(kit.give(Array.from({ length: said.length }, (_, index) => said[index])));
    kit.getter(WorkerNavigator.prototype, name, () => value);
  }
  kit.navigator = new WorkerNavigator(kit);

  // --- Messages, and the end ------------------------------------------------------------------------------------------

  define(global, 'postMessage', function postMessage(value, transfer) {
    if (arguments.length === 0) throw new TypeError('postMessage takes a message');
    host.send(kit.parcel(value, kit.transferOf(transfer)));
  });
  define(global, 'close', function close() { host.close(); });
  kit.handle(global, ['messageerror', 'languagechange']);

  /** A message has come. */
  kit.hear = parcel => { kit.raise(global, kit.arrived(parcel, {})); };

  // The ends of channels here, which are to be cut off when this world goes; those that nobody has are not held for that.
  let ends = [];
  let many = 64;
  kit.noteEnd = end => {
    ends.push(new WeakRef(end));
    if (ends.length < many) return;
    ends = ends.filter(one => one.deref() !== undefined);
    many = ends.length * 2 + 64;
  };
  /** This world goes. */
  kit.end = () => {
    for (const one of ends) {
      const end = one.deref();
      if (end !== undefined && end.world === kit) kit.closeEnd(end);
    }
    kit.revokeObjects();
    // It is there if this worker has touched workers.
    if (kit.endChildren !== undefined) kit.endChildren();
  };

  // --- Scripts --------------------------------------------------------------------------------------------------------

  define(global, 'importScripts', function importScripts(...addresses) {
    if (host.isModule) throw new TypeError('a worker of modules has no importScripts');
    const urls = addresses.map(one => {
      const found = parse(text(one), parts);
      if (found === null) throw kit.exception(`"${text(one)}" is not an address`, 'SyntaxError');
      return write(found);
    });
    for (const url of urls) {
      const body = kit.scriptAt(url, reason => { throw kit.exception(reason, 'NetworkError'); });
      host.evaluate(kit.importing(body, url), url.replace(/#.*/s, ''), 1);
    }
  });

  /** Does something when a file has come. */
  kit.whenRead = body => { kit.later(0, body); };

  function beginModule(body) {
    const record = kit.moduleOf(body, body === null ? address : null, 1);
    // What is told while it begins is either why it cannot, or of its own scripts.
    const { error } = host;
    const told = [];
    host.error = (...said) => { told.push(said); };
    let hasBegun;
    try { hasBegun = kit.runModule(record, [record]); } finally { host.error = error; }
    if (!hasBegun && told.length > 0) host.cannotStart(...told.pop());
    for (const said of told) error(...said);
  }

  /** Runs the worker's script, which is given unless it is a file with modules. */
  kit.begin = body => {
    takeAway();
    if (host.isModule) return beginModule(body);
    try { host.evaluate(kit.importing(body, ''), address.replace(/#.*/s, ''), 1); } catch (error) { kit.report(error); }
  };

  kit.rejected = (promise, reason) => {
    const event = new PromiseRejectionEvent('unhandledrejection', { promise, reason, cancelable: true });
    if (!kit.raise(global, event)) return;
    const { message, source, line, column, stack } = kit.describe(reason);
    host.said('Unhandled Promise Rejection: ' + message, source, line, column, stack);
  };

  // --- What there is --------------------------------------------------------------------------------------------------

  // Of what the platform gives to a window, a worker has this.
  const KEPT = new Set(('addEventListener removeEventListener dispatchEvent EventTarget Event CustomEvent MessageEvent '
    + 'ErrorEvent PromiseRejectionEvent ProgressEvent CloseEvent reportError onerror onmessage onmessageerror '
    + 'onrejectionhandled onunhandledrejection onlanguagechange URL URLSearchParams DOMException TextEncoder TextDecoder '
    + 'btoa atob structuredClone postMessage close importScripts MessagePort MessageChannel AbortSignal AbortController '
    + 'Blob File FormData Headers Request Response fetch XMLHttpRequest XMLHttpRequestUpload FileReader SubtleCrypto '
    + 'PermissionStatus Permissions NetworkInformation WebSocket EventSource CountQueuingStrategy '
    + 'ByteLengthQueuingStrategy WritableStream WritableStreamDefaultWriter WritableStreamDefaultController ReadableStream '
    + 'ReadableStreamDefaultReader ReadableStreamBYOBReader ReadableStreamDefaultController ReadableByteStreamController '
    + 'ReadableStreamBYOBRequest TransformStream TransformStreamDefaultController TextDecoderStream TextEncoderStream '
    + 'Worker WorkerGlobalScope DedicatedWorkerGlobalScope WorkerLocation WorkerNavigator self name location navigator '
    + 'origin isSecureContext crossOriginIsolated').split(' '));

  function takeAway() {
    const WorkerGlobalScope = single('WorkerGlobalScope', EventTarget);
    const DedicatedWorkerGlobalScope = single('DedicatedWorkerGlobalScope', WorkerGlobalScope);
    const isKind = Function.prototype[Symbol.hasInstance];
    for (const Kind of [WorkerGlobalScope, DedicatedWorkerGlobalScope]) {
      defineProperty(Kind, Symbol.hasInstance, { configurable: true, value(value) {
        return value === global || apply(isKind, this, [value]);
      } });
    }
    for (const [name, value] of [['self', global], ['location', kit.location], ['navigator', kit.navigator]]) {
      defineProperty(global, name, { value, enumerable: true, configurable: true });
    }
    for (const [name, value] of [['name', host.name], ['origin', kit.origins()], ['isSecureContext', true],
      ['crossOriginIsolated', false], ['constructor', DedicatedWorkerGlobalScope]]) define(global, name, value);
    defineProperty(global, Symbol.toStringTag, { value: 'DedicatedWorkerGlobalScope', configurable: true });
    delete getPrototypeOf(kit.navigator).sendBeacon;
    delete getPrototypeOf(kit.navigator).vibrate;
    for (const name of getOwnPropertyNames(global)) {
      if (kit.given.has(name) || name === 'constructor') continue;
      if (!KEPT.has(name)) {
        delete global[name];
        continue;
      }
      if (kit.stubs.has(name)) continue;
      // What these scripts have put there is of the worker's kinds.
      const { value } = Object.getOwnPropertyDescriptor(global, name);
      if (typeof value === 'function') kit.adopt(value.prototype);
      else if (typeof value === 'object' && value !== global) kit.adopt(value);
    }
  }
})
