// What moves in a browser and takes time: element.animate, declared transitions and animations, idle callbacks. Here nothing
// moves; what is told when something ends is told at that moment of the virtual clock.
//
// Styles between the first and the last moment are not made up: a computed style is that of the end. A transition starts
// with the frame after the change, as in a browser, or when a script asks for a style. Changes are looked at only if
// somebody listens to the events of transitions or animations.
(function (host, kit) {
  'use strict';
  const { global, define, computed } = kit;
  const { defineProperty } = Object;
  const text = String;
  const Event = kit.Event;
  const EventTarget = global.EventTarget;
  const { Promise } = global;
  const Element = kit.require('./Element');
  const Document = kit.require('./Document');

  const kind = (name, fields) => kit.declareEvent(name, Event, fields)[0];
  const TransitionEvent = kind('TransitionEvent', { propertyName: '', elapsedTime: 0, pseudoElement: '' });
  const AnimationEvent = kind('AnimationEvent', { animationName: '', elapsedTime: 0, pseudoElement: '' });
  const AnimationPlaybackEvent = kind('AnimationPlaybackEvent', { currentTime: null, timelineTime: null });
  for (const Kind of [TransitionEvent, AnimationEvent, AnimationPlaybackEvent]) define(global, Kind.name, Kind);

  // --- Animations of scripts ----------------------------------------------------------------------------------------

  class AnimationTimeline {
    get currentTime() { return kit.elapsed(); }
  }
  class DocumentTimeline extends AnimationTimeline {}
  const timeline = new DocumentTimeline();
  kit.getter(Document.prototype, 'timeline', () => timeline);

  const TIMING = {
    __proto__: null, delay: 0, endDelay: 0, fill: 'auto', iterationStart: 0, iterations: 1, duration: 'auto',
      direction: 'normal', easing: 'linear',
  };
  const copy = frame => {
    const made = kit.give({});
    for (const name of Object.keys(frame)) made[name] = frame[name];
    return made;
  };
  /** Key frames as a list: each with its offset. */
  function framesOf(given) {
    if (given === null || given === undefined) return [];
    let frames;
    if (typeof given === 'object' && typeof given[global.Symbol.iterator] === 'function') {
      frames = Array.from(given, copy);
    } else {
      const names = Object.keys(given).filter(name => !/^(offset|easing|composite)$/.test(name));
      const count = Math.max(0, ...names.map(name => Array.isArray(given[name]) || given[name] instanceof global.Array
        ? given[name].length : 1));
      frames = Array.from({ length: count }, () => kit.give({}));
      for (const name of names) {
        const values = typeof given[name] === 'object' ? Array.from(given[name]) : [given[name]];
        values.forEach((value, index) => {
          const at = values.length === 1 ? count - 1 : Math.round(index * (count - 1) / (values.length - 1));
          frames[at][name] = value;
        });
      }
    }
    frames.forEach((frame, index) => {
      frame.computedOffset = typeof frame.offset === 'number' ? frame.offset : frames.length === 1 ? 1
        : index / (frames.length - 1);
    });
    return frames;
  }

  class AnimationEffect {}
  class KeyframeEffect extends AnimationEffect {
    #frames; #timing = { ...TIMING };
    constructor(target, frames, options) {
      super();
      this.target = target === undefined ? null : target;
      this.#frames = framesOf(frames);
      this.updateTiming(typeof options === 'number' ? { duration: options } : options);
    }
    setKeyframes(frames) { this.#frames = framesOf(frames); }
    getKeyframes() { return kit.give(this.#frames.map(copy)); }
    getTiming() { return copy(this.#timing); }
    getComputedTiming() {
      const timing = copy(this.#timing);
      if (timing.duration === 'auto') timing.duration = 0;
      if (timing.fill === 'auto') timing.fill = 'none';
      timing.activeDuration = timing.duration === 0 || timing.iterations === 0 ? 0
        : timing.duration * timing.iterations;
      timing.endTime = Math.max(0, timing.delay + timing.activeDuration + timing.endDelay);
      return timing;
    }
    updateTiming(options = {}) {
      if (options === null) return;
      for (const name of Object.keys(TIMING)) {
        const value = options[name];
        if (value === undefined) continue;
        const isNumber = typeof TIMING[name] === 'number' || (name === 'duration' && value !== 'auto');
        const next = isNumber ? Number(value) : text(value);
        if (isNumber
          && (next !== next
          || (next < 0 && !/elay$/.test(name)))) throw new TypeError(`an animation has no ${name} of ${text(value)}`);
        this.#timing[name] = next;
      }
    }
  }

  let running = new Set();
  const stopped = animation => {
    running.delete(animation);
    if (running.size === 0) running = new Set();     // Why: see kit.register.
  };
  class Animation extends EventTarget {
    #effect; #start = null; #hold = null; #rate = 1; #timer = null; #finished; #settle; #isSettled = false; #id = '';
    constructor(effect = null) {
      super();
      this.#effect = effect;
      this.#renew();
    }
    #renew() {
      this.#isSettled = false;
      this.#finished = new Promise((resolve, reject) => { this.#settle = { resolve, reject }; });
      // Nobody has to listen to an animation that is cancelled.
      kit.then(this.#finished, undefined, () => {});
    }
    get #end() { return this.#effect === null ? 0 : this.#effect.getComputedTiming().endTime; }
    get effect() { return this.#effect; }
    set effect(value) {
      this.#effect = value;
      this.#update();
    }
    get timeline() { return timeline; }
    get id() { return this.#id; }
    set id(value) { this.#id = text(value); }
    get pending() { return false; }
    get replaceState() { return 'active'; }
    get ready() { return new Promise(resolve => resolve(this)); }
    get finished() { return this.#finished; }
    get startTime() { return this.#start; }
    get playbackRate() { return this.#rate; }
    set playbackRate(value) { this.updatePlaybackRate(value); }
    get currentTime() {
      if (this.#hold !== null) return this.#hold;
      if (this.#start === null) return null;
      const time = (kit.elapsed() - this.#start) * this.#rate;
      return this.#rate >= 0 ? Math.min(time, this.#end) : Math.max(time, 0);
    }
    set currentTime(value) {
      if (value === null) return;
      const time = Number(value);
      if (this.#hold !== null && this.#start === null) this.#hold = time;
      else this.#begin(time);
      this.#update();
    }
    get playState() {
      const time = this.currentTime;
      if (time === null) return 'idle';
      if (this.#start === null) return 'paused';
      return (this.#rate > 0 && time >= this.#end) || (this.#rate < 0 && time <= 0) ? 'finished' : 'running';
    }
    #begin(time) {
      this.#hold = null;
      this.#start = this.#rate === 0 ? kit.elapsed() : kit.elapsed() - time / this.#rate;
      if (this.#rate === 0) this.#hold = time;
    }
    /** Waits for the end, which is told once. */
    #update() {
      kit.cancel(this.#timer);
      this.#timer = null;
      if (this.playState !== 'running' && this.playState !== 'finished') return;
      const left = this.#rate === 0 ? Infinity : this.#rate > 0 ? (this.#end - this.currentTime) / this.#rate
        : this.currentTime / -this.#rate;
      if (this.playState === 'running' && this.#isSettled) this.#renew();
      running.add(this);
      if (left < Infinity) this.#timer = kit.later(Math.max(0, left), () => this.#ended());
    }
    #ended() {
      this.#timer = null;
      stopped(this);
      if (this.#isSettled) return;
      this.#isSettled = true;
      this.#settle.resolve(this);
      // Promises first, as in a browser: the event comes with a frame.
      kit.later(0, () => kit.raise(this, new AnimationPlaybackEvent('finish',
        { currentTime: this.currentTime, timelineTime: kit.elapsed() })));
    }
    play() {
      const time = this.currentTime;
      const isOver = time === null || (this.#rate >= 0 ? time >= this.#end : time <= 0);
      if (this.#rate < 0 && this.#end === Infinity
        && isOver) throw kit.exception('an endless animation has no end to start from', 'InvalidStateError');
      if (this.playState !== 'running') this.#begin(!isOver ? time : this.#rate >= 0 ? 0 : this.#end);
      this.#update();
    }
    pause() {
      const time = this.currentTime;
      this.#hold = time === null ? 0 : time;
      this.#start = null;
      this.#update();
    }
    reverse() {
      const time = this.currentTime;
      this.#rate = -this.#rate;
      if (time !== null && this.#start !== null) this.#begin(time);
      this.play();
    }
    updatePlaybackRate(value) {
      const time = this.currentTime;
      this.#rate = Number(value);
      if (time !== null && this.#start !== null) this.#begin(time);
      this.#update();
    }
    finish() {
      if (this.#rate === 0 || (this.#rate > 0 && this.#end === Infinity)) throw kit.exception('it cannot be finished',
        'InvalidStateError');
      this.#begin(this.#rate > 0 ? this.#end : 0);
      kit.cancel(this.#timer);
      this.#ended();
    }
    cancel() {
      if (this.playState === 'idle') return;
      kit.cancel(this.#timer);
      this.#timer = this.#start = this.#hold = null;
      stopped(this);
      if (!this.#isSettled) this.#settle.reject(kit.exception('The user aborted a request.', 'AbortError'));
      this.#renew();
      kit.later(0, () => kit.raise(this, new AnimationPlaybackEvent('cancel', { timelineTime: kit.elapsed() })));
    }
    persist() {}
    commitStyles() {
      const target = this.#effect === null ? null : this.#effect.target;
      const frames = target === null ? [] : this.#effect.getKeyframes();
      const last = frames[this.#rate >= 0 ? frames.length - 1 : 0];
      if (last === undefined) return;
      for (const name of Object.keys(last)) {
        if (!/^(offset|computedOffset|easing|composite)$/.test(name)) target.style[name === 'cssOffset' ? 'offset'
          : name] = last[name];
      }
    }
  }
  kit.handle(Animation.prototype, ['finish', 'cancel', 'remove']);
  for (const Kind of [AnimationTimeline, DocumentTimeline, AnimationEffect, KeyframeEffect, Animation]) {
    defineProperty(Kind.prototype, Symbol.toStringTag, { value: Kind.name, configurable: true });
    define(global, Kind.name, Kind);
  }
  define(Element.prototype, 'animate', function animate(frames, options) {
    const animation = new Animation(new KeyframeEffect(this, frames, options));
    if (options !== null && typeof options === 'object' && options.id !== undefined) animation.id = options.id;
    animation.play();
    return animation;
  });
  const animations = isOf => kit.give([...running].filter(one => one.effect !== null && one.effect.target !== null
    && isOf(one.effect.target)));
  define(Element.prototype, 'getAnimations', function getAnimations(options) {
    const isDeep = options !== null && typeof options === 'object' && options.subtree === true;
    return animations(target => target === this || (isDeep && this.contains(target)));
  });
  define(Document.prototype, 'getAnimations', function getAnimations() { return animations(target => target.domino$rooted
    && target.ownerDocument === this); });

  // --- Declared transitions and animations --------------------------------------------------------------------------

  const MOVES = /^(webkit)?(transition|animation)(run|start|end|cancel|iteration)$/i;
  const frame = 1000 / 60;
  const nextFrame = () => (kit.frameNow() + 1) * frame - kit.elapsed();
  const MOST_CHANGES = 10_000;      // In one frame; what changes beyond does not move.
  let isWanted = false;
  let flush = null;                 // The timer of the frame that looks at what changed.
  let changed = new Map();          // Attributes that changed since styles were looked at, with what they were.
  let changedIn = -1;               // The frame in which they did.
  const watched = new Set();        // Elements whose animations somebody waits for, whether they change or not.
  const under = kit.register();     // Transitions on their way, by element: a map of properties.
  const playing = kit.register();   // Animations on their way, by element: a map of names.

  const want = target => {
    isWanted = true;
    if (target instanceof Element) watched.add(target);
    if (flush === null && (changed.size > 0 || target instanceof Element)) flush = kit.later(nextFrame(), settle);
  };
  const { awaited, listened } = kit;
  kit.awaited = (target, type) => {
    if (MOVES.test(type)) want(target);
    awaited(target, type);
  };
  kit.listened = (type, hasListeners) => {
    if (hasListeners && MOVES.test(type)) want(null);
    listened(type, hasListeners);
  };
  let isFresh = false;              // Whether the frame is known: it is asked for once a turn.
  const settled = new Promise(resolve => resolve());
  const grow = () => { isFresh = false; };
  kit.styled = (attribute, old) => {
    if (!isFresh) {
      isFresh = true;
      kit.then(settled, grow);
      const now = kit.frameNow();
      if (now !== changedIn && flush === null) {
        changed.clear();
        changedIn = now;
      }
    }
    if (changed.has(attribute) || changed.size >= MOST_CHANGES) return;
    const element = attribute.ownerElement;
    if (element === null || element.ownerDocument !== kit.document) return;
    changed.set(attribute, old === null || old === undefined ? '' : old);
    if (isWanted && flush === null) flush = kit.later(nextFrame(), settle);
  };

  const list = (element, name) => computed(element, name).split(/,\s*(?![^(]*\))/);
  const milliseconds = said => (parseFloat(said) || 0) * 1000;
  const FIXED = /^(transition|animation|display|position|float|content|--)/;
  const isBetween = value => /\d|^#|^(none|transparent|visible|hidden)$/.test(value);

  /** What of an element would be moved: its declared properties and their values; null if it is not shown. */
  function look(element) {
    if (!kit.isDisplayed(element)) return null;
    const found = new Map();
    for (const name of kit.declared(element)) if (!FIXED.test(name)) found.set(name, computed(element, name));
    return found;
  }
  const timingOf = (element, name) => {
    const names = list(element, 'transition-property');
    const index = Math.max(names.lastIndexOf(name), names.lastIndexOf('all'));
    if (index < 0) return null;
    const [durations, delays] = [list(element, 'transition-duration'), list(element, 'transition-delay')];
    const [duration, delay] = [milliseconds(durations[index % durations.length]),
      milliseconds(delays[index % delays.length])];
    return duration + delay > 0 ? { duration: Math.max(0, duration), delay } : null;
  };

  /** Finds what a sheet declares to move within an element, each element once. */
  function within(element, seen, found) {
    if (seen.has(element)) return;
    seen.add(element);
    for (let child = element.firstChild; child !== null; child = child.nextSibling) {
      if (child.nodeType !== 1) continue;
      if (kit.mayMove(child)) found.add(child);
      within(child, seen, found);
    }
  }

  /** Looks at what changed since the last time, and starts what is declared to move. */
  function settle() {
    kit.cancel(flush);
    flush = null;
    if (!isWanted || (changed.size === 0 && watched.size === 0) || kit.document === undefined) return;
    const before = changed;
    changed = new Map();
    const elements = new Set(watched);
    const hasMoves = kit.hasMoves(kit.document);
    const seen = new Set();
    for (const attribute of before.keys()) {
      const element = attribute.ownerElement;
      if (element === null || !element.domino$rooted) continue;
      elements.add(element);
      // What is declared to move within it may be moved by it.
      if (hasMoves) within(element, seen, elements);
    }
    const now = new Map();
    for (const element of elements) {
      if (!element.domino$rooted || element.ownerDocument !== kit.document) continue;
      animate(element);
      if (/[1-9]/.test(computed(element, 'transition-duration')
        + computed(element, 'transition-delay'))) now.set(element, look(element));
    }
    watched.clear();
    if (now.size === 0 || before.size === 0) return;
    const swap = () => {
      for (const [attribute, old] of before) {
        before.set(attribute, attribute.data);
        attribute.data = old;
      }
      kit.restyle();
    };
    swap();
    const then = new Map();
    for (const [element, found] of now) {
      const old = look(element);
      then.set(element, old);
      if (old === null || found === null) continue;
      for (const name of found.keys()) if (!old.has(name)) old.set(name, computed(element, name));
    }
    swap();
    for (const [element, found] of now) {
      const old = then.get(element);
      if (found === null || old === null) continue;
      for (const name of old.keys()) if (!found.has(name)) found.set(name, computed(element, name));
      for (const [name, value] of [...found].sort(([one], [other]) => one < other ? -1 : 1)) {
        const timing = timingOf(element, name);
        if (old.get(name) === value || timing === null || !isBetween(value) || !isBetween(old.get(name))) continue;
        transit(element, name, timing);
      }
    }
  }
  kit.settleStyles = () => { if (changed.size > 0) settle(); };

  /** Raises an event at an element that is still there, under its old name, too. */
  function raise(element, Kind, type, init) {
    if (!element.domino$rooted) return;
    kit.raise(element, new Kind(type, { bubbles: true, ...init }));
    const [, what, rest] = /^(transition|animation)(.*)$/.exec(type);
    if (rest === 'run' || rest === 'cancel') return;
    const old = `webkit${what[0].toUpperCase()}${what.slice(1)}${rest[0].toUpperCase()}${rest.slice(1)}`;
    if (kit.isHeard(element, old)) kit.raise(element, new Kind(old, { bubbles: true, ...init }));
  }
  const drop = (all, element, key) => {
    const one = all.get(element);
    one.delete(key);
    if (one.size === 0) all.delete(element);
  };
  const keep = (all, element, key, timers) => {
    if (!all.has(element)) all.set(element, new Map());
    all.get(element).set(key, timers);
  };

  function transit(element, propertyName, { duration, delay }) {
    const old = under.get(element);
    if (old !== undefined && old.has(propertyName)) {
      for (const timer of old.get(propertyName)) kit.cancel(timer);
      kit.later(0, () => raise(element, TransitionEvent, 'transitioncancel', { propertyName }));
    }
    const ended = { propertyName, elapsedTime: duration / 1000 };
    keep(under, element, propertyName, [
      kit.later(0, () => raise(element, TransitionEvent, 'transitionrun', { propertyName })),
      kit.later(Math.max(0, delay), () => raise(element, TransitionEvent, 'transitionstart', { propertyName })),
      kit.later(Math.max(0, delay + duration), () => {
        drop(under, element, propertyName);
        raise(element, TransitionEvent, 'transitionend', ended);
      }),
    ]);
  }

  function animate(element) {
    const names = kit.isDisplayed(element) ? list(element, 'animation-name').filter(name => name !== 'none') : [];
    const old = playing.get(element) || new Map();
    for (const [animationName, timers] of [...old]) {
      if (names.includes(animationName)) continue;
      timers.forEach(kit.cancel);
      drop(playing, element, animationName);
      if (timers.isOver) continue;
      const elapsedTime = Math.max(0, kit.elapsed() - timers.start) / 1000;
      kit.later(0, () => raise(element, AnimationEvent, 'animationcancel', { animationName, elapsedTime }));
    }
    names.forEach((animationName, index) => {
      if (old.has(animationName)) return;
      const of = name => {
        const parts = list(element, name);
        return parts[index % parts.length];
      };
      const [duration, delay] = [milliseconds(of('animation-duration')), milliseconds(of('animation-delay'))];
      const said = of('animation-iteration-count');
      const count = said === 'infinite' ? Infinity : Number(said);
      const timers = [kit.later(Math.max(0, delay), () => raise(element, AnimationEvent, 'animationstart',
        { animationName }))];
      timers.start = kit.elapsed() + delay;
      // One timer goes from round to round: there may be endless ones.
      const round = number => {
        if (number >= count || duration === 0) {
          timers.push(kit.later(Math.max(0, duration === 0 ? delay : duration * (count - (number - 1))), () => {
            timers.isOver = true;
            raise(element, AnimationEvent, 'animationend', { animationName, elapsedTime: duration === 0 ? 0
              : duration * count / 1000 });
          }));
          return;
        }
        timers[1] = kit.later(number === 1 ? Math.max(0, delay + duration) : duration, () => {
          if (!element.domino$rooted) return;
          raise(element, AnimationEvent, 'animationiteration',
            { animationName, elapsedTime: duration * number / 1000 });
          round(number + 1);
        });
      };
      if (count > 1 && duration > 0) {
        round(1);
      } else {
        timers.push(kit.later(Math.max(0, delay + duration * count), () => {
          timers.isOver = true;
          raise(element, AnimationEvent, 'animationend', { animationName, elapsedTime: duration * count / 1000 });
        }));
      }
      keep(playing, element, animationName, timers);
    });
  }

  // --- Idle time ----------------------------------------------------------------------------------------------------

  let lastIdle = 0;
  const idle = kit.register();
  define(global, 'requestIdleCallback', function requestIdleCallback(callback) {
    if (typeof callback !== 'function') throw new TypeError('requestIdleCallback takes a function');
    lastIdle += 1;
    const id = lastIdle;
    idle.set(id, kit.later(1, () => {
      idle.delete(id);
      // Time stands still while a script runs; a script that works until there is no time left is to come to an end.
      let left = 50;
      callback(kit.give({ didTimeout: false, timeRemaining: () => left = Math.max(0, left - 0.05) }));
    }));
    return id;
  });
  define(global, 'cancelIdleCallback', function cancelIdleCallback(id) {
    kit.cancel(idle.get(Number(id)));
    idle.delete(Number(id));
  });
})
