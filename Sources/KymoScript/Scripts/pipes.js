// What joins streams: pipes, branches of one stream, TransformStream and those of them that code texts; and the streams of
// blobs and bodies.
(function (host, kit) {
  'use strict';
  const { bare, define, then } = kit;
  const { Promise, TypeError, RangeError, Uint8Array, TextDecoder, AbortSignal: signals } = kit.early;
  const { create, defineProperty, apply, slice: copyOf, cut, unit, decode, listen, leave, String: text } = kit.early;
  const { promised, rejected, defer, quiet, callForPromise, of, isOf, stand, only, named, method, dictionary,
    highWaterMark, sizeOf, writable } = kit.streams;
  const { ReadableStream, STREAM, readable, acquire, read, cancel, enqueue, end, fail, wanted, isOpen, shouldPull } = kit.streams.readable;
  const releaseReader = kit.streams.readable.release;
  const { WritableStream, WritableStreamDefaultWriter: WriterOf, makeWritable, setUpWritable, write, isClosing, closeFor } = writable;
  const nothing = () => {};
  const microtask = kit.microtask;

  // --- Pipes --------------------------------------------------------------------------------------------------------------


  function pipe(source, target, options) {
    const { preventClose, preventAbort, preventCancel, signal } = options;
    const reader = acquire(source);
    const writer = of('WritableStreamDefaultWriter', new WriterOf(target.page));
    source.isDisturbed = true;
    let isShutting = false;
    let writing = promised(undefined);
    const made = defer();

    function finalize(isError, error) {
      writable.release(writer);
      releaseReader(reader);
      if (signal !== undefined) leave(signal, 'abort', stop);
      if (isError) made.reject(error); else made.resolve(undefined);
    }
    function waitForWrites() {
      const old = writing;
      return then(writing, () => old !== writing ? waitForWrites() : undefined);
    }
    function shutdown(action, isError, error) {
      if (isShutting) return;
      isShutting = true;
      const act = () => {
        if (action === null) return finalize(isError, error);
        then(action(), () => finalize(isError, error), problem => finalize(true, problem));
      };
      if (target.state === 'writable' && !isClosing(target)) then(waitForWrites(), act); else act();
    }
    function stop() {
      const { reason } = signal;
      shutdown(() => {
        const one = !preventAbort && target.state === 'writable' ? writable.abort(target, reason) : promised(undefined);
        const other = !preventCancel && source.state === 'readable' ? cancel(source, reason) : promised(undefined);
        quiet(other);
        return then(one, () => other);
      }, true, reason);
    }
    if (signal !== undefined) {
      if (signal.aborted) {
        stop();
        return made.promise;
      }
      listen(signal, 'abort', stop);
    }

    const step = () => isShutting ? promised(true) : then(writer.ready.promise, () => new Promise((resolve, reject) => {
      read(reader, {
        __proto__: null,
        chunk(chunk) {
          writing = then(write(writer, chunk), undefined, nothing);
          resolve(false);
        },
        close: () => resolve(true),
        error: reject,
      });
    }));
    const loop = new Promise((resolve, reject) => {
      const next = isDone => { if (isDone) resolve(undefined); else then(step(), next, reject); };
      next(false);
    });
    const errored = (stream, closed, action) => {
      if (stream.state === 'errored') action(stream.storedError); else then(closed, undefined, action);
    };
    errored(source, reader.closed.promise, error => {
      shutdown(preventAbort ? null : () => writable.abort(target, error), true, error);
    });
    errored(target, writer.closed.promise, error => {
      shutdown(preventCancel ? null : () => cancel(source, error), true, error);
    });
    const closed = () => shutdown(preventClose ? null : () => closeFor(writer), false);
    if (source.state === 'closed') closed(); else quiet(then(reader.closed.promise, closed));
    if (isClosing(target) || target.state === 'closed') {
      const error = new TypeError('The target of the pipe is closed');
      shutdown(preventCancel ? null : () => cancel(source, error), true, error);
    }
    quiet(loop);
    return made.promise;
  }

  function optionsOf(given) {
    const { preventClose, preventAbort, preventCancel, signal } = dictionary(given, 'What is given');
    if (signal !== undefined && !(signal instanceof signals)) throw new TypeError('signal is not an AbortSignal');
    return { __proto__: null, preventClose: !!preventClose, preventAbort: !!preventAbort, preventCancel: !!preventCancel, signal };
  }
  const locked = (source, target) => {
    if (source.reader !== undefined) throw new TypeError('The stream is locked');
    if (target.writer !== undefined) throw new TypeError('The target of the pipe is locked');
  };
  define(ReadableStream.prototype, 'pipeTo', function pipeTo(target, options) {
    try {
      const one = of(STREAM, this);
      const other = of('WritableStream', target);
      const given = optionsOf(options);
      locked(one, other);
      return pipe(one, other, given);
    } catch (error) { return rejected(error); }
  });
  define(ReadableStream.prototype, 'pipeThrough', function pipeThrough(transform, options) {
    const source = of(STREAM, this);
    if (transform === null || typeof transform !== 'object') throw new TypeError('pipeThrough takes two streams');
    const { readable, writable } = transform;
    of(STREAM, readable);
    const target = of('WritableStream', writable);
    const given = optionsOf(options);
    locked(source, target);
    quiet(pipe(source, target, given));
    return readable;
  });

  // --- Branches -----------------------------------------------------------------------------------------------------------

  function tee(source) {
    const reader = acquire(source);
    const { isBytes } = source.controller;
    let isReading = false;
    let isReadingAgain = false;
    const left = [false, false];       // Whether a branch is cancelled, and why.
    const reasons = [undefined, undefined];
    const cancelled = defer();
    const branches = [null, null];
    const each = body => {
      for (let index = 0; index < 2; index += 1) if (!left[index]) body(branches[index].controller, index);
    };
    function pull() {
      if (isReading) {
        isReadingAgain = true;
        return promised(undefined);
      }
      isReading = true;
      read(reader, {
        __proto__: null,
        // The branches get a chunk in a microtask: what it is read by may go on first.
        chunk: chunk => microtask(() => {
          isReadingAgain = false;
          each((controller, index) => enqueue(controller, isBytes && index === 1 ? copyOf(chunk) : chunk));
          isReading = false;
          if (isReadingAgain) pull();
        }),
        close() {
          isReading = false;
          each(end);
          if (!left[0] || !left[1]) cancelled.resolve(undefined);
        },
        error() { isReading = false; },
      });
      return promised(undefined);
    }
    const leaveBranch = index => reason => {
      left[index] = true;
      reasons[index] = reason;
      if (left[1 - index]) cancelled.resolve(cancel(source, reasons));
      return cancelled.promise;
    };
    for (let index = 0; index < 2; index += 1) {
      branches[index] = readable({ __proto__: null, pull, cancel: leaveBranch(index) }, isBytes ? 0 : 1, isBytes);
    }
    then(reader.closed.promise, undefined, error => {
      for (let index = 0; index < 2; index += 1) fail(branches[index].controller, error);
      if (!left[0] || !left[1]) cancelled.resolve(undefined);
    });
    return [branches[0].page, branches[1].page];
  }
  define(ReadableStream.prototype, 'tee', function () { return tee(of(STREAM, this)); });

  // --- TransformStream ----------------------------------------------------------------------------------------------------

  const TRANSFORM = 'TransformStream', CONTROLLER = 'TransformStreamDefaultController';

  class TransformStream {
    constructor(transformer, writableStrategy, readableStrategy) {
      const given = dictionary(transformer, 'A transformer');
      const inward = dictionary(writableStrategy, 'A strategy');
      const outward = dictionary(readableStrategy, 'A strategy');
      const start = method(given, 'start');
      const transform = method(given, 'transform');
      const flush = method(given, 'flush');
      const cancel = method(given, 'cancel');
      if (given.readableType !== undefined || given.writableType !== undefined) {
        throw new RangeError('A transformer has no types');
      }
      const controller = new TransformStreamDefaultController(kit);
      const on = (body, count) => body && (value => callForPromise(body, transformer,
        count === 2 ? bare([value, controller]) : count === 1 ? bare([controller]) : bare([value])));
      makeTransform(this, controller, {
        __proto__: null, transform: on(transform, 2), flush: on(flush, 1), cancel: on(cancel, 0),
        start: start && (() => apply(start, transformer, bare([controller]))),
      }, highWaterMark(inward, 1), sizeOf(inward), highWaterMark(outward, 0), sizeOf(outward));
    }
    get readable() { return of(TRANSFORM, this).readable.page; }
    get writable() { return of(TRANSFORM, this).writable.page; }
  }
  class TransformStreamDefaultController {
    constructor(token) { only(token); }
    get desiredSize() { return wanted(of(CONTROLLER, this).it.readable.controller); }
    enqueue(chunk) { put(of(CONTROLLER, this).it, chunk); }
    error(reason) { breakOff(of(CONTROLLER, this).it, reason); }
    terminate() { terminate(of(CONTROLLER, this).it); }
  }

  /** A transform; its steps are given the chunk, nothing, or the reason. */
  function makeTransform(page, controller, steps, inMark = 1, inSize = () => 1, outMark = 0, outSize = () => 1) {
    const it = stand(TRANSFORM, page, {
      __proto__: null, readable: null, writable: null, steps, hasPressure: undefined, change: null, finished: null,
    });
    if (controller !== null) stand(CONTROLLER, controller, { __proto__: null, it });
    const started = defer();
    it.writable = makeWritable(create(WritableStream.prototype));
    setUpWritable(it.writable, stand(writable.CONTROLLER, new writable.WritableStreamDefaultController(kit), { __proto__: null }), {
      __proto__: null,
      start: () => started.promise,
      write: chunk => {
        if (!it.hasPressure) return transformed(it, chunk);
        return then(it.change.promise, () => {
          if (it.writable.state === 'erroring') throw it.writable.storedError;
          return transformed(it, chunk);
        });
      },
      close: () => finish(it, it.steps.flush, undefined, () => it.readable, () => end(it.readable.controller),
        reason => fail(it.readable.controller, reason)),
      abort: reason => finish(it, it.steps.cancel, reason, () => it.readable, () => fail(it.readable.controller, reason),
        other => fail(it.readable.controller, other)),
    }, inMark, inSize);
    const stopWritable = reason => {
      writable.errorIfNeeded(it.writable.controller, reason);
      unblock(it);
    };
    it.readable = readable({
      __proto__: null,
      start: () => started.promise,
      pull: () => {
        setPressure(it, false);
        return it.change.promise;
      },
      cancel: reason => finish(it, it.steps.cancel, reason, () => it.writable, () => stopWritable(reason), stopWritable),
    }, outMark, false, outSize);
    setPressure(it, true);
    started.resolve(steps.start ? steps.start() : undefined);
    return it;
  }
  function setPressure(it, has) {
    if (it.change !== null) it.change.resolve(undefined);
    it.change = defer();
    it.hasPressure = has;
  }
  const unblock = it => { if (it.hasPressure) setPressure(it, false); };
  function transformed(it, chunk) {
    const { transform } = it.steps;
    let done;
    if (transform !== undefined) done = transform(chunk);
    else {
      try {
        put(it, chunk);
        done = promised(undefined);
      } catch (error) { done = rejected(error); }
    }
    return then(done, undefined, reason => {
      breakOff(it, reason);
      throw reason;
    });
  }
  /** Ends both sides after a last step, once: `other` is the side that hears of it. */
  function finish(it, step, value, other, onDone, onFailure) {
    if (it.finished !== null) return it.finished.promise;
    it.finished = defer();
    const done = step === undefined ? promised(undefined) : step(value);
    it.steps = { __proto__: null };
    then(done, () => {
      if (other().state === 'errored') return it.finished.reject(other().storedError);
      onDone();
      it.finished.resolve(undefined);
    }, reason => {
      onFailure(reason);
      it.finished.reject(reason);
    });
    return it.finished.promise;
  }
  function put(it, chunk) {
    const { controller } = it.readable;
    if (!isOpen(controller)) throw new TypeError('The stream is closed, or not to be read');
    try { enqueue(controller, chunk); } catch (error) {
      stopWriting(it, error);
      throw it.readable.storedError;
    }
    const has = !shouldPull(controller);
    if (has !== it.hasPressure) setPressure(it, true);
  }
  function stopWriting(it, reason) {
    it.steps = { __proto__: null };
    writable.errorIfNeeded(it.writable.controller, reason);
    unblock(it);
  }
  function breakOff(it, reason) {
    fail(it.readable.controller, reason);
    stopWriting(it, reason);
  }
  function terminate(it) {
    end(it.readable.controller);
    stopWriting(it, new TypeError('The stream has been terminated'));
  }
  named(TransformStream, TRANSFORM);
  named(TransformStreamDefaultController, CONTROLLER);

  // --- Texts ----------------------------------------------------------------------------------------------------------------

  /** A class of streams that code: its transform gives the chunks that come of one. */
  function coder(name, make, fields) {
    const Kind = { [name]: class {
      constructor(...given) {
        const { transform, flush, ...rest } = make(given[0], given[1]);
        const putAll = made => { if (made !== null) put(inner, made); };
        const steps = body => value => {
          try {
            putAll(body(value));
            return promised(undefined);
          } catch (error) { return rejected(error); }
        };
        const inner = makeTransform(create(TransformStream.prototype), null, {
          __proto__: null, transform: steps(transform), flush: steps(flush),
        });
        stand(name, this, { __proto__: null, inner, rest });
      }
      get readable() { return of(name, this).inner.readable.page; }
      get writable() { return of(name, this).inner.writable.page; }
    } }[name];
    for (let index = 0; index < fields.length; index += 1) {
      const field = fields[index];
      defineProperty(Kind.prototype, field, {
        __proto__: null, configurable: true, enumerable: true, get() { return of(name, this).rest[field]; },
      });
    }
    named(Kind, name);
  }
  coder('TextDecoderStream', (label = 'utf-8', options = {}) => {
    const decoder = new TextDecoder(label, options);
    const said = found => found === '' ? null : found;
    return {
      __proto__: null, encoding: decoder.encoding, fatal: decoder.fatal, ignoreBOM: decoder.ignoreBOM,
      transform(chunk) {
        if (!kit.isBytes(chunk)) throw new TypeError('A TextDecoderStream takes bytes');
        return said(decode(decoder, chunk, { __proto__: null, stream: true }));
      },
      flush: () => said(decode(decoder)),
    };
  }, bare(['encoding', 'fatal', 'ignoreBOM']));
  coder('TextEncoderStream', () => {
    // Half a character at the end of a chunk waits for the other.
    let half = '';
    const isHigh = code => code >= 0xd800 && code < 0xdc00;
    return {
      __proto__: null, encoding: 'utf-8',
      transform(chunk) {
        let given = half + text(chunk);
        half = '';
        if (given === '') return null;
        if (isHigh(unit(given, given.length - 1))) {
          half = given[given.length - 1];
          given = cut(given, 0, given.length - 1);
        }
        return given === '' ? null : kit.giveBytes(kit.encodeText(given));
      },
      flush: () => half === '' ? null : kit.giveBytes(kit.encodeText(half)),
    };
  }, bare(['encoding']));

  // --- Blobs and bodies -------------------------------------------------------------------------------------------------------

  /** A stream of bytes that are there. */
  function ofBytes(bytes) {
    const it = readable({
      __proto__: null,
      pull() {
        if (bytes.length > 0) enqueue(it.controller, bytes);
        end(it.controller);
        return promised(undefined);
      },
    }, 0, true);
    return it.page;
  }
  const more = {
    __proto__: null, ofBytes,
    ofBlob: blob => ofBytes(kit.giveBytes(copyOf(kit.bytesOfBlob(blob)))),
    tee: page => tee(of(STREAM, page)),
    isStream: value => isOf(STREAM, value),
    isLocked: page => of(STREAM, page).reader !== undefined,
    isDisturbed: page => of(STREAM, page).isDisturbed,
    /** Ends a stream that somebody has read in another way. */
    leave(page) {
      const it = of(STREAM, page);
      quiet(cancel(it));
      acquire(it);
    },
    /** A stream of bytes that come later: `put`, `end` and `fail` are for them, and the rest is told to `onCancel`. */
    incoming(onCancel) {
      const it = readable({ __proto__: null, cancel: reason => promised(onCancel(reason)) }, 0, true);
      const { controller } = it;
      return {
        __proto__: null, page: it.page,
        put(bytes) { if (bytes.length > 0 && isOpen(controller)) enqueue(controller, kit.giveBytes(bytes)); },
        end() { end(controller); },
        fail(error) { fail(controller, error); },
      };
    },
    /** Reads all bytes of a stream: `onBytes` for each chunk, and then one of the others. */
    readAll(page, onBytes, onEnd, onFailure) {
      const reader = acquire(of(STREAM, page));
      const next = () => read(reader, {
        __proto__: null,
        chunk(chunk) {
          if (!(chunk instanceof Uint8Array)) return onFailure(new TypeError('A body is a stream of Uint8Array'));
          onBytes(chunk);
          // Not at once: a stream that has all of it would go ever deeper.
          microtask(next);
        },
        close: onEnd,
        error: onFailure,
      });
      next();
    },
  };
  for (const name in more) kit.streams[name] = more[name];
})
