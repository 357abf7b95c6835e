// What the device feels: devicemotion events. And the navigator, with where the device is from location.js.
//
// host.sensors(kind, isWanted), optional: the page began or ended to listen to 'motion'.
(function (host, kit) {
  'use strict';
  const { global } = kit;
  const { define, geolocation } = kit;
  const Event = kit.Event;
  const { Promise } = global;
  const tell = (kind, isWanted) => { if (host.sensors) host.sensors(kind, isWanted); };

  // --- Motion -------------------------------------------------------------------------------------------------------

  class DeviceMotionEventAcceleration {
    #x; #y; #z;
    constructor(x, y, z) {
      this.#x = x;
      this.#y = y;
      this.#z = z;
    }
    get x() { return this.#x; }
    get y() { return this.#y; }
    get z() { return this.#z; }
  }

  const made = (init, name) => {
    const given = init && init[name];
    if (given === undefined || given === null) return null;
    const part = value => value === undefined || value === null ? null : Number(value);
    return new DeviceMotionEventAcceleration(part(given.x), part(given.y), part(given.z));
  };

  let fill;
  // The numbers are made into objects when they are asked for.
  class DeviceMotionEvent extends Event {
    #gravity = null; #own = null; #interval = 0;
    #x = NaN; #y = NaN; #z = NaN; #ax = NaN; #ay = NaN; #az = NaN;
    constructor(type, init) {
      super(type, init);
      if (init === undefined || init === null) return;
      this.#gravity = made(init, 'accelerationIncludingGravity');
      this.#own = made(init, 'acceleration');
      this.#interval = Number(init.interval) || 0;
    }
    static {
      fill = (event, x, y, z, ax, ay, az, interval) => {
        event.#x = x;
        event.#y = y;
        event.#z = z;
        event.#ax = ax;
        event.#ay = ay;
        event.#az = az;
        event.#interval = interval;
      };
    }
    static requestPermission() { return new Promise(resolve => resolve(kit.denies.motion ? 'denied' : 'granted')); }
    get accelerationIncludingGravity() {
      if (this.#gravity === null && this.#x === this.#x) {
        this.#gravity = new DeviceMotionEventAcceleration(this.#x, this.#y, this.#z);
      }
      return this.#gravity;
    }
    get acceleration() {
      if (this.#own === null && this.#ax === this.#ax) {
        this.#own = new DeviceMotionEventAcceleration(this.#ax, this.#ay, this.#az);
      }
      return this.#own;
    }
    get rotationRate() { return null; }
    get interval() { return this.#interval; }
  }
  Object.defineProperty(DeviceMotionEvent.prototype, Symbol.toStringTag, { value: 'DeviceMotionEvent' });
  define(global, 'DeviceMotionEvent', DeviceMotionEvent);
  define(global, 'DeviceMotionEventAcceleration', DeviceMotionEventAcceleration);

  let isListening = false;
  kit.listened = (type, hasListeners) => {
    if (type === 'deviceorientation' && hasListeners) kit.missing('deviceorientation events');
    if (type !== 'devicemotion' || hasListeners === isListening || kit.denies.motion) return;
    isListening = hasListeners;
    tell('motion', isListening);
  };

  const { trust, dispatch } = kit;
  /**
   * Acceleration in m/s²: with gravity x, y, z, and without it ax, ay, az (NaN if unknown), every `interval` ms.
   * Returns whether the page listens; if it does not, nothing was done.
   */
  kit.motion = (x, y, z, ax, ay, az, interval) => {
    if (!isListening) return false;
    const event = new DeviceMotionEvent('devicemotion');
    fill(event, x, y, z, ax === undefined ? NaN : ax, ay === undefined ? NaN : ay, az === undefined ? NaN : az,
      interval || 0);
    dispatch(global, trust(event));
    return true;
  };

  // --- The navigator ------------------------------------------------------------------------------------------------

  const { agent, platform, vendor, system } = kit.device;
  const navigator = Object.create({
    appCodeName: 'Mozilla',
    appName: 'Netscape',
    appVersion: agent.replace(/^Mozilla\//, ''),
    product: 'Gecko',
    productSub: '20030107',
    vendor,
    vendorSub: '',
    platform,
    userAgent: agent,
    language: kit.locale,
    languages: Object.freeze(kit.give([kit.locale])),
    onLine: true,
    cookieEnabled: true,
    hardwareConcurrency: 1,
    maxTouchPoints: 5,
    ...system === 'ios' ? { standalone: false } : {},
    webdriver: false,
    geolocation,
    javaEnabled: () => false,
  });
  Object.defineProperty(navigator, Symbol.toStringTag, { value: 'Navigator' });
  kit.navigator = navigator;
  define(global, 'navigator', navigator);
  define(global, 'clientInformation', navigator);
})
