// EventSource: a request whose answer does not end, as that of fetch; so its servers are the same.
(function (host, kit) {
  'use strict';
  const { global, define } = kit;
  const { defineProperty } = Object;
  const text = String;
  const { EventTarget } = kit.early;
  const { Event } = kit;
  const { MessageEvent } = kit.events;
  const { begin, cancel, Headers } = kit.exchange;
  const { parse, write, originOf } = kit.url;
  const [CONNECTING, OPEN, CLOSED] = [0, 1, 2];
  const RECONNECTION = 3000;      // Milliseconds, unless the server says otherwise.

  class EventSource extends EventTarget {
    #url; #isWithCredentials; #state = CONNECTING; #id = 0; #timer = null; #wait = RECONNECTION; #lastId = ''; #origin = '';
    #decode = null; #rest = ''; #isFirst = true; #isHalf = false; #data = ''; #type = ''; #nextId = '';
    constructor(address, options = {}) {
      super();
      if (arguments.length === 0) throw new TypeError('an EventSource takes an address');
      const url = parse(kit.resolve(address), null);
      if (url === null) throw kit.exception(`"${text(address)}" is not an address`, 'SyntaxError');
      this.#url = write(url);
      this.#isWithCredentials = !!(options !== null && options.withCredentials);
      this.#connect();
    }
    #connect() {
      const fields = new Headers({ accept: 'text/event-stream', 'cache-control': 'no-cache' });
      if (this.#lastId !== '') fields.set('last-event-id', this.#lastId);
      this.#decode = kit.decoder();
      this.#rest = this.#data = this.#type = '';
      this.#nextId = this.#lastId;
      this.#isFirst = true;
      this.#isHalf = false;
      this.#id = begin('GET', this.#url, fields, null, {
        response: (status, headers, url) => {
          const type = (headers.get('content-type') || '').split(';')[0].trim().toLowerCase();
          if (status !== 200 || type !== 'text/event-stream') return this.#fail();
          this.#origin = originOf(parse(url || this.#url, null));
          this.#state = OPEN;
          kit.raise(this, new Event('open'));
        },
        data: bytes => this.#read(this.#decode(bytes, false)),
        end: () => this.#goOn(),
        failed: () => this.#goOn(),
      });
    }
    /** What the server says cannot be read: there is no second time. */
    #fail() {
      cancel(this.#id);
      this.#state = CLOSED;
      kit.raise(this, new Event('error'));
    }
    /** The connection has ended: after a while there is another. */
    #goOn() {
      if (this.#state === CLOSED) return;
      this.#state = CONNECTING;
      this.#timer = kit.later(this.#wait, () => this.#connect());
      kit.raise(this, new Event('error'));
    }
    #read(said) {
      this.#rest += said;
      if (this.#isFirst && this.#rest !== '') {
        this.#isFirst = false;
        if (this.#rest.charCodeAt(0) === 0xfeff) this.#rest = this.#rest.slice(1);
      }
      if (this.#isHalf && this.#rest !== '') {
        this.#isHalf = false;
        if (this.#rest[0] === '\n') this.#rest = this.#rest.slice(1);
      }
      let match;
      while (this.#state === OPEN && (match = /\r\n|\n|\r/.exec(this.#rest)) !== null) {
        // A return at the end may be half of a line's end.
        this.#isHalf = match[0] === '\r' && match.index + 1 === this.#rest.length;
        const line = this.#rest.slice(0, match.index);
        this.#rest = this.#rest.slice(match.index + match[0].length);
        this.#take(line);
      }
    }
    #take(line) {
      if (line === '') return this.#tell();
      const at = line.indexOf(':');
      if (at === 0) return;
      const field = at < 0 ? line : line.slice(0, at);
      const value = at < 0 ? '' : line.slice(line[at + 1] === ' ' ? at + 2 : at + 1);
      if (field === 'data') this.#data += value + '\n';
      else if (field === 'event') this.#type = value;
      else if (field === 'id' && !value.includes('\0')) this.#nextId = value;
      else if (field === 'retry' && /^\d+$/.test(value)) this.#wait = Math.min(Number(value), 0x7fffffff);
    }
    #tell() {
      this.#lastId = this.#nextId;
      const [data, type] = [this.#data, this.#type];
      this.#data = this.#type = '';
      if (data === '') return;
      kit.raise(this, new MessageEvent(type === '' ? 'message' : type, {
        data: data.slice(0, -1), origin: this.#origin, lastEventId: this.#lastId,
      }));
    }
    get url() { return this.#url; }
    get withCredentials() { return this.#isWithCredentials; }
    get readyState() { return this.#state; }
    close() {
      this.#state = CLOSED;
      cancel(this.#id);
      kit.cancel(this.#timer);
    }
  }
  ['CONNECTING', 'OPEN', 'CLOSED'].forEach((name, value) => {
    for (const target of [EventSource, EventSource.prototype]) defineProperty(target, name, { value, enumerable: true });
  });
  defineProperty(EventSource.prototype, Symbol.toStringTag, { value: 'EventSource', configurable: true });
  kit.handle(EventSource.prototype, ['open', 'message', 'error']);
  define(global, 'EventSource', EventSource);
})
