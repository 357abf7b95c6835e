// What <link> and <style> tell: load, or error where a file is not there. Their rules have no effect.
//
// The files of the page's folder are at hand, so that the event comes in a turn after the script that inserted the element,
// before timers and before the page's own load. A file is only looked for if somebody listens: a listener that comes when
// time has gone on has missed the event, as in a browser.
(function (host, kit) {
  'use strict';
  const { define, getter, elements } = kit;
  const require = kit.require;
  const text = String;
  const { HTMLLinkElement, HTMLStyleElement } = elements;
  const DOMTokenList = require('./DOMTokenList');
  const attributes = require('./attributes');
  const Event = kit.Event;

  const FETCHED = /(^|\s)(stylesheet|modulepreload|preload|prefetch)(\s|$)/i;
  const SUPPORTED = new Set(['alternate', 'dns-prefetch', 'icon', 'manifest', 'modulepreload', 'next', 'preconnect', 'prefetch',
    'preload', 'prerender', 'stylesheet', 'apple-touch-icon', 'apple-touch-icon-precomposed', 'canonical']);

  const states = new WeakMap();   // {since: when it was to be fetched, isAsked: whether a turn will tell}
  let hearsAll = false;           // Somebody listens at the document, while events go down.

  function expects(element) {
    if (element instanceof HTMLStyleElement) return true;
    return FETCHED.test(element.rel) && element.getAttribute('href');
  }

  const begin = element => {
    if (!element.domino$rooted || element.ownerDocument !== kit.document || !expects(element)) return;
    const state = { since: kit.now(), isAsked: false };
    states.set(element, state);
    if (hearsAll || kit.hears(element, 'load') || kit.hears(element, 'error')) ask(element, state);
  };

  function ask(element, state) {
    if (state.isAsked) return;
    state.isAsked = true;
    const url = element instanceof HTMLStyleElement ? null : kit.resolve(element.getAttribute('href'));
    kit.heldJob(() => {
      if (states.get(element) !== state) return;
      kit.raise(element, new Event(url === null || read(url) !== null ? 'load' : 'error'));
    });
  }

  /** The text of a file of the page's folder; null if it is not there. */
  kit.readStyle = read;
  /** Whether a file of bytes is in the page's folder. */
  kit.isFile = url => {
    const path = kit.localPath(url);
    return path !== null && (host.readBytes === undefined ? read(url) : host.readBytes(path)) !== null;
  };
  function read(url) {
    const path = kit.localPath(url);
    let found = null;
    try { found = path === null ? null : host.readFile(path); } catch { /* It cannot be read, and so is not there. */ }
    return typeof found === 'string' ? found : null;
  }

  for (const Kind of [HTMLLinkElement, HTMLStyleElement]) define(Kind.prototype, '_roothook', function () { begin(this); });
  for (const name of ['href', 'rel']) {
    attributes.registerChangeHandler(HTMLLinkElement, name, (element, _, old, value) => {
      if (value !== null && value !== old) begin(element);
    });
  }
  const { awaited } = kit;
  kit.awaited = (target, type) => {
    awaited(target, type);
    if (type !== 'load' && type !== 'error') return;
    if (target === kit.document) hearsAll = true;
    const state = states.get(target);
    if (state === undefined) return;
    if (kit.document.readyState !== 'complete' || state.since === kit.now()) ask(target, state);
  };

  // --- What can be asked of a link -------------------------------------------------------------------------------------

  const lists = new WeakMap();
  getter(HTMLLinkElement.prototype, 'relList', function () {
    let list = lists.get(this);
    if (list === undefined) {
      list = new DOMTokenList(() => this.rel, value => { this.rel = value; });
      define(list, 'supports', function supports(token) { return SUPPORTED.has(text(token).toLowerCase()); });
      lists.set(this, list);
    }
    return list;
  }, function (value) { this.rel = text(value); });
  for (const name of ['as', 'fetchPriority', 'imageSizes', 'imageSrcset']) {
    getter(HTMLLinkElement.prototype, name, function () { return this.getAttribute(name.toLowerCase()) || ''; },
      function (value) { this.setAttribute(name.toLowerCase(), text(value)); });
  }
  getter(HTMLLinkElement.prototype, 'disabled', function () { return this.hasAttribute('disabled'); },
    function (value) { this.toggleAttribute('disabled', !!value); });
  getter(HTMLLinkElement.prototype, 'sheet', function () {
    if (!this.domino$rooted || this.disabled || !/(^|\s)stylesheet(\s|$)/i.test(this.rel)) return null;
    const href = this.getAttribute('href');
    if (!href) return null;
    const url = kit.resolve(href);
    return kit.sheetOf(this, read(url) || '', url);
  });
})
