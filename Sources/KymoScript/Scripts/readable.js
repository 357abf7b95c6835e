// Streams that are read: ReadableStream with its controllers, for chunks and for bytes, and its readers. As streams.js,
// they follow the algorithms of the Streams standard; what pipes and branches are is in pipes.js.
(function (host, kit) {
  'use strict';
  const { bare, define, then } = kit;
  const { Symbol, TypeError, RangeError, Uint8Array, DataView, ArrayBuffer, views } = kit.early;
  const { defineProperty, getOwnPropertyDescriptor, create, keys, apply, isView, slice: copyOf, fill, part } = kit.early;
  const { promised, rejected, defer, quiet, callForPromise, of, isOf, stand, only, named, method, dictionary, makeQueue, isEmpty,
    push, first, shift, clear, pushSized, shiftSized, highWaterMark, sizeOf } = kit.streams;
  const STREAM = 'ReadableStream', READER = 'ReadableStreamDefaultReader', BYTES = 'ReadableStreamBYOBReader';
  const CONTROLLER = 'ReadableStreamDefaultController', BYTE_CONTROLLER = 'ReadableByteStreamController';
  const REQUEST = 'ReadableStreamBYOBRequest';
  const bytesOf = view => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const result = (value, done) => ({ value, done });
  const illegal = () => rejected(new TypeError('Illegal invocation'));

  // --- The stream -------------------------------------------------------------------------------------------------------

  class ReadableStream {
    constructor(source, strategy) {
      const given = dictionary(source, 'A source');
      const how = dictionary(strategy, 'A strategy');
      const isBytes = given.type !== undefined;
      if (isBytes && `${given.type}` !== 'bytes') throw new TypeError(`'${given.type}' is not a type of a source`);
      const start = method(given, 'start');
      const pull = method(given, 'pull');
      const cancel = method(given, 'cancel');
      if (isBytes && how.size !== undefined) throw new RangeError('A stream of bytes has no sizes of its own');
      let auto = isBytes ? given.autoAllocateChunkSize : undefined;
      if (auto !== undefined && !((auto = +auto) >= 1)) throw new TypeError('autoAllocateChunkSize is a number from 1 on');
      const size = isBytes ? undefined : sizeOf(how);
      const mark = highWaterMark(how, isBytes ? 0 : 1);
      const it = makeReadable(this);
      const controller = makeController(isBytes);
      setUp(it, controller, {
        __proto__: null,
        start: start && (() => apply(start, source, bare([controller.page]))),
        pull: pull && (() => callForPromise(pull, source, bare([controller.page]))),
        cancel: cancel && (reason => callForPromise(cancel, source, bare([reason]))),
      }, mark, size, auto);
    }
    get locked() { return of(STREAM, this).reader !== undefined; }
    cancel(reason) {
      if (!isOf(STREAM, this)) return illegal();
      const it = of(STREAM, this);
      return it.reader !== undefined ? rejected(new TypeError('The stream is locked')) : cancel(it, reason);
    }
    getReader(options) {
      of(STREAM, this);
      const mode = dictionary(options, 'What is given').mode;
      if (mode === undefined) return new ReadableStreamDefaultReader(this);
      if (`${mode}` !== 'byob') throw new TypeError(`'${mode}' is not a mode of a reader`);
      return new ReadableStreamBYOBReader(this);
    }
    values(options) {
      const it = of(STREAM, this);
      const keeps = !!dictionary(options, 'What is given').preventCancel;
      return iterate(acquire(it), keeps);
    }
    static from(source) { return from(source); }
  }
  define(ReadableStream.prototype, Symbol.asyncIterator, ReadableStream.prototype.values);

  const makeReadable = page => stand(STREAM, page, {
    __proto__: null, state: 'readable', reader: undefined, storedError: undefined, isDisturbed: false, controller: undefined,
  });
  /** A stream of the platform's own. */
  function readable(source, mark = 1, isBytes = false, size = () => 1) {
    const it = makeReadable(create(ReadableStream.prototype));
    setUp(it, makeController(isBytes), source, mark, isBytes ? undefined : size);
    return it;
  }
  const makeController = isBytes => {
    const page = new (isBytes ? ReadableByteStreamController : ReadableStreamDefaultController)(kit);
    return stand(isBytes ? BYTE_CONTROLLER : CONTROLLER, page, { __proto__: null, isBytes });
  };

  function setUp(stream, controller, source, mark, size, auto) {
    stream.controller = controller;
    controller.stream = stream;
    controller.queue = makeQueue();
    controller.isStarted = controller.isPulling = controller.isPullingAgain = controller.isCloseAsked = false;
    controller.mark = mark;
    controller.sizeOf = size;
    controller.auto = auto;
    controller.intos = makeQueue();     // What is waiting to be filled with bytes,
    controller.request = null;          // and what the page has of the first of them.
    controller.pull = source.pull || (() => promised(undefined));
    controller.cancel = source.cancel || (() => promised(undefined));
    then(promised(source.start ? source.start() : undefined), () => {
      controller.isStarted = true;
      pullIfNeeded(controller);
    }, error => fail(controller, error));
  }

  function cancel(stream, reason) {
    stream.isDisturbed = true;
    if (stream.state === 'closed') return promised(undefined);
    if (stream.state === 'errored') return rejected(stream.storedError);
    const { controller } = stream;
    const waiting = stream.reader !== undefined && stream.reader.Kind === BYTES ? stream.reader.requests : null;
    finish(stream);
    if (waiting !== null) while (!isEmpty(waiting)) shift(waiting).close(undefined);
    clear(controller.intos);
    clear(controller.queue);
    const done = controller.cancel(reason);
    forget(controller);
    return then(done, () => undefined);
  }
  function finish(stream) {
    stream.state = 'closed';
    const { reader } = stream;
    if (reader === undefined) return;
    reader.closed.resolve(undefined);
    if (reader.Kind === READER) while (!isEmpty(reader.requests)) shift(reader.requests).close();
  }
  function breakOff(stream, error) {
    stream.state = 'errored';
    stream.storedError = error;
    const { reader } = stream;
    if (reader === undefined) return;
    reader.closed.reject(error);
    quiet(reader.closed.promise);
    while (!isEmpty(reader.requests)) shift(reader.requests).error(error);
  }

  // --- Controllers --------------------------------------------------------------------------------------------------------

  const forget = controller => { controller.pull = controller.cancel = controller.sizeOf = undefined; };
  const waits = stream => stream.reader !== undefined && !isEmpty(stream.reader.requests);
  const isOpen = controller => !controller.isCloseAsked && controller.stream.state === 'readable';
  function wanted(controller) {
    const { state } = controller.stream;
    return state === 'errored' ? null : state === 'closed' ? 0 : controller.mark - controller.queue.size;
  }

  const shouldPull = controller => isOpen(controller) && controller.isStarted
    && (waits(controller.stream) || wanted(controller) > 0);
  function pullIfNeeded(controller) {
    if (!shouldPull(controller)) return;
    if (controller.isPulling) {
      controller.isPullingAgain = true;
      return;
    }
    controller.isPulling = true;
    then(controller.pull(), () => {
      controller.isPulling = false;
      if (!controller.isPullingAgain) return;
      controller.isPullingAgain = false;
      pullIfNeeded(controller);
    }, error => fail(controller, error));
  }
  function fail(controller, error) {
    if (controller.stream.state !== 'readable') return;
    clear(controller.intos);
    withdraw(controller);
    clear(controller.queue);
    forget(controller);
    breakOff(controller.stream, error);
  }
  /** Ends a stream when what is in its queue has been read. */
  function end(controller) {
    if (!isOpen(controller)) return;
    controller.isCloseAsked = true;
    if (controller.queue.size > 0 || !isEmpty(controller.queue)) return;
    if (controller.isBytes && !isEmpty(controller.intos) && first(controller.intos).filled % first(controller.intos).unit !== 0) {
      const error = new TypeError('The stream ends within an item');
      fail(controller, error);
      throw error;
    }
    forget(controller);
    finish(controller.stream);
  }
  function enqueue(controller, chunk) {
    if (!isOpen(controller)) return;
    if (controller.isBytes) return enqueueBytes(controller, chunk);
    const { stream } = controller;
    if (waits(stream)) shift(stream.reader.requests).chunk(chunk);
    else {
      try { pushSized(controller.queue, chunk, controller.sizeOf(chunk)); } catch (error) {
        fail(controller, error);
        throw error;
      }
    }
    pullIfNeeded(controller);
  }
  /** Gives a reader the next chunk, now or when it comes. */
  function give(controller, request) {
    const { queue, stream } = controller;
    if (isEmpty(queue)) {
      if (controller.auto !== undefined) {
        push(controller.intos, makeInto(new Uint8Array(controller.auto), Uint8Array, true));
      }
      push(stream.reader.requests, request);
      return pullIfNeeded(controller);
    }
    const chunk = shiftSized(queue);
    if (controller.isCloseAsked && isEmpty(queue)) {
      forget(controller);
      finish(stream);
    } else {
      pullIfNeeded(controller);
    }
    request.chunk(chunk);
  }
  function checkOpen(controller) {
    if (!isOpen(controller)) throw new TypeError('The stream is closed, or not to be read');
  }

  class ReadableStreamDefaultController {
    constructor(token) { only(token); }
    get desiredSize() { return wanted(of(CONTROLLER, this)); }
    close() {
      const it = of(CONTROLLER, this);
      checkOpen(it);
      end(it);
    }
    enqueue(chunk) {
      const it = of(CONTROLLER, this);
      checkOpen(it);
      enqueue(it, chunk);
    }
    error(error) { fail(of(CONTROLLER, this), error); }
  }
  class ReadableByteStreamController {
    constructor(token) { only(token); }
    get byobRequest() { return requestOf(of(BYTE_CONTROLLER, this)); }
    get desiredSize() { return wanted(of(BYTE_CONTROLLER, this)); }
    close() {
      const it = of(BYTE_CONTROLLER, this);
      checkOpen(it);
      end(it);
    }
    enqueue(chunk) {
      const it = of(BYTE_CONTROLLER, this);
      if (!isView(chunk)) throw new TypeError('A stream of bytes takes views of buffers');
      if (chunk.byteLength === 0) throw new TypeError('A chunk has bytes');
      checkOpen(it);
      enqueue(it, chunk);
    }
    error(error) { fail(of(BYTE_CONTROLLER, this), error); }
  }

  // --- Bytes: what readers give to be filled ------------------------------------------------------------------------------

  const makeInto = (bytes, Kind, isOwn) => ({
    __proto__: null, bytes, Kind, isOwn, filled: 0, unit: Kind.BYTES_PER_ELEMENT || 1, least: 1,
  });
  function enqueueBytes(controller, chunk) {
    // The stream has the bytes now: what the page does to its view later is nothing to it.
    const bytes = copyOf(bytesOf(chunk));
    const { stream, intos } = controller;
    withdraw(controller);
    if (!isEmpty(intos) && first(intos).isOwn) shift(intos);
    if (isEmpty(intos) && waits(stream)) {
      shift(stream.reader.requests).chunk(bytes);
    } else {
      pushSized(controller.queue, bytes, bytes.length);
      fillIntos(controller);
    }
    pullIfNeeded(controller);
  }
  /** Moves bytes of the queue into what waits for them. */
  function fillIntos(controller) {
    const { intos, queue, stream } = controller;
    while (!isEmpty(intos) && !isEmpty(queue)) {
      const into = first(intos);
      take(queue, into);
      if (into.filled < into.least * into.unit) return;
      shift(intos);
      shift(stream.reader.requests).chunk(filled(into));
    }
  }
  function take(queue, into) {
    const room = into.bytes.length - into.bytes.length % into.unit;
    while (into.filled < room && !isEmpty(queue)) {
      const front = first(queue);
      const count = front.size < room - into.filled ? front.size : room - into.filled;
      fill(into.bytes, part(front.chunk, 0, count), into.filled);
      into.filled += count;
      queue.size -= count;
      if (count === front.size) {
        shift(queue);
      } else {
        front.chunk = part(front.chunk, count);
        front.size -= count;
      }
    }
  }
  const filled = into => {
    const { bytes, Kind, unit } = into;
    return new Kind(bytes.buffer, bytes.byteOffset, (into.filled - into.filled % unit) / unit);
  };
  /** The page's hold on the first of what is to be filled; null if there is none. */
  function requestOf(controller) {
    if (controller.request === null && !isEmpty(controller.intos)) {
      const into = first(controller.intos);
      controller.request = stand(REQUEST, new ReadableStreamBYOBRequest(kit), {
        __proto__: null, controller, view: part(into.bytes, into.filled),
      });
    }
    return controller.request === null ? null : controller.request.page;
  }
  function withdraw(controller) {
    if (controller.request === null) return;
    controller.request.controller = undefined;
    controller.request.view = null;
    controller.request = null;
  }
  function respond(controller, count) {
    const { stream, intos } = controller;
    const into = first(intos);
    if (stream.state === 'closed') {
      if (count !== 0) throw new TypeError('The stream is closed');
      withdraw(controller);
      while (!isEmpty(intos)) {
        const one = shift(intos);
        if (stream.reader !== undefined && stream.reader.Kind === BYTES) shift(stream.reader.requests).close(filled(one));
      }
      return;
    }
    if (count === 0) throw new TypeError('What is filled has bytes');
    if (into.filled + count > into.bytes.length) throw new RangeError('There is no room for so many bytes');
    withdraw(controller);
    into.filled += count;
    if (into.filled >= into.least * into.unit) {
      shift(intos);
      const rest = into.filled % into.unit;
      if (rest > 0) {
        const bytes = copyOf(into.bytes, into.filled - rest, into.filled);
        pushSized(controller.queue, bytes, rest);
      }
      shift(stream.reader.requests).chunk(filled(into));
      fillIntos(controller);
    }
    pullIfNeeded(controller);
  }
  class ReadableStreamBYOBRequest {
    constructor(token) { only(token); }
    get view() { return of(REQUEST, this).view; }
    respond(count) { respond(held(this), +count); }
    respondWithNewView(view) {
      if (!isView(view)) throw new TypeError('respondWithNewView takes a view of a buffer');
      const controller = held(this);
      const into = first(controller.intos);
      into.bytes = new Uint8Array(view.buffer, view.byteOffset - into.filled, into.bytes.length);
      respond(controller, view.byteLength);
    }
  }
  const held = page => {
    const { controller } = of(REQUEST, page);
    if (controller === undefined) throw new TypeError('The request has been answered');
    return controller;
  };

  // --- Readers ------------------------------------------------------------------------------------------------------------

  const attach = (Kind, page, stream) => {
    if (stream.reader !== undefined) throw new TypeError('The stream is locked');
    const reader = stand(Kind, page, { __proto__: null, stream, closed: defer(), requests: makeQueue() });
    stream.reader = reader;
    if (stream.state === 'closed') reader.closed.resolve(undefined);
    else if (stream.state === 'errored') {
      reader.closed.reject(stream.storedError);
      quiet(reader.closed.promise);
    }
    return reader;
  };
  /** A reader of the platform's own. */
  const acquire = stream => attach(READER, create(ReadableStreamDefaultReader.prototype), stream);
  function release(reader) {
    const { stream } = reader;
    const reason = new TypeError('The reader has been released');
    if (reader.closed.isSettled) reader.closed = defer();
    reader.closed.reject(reason);
    quiet(reader.closed.promise);
    const { requests } = reader;
    if (!isEmpty(stream.controller.intos)) {
      withdraw(stream.controller);
      clear(stream.controller.intos);
    }
    stream.reader = undefined;
    reader.stream = undefined;
    while (!isEmpty(requests)) shift(requests).error(reason);
  }
  /** Reads a chunk: `request` has `chunk`, `close` and `error`, one of which is called. */
  function read(reader, request) {
    const { stream } = reader;
    stream.isDisturbed = true;
    if (stream.state === 'closed') request.close();
    else if (stream.state === 'errored') request.error(stream.storedError);
    else give(stream.controller, request);
  }
  const forPage = (made, close = () => result(undefined, true)) => ({
    __proto__: null, chunk: value => made.resolve(result(value, false)), close: value => made.resolve(close(value)), error: made.reject,
  });
  const gone = () => rejected(new TypeError('The reader has been released'));

  const membersOf = Kind => ({
    get closed() { return isOf(Kind, this) ? of(Kind, this).closed.promise : illegal(); },
    cancel(reason) {
      if (!isOf(Kind, this)) return illegal();
      const { stream } = of(Kind, this);
      return stream === undefined ? gone() : cancel(stream, reason);
    },
    releaseLock() {
      const it = of(Kind, this);
      if (it.stream !== undefined) release(it);
    },
  });
  const share = (Kind, name) => {
    const members = membersOf(name);
    const names = keys(members);
    for (let index = 0; index < names.length; index += 1) {
      const descriptor = bare(getOwnPropertyDescriptor(members, names[index]));
      descriptor.enumerable = false;
      defineProperty(Kind.prototype, names[index], descriptor);
    }
  };
  class ReadableStreamDefaultReader {
    constructor(stream) { attach(READER, this, of(STREAM, stream)); }
    read() {
      if (!isOf(READER, this)) return illegal();
      const it = of(READER, this);
      if (it.stream === undefined) return gone();
      const made = defer();
      read(it, forPage(made));
      return made.promise;
    }
  }
  class ReadableStreamBYOBReader {
    constructor(stream) {
      const it = of(STREAM, stream);
      if (!it.controller.isBytes) throw new TypeError('The stream is not one of bytes');
      attach(BYTES, this, it);
    }
    read(view, options) {
      if (!isOf(BYTES, this)) return illegal();
      const it = of(BYTES, this);
      if (!isView(view) || view.byteLength === 0) return rejected(new TypeError('read takes a view with room'));
      if (it.stream === undefined) return gone();
      const { stream } = it;
      const { controller } = stream;
      stream.isDisturbed = true;
      const made = defer();
      const request = forPage(made, value => result(value, true));
      const into = makeInto(bytesOf(view), view instanceof DataView ? DataView : view.constructor, false);
      into.least = options !== undefined && options !== null && options.min !== undefined ? +options.min : 1;
      if (stream.state === 'errored') request.error(stream.storedError);
      else if (!isEmpty(controller.intos)) {
        push(controller.intos, into);
        push(it.requests, request);
      } else if (stream.state === 'closed') request.close(filled(into));
      else {
        take(controller.queue, into);
        if (into.filled >= into.least * into.unit) {
          if (controller.isCloseAsked && isEmpty(controller.queue)) {
            forget(controller);
            finish(stream);
          } else {
            pullIfNeeded(controller);
          }
          request.chunk(filled(into));
        } else if (controller.isCloseAsked) {
          const error = new TypeError('The stream ends within an item');
          fail(controller, error);
          request.error(error);
        } else {
          push(controller.intos, into);
          push(it.requests, request);
          pullIfNeeded(controller);
        }
      }
      return made.promise;
    }
  }
  share(ReadableStreamDefaultReader, READER);
  share(ReadableStreamBYOBReader, BYTES);

  // --- Iteration ----------------------------------------------------------------------------------------------------------

  const { Iterators } = kit.early;
  const ITERATOR = 'ReadableStream async iterator';
  const iterator = create(Iterators, {
    __proto__: null,
    next: { __proto__: null, writable: true, enumerable: true, configurable: true, value: function next() {
      if (!isOf(ITERATOR, this)) return illegal();
      return chain(of(ITERATOR, this), nextOf);
    } },
    return: { __proto__: null, writable: true, enumerable: true, configurable: true, value(value) {
      if (!isOf(ITERATOR, this)) return illegal();
      return chain(of(ITERATOR, this), it => returnOf(it, value));
    } },
  });
  defineProperty(iterator, Symbol.toStringTag, {
    __proto__: null, value: 'ReadableStream AsyncIterator', configurable: true,
  });
  const iterate = (reader, keeps) => stand(ITERATOR, create(iterator), {
    __proto__: null, reader, keeps, isFinished: false, ongoing: undefined,
  }).page;
  function chain(it, steps) {
    const now = () => steps(it);
    return it.ongoing = it.ongoing === undefined ? now() : then(it.ongoing, now, now);
  }
  function nextOf(it) {
    if (it.isFinished) return promised(result(undefined, true));
    const made = defer();
    read(it.reader, {
      __proto__: null,
      chunk(value) {
        it.ongoing = undefined;
        made.resolve(result(value, false));
      },
      close() {
        it.ongoing = undefined;
        it.isFinished = true;
        release(it.reader);
        made.resolve(result(undefined, true));
      },
      error(error) {
        it.ongoing = undefined;
        it.isFinished = true;
        release(it.reader);
        made.reject(error);
      },
    });
    return made.promise;
  }
  function returnOf(it, value) {
    if (it.isFinished) return promised(result(value, true));
    it.isFinished = true;
    if (it.keeps) {
      release(it.reader);
      return promised(result(value, true));
    }
    const done = cancel(it.reader.stream, value);
    release(it.reader);
    return then(done, () => result(value, true));
  }

  /** A stream of what an iterator gives. */
  function from(source) {
    if (source === undefined || source === null) throw new TypeError('from takes what can be iterated');
    const isAsync = source[Symbol.asyncIterator] !== undefined && source[Symbol.asyncIterator] !== null;
    const begin = isAsync ? source[Symbol.asyncIterator] : source[Symbol.iterator];
    if (typeof begin !== 'function') throw new TypeError('from takes what can be iterated');
    const items = apply(begin, source, bare([]));
    if (items === null || (typeof items !== 'object' && typeof items !== 'function')) throw new TypeError('The iterator is not an object');
    const { next } = items;
    const it = readable({
      __proto__: null,
      pull: () => then(callForPromise(next, items, bare([])), found => {
        if (found === null || typeof found !== 'object') throw new TypeError('The result of an iterator is an object');
        if (found.done) return end(it.controller);
        if (isAsync) return enqueue(it.controller, found.value);
        return then(promised(found.value), value => enqueue(it.controller, value));
      }),
      cancel(reason) {
        let close;
        try { close = items.return; } catch (error) { return rejected(error); }
        if (close === undefined || close === null) return promised(undefined);
        return then(callForPromise(close, items, bare([reason])), found => {
          if (found === null || typeof found !== 'object') throw new TypeError('The result of an iterator is an object');
        });
      },
    }, 0);
    return it.page;
  }

  named(ReadableStream, STREAM);
  named(ReadableStreamDefaultReader, READER);
  named(ReadableStreamBYOBReader, BYTES);
  named(ReadableStreamDefaultController, CONTROLLER);
  named(ReadableByteStreamController, BYTE_CONTROLLER);
  named(ReadableStreamBYOBRequest, REQUEST);
  kit.streams.readable = {
    __proto__: null, ReadableStream, STREAM, readable, acquire, release, read, cancel, enqueue, end, fail, wanted, isOpen, shouldPull,
  };
})
