// Where the device is: navigator.geolocation on the virtual clock. It is the page's both in the engine and in a browser
// that is compared with it.
//
// host.sensors(kind, isWanted), optional: the page began or ended to ask for its 'location'.
(function (host, kit) {
  'use strict';
  const { global } = kit;
  const { bare, define } = kit;
  const { apply } = Reflect;
  const { defineProperty } = Object;
  const { floor, max } = Math;
  const tell = (kind, isWanted) => { if (host.sensors) host.sensors(kind, isWanted); };

  class GeolocationCoordinates {
    constructor(latitude, longitude, altitude, accuracy, altitudeAccuracy, speed, heading) {
      const known = value => value === undefined || value !== value ? null : value;
      const values = {
        __proto__: null, latitude, longitude, altitude: known(altitude), accuracy,
        altitudeAccuracy: known(altitudeAccuracy), heading: known(heading), speed: known(speed),
      };
      for (const name in values) defineProperty(this, name, { value: values[name], enumerable: true });
    }
  }
  class GeolocationPosition {
    constructor(coords, timestamp) {
      defineProperty(this, 'coords', { value: coords, enumerable: true });
      defineProperty(this, 'timestamp', { value: timestamp, enumerable: true });
    }
  }
  class GeolocationPositionError {
    constructor(code, message) {
      defineProperty(this, 'code', { value: code, enumerable: true });
      defineProperty(this, 'message', { value: message, enumerable: true });
    }
  }
  ['PERMISSION_DENIED', 'POSITION_UNAVAILABLE', 'TIMEOUT'].forEach((name, index) => {
    define(GeolocationPositionError, name, index + 1);
    define(GeolocationPositionError.prototype, name, index + 1);
  });
  for (const Kind of [GeolocationCoordinates, GeolocationPosition, GeolocationPositionError]) {
    define(global, Kind.name, Kind);
  }

  let waiting = bare([]);           // Requests and watches, in the order in which they were made.
  let lastId = 0;
  let last = null;

  const say = (callback, value) => {
    if (typeof callback !== 'function') return;
    try { apply(callback, undefined, bare([value])); } catch (error) { kit.report(error); }
  };

  function forget(one) {
    kit.cancel(one.timer);
    const next = bare([]);
    for (let index = 0; index < waiting.length; index += 1) {
      if (waiting[index] !== one) next[next.length] = waiting[index];
    }
    one.isDone = true;
    if (waiting.length > 0 && next.length === 0) tell('location', false);
    waiting = next;
  }

  function startTimeout(one) {
    kit.cancel(one.timer);
    one.timer = null;
    if (one.timeout === Infinity) return;
    one.timer = kit.later(one.timeout, () => {
      one.timer = null;
      if (!one.isWatch) forget(one);
      say(one.failure, new GeolocationPositionError(3, 'no position came in time'));
    });
  }

  function begin(success, failure, options, isWatch) {
    if (typeof success !== 'function') throw new TypeError('a position needs a function to go to');
    const given = options || {};
    const limit = given.timeout === undefined ? Infinity : max(0, Number(given.timeout));
    const age = given.maximumAge === undefined ? 0 : max(0, Number(given.maximumAge));
    lastId += 1;
    const one = {
      id: lastId, success, failure, isWatch, timer: null, isDone: false,
      timeout: limit === limit && limit <= 0xffffffff ? limit : Infinity,
    };
    if (kit.denies.location) {
      one.timer = kit.later(0, () => say(failure, new GeolocationPositionError(1, 'User denied Geolocation')));
      return one.id;
    }
    waiting[waiting.length] = one;
    if (waiting.length === 1) tell('location', true);
    if (last !== null && age > 0 && kit.now() - last.timestamp <= age) {
      const position = last;
      one.timer = kit.later(0, () => {
        one.timer = null;
        if (!isWatch) forget(one);
        say(success, position);
      });
    } else {
      startTimeout(one);
    }
    return one.id;
  }

  const geolocation = Object.create({
    getCurrentPosition(success, failure, options) { begin(success, failure, options, false); },
    watchPosition(success, failure, options) { return begin(success, failure, options, true); },
    clearWatch(id) {
      for (let index = 0; index < waiting.length; index += 1) {
        const one = waiting[index];
        if (one.isWatch && one.id === Number(id)) return forget(one);
      }
    },
  });

  function settle(deliver) {
    // A list is replaced when one is forgotten; one that is added meanwhile waits for the next position.
    const list = waiting;
    const count = list.length;
    for (let index = 0; index < count; index += 1) {
      const one = list[index];
      if (one.isDone) continue;
      if (one.isWatch) {
        kit.cancel(one.timer);
        one.timer = null;
      } else {
        forget(one);
      }
      deliver(one);
    }
  }

  /** A position came; speed in m/s, course in degrees from north, all that is unknown is NaN or undefined. */
  kit.position = (latitude, longitude, altitude, accuracy, altitudeAccuracy, speed, course, timestamp) => {
    last = new GeolocationPosition(new GeolocationCoordinates(
      latitude, longitude, altitude, accuracy, altitudeAccuracy, speed, course,
    ), timestamp === undefined ? floor(kit.now()) : timestamp);
    const position = last;
    settle(one => say(one.success, position));
  };

  /** There is no position: 1 it is not allowed, 2 it is not known, 3 it took too long. */
  kit.positionFailed = (code, message) => {
    const error = new GeolocationPositionError(code, message || '');
    settle(one => say(one.failure, error));
  };

  kit.geolocation = geolocation;
})
