// Who looks for what is absent. A name that a browser may have and this platform has not is nowhere to be found: not by
// `in`, not by typeof, not among the keys. What a page looks for goes into the report all the same:
//
// - In the navigator and the document, at the moment when it is looked for: behind their prototypes stands a proxy, which
//   answers as if it were not there. Elements have none: every property that is set on one would pass it.
// - In the window, by reading the scripts before they run. The engine lets nothing stand behind its global object, so
//   `window.WebSocket`, `'WebSocket' in window`, `typeof WebSocket` and `new WebSocket` are looked for in the text.
//   Whether a script gets that far is not known; a name that it puts together, or text that it evaluates, is not found.
// - When nobody catches the exception of a name that is not there.
(function (host, kit) {
  'use strict';
  const { missing, isReported, global } = kit;
  const { get: read, has: isIn } = Reflect;
  const { create, getPrototypeOf, setPrototypeOf } = Object;

  // --- The navigator and the document -------------------------------------------------------------------------------

  /** Lets what is looked for in the heirs of a prototype, and is not there, be told: a map of names and labels. */
  function listen(prototype, labels) {
    const note = name => {
      const label = labels.get(name);
      if (label !== undefined) missing(label);
    };
    const behind = create(getPrototypeOf(prototype));
    setPrototypeOf(prototype, new Proxy(behind, {
      __proto__: null,
      get(target, name, receiver) {
        if (!isIn(target, name)) note(name);
        return read(target, name, receiver);
      },
      has(target, name) {
        if (isIn(target, name)) return true;
        note(name);
        return false;
      },
    }));
  }
  listen(getPrototypeOf(kit.navigator), kit.soughtIn.navigator);
  const { prototype } = kit.require('./Document');
  // What every change of a tree and every event asks the document for is to be found before the proxy.
  for (const name of ['firstChild', 'lastModTime']) {
    for (let at = getPrototypeOf(prototype); at !== null; at = getPrototypeOf(at)) {
      const found = Object.getOwnPropertyDescriptor(at, name);
      if (found === undefined) continue;
      Object.defineProperty(prototype, name, found);
      break;
    }
  }
  for (const name of ['mutationHandler', kit.listenersKey]) {
    if (!(name in prototype)) Object.defineProperty(prototype, name,
      { value: undefined, writable: true, configurable: true });
  }
  listen(prototype, kit.soughtIn.document);

  // --- The window ---------------------------------------------------------------------------------------------------

  const { elements } = kit.soughtIn;
  const WINDOW = '(?:window|self|globalThis)';
  const NAME = '([A-Za-z_$][\\w$]*)';
  // Where a script looks for a name: the name is one of the groups. Elements have few such names.
  const PLACES = new RegExp(
    `\\b(?:new|typeof|instanceof)(?:\\s*\\(|\\s)\\s*(?!${WINDOW}\\b)${NAME}|\\b${WINDOW}\\s*\\??\\.\\s*${NAME}`
    + `|\\b${WINDOW}\\s*(?:\\?\\.)?\\[\\s*['"]${NAME}['"]|['"]${NAME}['"]\\s*in\\s+${WINDOW}(?![\\w$.[(])`
    + `|\\.(${[...elements.keys()].join('|')})(?![\\w$])|['"](${[...elements.keys()].join('|')})['"]\\s*in\\s`, 'g');
  const BARE = 1;          // The group of names that stand alone, and may be the script's own,
  const ELEMENTS = 5;      // and the first of those that elements have not.
  const ASSIGNED = /^\s*=(?![=>])/;

  /** Whether a place in a text is in a comment, as far as a look around tells. */
  function isComment(text, at) {
    const line = text.slice(Math.max(text.lastIndexOf('\n', at) + 1, at - 1000), at);
    if (/(?:^|[\s;,{}()])\/\//.test(line)) return true;
    const open = text.lastIndexOf('/*', at);
    return open >= 0 && text.lastIndexOf('*/', at) < open && (open === 0 || /[\s;,{}()]/.test(text[open - 1]));
  }

  /** Whether a script has a name of its own, or gives it to the window. */
  const declares = (text, name) => new RegExp(
    `(?:^|[^\\w$.])(?:(?:var|let|const|function|class|import)\\s+|function\\s*[\\w$]*\\([^(){}]*)${name}(?![\\w$])`
    + `|(?:^|[^\\w$.])${WINDOW}\\s*\\.\\s*${name}\\s*=(?![=>])`).test(text);

  /** Reads a script, before it runs, for names that the window has not, or the global object of a worker. */
  kit.look = (text, source, line, scope = global) => {
    PLACES.lastIndex = 0;
    let match;
    let reached = 0;
    let row = line;
    while ((match = PLACES.exec(text)) !== null) {
      let group = 1;
      while (match[group] === undefined) group += 1;
      const name = match[group];
      const label = group < ELEMENTS ? kit.labelOf(name) : elements.get(name);
      if (label === undefined || isReported(label)) continue;
      if (group < ELEMENTS ? name in scope : name in kit.elements.HTMLElement.prototype) continue;
      const [at, end] = [match.index, match.index + match[0].length];
      if (at > 0 && group < ELEMENTS && /[\w$.]/.test(text[at - 1])) continue;
      if (ASSIGNED.test(text.slice(end, end + 32)) || (group === BARE && declares(text, name))) continue;
      if (isComment(text, at)) continue;
      for (; reached < end; reached += 1) if (text.charCodeAt(reached) === 10) row += 1;
      missing(label, source + ':' + row);
    }
  };

  const { evaluate } = host;
  host.evaluate = (text, source, line) => {
    kit.look(text, source, line);
    return evaluate(text, source, line);
  };

  const { report, rejected } = kit;
  const note = error => {
    const { message, source, line } = kit.describe(error);
    const match = /^ReferenceError: Can't find variable: ([\w$]+)$/.exec(message);
    if (match !== null && kit.labelOf(match[1]) !== undefined) missing(kit.labelOf(match[1]), line > 0 ? `${source}:${line}` : source);
  };
  kit.report = error => {
    note(error);
    report(error);
  };
  kit.rejected = (promise, reason) => {
    note(reason);
    rejected(promise, reason);
  };
})
