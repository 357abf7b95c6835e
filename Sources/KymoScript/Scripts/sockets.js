// WebSocket. Its servers are those of the script that --fetch takes: host.sockets is the list of them as JSON, or absent.
//
//     {url or prefix, protocol, delay, failure, times, open: [step], answers: [{text, prefix or hex, times, then: [step]}]}
//     step: {delay} with text, hex, echo: true, close and reason, or failure; delays are in ms, each after the step before
//
// What a server does is on the page's clock, in turns of their own. An address that nobody has fails as in a browser when
// nobody listens, and the report says so.
(function (host, kit) {
  'use strict';
  const { global, define, giveBytes } = kit;
  const { defineProperty } = Object;
  const text = String;
  const { EventTarget } = kit.early;
  const { Event } = kit;
  const { MessageEvent } = kit.events;
  const [CloseEvent] = kit.declareEvent('CloseEvent', Event, { wasClean: false, code: 0, reason: '' });
  define(global, 'CloseEvent', CloseEvent);
  const UNREACHABLE = 50;       // Milliseconds until an address is given up that nobody has, as for fetch.
  const [CONNECTING, OPEN, CLOSING, CLOSED] = [0, 1, 2, 3];

  const bytesOf = digits => Uint8Array.from({ length: digits.length / 2 }, (_, index) =>
    parseInt(digits.slice(index * 2, index * 2 + 2), 16));
  const { parse, write, originOf } = kit.url;

  // --- The servers ------------------------------------------------------------------------------------------------------

  let rules = null;
  const uses = new Map();
  const isLeft = (one, counts) => one.times === undefined || (counts.get(one) || 0) < one.times;
  const use = (one, counts) => {
    counts.set(one, (counts.get(one) || 0) + 1);
    return one;
  };
  const normal = url => {
    const found = parse(url, null);
    return found === null ? url : write(found);
  };
  /** The rule for an address, which it has answered then; null if there is none. */
  function ruleOf(url) {
    if (rules === null) rules = host.sockets === undefined ? [] : JSON.parse(host.sockets);
    const found = rules.find(rule => isLeft(rule, uses)
      && (rule.url !== undefined ? normal(rule.url) === url : url.startsWith(rule.prefix)));
    return found === undefined ? null : use(found, uses);
  }
  /** Whether a message is what an answer is for. */
  function matches(answer, message) {
    if (answer.hex !== undefined) return typeof message !== 'string' && kit.hex(message) === answer.hex.toLowerCase();
    if (answer.text !== undefined) return message === answer.text;
    return answer.prefix === undefined || (typeof message === 'string' && message.startsWith(answer.prefix));
  }

  // --- WebSocket --------------------------------------------------------------------------------------------------------

  const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
  class WebSocket extends EventTarget {
    #url; #origin; #state = CONNECTING; #protocol = ''; #type = 'blob'; #waiting = 0; #rule = null; #counts = new Map();
    constructor(address, protocols = []) {
      super();
      if (arguments.length === 0) throw new TypeError('a WebSocket takes an address');
      const url = parse(kit.resolve(address), null);
      if (url !== null && (url.scheme === 'http:' || url.scheme === 'https:')) url.scheme = url.scheme.replace('http', 'ws');
      if (url === null || (url.scheme !== 'ws:' && url.scheme !== 'wss:') || url.fragment !== null) {
        throw kit.exception(`"${text(address)}" is not an address of a WebSocket`, 'SyntaxError');
      }
      const isList = protocols !== null && typeof protocols === 'object' && typeof protocols[Symbol.iterator] === 'function';
      const asked = isList ? Array.from(protocols, text) : [text(protocols)];
      if (!asked.every(one => TOKEN.test(one)) || new Set(asked).size < asked.length) {
        throw kit.exception('The protocols of a WebSocket are tokens, each said once', 'SyntaxError');
      }
      this.#url = write(url);
      this.#origin = originOf(url);
      const rule = ruleOf(this.#url);
      if (rule === null) {
        kit.missing(`a server of web sockets at ${this.#url}`);
        kit.later(UNREACHABLE, () => this.#fail());
      } else if (rule.failure !== undefined) {
        kit.later(rule.delay || 0, () => this.#fail());
      } else {
        this.#rule = rule;
        kit.later(rule.delay || 0, () => this.#open(rule, asked));
      }
    }
    #open(rule, asked) {
      if (this.#state !== CONNECTING) return;
      // A server that speaks none of what the page asks for, or something else, is not connected to.
      if (rule.protocol !== undefined && !asked.includes(rule.protocol)) return this.#fail();
      this.#state = OPEN;
      this.#protocol = rule.protocol || '';
      kit.raise(this, new Event('open'));
      this.#do(rule.open || [], '');
    }
    /** Does the steps of a server, each after the one before; `message` is what it answers. */
    #do(steps, message) {
      let after = 0;
      for (const step of steps) {
        after += step.delay || 0;
        kit.later(after, () => { if (this.#state === OPEN || this.#state === CLOSING) this.#take(step, message); });
      }
    }
    #take(step, message) {
      if (step.failure !== undefined) return this.#fail();
      if (step.close !== undefined) return this.#end(step.close, step.reason || '', true);
      if (this.#state === OPEN) this.#hear(step.echo ? message : step.hex !== undefined ? bytesOf(step.hex) : step.text);
    }
    #hear(said) {
      const data = typeof said === 'string' ? said
        : this.#type === 'blob' ? kit.makeBlob(said, '') : giveBytes(said.slice()).buffer;
      kit.raise(this, new MessageEvent('message', { data, origin: this.#origin }));
    }
    #fail() {
      if (this.#state === CLOSED) return;
      this.#state = CLOSED;
      kit.raise(this, new Event('error'));
      kit.raise(this, new CloseEvent('close', { code: 1006 }));
    }
    #end(code, reason, wasClean) {
      if (this.#state === CLOSED) return;
      this.#state = CLOSED;
      kit.raise(this, new CloseEvent('close', { code, reason, wasClean }));
    }
    get url() { return this.#url; }
    get readyState() { return this.#state; }
    get bufferedAmount() { return this.#waiting; }
    get extensions() { return ''; }
    get protocol() { return this.#protocol; }
    get binaryType() { return this.#type; }
    set binaryType(value) { if (value === 'blob' || value === 'arraybuffer') this.#type = value; }
    send(data) {
      if (arguments.length === 0) throw new TypeError('send takes a text, a Blob or bytes');
      if (this.#state === CONNECTING) throw kit.exception('The WebSocket is still connecting', 'InvalidStateError');
      const message = kit.isBlob(data) ? kit.bytesOfBlob(data).slice() : kit.isBytes(data) ? kit.bytesOf(data).slice()
        : kit.decodeBytes(kit.encodeText(text(data)));
      const size = typeof message === 'string' ? kit.encodeText(message).length : message.length;
      this.#waiting += size;
      if (this.#state !== OPEN) return;
      kit.later(0, () => {
        this.#waiting -= size;
        const answers = this.#rule.answers || [];
        const answer = answers.find(one => isLeft(one, this.#counts) && matches(one, message));
        if (answer !== undefined) this.#do(use(answer, this.#counts).then, message);
      });
    }
    close(code, reason = '') {
      const number = code === undefined ? 1005 : Math.trunc(Number(code));
      if (code !== undefined && number !== 1000 && !(number >= 3000 && number <= 4999)) {
        throw kit.exception('A page closes with 1000, or from 3000 to 4999', 'InvalidAccessError');
      }
      if (kit.encodeText(text(reason)).length > 123) throw kit.exception('The reason is too long', 'SyntaxError');
      if (this.#state === CLOSING || this.#state === CLOSED) return;
      const wasConnecting = this.#state === CONNECTING;
      this.#state = CLOSING;
      kit.later(0, () => { if (wasConnecting) this.#fail(); else this.#end(number, text(reason), true); });
    }
  }
  ['CONNECTING', 'OPEN', 'CLOSING', 'CLOSED'].forEach((name, value) => {
    for (const target of [WebSocket, WebSocket.prototype]) defineProperty(target, name, { value, enumerable: true });
  });
  defineProperty(WebSocket.prototype, Symbol.toStringTag, { value: 'WebSocket', configurable: true });
  kit.handle(WebSocket.prototype, ['open', 'message', 'error', 'close']);
  define(global, 'WebSocket', WebSocket);
})
