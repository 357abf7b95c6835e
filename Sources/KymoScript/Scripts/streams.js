// What streams have in common, and streams that are written to: WritableStream, its writer and its controller, and the
// strategies of queues. They follow the algorithms of the Streams standard step by step, since the order of promises is
// what pages see of them. They are evaluated in the page's place: their promises are the page's.
(function (host, kit) {
  'use strict';
  const { global, bare, define, then } = kit;
  const { Promise, Symbol, TypeError, RangeError, WeakMap, AbortController } = kit.early;
  const { defineProperty, apply, stop, weakGet: mapGet, weakSet: mapSet } = kit.early;
  const number = value => +value;
  const nothing = () => {};

  // --- Promises and objects -------------------------------------------------------------------------------------------

  /** A value as a promise; one that follows another is kept two turns of promises later, as the standard has it. */
  const promised = value => new Promise(resolve => { resolve(value); });
  const rejected = reason => new Promise((_, reject) => { reject(reason); });
  function defer() {
    const made = { __proto__: null, promise: null, resolve: null, reject: null, isSettled: false };
    made.promise = new Promise((resolve, reject) => {
      made.resolve = value => {
        made.isSettled = true;
        resolve(value);
      };
      made.reject = reason => {
        made.isSettled = true;
        reject(reason);
      };
    });
    return made;
  }
  /** Nobody has to hear that a promise is rejected. */
  const quiet = promise => {
    then(promise, undefined, nothing);
    return promise;
  };
  const rejectedQuietly = reason => quiet(rejected(reason));
  /** Calls a function of the page's that gives a promise; what it throws is the reason of one. */
  function callForPromise(method, self, given) {
    try { return promised(apply(method, self, given)); } catch (error) { return rejected(error); }
  }

  const its = new WeakMap();
  /** What an object of a class stands for; throws if it is no such object. */
  const of = (Kind, page) => {
    const found = typeof page === 'object' && page !== null ? mapGet(its, page) : undefined;
    if (found === undefined || found.Kind !== Kind) throw new TypeError('Illegal invocation');
    return found;
  };
  const isOf = (Kind, page) => {
    const found = typeof page === 'object' && page !== null ? mapGet(its, page) : undefined;
    return found !== undefined && found.Kind === Kind;
  };
  const stand = (Kind, page, it) => {
    it.Kind = Kind;
    it.page = page;
    mapSet(its, page, it);
    return it;
  };
  const only = token => { if (token !== kit) throw new TypeError('Illegal constructor'); };
  const named = (Kind, name) => {
    defineProperty(Kind.prototype, Symbol.toStringTag, { __proto__: null, value: name, configurable: true });
    define(global, name, kit.areNative(Kind));
  };
  /** A function that a page gave among others, or undefined. */
  const method = (source, name) => {
    const found = source[name];
    if (found === undefined) return undefined;
    if (typeof found !== 'function') throw new TypeError(`${name} is not a function`);
    return found;
  };
  const dictionary = (value, kind) => {
    if (value === undefined || value === null) return { __proto__: null };
    if (typeof value !== 'object' && typeof value !== 'function') throw new TypeError(`${kind} is not an object`);
    return value;
  };

  // --- Queues -----------------------------------------------------------------------------------------------------------

  /** A list that is added to at one end and taken from at the other. */
  const makeQueue = () => ({ __proto__: null, items: bare([]), first: 0, end: 0, size: 0 });
  const isEmpty = queue => queue.first === queue.end;
  const push = (queue, item) => { queue.items[queue.end++] = item; };
  const first = queue => queue.items[queue.first];
  function shift(queue) {
    const item = queue.items[queue.first];
    queue.items[queue.first++] = undefined;
    if (queue.first === queue.end) clear(queue);
    return item;
  }
  function clear(queue) {
    queue.items = bare([]);
    queue.first = queue.end = 0;
    queue.size = 0;
  }
  /** Adds a chunk with its size, which has to be one. */
  function pushSized(queue, chunk, size) {
    if (!(size >= 0 && size < Infinity)) throw new RangeError('The size of a chunk is a number from 0 on');
    push(queue, { __proto__: null, chunk, size });
    queue.size += size;
  }
  function shiftSized(queue) {
    const left = queue.size;
    const { chunk, size } = shift(queue);
    queue.size = isEmpty(queue) ? 0 : left - size > 0 ? left - size : 0;
    return chunk;
  }

  const one = () => 1;
  function highWaterMark(strategy, usual) {
    if (strategy.highWaterMark === undefined) return usual;
    const mark = number(strategy.highWaterMark);
    if (!(mark >= 0)) throw new RangeError('highWaterMark is a number from 0 on');
    return mark;
  }
  function sizeOf(strategy) {
    const size = method(strategy, 'size');
    return size === undefined ? one : chunk => number(apply(size, undefined, bare([chunk])));
  }

  const strategies = (name, size) => {
    const Kind = { [name]: class {
      constructor(init) {
        if (init === null || typeof init !== 'object' || init.highWaterMark === undefined) {
          throw new TypeError(`${name} takes a highWaterMark`);
        }
        stand(name, this, { __proto__: null, mark: number(init.highWaterMark) });
      }
      get highWaterMark() { return of(name, this).mark; }
      get size() {
        of(name, this);
        return size;
      }
    } }[name];
    named(Kind, name);
  };
  strategies('CountQueuingStrategy', function size() { return 1; });
  strategies('ByteLengthQueuingStrategy', function size(chunk) { return chunk.byteLength; });

  // --- WritableStream -----------------------------------------------------------------------------------------------------

  const STREAM = 'WritableStream', WRITER = 'WritableStreamDefaultWriter', CONTROLLER = 'WritableStreamDefaultController';

  class WritableStream {
    constructor(sink = {}, strategy = {}) {
      const given = dictionary(sink, 'A sink');
      const how = dictionary(strategy, 'A strategy');
      const size = sizeOf(how);
      const mark = highWaterMark(how, 1);
      const start = method(given, 'start');
      const write = method(given, 'write');
      const close = method(given, 'close');
      const abort = method(given, 'abort');
      if (given.type !== undefined) throw new RangeError('A sink has no type');
      const it = makeWritable(this);
      const controller = new WritableStreamDefaultController(kit);
      setUpWritable(it, stand(CONTROLLER, controller, { __proto__: null }), {
        __proto__: null,
        start: start && (() => apply(start, sink, bare([controller]))),
        write: write && (chunk => callForPromise(write, sink, bare([chunk, controller]))),
        close: close && (() => callForPromise(close, sink, bare([]))),
        abort: abort && (reason => callForPromise(abort, sink, bare([reason]))),
      }, mark, size);
    }
    get locked() { return of(STREAM, this).writer !== undefined; }
    abort(reason) {
      if (!isOf(STREAM, this)) return rejected(new TypeError('Illegal invocation'));
      const it = of(STREAM, this);
      return it.writer !== undefined ? rejected(new TypeError('The stream is locked')) : abort(it, reason);
    }
    close() {
      if (!isOf(STREAM, this)) return rejected(new TypeError('Illegal invocation'));
      const it = of(STREAM, this);
      if (it.writer !== undefined) return rejected(new TypeError('The stream is locked'));
      return isClosing(it) ? rejected(new TypeError('The stream is closing')) : close(it);
    }
    getWriter() { return new WritableStreamDefaultWriter(this); }
  }

  const makeWritable = page => stand(STREAM, page, {
    __proto__: null, state: 'writable', storedError: undefined, writer: undefined, controller: undefined,
    requests: makeQueue(), writing: undefined, closing: undefined, closeAsked: undefined, pendingAbort: undefined,
    hasPressure: false,
  });

  function setUpWritable(stream, controller, sink, mark, size) {
    stream.controller = controller;
    controller.stream = stream;
    controller.queue = makeQueue();
    controller.isStarted = false;
    controller.mark = mark;
    controller.sizeOf = size;
    controller.write = sink.write || (() => promised(undefined));
    controller.close = sink.close || (() => promised(undefined));
    controller.abort = sink.abort || (() => promised(undefined));
    controller.stopper = new AbortController();
    setPressure(stream, pressure(controller));
    then(promised(sink.start ? sink.start() : undefined), () => {
      controller.isStarted = true;
      goOn(controller);
    }, error => {
      controller.isStarted = true;
      dealWithRejection(stream, error);
    });
  }

  const wanted = controller => controller.mark - controller.queue.size;
  const pressure = controller => wanted(controller) <= 0;
  const isClosing = stream => stream.closeAsked !== undefined || stream.closing !== undefined;
  const isInFlight = stream => stream.writing !== undefined || stream.closing !== undefined;

  function setPressure(stream, has) {
    const { writer } = stream;
    if (writer !== undefined && has !== stream.hasPressure) {
      if (has) writer.ready = defer(); else writer.ready.resolve(undefined);
    }
    stream.hasPressure = has;
  }

  function abort(stream, reason) {
    if (stream.state === 'closed' || stream.state === 'errored') return promised(undefined);
    stop(stream.controller.stopper, reason);
    const { state } = stream;
    if (state === 'closed' || state === 'errored') return promised(undefined);
    if (stream.pendingAbort !== undefined) return stream.pendingAbort.promise;
    const wasErroring = state === 'erroring';
    const pending = defer();
    pending.reason = wasErroring ? undefined : reason;
    pending.wasErroring = wasErroring;
    stream.pendingAbort = pending;
    if (!wasErroring) startErroring(stream, reason);
    return pending.promise;
  }
  function close(stream) {
    const { state } = stream;
    if (state === 'closed' || state === 'errored') return rejected(new TypeError(`The stream is ${state}`));
    const asked = defer();
    stream.closeAsked = asked;
    if (stream.writer !== undefined && stream.hasPressure && state === 'writable') stream.writer.ready.resolve(undefined);
    pushSized(stream.controller.queue, CLOSE, 0);
    goOn(stream.controller);
    return asked.promise;
  }
  const CLOSE = { __proto__: null };

  function dealWithRejection(stream, error) {
    if (stream.state === 'writable') startErroring(stream, error); else finishErroring(stream);
  }
  function startErroring(stream, reason) {
    stream.state = 'erroring';
    stream.storedError = reason;
    if (stream.writer !== undefined) rejectOf(stream.writer, 'ready', reason);
    if (!isInFlight(stream) && stream.controller.isStarted) finishErroring(stream);
  }
  function finishErroring(stream) {
    stream.state = 'errored';
    clear(stream.controller.queue);
    while (!isEmpty(stream.requests)) shift(stream.requests).reject(stream.storedError);
    const pending = stream.pendingAbort;
    if (pending === undefined) return rejectCloseAndClosed(stream);
    stream.pendingAbort = undefined;
    if (pending.wasErroring) {
      pending.reject(stream.storedError);
      return rejectCloseAndClosed(stream);
    }
    const { controller } = stream;
    const abort = controller.abort;
    forget(controller);
    then(abort(pending.reason), () => {
      pending.resolve(undefined);
      rejectCloseAndClosed(stream);
    }, reason => {
      pending.reject(reason);
      rejectCloseAndClosed(stream);
    });
  }
  function rejectCloseAndClosed(stream) {
    if (stream.closeAsked !== undefined) {
      stream.closeAsked.reject(stream.storedError);
      stream.closeAsked = undefined;
    }
    if (stream.writer !== undefined) {
      stream.writer.closed.reject(stream.storedError);
      quiet(stream.writer.closed.promise);
    }
  }
  function forget(controller) { controller.write = controller.close = controller.abort = controller.sizeOf = undefined; }

  /** Does what is next in the queue, if nothing is being done. */
  function goOn(controller) {
    const { stream, queue } = controller;
    if (!controller.isStarted || stream.writing !== undefined) return;
    if (stream.state === 'erroring') return finishErroring(stream);
    if (isEmpty(queue)) return;
    const { chunk } = first(queue);
    if (chunk === CLOSE) processClose(controller); else processWrite(controller, chunk);
  }
  function processClose(controller) {
    const { stream } = controller;
    stream.closing = stream.closeAsked;
    stream.closeAsked = undefined;
    shiftSized(controller.queue);
    const done = controller.close();
    forget(controller);
    then(done, () => {
      stream.closing.resolve(undefined);
      stream.closing = undefined;
      if (stream.state === 'erroring') {
        stream.storedError = undefined;
        if (stream.pendingAbort !== undefined) {
          stream.pendingAbort.resolve(undefined);
          stream.pendingAbort = undefined;
        }
      }
      stream.state = 'closed';
      if (stream.writer !== undefined) stream.writer.closed.resolve(undefined);
    }, reason => {
      stream.closing.reject(reason);
      stream.closing = undefined;
      if (stream.pendingAbort !== undefined) {
        stream.pendingAbort.reject(reason);
        stream.pendingAbort = undefined;
      }
      dealWithRejection(stream, reason);
    });
  }
  function processWrite(controller, chunk) {
    const { stream } = controller;
    stream.writing = shift(stream.requests);
    then(controller.write(chunk), () => {
      stream.writing.resolve(undefined);
      stream.writing = undefined;
      shiftSized(controller.queue);
      if (!isClosing(stream) && stream.state === 'writable') setPressure(stream, pressure(controller));
      goOn(controller);
    }, reason => {
      if (stream.state === 'writable') forget(controller);
      stream.writing.reject(reason);
      stream.writing = undefined;
      dealWithRejection(stream, reason);
    });
  }
  function errorIfNeeded(controller, error) {
    if (controller.stream.state !== 'writable') return;
    forget(controller);
    startErroring(controller.stream, error);
  }

  class WritableStreamDefaultController {
    constructor(token) { only(token); }
    get signal() { return of(CONTROLLER, this).stopper.signal; }
    error(reason) { errorIfNeeded(of(CONTROLLER, this), reason); }
  }

  // --- Writers ----------------------------------------------------------------------------------------------------------

  class WritableStreamDefaultWriter {
    constructor(stream) {
      const it = of(STREAM, stream);
      if (it.writer !== undefined) throw new TypeError('The stream is locked');
      const writer = stand(WRITER, this, { __proto__: null, stream: it, ready: defer(), closed: defer() });
      it.writer = writer;
      const { state, storedError } = it;
      if (state === 'writable') {
        if (isClosing(it) || !it.hasPressure) writer.ready.resolve(undefined);
      } else if (state === 'erroring' || state === 'errored') {
        writer.ready.reject(storedError);
        quiet(writer.ready.promise);
        if (state === 'errored') {
          writer.closed.reject(storedError);
          quiet(writer.closed.promise);
        }
      } else {
        writer.ready.resolve(undefined);
        writer.closed.resolve(undefined);
      }
    }
    get closed() { return isOf(WRITER, this) ? of(WRITER, this).closed.promise : rejected(new TypeError('Illegal invocation')); }
    get ready() { return isOf(WRITER, this) ? of(WRITER, this).ready.promise : rejected(new TypeError('Illegal invocation')); }
    get desiredSize() { return desired(attached(of(WRITER, this))); }
    abort(reason) { return later(this, writer => abort(attached(writer), reason)); }
    close() {
      return later(this, writer => {
        const stream = attached(writer);
        return isClosing(stream) ? rejected(new TypeError('The stream is closing')) : close(stream);
      });
    }
    releaseLock() {
      const writer = of(WRITER, this);
      if (writer.stream !== undefined) release(writer);
    }
    write(chunk) { return later(this, writer => write(writer, chunk)); }
  }
  const attached = writer => {
    if (writer.stream === undefined) throw new TypeError('The writer has been released');
    return writer.stream;
  };
  function later(page, body) {
    try { return body(of(WRITER, page)); } catch (error) { return rejected(error); }
  }
  function desired(stream) {
    if (stream.state === 'errored' || stream.state === 'erroring') return null;
    return stream.state === 'closed' ? 0 : wanted(stream.controller);
  }
  /** Rejects a promise of a writer; one that is settled gives way to another. */
  function rejectOf(writer, name, reason) {
    if (writer[name].isSettled) writer[name] = defer();
    writer[name].reject(reason);
    quiet(writer[name].promise);
  }
  function release(writer) {
    const { stream } = writer;
    const reason = new TypeError('The writer has been released');
    rejectOf(writer, 'ready', reason);
    rejectOf(writer, 'closed', reason);
    stream.writer = undefined;
    writer.stream = undefined;
  }
  function write(writer, chunk) {
    const stream = attached(writer);
    const { controller } = stream;
    let size = 1;
    if (controller.sizeOf !== undefined) {
      try { size = controller.sizeOf(chunk); } catch (error) { errorIfNeeded(controller, error); }
    }
    if (stream !== writer.stream) return rejected(new TypeError('The writer has been released'));
    const { state } = stream;
    if (state === 'errored') return rejected(stream.storedError);
    if (isClosing(stream) || state === 'closed') return rejected(new TypeError('The stream is closing or closed'));
    if (state === 'erroring') return rejected(stream.storedError);
    const request = defer();
    push(stream.requests, request);
    try { pushSized(controller.queue, chunk, size); } catch (error) {
      errorIfNeeded(controller, error);
      return request.promise;
    }
    if (!isClosing(stream) && stream.state === 'writable') setPressure(stream, pressure(controller));
    goOn(controller);
    return request.promise;
  }
  /** Closes for a pipe: what has happened to the stream already is what comes of it. */
  function closeFor(writer) {
    const { stream } = writer;
    if (isClosing(stream) || stream.state === 'closed') return promised(undefined);
    return stream.state === 'errored' ? rejected(stream.storedError) : close(stream);
  }

  named(WritableStream, STREAM);
  named(WritableStreamDefaultWriter, WRITER);
  named(WritableStreamDefaultController, CONTROLLER);
  kit.streams = {
    __proto__: null, promised, rejected, rejectedQuietly, defer, quiet, callForPromise, of, isOf, stand, only, named, method,
    dictionary, makeQueue, isEmpty, push, first, shift, clear, pushSized, shiftSized, highWaterMark, sizeOf,
    writable: {
      __proto__: null, WritableStream, WritableStreamDefaultWriter, makeWritable, setUpWritable, abort, write, release, isClosing, closeFor, errorIfNeeded,
      WritableStreamDefaultController, CONTROLLER, startErroring,
    },
  };
})
