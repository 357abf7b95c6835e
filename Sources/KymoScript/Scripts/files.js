// What reads files and bytes: FileReader, and digests of crypto.subtle; and what the navigator offers beside: permissions,
// beacons, and where the device has them the state of its connection and its vibration.
(function (host, kit) {
  'use strict';
  const { global, define, giveBytes } = kit;
  const { defineProperty } = Object;
  const text = String;
  const { Promise } = global;
  const EventTarget = global.EventTarget;
  const { ProgressEvent } = kit.events;
  const rejected = error => new Promise((_, reject) => reject(error));
  const named = (...kinds) => {
    for (const Kind of kinds) {
      defineProperty(Kind.prototype, Symbol.toStringTag, { value: Kind.name, configurable: true });
      define(global, Kind.name, Kind);
    }
  };

  // --- Files --------------------------------------------------------------------------------------------------------

  const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  function base64(bytes) {
    const parts = [];
    for (let at = 0; at < bytes.length; at += 3) {
      const value = bytes[at] << 16 | (bytes[at + 1] || 0) << 8 | (bytes[at + 2] || 0);
      parts.push(DIGITS[value >> 18] + DIGITS[value >> 12 & 63]
        + (at + 1 < bytes.length ? DIGITS[value >> 6 & 63] : '=')
        + (at + 2 < bytes.length ? DIGITS[value & 63] : '='));
    }
    return parts.join('');
  }
  function binary(bytes) {
    let said = '';
    for (let at = 0; at < bytes.length; at += 4096) said += String.fromCharCode(...bytes.subarray(at, at + 4096));
    return said;
  }
  class FileReader extends EventTarget {
    #state = 0; #result = null; #error = null; #turn = null;
    get readyState() { return this.#state; }
    get result() { return this.#result; }
    get error() { return this.#error; }
    #tell(type, count) {
      kit.raise(this, new ProgressEvent(type, { lengthComputable: true, loaded: count, total: count }));
    }
    #read(blob, convert) {
      if (!(blob instanceof global.Blob)) throw new TypeError('a FileReader reads a Blob');
      if (this.#state === 1) throw kit.exception('the reader is already reading', 'InvalidStateError');
      this.#state = 1;
      this.#result = this.#error = null;
      const bytes = kit.bytesOfBlob(blob);
      this.#turn = kit.later(0, () => {
        this.#tell('loadstart', 0);
        if (this.#state !== 1) return;
        this.#turn = kit.later(0, () => {
          if (bytes.length > 0) this.#tell('progress', bytes.length);
          if (this.#state !== 1) return;
          this.#state = 2;
          this.#result = convert(bytes);
          this.#tell('load', bytes.length);
          if (this.#state !== 1) this.#tell('loadend', bytes.length);
        });
      });
    }
    readAsArrayBuffer(blob) { this.#read(blob, bytes => giveBytes(bytes.slice()).buffer); }
    readAsText(blob, label = 'utf-8') {
      this.#read(blob, bytes => {
        if (/^(iso-8859-1|latin1|us-ascii|windows-1252)$/i.test(text(label))) return binary(bytes);
        if (!/^utf-?8$/i.test(text(label))) kit.missing(`FileReader.readAsText as ${text(label)}`);
        return kit.decodeBytes(bytes);
      });
    }
    readAsDataURL(blob) {
      this.#read(blob, bytes => `data:${blob.type || 'application/octet-stream'};base64,${base64(bytes)}`);
    }
    readAsBinaryString(blob) { this.#read(blob, binary); }
    abort() {
      if (this.#state !== 1) return;
      kit.cancel(this.#turn);
      this.#state = 2;
      this.#result = null;
      this.#error = kit.exception('the reading was aborted', 'AbortError');
      this.#tell('abort', 0);
      if (this.#state !== 1) this.#tell('loadend', 0);
    }
  }
  ['EMPTY', 'LOADING', 'DONE'].forEach((name, value) => {
    for (const target of [FileReader, FileReader.prototype]) defineProperty(target, name, { value, enumerable: true });
  });
  kit.handle(FileReader.prototype, ['loadstart', 'progress', 'load', 'abort', 'error', 'loadend']);
  named(FileReader);

  // --- Digests ------------------------------------------------------------------------------------------------------

  /** Fractions of roots of the first primes, 64 bits each in two numbers of 32: what the digests begin and go on with. */
  function constants() {
    const primes = [];
    for (let number = 2; primes.length < 80; number += 1) if (primes.every(prime =>
      number % prime !== 0)) primes.push(number);
    const root = (value, power) => {
      // The largest whole number whose power is at most the value, by halving.
      let [low, high] = [0n, 1n << BigInt(Math.ceil(value.toString(2).length / power) + 1)];
      while (low < high) {
        const middle = (low + high + 1n) >> 1n;
        if (middle ** BigInt(power) <= value) low = middle; else high = middle - 1n;
      }
      return BigInt.asUintN(64, low);
    };
    const halves = list => Int32Array.from(list.flatMap(value => [Number(value >> 32n), Number(value & 0xffffffffn)]));
    return {
      steps: halves(primes.map(prime => root(BigInt(prime) << 192n, 3))),
      first: halves(primes.slice(0, 8).map(prime => root(BigInt(prime) << 128n, 2))),
      later: halves(primes.slice(8, 16).map(prime => root(BigInt(prime) << 128n, 2))),
    };
  }
  let made = null;
  const numbers = () => made === null ? made = constants() : made;

  /** The bytes with the mark of their end and their count of bits, in blocks. */
  function padded(bytes, block) {
    const counter = block / 8;
    const size = Math.ceil((bytes.length + 1 + counter) / block) * block;
    const whole = new Uint8Array(size);
    whole.set(bytes);
    whole[bytes.length] = 0x80;
    const view = new DataView(whole.buffer);
    view.setUint32(size - 8, Math.floor(bytes.length / 0x20000000));
    view.setUint32(size - 4, bytes.length << 3);
    return view;
  }
  const words = (state, count) => {
    const bytes = new Uint8Array(count);
    const view = new DataView(bytes.buffer);
    for (let index = 0; index < count / 4; index += 1) view.setInt32(index * 4, state[index]);
    return bytes;
  };

  function sha1(bytes) {
    const view = padded(bytes, 64);
    const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
    const w = new Int32Array(80);
    for (let at = 0; at < view.byteLength; at += 64) {
      for (let t = 0; t < 16; t += 1) w[t] = view.getInt32(at + t * 4);
      for (let t = 16; t < 80; t += 1) {
        const x = w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16];
        w[t] = x << 1 | x >>> 31;
      }
      let [a, b, c, d, e] = state;
      for (let t = 0; t < 80; t += 1) {
        const f = t < 20 ? (b & c) | (~b & d) : t < 40 || t >= 60 ? b ^ c ^ d : (b & c) | (b & d) | (c & d);
        const k = t < 20 ? 0x5a827999 : t < 40 ? 0x6ed9eba1 : t < 60 ? 0x8f1bbcdc : 0xca62c1d6;
        const next = (a << 5 | a >>> 27) + f + e + k + w[t] | 0;
        e = d;
        d = c;
        c = b << 30 | b >>> 2;
        b = a;
        a = next;
      }
      [a, b, c, d, e].forEach((value, index) => { state[index] += value; });
    }
    return words(state, 20);
  }

  function sha256(bytes) {
    const view = padded(bytes, 64);
    const { steps, first } = numbers();
    const state = Int32Array.from({ length: 8 }, (_, index) => first[index * 2]);
    const w = new Int32Array(64);
    const turn = (x, n) => x >>> n | x << 32 - n;
    for (let at = 0; at < view.byteLength; at += 64) {
      for (let t = 0; t < 16; t += 1) w[t] = view.getInt32(at + t * 4);
      for (let t = 16; t < 64; t += 1) {
        const [x, y] = [w[t - 15], w[t - 2]];
        w[t] = w[t - 16] + w[t - 7] + (turn(x, 7) ^ turn(x, 18) ^ x >>> 3) + (turn(y, 17) ^ turn(y, 19) ^ y >>> 10);
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let t = 0; t < 64; t += 1) {
        const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + steps[t * 2] + w[t] | 0;
        const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c)) | 0;
        h = g;
        g = f;
        f = e;
        e = d + one | 0;
        d = c;
        c = b;
        b = a;
        a = one + two | 0;
      }
      [a, b, c, d, e, f, g, h].forEach((value, index) => { state[index] += value; });
    }
    return words(state, 32);
  }

  /** SHA-512, and SHA-384 with another beginning: numbers of 64 bits, each a high and a low half in `wide`. */
  function sha512(bytes, begin, count) {
    const view = padded(bytes, 128);
    const { steps } = numbers();
    const state = Int32Array.from(begin);
    const w = new Int32Array(160);
    let [high, low] = [0, 0];
    const sum = (...parts) => {
      let [l, h] = [0, 0];
      for (let index = 0; index < parts.length; index += 2) {
        h += parts[index];
        l += parts[index + 1] >>> 0;
      }
      high = h + Math.floor(l / 0x100000000) | 0;
      low = l | 0;
    };
    const turned = (h, l, n) => n < 32 ? [h >>> n | l << 32 - n, l >>> n | h << 32 - n]
      : [l >>> n - 32 | h << 64 - n, h >>> n - 32 | l << 64 - n];
    const mixed = (h, l, one, two, three, isShift) => {
      const [a, b] = turned(h, l, one);
      const [c, d] = turned(h, l, two);
      const [e, f] = isShift ? [h >>> three, l >>> three | h << 32 - three] : turned(h, l, three);
      return [a ^ c ^ e, b ^ d ^ f];
    };
    for (let at = 0; at < view.byteLength; at += 128) {
      for (let t = 0; t < 32; t += 1) w[t] = view.getInt32(at + t * 4);
      for (let t = 32; t < 160; t += 2) {
        sum(w[t - 32], w[t - 31], ...mixed(w[t - 30], w[t - 29], 1, 8, 7, true), w[t - 14], w[t - 13],
          ...mixed(w[t - 4], w[t - 3], 19, 61, 6, true));
        w[t] = high;
        w[t + 1] = low;
      }
      const v = Int32Array.from(state);
      for (let t = 0; t < 160; t += 2) {
        const [a, al, b, bl, c, cl, , , e, el, f, fl, g, gl] = v;
        sum(v[14], v[15], ...mixed(e, el, 14, 18, 41, false), (e & f) ^ (~e & g), (el & fl) ^ (~el & gl), steps[t],
          steps[t + 1], w[t], w[t + 1]);
        const [oneHigh, oneLow] = [high, low];
        sum(...mixed(a, al, 28, 34, 39, false), (a & b) ^ (a & c) ^ (b & c), (al & bl) ^ (al & cl) ^ (bl & cl),
          oneHigh, oneLow);
        v.copyWithin(2, 0, 14);
        [v[0], v[1]] = [high, low];
        sum(v[8], v[9], oneHigh, oneLow);
        [v[8], v[9]] = [high, low];
      }
      for (let index = 0; index < 16; index += 2) {
        sum(state[index], state[index + 1], v[index], v[index + 1]);
        [state[index], state[index + 1]] = [high, low];
      }
    }
    return words(state, count);
  }
  const DIGESTS = {
    __proto__: null, 'SHA-1': sha1, 'SHA-256': sha256,
    'SHA-384': bytes => sha512(bytes, numbers().later, 48), 'SHA-512': bytes => sha512(bytes, numbers().first, 64),
  };

  class SubtleCrypto {
    constructor(token) {
      if (token !== kit) throw new TypeError('Illegal constructor');
    }
    digest(algorithm, data) {
      const name = text(algorithm !== null && typeof algorithm === 'object' ? algorithm.name : algorithm).toUpperCase();
      if (!kit.isBytes(data)) return rejected(new TypeError('crypto.subtle.digest takes bytes'));
      const digest = DIGESTS[name];
      if (digest === undefined) return rejected(kit.exception(`there is no digest ${name}`, 'NotSupportedError'));
      const bytes = kit.bytesOf(data).slice();
      return new Promise(resolve => resolve(giveBytes(digest(bytes)).buffer));
    }
  }
  for (const name of [
    'encrypt', 'decrypt', 'sign', 'verify', 'generateKey', 'deriveKey', 'deriveBits', 'importKey', 'exportKey',
      'wrapKey', 'unwrapKey',
  ]) {
    define(SubtleCrypto.prototype, name, () => {
      kit.missing(`crypto.subtle.${name}`);
      return rejected(kit.exception(`there is no crypto.subtle.${name} here`, 'NotSupportedError'));
    });
  }
  named(SubtleCrypto);
  const subtle = new SubtleCrypto(kit);
  define(global.crypto, 'subtle', subtle);
  kit.adopt(subtle);

  // --- The navigator ------------------------------------------------------------------------------------------------

  const navigator = Object.getPrototypeOf(kit.navigator);
  class PermissionStatus extends EventTarget {
    #name; #state;
    constructor(token, name, state) {
      super();
      if (token !== kit) throw new TypeError('Illegal constructor');
      [this.#name, this.#state] = [name, state];
    }
    get name() { return this.#name; }
    get state() { return this.#state; }
  }
  kit.handle(PermissionStatus.prototype, ['change']);
  // What there is here is allowed; what there is not cannot be.
  const HERE = /^(geolocation|accelerometer|gyroscope|magnetometer|persistent-storage|background-sync)$/;
  const MOTION = /^(accelerometer|gyroscope|magnetometer)$/;
  const ELSEWHERE =
    /^(notifications|push|midi|camera|microphone|ambient-light-sensor|clipboard-read|clipboard-write|payment-handler|screen-wake-lock|storage-access|window-management|local-fonts|nfc|display-capture)$/;
  class Permissions {
    constructor(token) {
      if (token !== kit) throw new TypeError('Illegal constructor');
    }
    query(descriptor) {
      const name = descriptor === null || typeof descriptor !== 'object' ? '' : text(descriptor.name);
      if (HERE.test(name)) {
        const isDenied = name === 'geolocation' ? kit.denies.location : MOTION.test(name) && kit.denies.motion;
        return new Promise(resolve => resolve(new PermissionStatus(kit, name, isDenied ? 'denied' : 'granted')));
      }
      if (!ELSEWHERE.test(name)) return rejected(new TypeError(`there is no permission '${name}'`));
      kit.missing(`the permission ${name}`);
      return new Promise(resolve => resolve(new PermissionStatus(kit, name, 'denied')));
    }
  }
  named(PermissionStatus, Permissions);
  const permissions = new Permissions(kit);
  kit.adopt(permissions);
  kit.getter(navigator, 'permissions', () => permissions);

  // The captured function: a page may have another in its place by then.
  const { fetch } = global;
  define(navigator, 'sendBeacon', function sendBeacon(address, body) {
    if (arguments.length === 0) throw new TypeError('sendBeacon takes an address');
    const url = kit.resolve(text(address));
    if (!/^(https?|file|capacitor|app|ionic):/.test(url)) throw new TypeError('sendBeacon takes an address of http');
    kit.then(fetch(url, { method: 'POST', body: body === undefined ? null : body, keepalive: true }), () => {},
      () => {});
    return true;
  });

  // The web view of iOS has neither of these.
  if (kit.device.system === 'android') {
    class NetworkInformation extends EventTarget {
      constructor(token) {
        super();
        if (token !== kit) throw new TypeError('Illegal constructor');
      }
      get type() { return 'wifi'; }
      get effectiveType() { return '4g'; }
      get downlink() { return 10; }
      get downlinkMax() { return Infinity; }
      get rtt() { return 50; }
      get saveData() { return false; }
    }
    kit.handle(NetworkInformation.prototype, ['change', 'typechange']);
    named(NetworkInformation);
    const connection = new NetworkInformation(kit);
    kit.getter(navigator, 'connection', () => connection);
    define(navigator, 'vibrate', function vibrate(pattern) {
      const parts = pattern !== null && typeof pattern === 'object' ? Array.from(pattern) : [pattern];
      return parts.every(part => Number(part) >= 0 && Number(part) <= 10000) && parts.length <= 99;
    });
  }

  // --- Touches ------------------------------------------------------------------------------------------------------

  // Nobody touches a worker.
  if (host.isWorker) return;
  const FIELDS = {
    __proto__: null, screenX: 0, screenY: 0, clientX: 0, clientY: 0, pageX: 0, pageY: 0, radiusX: 0, radiusY: 0,
      rotationAngle: 0, force: 0,
  };
  class Touch {
    constructor(init) {
      if (init === null || typeof init !== 'object' || init.identifier === undefined
        || !(init.target instanceof EventTarget)) {
        throw new TypeError('a touch needs an identifier and a target');
      }
      defineProperty(this, 'identifier', { value: Math.trunc(Number(init.identifier)), enumerable: true });
      defineProperty(this, 'target', { value: init.target, enumerable: true });
      for (const name of Object.keys(FIELDS)) {
        defineProperty(this, name, { value: init[name] === undefined ? FIELDS[name] : Number(init[name]),
          enumerable: true });
      }
    }
  }
  const TouchList = kit.fixedList('TouchList');
  named(Touch, TouchList);
  const { prototype } = kit.events.TouchEvent;
  for (const name of ['touches', 'targetTouches', 'changedTouches']) {
    const { get } = Object.getOwnPropertyDescriptor(prototype, name);
    const LIST = Symbol(name);
    kit.getter(prototype, name, function () {
      if (this[LIST] === undefined) defineProperty(this, LIST,
        { value: new TouchList(kit, Array.from(get.call(this))) });
      return this[LIST];
    });
  }
})
