const present = name => [name, typeof self[name], name in self, Object.hasOwn(self, name) || name in Object.getPrototypeOf(self)];
const kinds = names => names.split(' ').map(name => `${name} ${typeof self[name]}`);
postMessage({
  texts: [String(self), String(location), String(navigator), Object.prototype.toString.call(self), self.constructor.name, name],
  is: [self === globalThis, this === self, self instanceof DedicatedWorkerGlobalScope, self instanceof WorkerGlobalScope,
    self instanceof EventTarget, isSecureContext, crossOriginIsolated],
  absent: ['window', 'document', 'localStorage', 'sessionStorage', 'alert', 'parent', 'top', 'frames', 'history', 'Window',
    'Document', 'HTMLElement', 'Node', 'matchMedia', 'screen', 'innerWidth', 'Image', 'UIEvent', 'MouseEvent', 'event', 'onclick',
    'onload', 'getComputedStyle', 'MutationObserver', 'DOMParser', 'customElements', 'SharedWorker'].map(present)
    .filter(([, kind, ...is]) => kind !== 'undefined' || is.some(one => one)),
  there: kinds('self location navigator postMessage close importScripts onmessage onmessageerror onerror onunhandledrejection '
    + 'setTimeout clearTimeout setInterval clearInterval queueMicrotask structuredClone fetch Request Response Headers URL '
    + 'URLSearchParams TextEncoder TextDecoder AbortController Blob File FileReader FormData crypto performance console btoa '
    + 'atob reportError EventTarget Event MessageEvent ErrorEvent CustomEvent MessageChannel MessagePort WebSocket EventSource '
    + 'XMLHttpRequest ReadableStream WritableStream TransformStream requestAnimationFrame cancelAnimationFrame Worker '
    + 'WorkerLocation WorkerNavigator DOMException origin'),
  navigator: ['document', 'vendor', 'geolocation', 'cookieEnabled', 'plugins', 'javaEnabled', 'sendBeacon', 'maxTouchPoints',
    'serviceWorker', 'vibrate', 'clipboard'].filter(name => name in navigator),
  same: [navigator.userAgent, navigator.language, navigator.platform, navigator.onLine],
  illegal: [WorkerLocation, WorkerNavigator, WorkerGlobalScope, DedicatedWorkerGlobalScope].map(Kind => {
    try { new Kind(); return 'made'; } catch (error) { return error.name; }
  }),
  location: [location.hash, location.search, location.pathname.endsWith('/workers/scope.js'), location.protocol, location.port,
    location.href.endsWith('scope.js?a=b#c'), 'username' in location],
});
