// What a browser has and this platform has not. The names are absent, as in a browser without them; sought.js tells the
// report who looks for one. What every browser has, and cannot be had here, is there and says so when it is used.
(function (host, kit) {
  'use strict';
  const { global } = kit;
  const { define, getter, elements, absent, missing } = kit;
  const { Promise } = global;
  const { HTMLElement, HTMLCanvasElement, HTMLMediaElement, HTMLImageElement, HTMLDialogElement } = elements;
  const Element = kit.require('./Element');
  const Document = kit.require('./Document');

  // --- Drawing: a canvas without contexts ---------------------------------------------------------------------------

  define(HTMLCanvasElement.prototype, 'getContext', function getContext(kind) {
    missing(`canvas.getContext('${String(kind)}')`);
    return null;
  });
  for (const name of ['toDataURL', 'toBlob']) {
    define(HTMLCanvasElement.prototype, name, function () {
      missing(`canvas.${name}`);
      throw kit.exception(`a canvas has no ${name} here`, 'NotSupportedError');
    });
  }

  // --- Names --------------------------------------------------------------------------------------------------------

  for (const name of [
    'SharedWorker', 'caches',
    'PerformanceObserver', 'AudioContext',
    'webkitAudioContext', 'RTCPeerConnection', 'Notification', 'BroadcastChannel',
    'SpeechSynthesisUtterance', 'speechSynthesis', 'openDatabase',
    'DeviceOrientationEvent', 'Accelerometer', 'LinearAccelerationSensor', 'Gyroscope',
    'CompressionStream', 'DecompressionStream', 'WebGLRenderingContext', 'OffscreenCanvas',
    'createImageBitmap', 'applicationCache',
    'webkit', 'print',
  ]) if (!(name in global)) absent(name);
  /** What the navigator, the document and elements have not: names, each with what the report calls it. */
  kit.soughtIn = { navigator: new Map(), document: new Map(), elements: new Map() };
  const lack = (kind, prototype, names) => {
    for (const name of names) if (!(name in prototype)) kit.soughtIn[kind].set(name,
      `${kind.replace(/s$/, '')}.${name}`);
  };
  lack('navigator', Object.getPrototypeOf(kit.navigator), [
    'serviceWorker', 'mediaDevices', 'getUserMedia', 'clipboard', 'bluetooth', 'usb', 'storage', 'getBattery', 'share',
    'wakeLock', 'locks', 'credentials', 'mediaSession', 'canShare', 'getGamepads', 'requestMediaKeySystemAccess',
  ]);
  lack('document', Document.prototype, [
    'execCommand', 'timeline', 'exitFullscreen', 'cookieStore',
    'startViewTransition', 'registerElement', 'fullscreenElement', 'fullscreenEnabled', 'getAnimations',
    'pictureInPictureEnabled',
  ]);
  lack('elements', HTMLElement.prototype, [
    'requestFullscreen', 'setPointerCapture', 'createShadowRoot', 'showPopover',
  ]);

  // --- Media and pictures: every browser has them, and here there is nothing to hear or to see ----------------------

  const refused = (name, kind) => new Promise((_, reject) => {
    reject(kit.exception(`there is no ${name} here`, kind));
  });
  const constant = (prototype, kind, values) => {
    for (const name of Object.keys(values)) {
      getter(prototype, name, () => {
        missing(`${kind}.${name}`);
        return values[name];
      }, () => missing(`${kind}.${name}`));
    }
  };
  constant(HTMLMediaElement.prototype, 'media', {
    currentTime: 0, duration: NaN, paused: true, ended: false, volume: 1, muted: false, readyState: 0,
  });
  for (const name of ['pause', 'load']) define(HTMLMediaElement.prototype, name, () => missing(`media.${name}`));
  define(HTMLMediaElement.prototype, 'canPlayType', function canPlayType() {
    missing('media.canPlayType');
    return '';
  });
  define(HTMLMediaElement.prototype, 'play', function play() {
    missing('media.play');
    return refused('media.play', 'NotSupportedError');
  });
  constant(HTMLImageElement.prototype, 'image', { complete: false, naturalWidth: 0, naturalHeight: 0 });
  define(HTMLImageElement.prototype, 'decode', function decode() {
    missing('image.decode');
    return refused('image.decode', 'EncodingError');
  });

  // --- Small things that are there ----------------------------------------------------------------------------------

  getter(HTMLElement.prototype, 'draggable', function () { return this.getAttribute('draggable') === 'true'; },
    function (value) { this.setAttribute('draggable', value ? 'true' : 'false'); });
  const editable = element => {
    const said = element.getAttribute('contenteditable');
    if (said === null) return 'inherit';
    const kind = said.toLowerCase();
    return kind === '' ? 'true' : /^(true|false|plaintext-only)$/.test(kind) ? kind : 'inherit';
  };
  getter(HTMLElement.prototype, 'contentEditable', function () { return editable(this); }, function (value) {
    const kind = String(value).toLowerCase();
    if (kind === 'inherit') return this.removeAttribute('contenteditable');
    if (!/^(true|false|plaintext-only)$/.test(kind)) throw kit.exception(`contentEditable is not ${kind}`,
      'SyntaxError');
    this.setAttribute('contenteditable', kind);
  });
  getter(HTMLElement.prototype, 'isContentEditable', function () {
    for (let at = this; at !== null && at.nodeType === 1; at = at.parentNode) {
      const kind = editable(at);
      if (kind !== 'inherit') return kind !== 'false';
    }
    return false;
  });
  // A dialog is open or not; over what it stands is a matter of layout.
  for (const name of ['show', 'showModal']) {
    define(HTMLDialogElement.prototype, name, function () {
      if (this.hasAttribute('open')) return;
      if (name === 'showModal' && !this.domino$rooted) throw kit.exception('the dialog is not in the page',
        'InvalidStateError');
      this.setAttribute('open', '');
    });
  }
  define(HTMLDialogElement.prototype, 'close', function close(value) {
    if (!this.hasAttribute('open')) return;
    this.removeAttribute('open');
    if (value !== undefined) this.returnValue = String(value);
    kit.later(0, () => kit.raise(this, new kit.Event('close')));
  });
  const RETURNED = Symbol('returnValue');
  getter(HTMLDialogElement.prototype, 'returnValue', function () { return this[RETURNED] || ''; }, function (value) {
    Object.defineProperty(this, RETURNED, { value: String(value), writable: true, configurable: true });
  });

  // --- Events that do not come --------------------------------------------------------------------------------------

  const names = list => Object.assign(Object.create(null), Object.fromEntries(list.map(name => [name, true])));
  const LOADED = names(['img', 'iframe', 'audio', 'video', 'object', 'embed', 'track']);
  kit.awaited = (target, type) => {
    if ((type === 'load' || type === 'error') && target instanceof Element && LOADED[target.localName]) {
      missing(`the ${type} event of <${target.localName}>`);
    }
  };

  kit.parsed = () => {
    for (const meta of kit.document.querySelectorAll('meta[http-equiv]')) {
      if (/^refresh$/i.test(meta.getAttribute('http-equiv'))) missing('<meta http-equiv=refresh>');
    }
  };
})
