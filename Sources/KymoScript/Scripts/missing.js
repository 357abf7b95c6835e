// What a browser has and this platform has not. Each is reported by name when a page uses it, and is then as in a
// browser without it: undefined, or an exception.
(function (host, kit) {
  'use strict';
  const { global } = kit;
  const { define, getter, elements, absent, missing } = kit;
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

  // --- Layout: no number is made up ----------------------------------------------------------------------------------

  for (const name of [
    'offsetWidth', 'offsetHeight', 'offsetTop', 'offsetLeft', 'offsetParent', 'clientWidth', 'clientHeight', 'clientTop',
    'clientLeft', 'scrollWidth', 'scrollHeight', 'scrollTop', 'scrollLeft',
  ]) {
    getter(Element.prototype, name, () => missing(`the layout: ${name}`), () => missing(`the layout: ${name}`));
  }
  for (const name of ['getBoundingClientRect', 'getClientRects']) {
    define(Element.prototype, name, function () {
      missing(`the layout: ${name}`);
      throw kit.exception(`there is no layout, and so no ${name}`, 'NotSupportedError');
    });
  }
  for (const name of ['scrollIntoView', 'scrollTo', 'scrollBy', 'scroll']) {
    define(Element.prototype, name, () => missing(`the layout: ${name}`));
    if (name !== 'scrollIntoView') define(global, name, () => missing(`the layout: ${name}`));
  }
  for (const name of [
    'innerWidth', 'innerHeight', 'outerWidth', 'outerHeight', 'scrollX', 'scrollY', 'pageXOffset', 'pageYOffset',
    'screenX', 'screenY', 'devicePixelRatio', 'screen', 'visualViewport', 'orientation',
  ]) absent(global, name, `the layout: window.${name}`);
  for (const name of ['elementFromPoint', 'elementsFromPoint', 'caretRangeFromPoint']) {
    define(Document.prototype, name, () => {
      missing(`the layout: ${name}`);
      return null;
    });
  }

  // --- Interfaces ----------------------------------------------------------------------------------------------------

  for (const name of [
    'Worker', 'SharedWorker', 'WebSocket', 'EventSource', 'indexedDB', 'IDBKeyRange', 'caches',
    'PerformanceObserver', 'AudioContext',
    'webkitAudioContext', 'RTCPeerConnection', 'Notification', 'BroadcastChannel', 'FileReader',
    'SpeechSynthesisUtterance', 'speechSynthesis', 'openDatabase',
    'DeviceOrientationEvent', 'Accelerometer', 'LinearAccelerationSensor', 'Gyroscope', 'ReadableStream',
    'WritableStream', 'TransformStream', 'CompressionStream', 'WebGLRenderingContext', 'OffscreenCanvas',
    'createImageBitmap', 'matchMedia', 'requestIdleCallback', 'importScripts', 'applicationCache',
    'webkit', 'print', 'ActiveXObject',
  ]) {
    if (!(name in global) && name !== 'ActiveXObject' && name !== 'importScripts' && name !== 'requestIdleCallback') {
      absent(global, name);
    }
  }
  for (const name of [
    'serviceWorker', 'mediaDevices', 'getUserMedia', 'clipboard', 'bluetooth', 'usb', 'permissions', 'storage',
    'connection', 'getBattery', 'vibrate', 'sendBeacon', 'share', 'wakeLock', 'locks', 'credentials', 'mediaSession',
  ]) {
    const prototype = Object.getPrototypeOf(kit.navigator);
    if (!(name in prototype)) absent(prototype, name, `navigator.${name}`);
  }
  for (const name of [
    'execCommand', 'fonts', 'styleSheets', 'timeline', 'exitFullscreen', 'cookieStore',
    'startViewTransition', 'evaluate', 'registerElement',
  ]) if (!(name in Document.prototype)) absent(Document.prototype, name, `document.${name}`);
  for (const name of ['animate', 'requestFullscreen', 'setPointerCapture', 'createShadowRoot']) {
    if (!(name in Element.prototype)) absent(Element.prototype, name, `element.${name}`);
  }
  for (const name of ['contentEditable', 'isContentEditable', 'draggable', 'popover', 'showPopover']) {
    if (!(name in HTMLElement.prototype)) absent(HTMLElement.prototype, name, `element.${name}`);
  }
  for (const name of [
    'play', 'pause', 'load', 'canPlayType', 'currentTime', 'duration', 'paused', 'ended', 'volume', 'muted', 'readyState',
  ]) absent(HTMLMediaElement.prototype, name, `media.${name}`);
  for (const name of ['complete', 'naturalWidth', 'naturalHeight', 'decode']) {
    absent(HTMLImageElement.prototype, name, `image.${name}`);
  }
  // --- Events that do not come ------------------------------------------------------------------------------------------

  const names = list => Object.assign(Object.create(null), Object.fromEntries(list.map(name => [name, true])));
  const LOADED = names(['img', 'iframe', 'audio', 'video', 'object', 'embed', 'track']);
  const ANIMATED = names([
    'transitionend', 'transitionstart', 'webkitTransitionEnd', 'animationend', 'animationstart', 'animationiteration',
    'webkitAnimationEnd',
  ]);
  kit.awaited = (target, type) => {
    if (ANIMATED[type]) missing(`animations: ${type} events`);
    else if ((type === 'load' || type === 'error') && target instanceof Element && LOADED[target.localName]) {
      missing(`the ${type} event of <${target.localName}>`);
    }
  };

  // What a form demands of its fields is not checked before it is sent.
  const { requestSubmit } = elements.HTMLFormElement.prototype;
  define(elements.HTMLFormElement.prototype, 'requestSubmit', function (submitter) {
    const demands = '[required], [pattern], [min], [max], [minlength], input[type=email], input[type=url]';
    if (!this.noValidate && this.querySelector(demands) !== null) missing('the validation of form fields');
    requestSubmit.call(this, submitter);
  });
  kit.parsed = () => {
    for (const meta of kit.document.querySelectorAll('meta[http-equiv]')) {
      if (/^refresh$/i.test(meta.getAttribute('http-equiv'))) missing('<meta http-equiv=refresh>');
    }
  };
  for (const name of ['show', 'showModal', 'close']) absent(HTMLDialogElement.prototype, name, `dialog.${name}`);
})
