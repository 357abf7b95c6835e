// XMLHttpRequest and fetch over the native side.
//
// host.fetch(id, method, url, fields as a JSON object, body: text, Uint8Array or null) and host.cancel(id);
// the native side answers with fetchResponse, fetchData, fetchEnd and fetchFailed, at moments of its own.
(function (host, kit) {
  'use strict';
  const { global, define, giveBytes, then } = kit;
  const { defineProperty } = Object;
  const { apply } = Reflect;
  const { Promise } = global;
  const resolved = value => new Promise(resolve => resolve(value));
  const rejected = reason => new Promise((_, reject) => reject(reason));
  // What it reads is for the page.
  const parseText = global.JSON.parse;
  const text = String;
  const Event = kit.Event;
  const { ProgressEvent } = kit.events;
  const EventTarget = global.EventTarget;
  const exchanges = kit.register();
  let lastId = 0;

  // --- Cancelling ---------------------------------------------------------------------------------------------------

  let abort;
  class AbortSignal extends EventTarget {
    #isAborted = false; #reason = undefined;
    constructor(token) {
      super();
      if (token !== kit) throw new TypeError('Illegal constructor');
    }
    static {
      abort = (signal, reason) => {
        if (signal.#isAborted) return;
        signal.#isAborted = true;
        signal.#reason = reason === undefined ? kit.exception('The operation was aborted.', 'AbortError') : reason;
        kit.raise(signal, new Event('abort'));
      };
    }
    static abort(reason) {
      const signal = new AbortSignal(kit);
      abort(signal, reason);
      return signal;
    }
    static timeout(milliseconds) {
      const signal = new AbortSignal(kit);
      kit.later(Math.max(0, Number(milliseconds) || 0),
        () => abort(signal, kit.exception('The operation timed out.', 'TimeoutError')));
      return signal;
    }
    static any(signals) {
      const signal = new AbortSignal(kit);
      for (const one of signals) {
        if (one.aborted) abort(signal, one.reason);
        else one.addEventListener('abort', () => abort(signal, one.reason), { once: true });
      }
      return signal;
    }
    get aborted() { return this.#isAborted; }
    get reason() { return this.#reason; }
    get onabort() { return this._getEventHandler('abort'); }
    set onabort(value) { this._setEventHandler('abort', value); }
    throwIfAborted() { if (this.#isAborted) throw this.#reason; }
  }
  class AbortController {
    #signal = new AbortSignal(kit);
    get signal() { return this.#signal; }
    abort(reason) { abort(this.#signal, reason); }
  }
  define(global, 'AbortSignal', AbortSignal);
  define(global, 'AbortController', AbortController);

  // --- Bodies -------------------------------------------------------------------------------------------------------

  const joined = pieces => {
    const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    return bytes;
  };

  let bytesOfBlob, typeOfBlob, isBlob, namesOf;
  class Blob {
    #bytes; #type;
    constructor(parts = [], options = {}) {
      this.#bytes = joined([...parts].map(part => part instanceof Blob ? part.#bytes
        : kit.isBytes(part) ? kit.bytesOf(part) : kit.encodeText(text(part))));
      this.#type = options.type === undefined ? '' : text(options.type).toLowerCase();
    }
    static {
      bytesOfBlob = blob => blob.#bytes;
      typeOfBlob = blob => blob.#type;
      isBlob = value => typeof value === 'object' && value !== null && #bytes in value;
    }
    get size() { return this.#bytes.length; }
    get type() { return this.#type; }
    slice(from, to, type = '') { return new Blob([this.#bytes.slice(from, to)], { type }); }
    text() { return resolved(kit.decodeBytes(this.#bytes)); }
    arrayBuffer() { return resolved(giveBytes(this.#bytes.slice()).buffer); }
  }
  class File extends Blob {
    #name; #time;
    constructor(parts, name, options = {}) {
      super(parts, options);
      this.#name = text(name);
      this.#time = options.lastModified === undefined ? Math.floor(kit.now()) : Number(options.lastModified);
    }
    static { namesOf = file => ({ name: file.#name, time: file.#time }); }
    get name() { return this.#name; }
    get lastModified() { return this.#time; }
  }
  const collected = new WeakSet();  // Forms whose entries are being collected.
  class FormData {
    #entries = [];
    constructor(form, submitter) {
      if (!form) return;
      if (collected.has(form)) throw kit.exception('the entries of this form are being collected', 'InvalidStateError');
      collected.add(form);
      try {
        this.#entries = kit.formEntries(form, submitter || null);
        // Who listens may change them.
        kit.raise(form, new kit.events.FormDataEvent('formdata', { bubbles: true, formData: this }));
      } finally {
        collected.delete(form);
      }
    }
    /** What a form sends, or null while its entries are being collected: then it sends nothing. */
    static { kit.entriesOfForm = (form, submitter) => collected.has(form) ? null : new FormData(form, submitter).#entries; }
    append(name, value) { this.#entries.push([text(name), value instanceof Blob ? value : text(value)]); }
    delete(name) { this.#entries = this.#entries.filter(entry => entry[0] !== text(name)); }
    get(name) {
      const found = this.#entries.find(entry => entry[0] === text(name));
      return found ? found[1] : null;
    }
    getAll(name) {
      return kit.give(this.#entries.filter(entry => entry[0] === text(name)).map(entry => entry[1]));
    }
    has(name) { return this.#entries.some(entry => entry[0] === text(name)); }
    set(name, value) {
      const place = this.#entries.findIndex(entry => entry[0] === text(name));
      if (place < 0) return this.append(name, value);
      this.#entries[place] = [text(name), value instanceof Blob ? value : text(value)];
      this.#entries = this.#entries.filter((entry, index) => index <= place || entry[0] !== text(name));
    }
    static pairs(form) { return form.#entries; }
    forEach(callback, self) { for (const [name, value] of this.#entries) apply(callback, self, [value, name, this]); }
    *entries() { for (const entry of this.#entries) yield kit.give([...entry]); }
    *keys() { for (const [name] of this.#entries) yield name; }
    *values() { for (const [, value] of this.#entries) yield value; }
    [Symbol.iterator]() { return this.entries(); }
  }
  for (const Kind of [Blob, File, FormData]) define(global, Kind.name, Kind);
  kit.bytesOfBlob = bytesOfBlob;
  kit.isBlob = value => isBlob(value);
  /** What a blob is made of, and what makes one of it; of a file, its name and time as well. */
  kit.partsOfBlob = blob => ({
    __proto__: null, bytes: bytesOfBlob(blob), type: typeOfBlob(blob), ...(blob instanceof File ? namesOf(blob) : null),
  });
  kit.makeBlob = (bytes, type, name, time) => name === undefined ? new Blob([bytes], { type })
    : new File([bytes], name, { type, lastModified: time });

  const { pairs: pairsOf } = FormData;
  delete FormData.pairs;
  /** What the data of a form hold; null if a value is none. */
  kit.pairsOfForm = value => value instanceof FormData ? pairsOf(value).map(pair => [...pair]) : null;
  let lastBoundary = 0;
  function multipart(form) {
    lastBoundary += 1;
    const boundary = `----KymographFormBoundary${text(lastBoundary).padStart(16, '0')}`;
    const quoted = name => text(name).replace(/\r\n|\r|\n/g, '%0D%0A').replace(/"/g, '%22');
    const pieces = [];
    for (const [name, value] of pairsOf(form)) {
      const isFile = value instanceof Blob;
      const file = isFile ? `; filename="${quoted(value.name || 'blob')}"\r\n`
        + `Content-Type: ${value.type || 'application/octet-stream'}` : '';
      pieces.push(kit.encodeText(
        `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${file}\r\n\r\n`,
      ));
      pieces.push(isFile ? bytesOfBlob(value) : kit.encodeText(value), kit.encodeText('\r\n'));
    }
    pieces.push(kit.encodeText(`--${boundary}--\r\n`));
    return [joined(pieces), `multipart/form-data; boundary=${boundary}`];
  }

  /** A body as it is sent, and the type that it has by itself. */
  function outgoing(body) {
    if (body === null || body === undefined) return [null, null];
    if (body instanceof Blob) return [bytesOfBlob(body), body.type || null];
    if (kit.isBytes(body)) return [kit.bytesOf(body).slice(), null];
    if (body instanceof kit.URLSearchParams) return [body.toString(), 'application/x-www-form-urlencoded;charset=UTF-8'];
    if (body instanceof FormData) return multipart(body);
    return [text(body), 'text/plain;charset=UTF-8'];
  }

  // --- Fields -------------------------------------------------------------------------------------------------------

  const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
  const cleaned = value => text(value).replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '');

  class Headers {
    #map = new Map();
    constructor(init) {
      if (init === undefined || init === null) return;
      const pairs = #map in init ? fieldsOf(init)
        : typeof init[Symbol.iterator] === 'function' ? init : Object.entries(init);
      for (const [name, value] of pairs) this.append(name, value);
    }
    static #name(name) {
      if (!TOKEN.test(text(name))) throw new TypeError(`"${text(name)}" is no name of a header field`);
      return text(name).toLowerCase();
    }
    append(name, value) {
      const key = Headers.#name(name);
      const old = this.#map.get(key);
      const next = cleaned(value);
      if (/[\0\r\n]/.test(next)) throw new TypeError('a header field has no line ends');
      this.#map.set(key, old === undefined ? next : old + ', ' + next);
    }
    set(name, value) {
      this.#map.delete(Headers.#name(name));
      this.append(name, value);
    }
    get(name) { return this.#map.get(Headers.#name(name)) ?? null; }
    has(name) { return this.#map.has(Headers.#name(name)); }
    delete(name) { this.#map.delete(Headers.#name(name)); }
    forEach(callback, self) { for (const [name, value] of fieldsOf(this)) apply(callback, self, [value, name, this]); }
    static *pairs(headers) { for (const name of [...headers.#map.keys()].sort()) yield [name, headers.#map.get(name)]; }
    *entries() { for (const pair of fieldsOf(this)) yield kit.give(pair); }
    *keys() { for (const [name] of fieldsOf(this)) yield name; }
    *values() { for (const [, value] of fieldsOf(this)) yield value; }
    [Symbol.iterator]() { return this.entries(); }
  }
  const { pairs: fieldsOf } = Headers;
  delete Headers.pairs;
  define(global, 'Headers', Headers);

  // --- Exchanges ----------------------------------------------------------------------------------------------------

  function begin(method, url, headers, body, sink) {
    lastId += 1;
    const id = lastId;
    exchanges.set(id, sink);
    const object = kit.objectAt(url);
    if (object !== undefined) {
      kit.later(0, () => answerWith(id, url, object));
      return id;
    }
    host.fetch(id, method, url, JSON.stringify(Object.fromEntries(fieldsOf(headers))), body);
    return id;
  }
  /** Answers a request for what is no file: a blob, or what the address itself says. */
  function answerWith(id, url, object) {
    if (object === null) return kit.fetchFailed(id, `nothing is there at ${url}`);
    kit.fetchResponse(id, 200, JSON.stringify({
      'content-type': object.type, 'content-length': text(object.bytes.length),
    }), url);
    kit.fetchData(id, object.bytes);
    kit.fetchEnd(id);
  }
  function cancel(id) { if (exchanges.delete(id)) host.cancel(id); }
  kit.exchange = { begin, cancel, Headers };

  kit.fetchResponse = (id, status, fields, url) => {
    const sink = exchanges.get(id);
    if (sink) sink.response(status, new Headers(JSON.parse(fields || '{}')), url);
  };
  kit.fetchData = (id, data) => {
    const sink = exchanges.get(id);
    if (sink) sink.data(typeof data === 'string' ? kit.encodeText(data) : kit.bytesOf(data));
  };
  kit.fetchEnd = id => {
    const sink = exchanges.get(id);
    exchanges.delete(id);
    if (sink) sink.end();
  };
  kit.fetchFailed = (id, reason) => {
    const sink = exchanges.get(id);
    exchanges.delete(id);
    if (sink) sink.failed(text(reason));
  };

  const METHODS = /^(delete|get|head|options|post|put|patch)$/i;
  function methodOf(value) {
    const method = text(value);
    if (!TOKEN.test(method)) throw kit.exception(`'${method}' is not a valid HTTP method.`, 'SyntaxError');
    if (/^(connect|trace|track)$/i.test(method)) throw kit.exception(`${method} is not allowed.`, 'SecurityError');
    return METHODS.test(method) && method.toLowerCase() !== 'patch' ? method.toUpperCase() : method;
  }

  // --- fetch --------------------------------------------------------------------------------------------------------

  /** All bytes of a stream. */
  const all = stream => new Promise((resolve, reject) => {
    const pieces = [];
    kit.streams.readAll(stream, piece => pieces.push(kit.bytesOf(piece).slice()), () => resolve(joined(pieces)), reject);
  });
  /** A stream that is given as a body. */
  const streamIn = body => {
    if (!kit.isStream(body)) return null;
    if (kit.streams.isLocked(body) || kit.streams.isDisturbed(body)) throw new TypeError('the stream is locked or has been read');
    return body;
  };

  // What has a body: a request that is sent, or a response whose bytes are still coming.
  class Body {
    #pieces = []; #isComplete = false; #failure = null; #waiting = null; #isUsed = false; #has;
    // The stream that a page gave, or has asked for: from then on, what comes goes there.
    #stream = null; #source = null; #leave = () => {};
    constructor(bytes, has, stream = null) {
      this.#has = has;
      this.#stream = stream;
      if (bytes !== null) {
        this.#pieces.push(bytes);
        this.#isComplete = true;
      }
    }
    static put(body, bytes) { if (body.#source !== null) body.#source.put(bytes); else body.#pieces.push(bytes); }
    static end(body, failure) {
      body.#isComplete = true;
      body.#failure = failure;
      if (body.#waiting !== null) body.#waiting();
      if (body.#source !== null) body.#close();
    }
    /** What a copy of a body is made of: its bytes, or a stream if they are still coming or a page reads them so. */
    static copy(body) {
      if (body.bodyUsed || (body.#stream !== null && kit.streams.isLocked(body.#stream))) {
        throw new TypeError('the body has been read');
      }
      if (!body.#has) return null;
      if (body.#stream === null && body.#isComplete && body.#failure === null) return joined(body.#pieces);
      const branches = kit.streams.tee(body.body);
      body.#stream = branches[0];
      return branches[1];
    }
    /** What is done when a page wants no more of a body. */
    static leaves(body, leave) { body.#leave = leave; }
    static streamOf(body) { return body.#stream; }
    #close() { if (this.#failure !== null) this.#source.fail(this.#failure); else this.#source.end(); }
    get bodyUsed() { return this.#isUsed || (this.#stream !== null && kit.streams.isDisturbed(this.#stream)); }
    get body() {
      if (!this.#has || this.#stream !== null) return this.#stream;
      this.#source = kit.streams.incoming(() => this.#leave());
      this.#stream = this.#source.page;
      if (this.#isUsed) {
        kit.streams.leave(this.#stream);
        return this.#stream;
      }
      for (const piece of this.#pieces) this.#source.put(piece.slice());
      this.#pieces = [];
      if (this.#isComplete) this.#close();
      return this.#stream;
    }
    #read() {
      if (this.#has && (this.bodyUsed || (this.#stream !== null && kit.streams.isLocked(this.#stream)))) {
        return rejected(new TypeError('the body has been read'));
      }
      if (this.#stream !== null) return all(this.#stream);
      this.#isUsed = this.#has;
      return new Promise((resolve, reject) => {
        this.#waiting = () => {
          if (this.#failure !== null) reject(this.#failure); else resolve(joined(this.#pieces));
          this.#waiting = null;
        };
        if (this.#isComplete) this.#waiting();
      });
    }
    arrayBuffer() { return then(this.#read(), bytes => giveBytes(bytes).buffer); }
    bytes() { return then(this.#read(), giveBytes); }
    blob() {
      return then(this.#read(), bytes => new Blob([bytes], { type: this.headers.get('content-type') || '' }));
    }
    text() { return then(this.#read(), bytes => withoutMark(kit.decodeBytes(bytes))); }
    json() { return then(this.text(), said => parseText(said)); }
    formData() {
      return then(this.text(), said => {
        const form = new FormData();
        for (const [name, value] of new kit.URLSearchParams(said)) form.append(name, value);
        return form;
      });
    }
  }
  const { put, end, copy, leaves, streamOf } = Body;
  const withoutMark = said => said.charCodeAt(0) === 0xfeff ? said.slice(1) : said;

  // How a request is to be sent changes nothing here; a page reads what it asked for.
  const ASKED = {
    mode: 'cors', credentials: 'same-origin', cache: 'default', redirect: 'follow', referrerPolicy: '', referrer: 'about:client',
    integrity: '', keepalive: false,
  };
  const CAN_ASK = {
    __proto__: null, mode: ['cors', 'no-cors', 'same-origin', 'navigate'], credentials: ['same-origin', 'include', 'omit'],
    cache: ['default', 'no-store', 'reload', 'no-cache', 'force-cache', 'only-if-cached'], redirect: ['follow', 'error', 'manual'],
    referrerPolicy: ['', 'no-referrer', 'no-referrer-when-downgrade', 'same-origin', 'origin', 'strict-origin',
      'origin-when-cross-origin', 'strict-origin-when-cross-origin', 'unsafe-url'],
  };
  function askedOf(init, before) {
    // What is asked anew has not the referrer of what was asked before.
    const asked = { __proto__: null, ...before };
    if (Object.keys(init).length > 0) [asked.referrer, asked.referrerPolicy] = [ASKED.referrer, ''];
    for (const name of Object.keys(ASKED)) {
      if (init[name] === undefined) continue;
      asked[name] = name === 'keepalive' ? !!init[name] : text(init[name]);
      if (name in CAN_ASK && !CAN_ASK[name].includes(asked[name])) throw new TypeError(`'${asked[name]}' is not a ${name} of requests`);
    }
    if (init.mode !== undefined && asked.mode === 'navigate') throw new TypeError('a script sends no request to navigate');
    if (asked.cache === 'only-if-cached' && asked.mode !== 'same-origin') {
      throw new TypeError("what is only in the cache has the mode 'same-origin'");
    }
    if (init.referrer !== undefined && !/^(about:client)?$/.test(asked.referrer)) asked.referrer = kit.resolve(asked.referrer);
    return asked;
  }

  class Request extends Body {
    #url; #method; #headers; #signal; #sent; #asked;
    constructor(input, init = {}) {
      const old = input instanceof Request ? input : null;
      const given = init.body !== undefined ? init.body : old ? old.#sent : null;
      const stream = streamIn(given);
      if (stream !== null && old === null && init.duplex !== 'half') throw new TypeError("a stream is sent with duplex: 'half'");
      const [sent, type] = stream === null ? outgoing(given) : [null, null];
      super(sent === null ? new Uint8Array(0) : typeof sent === 'string' ? kit.encodeText(sent) : sent,
        sent !== null || stream !== null, stream);
      this.#sent = stream === null ? sent : stream;
      this.#url = old ? old.#url : kit.resolve(input);
      if (kit.url.parse(this.#url, null) === null) throw new TypeError(`"${this.#url}" is not an address`);
      this.#method = methodOf(init.method !== undefined ? init.method : old ? old.#method : 'GET');
      if (this.#sent !== null && /^(GET|HEAD)$/.test(this.#method)) throw new TypeError(`${this.#method} has no body`);
      this.#headers = new Headers(init.headers !== undefined ? init.headers : old ? old.#headers : undefined);
      if (type !== null && !this.#headers.has('content-type')) this.#headers.set('content-type', type);
      this.#signal = init.signal || (old ? old.#signal : null) || new AbortSignal(kit);
      this.#asked = askedOf(init, old === null ? ASKED : old.#asked);
    }
    get mode() { return this.#asked.mode; }
    get credentials() { return this.#asked.credentials; }
    get cache() { return this.#asked.cache; }
    get redirect() { return this.#asked.redirect; }
    get referrer() { return this.#asked.referrer; }
    get referrerPolicy() { return this.#asked.referrerPolicy; }
    get integrity() { return this.#asked.integrity; }
    get keepalive() { return this.#asked.keepalive; }
    get destination() { return ''; }
    get duplex() { return 'half'; }
    get isHistoryNavigation() { return false; }
    static sent(request) { return request.#sent; }
    get url() { return this.#url; }
    get method() { return this.#method; }
    get headers() { return this.#headers; }
    get signal() { return this.#signal; }
    clone() { return new Request(this); }
  }
  const { sent } = Request;
  class Response extends Body {
    #status; #statusText; #headers; #url = ''; #type = 'default'; #isRedirected = false; #has;
    constructor(body = null, init = {}, token = null) {
      const stream = token === kit ? null : streamIn(body);
      const [bytes, type] = token === kit || stream !== null ? [null, null] : outgoing(body);
      super(token === kit ? null : bytes === null ? new Uint8Array(0)
        : typeof bytes === 'string' ? kit.encodeText(bytes) : bytes, token === kit || stream !== null || bytes !== null, stream);
      this.#status = init.status === undefined ? 200 : Number(init.status);
      this.#statusText = init.statusText === undefined ? '' : text(init.statusText);
      this.#headers = new Headers(init.headers);
      if (type !== null && !this.#headers.has('content-type')) this.#headers.set('content-type', type);
      if (token !== kit && !(this.#status >= 200 && this.#status <= 599)) throw new RangeError('no such status');
    }
    static incoming(status, headers, url, asked) {
      const response = new Response(null, { status, headers }, kit);
      response.#url = url;
      response.#type = 'basic';
      response.#isRedirected = url !== asked;
      return response;
    }
    static error() {
      const response = new Response(null, { status: 0 }, kit);
      response.#type = 'error';
      end(response, null);
      return response;
    }
    static json(value, init = {}) {
      const headers = new Headers(init.headers);
      if (!headers.has('content-type')) headers.set('content-type', 'application/json');
      return new Response(JSON.stringify(value), { ...init, headers });
    }
    static redirect(url, status = 302) { return new Response(null, { status, headers: { location: kit.resolve(url) } }); }
    get status() { return this.#status; }
    get ok() { return this.#status >= 200 && this.#status <= 299; }
    get statusText() { return this.#statusText; }
    get headers() { return this.#headers; }
    get url() { return this.#url; }
    get type() { return this.#type; }
    get redirected() { return this.#isRedirected; }
    clone() {
      return new Response(copy(this), { status: this.#status, statusText: this.#statusText, headers: this.#headers });
    }
  }
  const { incoming } = Response;
  for (const name of ['put', 'end', 'copy', 'leaves', 'streamOf']) delete Body[name];
  delete Request.sent;
  delete Response.incoming;
  define(global, 'Request', Request);
  define(global, 'Response', Response);

  define(global, 'fetch', function fetch(input, init) {
    return new Promise((resolve, reject) => {
      const request = new Request(input, init);
      const signal = request.signal;
      if (signal.aborted) throw signal.reason;
      let response = null;
      let id = 0;
      const sink = {
        response(status, headers, url) {
          response = incoming(status, headers, url || request.url, request.url);
          leaves(response, () => cancel(id));
          resolve(response);
        },
        data(bytes) { put(response, bytes.slice()); },
        end() { end(response, null); },
        failed(reason) {
          const error = new TypeError(`Load failed: ${reason}`);
          if (response === null) reject(error); else end(response, error);
        },
      };
      const send = bytes => { id = begin(request.method, request.url, request.headers, bytes, sink); };
      // A stream is sent when all of it is there.
      if (streamOf(request) === null) send(sent(request));
      else then(all(streamOf(request)), bytes => { if (!signal.aborted) send(bytes); }, reject);
      signal.addEventListener('abort', () => {
        if (id === 0) return reject(signal.reason);
        if (!exchanges.has(id)) return;
        cancel(id);
        if (response === null) reject(signal.reason); else end(response, signal.reason);
      }, { once: true });
    });
  });

  // --- XMLHttpRequest ------------------------------------------------------------------------------------------------

  const KINDS = ['loadstart', 'progress', 'abort', 'error', 'load', 'timeout', 'loadend', 'readystatechange'];
  class Source extends EventTarget {}
  kit.handle(Source.prototype, KINDS);
  class XMLHttpRequestUpload extends Source {}
  // Fields that are the native side's to set.
  const OWN_FIELDS = new Set(('accept-charset accept-encoding access-control-request-headers access-control-request-method '
    + 'connection content-length cookie cookie2 date dnt expect host keep-alive origin referer te trailer '
    + 'transfer-encoding upgrade via').split(' '));
  const isForbidden = name => OWN_FIELDS.has(name.toLowerCase()) || /^(proxy|sec)-/i.test(name);

  class XMLHttpRequest extends Source {
    #state = 0; #method = ''; #url = ''; #isSynchronous = false; #fields = new Headers(); #type = ''; #pieces = [];
    #id = 0; #status = 0; #answer = null; #answerUrl = ''; #timer = null; #timeout = 0;
    #upload = new XMLHttpRequestUpload();
    #decoder = kit.decoder(); #text = ''; #size = 0; #overridden = null; #made = undefined; #isSent = false;
    withCredentials = false;

    get readyState() { return this.#state; }
    get status() { return this.#status; }
    get statusText() { return this.#answer === null ? '' : reasons[this.#status] || ''; }
    get responseURL() { return this.#answerUrl; }
    get upload() { return this.#upload; }
    get timeout() { return this.#timeout; }
    set timeout(value) { this.#timeout = Math.max(0, Number(value) || 0); }
    get responseType() { return this.#type; }
    set responseType(value) {
      if (this.#state >= 3) throw kit.exception('the response has begun', 'InvalidStateError');
      if (['', 'text', 'json', 'arraybuffer', 'blob', 'document'].includes(text(value))) this.#type = text(value);
    }
    get responseText() {
      if (this.#type !== '' && this.#type !== 'text') throw kit.exception('the response is no text', 'InvalidStateError');
      return this.#state < 3 ? '' : this.#text;
    }
    get responseXML() {
      if (this.#state === 4) kit.missing('XMLHttpRequest.responseXML');
      return null;
    }
    get response() {
      if (this.#type === '' || this.#type === 'text') return this.#state < 3 ? '' : this.#text;
      if (this.#state !== 4 || this.#answer === null) return null;
      if (this.#made !== undefined) return this.#made;
      const bytes = joined(this.#pieces);
      const type = this.getResponseHeader('content-type') || '';
      if (this.#type === 'arraybuffer') this.#made = giveBytes(bytes).buffer;
      else if (this.#type === 'blob') this.#made = new Blob([bytes], { type });
      else if (this.#type === 'json') {
        try { this.#made = parseText(withoutMark(kit.decodeBytes(bytes))); } catch { this.#made = null; }
      } else {
        kit.missing('XMLHttpRequest with documents');
        this.#made = null;
      }
      return this.#made;
    }

    open(method, url, isAsynchronous = true) {
      cancel(this.#id);
      kit.cancel(this.#timer);
      this.#method = methodOf(method);
      this.#url = kit.resolve(url);
      if (kit.url.parse(this.#url, null) === null) throw kit.exception(`"${this.#url}" is no address`, 'SyntaxError');
      this.#isSynchronous = !isAsynchronous;
      this.#fields = new Headers();
      this.#isSent = false;
      this.#reset();
      this.#goTo(1);
    }
    #reset() {
      this.#pieces = [];
      this.#text = '';
      this.#size = 0;
      this.#status = 0;
      this.#answer = null;
      this.#answerUrl = '';
      this.#made = undefined;
      this.#decoder = kit.decoder();
    }
    setRequestHeader(name, value) {
      if (this.#state !== 1 || this.#isSent) throw kit.exception('the request is not open', 'InvalidStateError');
      if (!isForbidden(text(name))) this.#fields.append(name, value);
    }
    overrideMimeType(type) { this.#overridden = text(type); }
    getResponseHeader(name) { return this.#answer === null ? null : this.#answer.get(name); }
    getAllResponseHeaders() {
      return this.#answer === null ? '' : [...fieldsOf(this.#answer)].map(([name, value]) => `${name}: ${value}\r\n`).join('');
    }
    send(body = null) {
      if (this.#state !== 1 || this.#isSent) throw kit.exception('the request is not open', 'InvalidStateError');
      const [bytes, type] = /^(GET|HEAD)$/.test(this.#method) ? [null, null] : outgoing(body);
      if (type !== null && !this.#fields.has('content-type')) this.#fields.set('content-type', type);
      if (this.#isSynchronous) return this.#sendAtOnce();
      this.#isSent = true;
      this.#tell('loadstart');
      if (this.#state !== 1 || !this.#isSent) return;
      this.#id = begin(this.#method, this.#url, this.#fields, bytes, {
        response: (status, headers, url) => {
          this.#status = status;
          this.#answer = headers;
          this.#answerUrl = (url || this.#url).replace(/#.*/, '');
          this.#goTo(2);
        },
        data: part => {
          this.#pieces.push(part.slice());
          this.#size += part.length;
          if (this.#type === '' || this.#type === 'text') this.#text += this.#decoder(part, false);
          this.#goTo(3);
          this.#tell('progress');
        },
        end: () => this.#finish('load'),
        failed: () => {
          this.#reset();
          this.#finish('error');
        },
      });
      if (this.#timeout > 0) {
        this.#timer = kit.later(this.#timeout, () => {
          cancel(this.#id);
          this.#reset();
          this.#finish('timeout');
        });
      }
    }
    // A file beside the page is at hand; nothing else can be waited for without stopping the clock.
    #sendAtOnce() {
      const path = this.#method === 'GET' ? kit.localPath(this.#url) : null;
      if (path !== null && host.root !== undefined) return this.#readAtOnce(path);
      const found = path === null ? null : host.readFile(path);
      if (typeof found !== 'string') {
        kit.missing(`a synchronous XMLHttpRequest for ${this.#url}`);
        this.#state = 4;
        throw kit.exception('A network error occurred.', 'NetworkError');
      }
      this.#isSent = true;
      this.#status = 200;
      this.#answer = new Headers();
      this.#answerUrl = this.#url;
      this.#pieces = [kit.encodeText(found)];
      this.#text = found;
      this.#finish('load');
    }
    // From the server that the folder stands for.
    #readAtOnce(path) {
      const buffer = host.readBytes(path === '' || path.endsWith('/') ? path + 'index.html' : path);
      this.#isSent = true;
      this.#status = buffer === null ? 404 : 200;
      const bytes = buffer === null ? kit.encodeText('Not Found\n') : kit.bytesOf(buffer);
      this.#answer = new Headers({
        'content-type': buffer === null ? 'text/plain; charset=utf-8' : host.typeOf(path), 'content-length': bytes.length,
      });
      this.#answerUrl = this.#url.replace(/#.*/, '');
      this.#pieces = [bytes];
      this.#size = bytes.length;
      if (this.#type === '' || this.#type === 'text') this.#text = kit.decodeBytes(bytes);
      this.#finish('load');
    }
    #finish(kind) {
      kit.cancel(this.#timer);
      this.#timer = null;
      const rest = this.#isSynchronous ? '' : this.#decoder(new Uint8Array(0), true);
      this.#text = kind === 'load' ? withoutMark(this.#text + rest) : '';
      this.#isSent = false;
      this.#id = 0;
      this.#goTo(4);
      this.#tell(kind);
      this.#tell('loadend');
    }
    abort() {
      cancel(this.#id);
      if ((this.#state === 1 && this.#isSent) || this.#state === 2 || this.#state === 3) {
        this.#reset();
        this.#finish('abort');
      }
      if (this.#state === 4) this.#state = 0;
    }
    #goTo(state) {
      this.#state = state;
      kit.raise(this, new Event('readystatechange'));
    }
    #tell(kind) {
      const total = this.#answer === null ? 0 : Number(this.#answer.get('content-length')) || 0;
      kit.raise(this, new ProgressEvent(kind, {
        lengthComputable: total > 0, loaded: kind === 'loadstart' ? 0 : this.#size, total,
      }));
    }
  }
  const reasons = {
    200: 'OK', 201: 'Created', 202: 'Accepted', 204: 'No Content', 206: 'Partial Content', 301: 'Moved Permanently',
    302: 'Found', 304: 'Not Modified', 400: 'Bad Request', 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found',
    405: 'Method Not Allowed', 409: 'Conflict', 410: 'Gone', 422: 'Unprocessable Entity', 429: 'Too Many Requests',
    500: 'Internal Server Error', 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout',
  };
  ['UNSENT', 'OPENED', 'HEADERS_RECEIVED', 'LOADING', 'DONE'].forEach((name, value) => {
    for (const target of [XMLHttpRequest, XMLHttpRequest.prototype]) {
      defineProperty(target, name, { value, enumerable: true });
    }
  });
  for (const Kind of [XMLHttpRequest, XMLHttpRequestUpload]) define(global, Kind.name, Kind);
})
