// The window as a page knows it, and what the native side calls. It comes last of those that every page needs. Each of
// them is a function of the host and of one object, empty at first, that they share; the native side has their order.
//
// Every call of the native side is one turn: promises go on when it returns.
(function (host, kit) {
  'use strict';
  const { global } = kit;
  const { defineProperty } = Object;

  for (const name of ['window', 'self', 'frames', 'parent', 'top']) {
    const isFixed = name === 'window' || name === 'top';
    defineProperty(global, name, { value: global, enumerable: true, writable: !isFixed, configurable: !isFixed });
  }
  for (const [name, value] of [['length', 0], ['opener', null], ['frameElement', null], ['closed', false], ['name', ''],
    ['status', ''], ['isSecureContext', true], ['crossOriginIsolated', false]]) {
    if (!(name in global)) kit.define(global, name, value);
  }
  kit.define(global, 'close', () => kit.missing('window.close'));
  kit.define(global, 'stop', () => {});
  kit.define(global, 'focus', () => {});
  kit.define(global, 'blur', () => {});

  // What these scripts have put there is of the page's kinds.
  for (const name of Object.getOwnPropertyNames(global)) {
    if (kit.given.has(name) || kit.stubs.has(name)) continue;
    const { value } = Object.getOwnPropertyDescriptor(global, name);
    if (typeof value === 'function') kit.adopt(value.prototype);
    else if (typeof value === 'object' && value !== global) kit.adopt(value);
  }
  for (const one of [kit.location, kit.navigator.geolocation]) kit.adopt(one);

  kit.page = {
    load: kit.load,                          // (text, url, isScript, name of its file)
    motion: kit.motion,                      // (x, y, z, ax, ay, az, interval in ms) -> whether the page listens
    position: kit.position,                  // (latitude, longitude, altitude, accuracy, ..., speed, course, time in ms)
    positionFailed: kit.positionFailed,      // (code, message)
    fetchResponse: kit.fetchResponse,        // (id, status, fields as JSON, url)
    fetchData: kit.fetchData,                // (id, text or bytes)
    fetchEnd: kit.fetchEnd,                  // (id)
    fetchFailed: kit.fetchFailed,            // (id, reason)
    rejected: kit.rejected,                  // (promise, reason), for the engine's callback
    acknowledge: () => false,                // quickconnect.js puts its own here
    restore: kit.restore,                    // ('local' or 'session', key, value), before load
    /** Clicks what a selector finds, as a user does; false if there is nothing. */
    click(selector) {
      const element = kit.document.querySelector(selector);
      if (element === null) return false;
      kit.click(element);
      return true;
    },
    /** Types into what a selector finds; false if there is nothing. */
    type(selector, value) {
      const element = kit.document.querySelector(selector);
      if (element === null) return false;
      kit.type(element, String(value));
      return true;
    },
    tap: kit.tap,                            // (selector) -> '', or why nothing is tapped; then touch until it is false
    touch: kit.touch,                        // () -> whether there may be a further event of the tap
    isSelector: kit.isSelector,              // (text)
    show: kit.show,                          // (whether the page is shown), as the app comes and goes
    goBack: kit.goBack,                      // () -> whether there was a step back to go
    /** Whether the page has been loaded. */
    isLoaded: () => kit.document !== undefined && kit.document.readyState === 'complete',
  };
  return kit.page;
})
