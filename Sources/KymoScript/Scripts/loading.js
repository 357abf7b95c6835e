// Loads a page: the parser goes from script to script, each in a turn of its own, then come DOMContentLoaded and load.
//
// host.readFile(relative path) -> text or null; kit.loaded(), if it is put there, hears that load was raised. The order is
// that of a browser whose files are all at hand: scripts of the page where they stand, deferred ones after the last of
// them, then DOMContentLoaded, then asynchronous ones and what scripts inserted, then load. Timers wait for all of it.
(function (host, kit) {
  'use strict';
  const { global } = kit;
  const { define, getter, elements } = kit;
  const { defineProperty } = Object;
  const require = kit.require;
  const text = String;
  const Document = require('./Document');
  const HTMLParser = require('./HTMLParser');
  const { HTMLScriptElement } = elements;
  const Event = kit.Event;
  const STATE = Symbol('script');   // What became of a script: nothing yet, 'parsed', or 'started'.
  const mark = (script, state) => defineProperty(script, STATE, { value: state, writable: true, configurable: true });

  let parser = null;
  let isScanning = false;
  let runsNow = null;               // The script that is run, for document.currentScript.
  let ended = null;                 // The script whose end the parser has just read.
  let source = '';
  let searched = 0;                 // How far the places of scripts in the source are known,
  let lines = 1;                    // and at which line that is.
  let deferred = [];
  let asynchronous = [];            // Modules that run when they are there, which is after the page was read.
  let waiting = 0;                  // Scripts that hold the load event.
  let isWriting = false;
  let isParsed = false;
  let pageName = '';                // What the native side calls the page: the source of its inline scripts.

  // --- Which scripts run ---------------------------------------------------------------------------------------------

  const SCRIPT_TYPES =
    /^\s*((text|application)\/(x-)?(java|ecma)script|text\/(javascript1\.[0-5]|jscript|livescript))?\s*$/i;

  function isClassic(script) {
    const kind = script.getAttribute('type');
    const language = script.getAttribute('language');
    const said = kind !== null ? kind : language ? 'text/' + language : '';
    return SCRIPT_TYPES.test(said) && !script.hasAttribute('nomodule');
  }
  const hasType = (script, kind) => (script.getAttribute('type') || '').trim().toLowerCase() === kind;

  /** The line of a script's text in the page, by looking on from the last one. */
  function lineOf(body) {
    if (isWriting) return 1;
    const at = source.indexOf(body, searched);
    if (at < 0) return 1;
    for (let index = searched; index < at; index += 1) if (source.charCodeAt(index) === 10) lines += 1;
    searched = at;
    return lines;
  }

  function run(script, body, name, line, url) {
    const outer = runsNow;
    runsNow = script;
    try {
      host.evaluate(kit.importing(body, url), name, line);
    } catch (error) {
      kit.report(error);
    } finally {
      runsNow = outer;
    }
  }

  function runFile(script, url) {
    const path = kit.localPath(url);
    let body = null, reason = `the script ${path} is not there`;
    try { body = path === null ? null : host.readFile(path); } catch (error) { reason = text(error.message); }
    if (typeof body !== 'string') {
      if (path === null) kit.missing(`the script ${url}: what is not in the app's folder is not loaded`);
      else host.error(reason, pageName, 0, 0, '');
      kit.raise(script, new Event('error'));
      return;
    }
    run(script, body, path, 1, url);
    kit.raise(script, new Event('load'));
  }

  // --- Modules ---------------------------------------------------------------------------------------------------------

  // What a link is for, as the helpers of bundlers ask: a module that is named beforehand is at hand anyway.
  const DOMTokenList = require('./DOMTokenList');
  const LISTS = new WeakMap();
  const RELATIONS = new Set(['modulepreload', 'preload', 'stylesheet', 'icon', 'manifest', 'alternate']);
  getter(elements.HTMLLinkElement.prototype, 'relList', function () {
    if (!LISTS.has(this)) {
      const list = new DOMTokenList(() => this.getAttribute('rel') || '', value => this.setAttribute('rel', value));
      defineProperty(list, 'supports', { value: name => RELATIONS.has(text(name).toLowerCase()) });
      LISTS.set(this, list);
    }
    return LISTS.get(this);
  }, function (value) { this.setAttribute('rel', value); });

  // Those that wait; they are made ready together, so that what two of them import is one module.
  const modules = [];

  function runModule(script, record) {
    const isDone = kit.runModule(record, modules);
    kit.nextJob(() => kit.raise(script, new Event(isDone ? 'load' : 'error')));
  }

  function prepareModule(script, isParsers) {
    const address = script.getAttribute('src');
    const body = script.text;
    if (address === '') {
      kit.later(0, () => kit.raise(script, new Event('error')));
      return;
    }
    const record = address === null ? kit.moduleOf(body, null, isParsers ? lineOf(body) : 1)
      : kit.moduleOf(null, kit.resolve(address), 1);
    modules.push(record);
    if (isParsers && !script.hasAttribute('async')) {
      deferred.push(() => runModule(script, record));
      return;
    }
    waiting += 1;
    const begin = () => {
      try { runModule(script, record); } finally { settle(); }
    };
    // As late as if it had to be loaded, so that it is made ready together with those of the page.
    kit.whenRead(begin);
  }

  /** Runs a script that the parser read to its end, or that was inserted; one without a text is tried again. */
  function prepare(script, isParsers) {
    if (script[STATE] === 'started' || !script.domino$rooted || script.ownerDocument !== kit.document) return;
    const address = script.getAttribute('src');
    const body = script.text;
    if (address === null && body === '') return;
    mark(script, 'started');
    if (hasType(script, 'module')) return prepareModule(script, isParsers);
    if (hasType(script, 'importmap')) return kit.addImportMap(body, pageName, isParsers ? lineOf(body) : 1);
    if (!isClassic(script)) return;
    if (address === null) {
      run(script, body, pageName, isParsers ? lineOf(body) : 1, '');
      return;
    }
    if (address === '') {
      kit.later(0, () => kit.raise(script, new Event('error')));
      return;
    }
    const url = kit.resolve(address);
    const isLate = !isParsers || script.hasAttribute('async');
    if (isLate) {
      kit.heldJob(() => runFile(script, url));
    } else if (script.hasAttribute('defer') && !isWriting) {
      deferred.push(() => runFile(script, url));
    } else {
      runFile(script, url);
    }
  }

  /** Does a step of loading that the load event waits for. */
  kit.heldJob = body => {
    waiting += 1;
    kit.job(() => {
      try { body(); } finally { settle(); }
    });
  };
  /** Does something when the page has been read, in a turn of its own. */
  kit.whenRead = body => { if (isParsed) kit.job(body); else asynchronous.push(body); };
  kit.pageName = () => pageName;
  getter(Document.prototype, 'currentScript', function () {
    return this === kit.document && runsNow !== null && !kit.isInShadow(runsNow) ? runsNow : null;
  });

  // A script that is made from text by innerHTML never runs; one that is cloned runs if the first did not.
  const { pop } = HTMLParser.ElementStack.prototype;
  HTMLParser.ElementStack.prototype.pop = function (element) {
    const top = this.top;
    pop.call(this, element);
    if (!(top instanceof HTMLScriptElement)) return;
    if (top.ownerDocument !== kit.document) mark(top, 'started');
    else if (parser !== null && !top._already_started) ended = top;
  };
  /** Lets the scripts of a fragment that was made from text run when they are inserted. */
  kit.freshScripts = fragment => {
    for (const script of fragment.querySelectorAll('script')) delete script[STATE];
  };
  getter(HTMLScriptElement.prototype, 'async', function () {
    return this.hasAttribute('async') || (this[STATE] === undefined);
  }, function (value) { if (value) this.setAttribute('async', ''); else this.removeAttribute('async'); });
  getter(HTMLScriptElement.prototype, 'noModule', function () { return this.hasAttribute('nomodule'); },
    function (value) { if (value) this.setAttribute('nomodule', ''); else this.removeAttribute('nomodule'); });

  // --- What was inserted ---------------------------------------------------------------------------------------------

  let inserted = [];
  define(HTMLScriptElement.prototype, '_roothook', function () {
    if (isScanning) mark(this, 'parsed'); else inserted.push(this);
  });
  kit.inserted = element => { inserted.push(element); };

  // Scripts and frames act when all that is inserted with them is in its place.
  const { mutateInsert } = Document.prototype;
  define(Document.prototype, 'mutateInsert', function (node) {
    mutateInsert.call(this, node);
    const parent = node.parentNode;
    if (node.nodeType === 3 && parent instanceof HTMLScriptElement && !isScanning) inserted.push(parent);
    if (inserted.length === 0) return;
    const now = inserted;
    inserted = [];
    for (const element of now) {
      if (element instanceof HTMLScriptElement) prepare(element, false); else kit.frameInserted(element);
    }
  });

  // --- The parser ----------------------------------------------------------------------------------------------------

  function scan(piece, isLast) {
    isScanning = true;
    try {
      return parser.parse(piece, isLast, runEnded);
    } finally {
      isScanning = false;
    }
  }

  kit.isParsing = () => isScanning;
  /** Runs what belongs to the page while the parser is at work. */
  kit.besideParser = body => {
    const outer = isScanning;
    isScanning = false;
    try { return body(); } finally { isScanning = outer; }
  };

  /** Runs the script that ended, while the parser stands behind it; true if the turn ends there. */
  function runEnded() {
    if (ended === null) return false;
    const script = ended;
    ended = null;
    isScanning = false;
    try { prepare(script, true); } finally { isScanning = true; }
    return true;
  }

  function step() {
    if (scan('', false)) return kit.nextJob(step);
    finishParsing();
  }

  function finishParsing() {
    if (isParsed) return;
    isParsed = true;
    runEnded();
    isScanning = false;
    kit.parsed();
    ready('interactive');
    const later = deferred;
    deferred = [];
    kit.nextJob(contentLoaded);
    for (let index = later.length - 1; index >= 0; index -= 1) kit.nextJob(later[index]);
  }

  const ready = state => {
    kit.document.readyState = state;
    kit.raise(kit.document, new Event('readystatechange'));
  };

  function contentLoaded() {
    kit.raise(kit.document, new Event('DOMContentLoaded', { bubbles: true }));
    for (const begin of asynchronous) kit.job(begin);
    asynchronous = [];
    waiting += 1;
    kit.job(settle);
  }

  function settle() {
    waiting -= 1;
    if (waiting === 0 && isParsed && kit.document.readyState === 'interactive') kit.job(complete);
  }

  function complete() {
    if (waiting > 0 || kit.document.readyState !== 'interactive') return;
    ready('complete');
    kit.raise(global, new Event('load'));
    kit.raise(global, new kit.events.PageTransitionEvent('pageshow'));
    if (kit.loaded) kit.loaded();
    if (kit.bridgeLoaded) kit.bridgeLoaded();
  }

  /** Begins to load a page, or a script in an empty one. */
  kit.load = (given, url, isScript, name = url) => {
    kit.setAddress(text(url));
    pageName = text(name);
    source = isScript ? '<!DOCTYPE html><html><head></head><body></body></html>'
      : text(given).replace(/\r\n?/g, '\n');
    parser = new HTMLParser(kit.address());
    const document = parser.document();
    // The library's parser raises a load event of its own if it finds a window; it is not to find one.
    defineProperty(document, 'defaultView', { configurable: true, get: () => isScanning ? null : global });
    document._scripting_enabled = true;
    // The library numbers every node that was ever in the document and keeps the numbers, which nobody asks for.
    document._nodes = new Proxy({}, { set: () => true });
    kit.document = document;
    defineProperty(global, 'document', { value: document, enumerable: true });
    if (isScript) deferred.push(() => run(null, text(given), text(url), 1));
    kit.job(() => { if (scan(source, true)) kit.nextJob(step); else finishParsing(); });
  };

  // --- document.write ------------------------------------------------------------------------------------------------

  define(Document.prototype, 'write', function write(...parts) {
    if (this !== kit.document || isParsed || parser === null || runsNow === null) {
      kit.missing('document.write after the page was read');
      return;
    }
    // Up to the end of each script, so that it runs before what follows it.
    const outer = isWriting;
    isWriting = true;
    try {
      for (const piece of parts.map(text).join('').split(/(?<=<\/script\s*>)/i)) {
        scan(piece, false);
        if (ended !== null) {
          const script = ended;
          ended = null;
          prepare(script, true);
        }
      }
    } finally {
      isWriting = outer;
      isScanning = false;
    }
  });
  define(Document.prototype, 'writeln', function writeln(...parts) { this.write(parts.map(text).join('') + '\n'); });
  define(Document.prototype, 'open', function open() {
    if (isParsed) kit.missing('document.open after the page was read');
    return this;
  });
  define(Document.prototype, 'close', () => {});
})
