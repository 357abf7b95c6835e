// IntersectionObserver and ResizeObserver, where nothing is drawn: each target is told of once, in the frame after it was
// observed, sizes before intersections, and not again.
//
// An IntersectionObserver hears that a target is wholly visible (ratio 1), or that it is not (ratio 0) if the target is in no
// document, or it or what it is in is hidden by its attribute or by `display: none` in its style. A ResizeObserver hears
// the size of the target. Rectangles and sizes are those of `kit.rectOf(element)`, if something puts it there, else 0.
(function (host, kit) {
  'use strict';
  const { global } = kit;
  const { apply } = Reflect;
  const text = String;
  const Element = kit.require('./Element');
  const Document = kit.require('./Document');
  const { floor } = Math;

  const FRAME = 1000 / 60;
  /** Does something in the next frame, some turns after what the page asked for with requestAnimationFrame. */
  function afterFrame(turns, body) {
    const elapsed = kit.elapsed();
    const wait = left => left === 0 ? body() : kit.later(0, () => wait(left - 1));
    kit.later((floor(elapsed / FRAME + 1e-6) + 1) * FRAME - elapsed, () => wait(turns));
  }

  function isShown(element) {
    if (!element.domino$rooted) return false;
    for (let at = element; at !== null; at = at.parentNode || at.host || null) {
      if (at.nodeType === 1 && (at.hasAttribute('hidden') || at.hasAttribute('style') && at.style.display === 'none')) {
        return false;
      }
    }
    return true;
  }

  let made = null;
  const kinds = () => made === null ? made = makeKinds() : made;

  function makeKinds() {
    const KEY = {};

    /** A rectangle as the page knows it. */
    function rectangle(x, y, width, height) {
      if (typeof global.DOMRectReadOnly === 'function') return new global.DOMRectReadOnly(x, y, width, height);
      return kit.give({ x, y, width, height, top: y, left: x, right: x + width, bottom: y + height });
    }
    function rectOf(element) {
      const found = kit.rectOf === undefined || !isShown(element) ? null : kit.rectOf(element);
      return found === null ? rectangle(0, 0, 0, 0) : rectangle(found.x, found.y, found.width, found.height);
    }

    /** What both kinds share: targets, and the turn in which a callback hears of those that are new. */
    class Watch {
      constructor(observer, callback, turns, entryOf) {
        Object.assign(this, { observer, callback, turns, entryOf, targets: [], fresh: [], entries: [], isAsked: false });
      }
      observe(target) {
        if (this.targets.includes(target)) return;
        this.targets.push(target);
        this.fresh.push(target);
        if (this.isAsked) return;
        this.isAsked = true;
        afterFrame(this.turns, () => this.tell());
      }
      unobserve(target) {
        for (const name of ['targets', 'fresh']) this[name] = this[name].filter(one => one !== target);
      }
      disconnect() { this.targets = this.fresh = []; }
      look() {
        for (const target of this.fresh) this.entries.push(this.entryOf(target));
        this.fresh = [];
      }
      take() {
        const entries = this.entries;
        this.entries = [];
        return kit.give(entries);
      }
      tell() {
        this.isAsked = false;
        this.look();
        const entries = this.take();
        if (entries.length === 0) return;
        try { apply(this.callback, this.observer, [entries, this.observer]); } catch (error) { kit.report(error); }
      }
    }

    /** A class of what observers are told: its fields, and nothing else. */
    const entryKind = (name, names) => {
      const told = new WeakMap();
      const Kind = { [name]: class {
        constructor(key, values) {
          if (key !== KEY) throw new TypeError('Illegal constructor');
          told.set(this, values);
        }
      } }[name];
      for (const field of names) {
        kit.getter(Kind.prototype, field, function () {
          if (!told.has(this)) throw new TypeError('Illegal invocation');
          return told.get(this)[field];
        });
      }
      return kit.late(Kind, name);
    };

    // --- IntersectionObserver

    const IntersectionObserverEntry = entryKind('IntersectionObserverEntry', [
      'time', 'rootBounds', 'boundingClientRect', 'intersectionRect', 'isIntersecting', 'intersectionRatio', 'target',
    ]);

    const LENGTH = /^(-?\d*\.?\d+)(px|%)$/;
    function margins(given) {
      const parts = text(given).trim().split(/\s+/).map(part => part === '0' ? '0px' : part);
      if (parts[0] === '') parts[0] = '0px';
      if (parts.length > 4 || !parts.every(part => LENGTH.test(part))) {
        throw kit.exception('rootMargin must be specified in pixels or percent.', 'SyntaxError');
      }
      const [top, right = top, bottom = top, left = right] = parts;
      return [top, right, bottom, left].join(' ');
    }

    class IntersectionObserver {
      #watch; #root; #margin; #thresholds;
      constructor(callback, options) {
        if (typeof callback !== 'function') throw new TypeError('an IntersectionObserver takes a function');
        const { root = null, rootMargin = '0px', threshold = 0 } = options === undefined || options === null ? {} : options;
        if (root !== null && !(root instanceof Element) && !(root instanceof Document)) {
          throw new TypeError('the root is an element or a document');
        }
        this.#root = root;
        this.#margin = margins(rootMargin);
        const list = typeof threshold === 'object' && threshold !== null ? kit.valuesOf(threshold, Number) : [Number(threshold)];
        if (list.some(one => !(one >= 0 && one <= 1))) throw new RangeError('thresholds are between 0 and 1');
        this.#thresholds = list.length === 0 ? [0] : list.sort((one, other) => one - other);
        this.#watch = new Watch(this, callback, 2, target => {
          const isIntersecting = isShown(target);
          return new IntersectionObserverEntry(KEY, {
            time: kit.elapsed(), rootBounds: null, boundingClientRect: rectOf(target), target, isIntersecting,
            intersectionRect: isIntersecting ? rectOf(target) : rectangle(0, 0, 0, 0),
            intersectionRatio: isIntersecting ? 1 : 0,
          });
        });
      }
      get root() { return this.#root; }
      get rootMargin() { return this.#margin; }
      get scrollMargin() { return '0px 0px 0px 0px'; }
      get thresholds() { return kit.give([...this.#thresholds]); }
      observe(target) {
        if (!(target instanceof Element)) throw new TypeError('an IntersectionObserver observes an element');
        kit.missing('the layout: an IntersectionObserver hears once that all is visible');
        this.#watch.observe(target);
      }
      unobserve(target) {
        if (!(target instanceof Element)) throw new TypeError('unobserve takes an element');
        this.#watch.unobserve(target);
      }
      disconnect() { this.#watch.disconnect(); }
      takeRecords() { return this.#watch.take(); }
    }

    // --- ResizeObserver

    const ResizeObserverEntry = entryKind('ResizeObserverEntry', [
      'target', 'contentRect', 'borderBoxSize', 'contentBoxSize', 'devicePixelContentBoxSize',
    ]);

    class ResizeObserver {
      #watch;
      constructor(callback) {
        if (typeof callback !== 'function') throw new TypeError('a ResizeObserver takes a function');
        this.#watch = new Watch(this, callback, 1, target => {
          const { width, height } = rectOf(target);
          const sizes = () => kit.give([kit.give({ inlineSize: width, blockSize: height })]);
          return new ResizeObserverEntry(KEY, {
            target, contentRect: rectangle(0, 0, width, height), borderBoxSize: sizes(), contentBoxSize: sizes(),
            devicePixelContentBoxSize: sizes(),
          });
        });
      }
      observe(target) {
        if (!(target instanceof Element)) throw new TypeError('a ResizeObserver observes an element');
        kit.missing('the layout: a ResizeObserver hears once of a size');
        this.#watch.observe(target);
      }
      unobserve(target) {
        if (!(target instanceof Element)) throw new TypeError('unobserve takes an element');
        this.#watch.unobserve(target);
      }
      disconnect() { this.#watch.disconnect(); }
    }
    kit.late(IntersectionObserver);
    kit.late(ResizeObserver);
    return { IntersectionObserver, IntersectionObserverEntry, ResizeObserver, ResizeObserverEntry };
  }

  for (const name of ['IntersectionObserver', 'IntersectionObserverEntry', 'ResizeObserver', 'ResizeObserverEntry']) {
    kit.lazy(global, name, () => kinds()[name]);
  }
})
