// Modules: what they import is read, bundled by the native side, and evaluated once each, whoever asks for it.
//
// host.bundle([name, text, ...]) -> [code, name of the bundle] or [null, failures as JSON: file, line, column, message]; it
// throws if there is nothing that bundles. The texts are those of the modules with the names of their imports replaced by
// those of the files; the edits go along as the last argument, so that places can be told in the text as it was written.
//
// The modules that a page names are bundled together when the first of them is to run, with all that can be reached from
// them. What is asked for later by a name that nobody knew is bundled by itself, beside stubs of what is there.
(function (host, kit) {
  'use strict';
  const { global } = kit;
  const { parse, write } = kit.url;
  const { Promise, JSON: { parse: parseJSON } } = global;
  const { create, defineProperty, keys } = Object;
  const text = String;
  const { then } = kit;
  const MAXIMUM = 20000;           // Modules of a page.
  const MUCH = 1 << 20;            // Characters from which on modules that are imported later are not bundled beforehand.
  const BUNDLE = 'kymograph-modules/';

  // --- Names --------------------------------------------------------------------------------------------------------------

  const imports = new Map();
  const scopes = [];
  const asAddress = (name, base) => {
    if (/^(\/|\.\/|\.\.\/)/.test(name)) return parse(name, parse(base, null));
    return parse(name, null);
  };
  const sorted = entries => entries.sort(([one], [other]) => one < other ? 1 : one > other ? -1 : 0);

  function readNames(given, base) {
    const found = [];
    if (given === null || typeof given !== 'object') throw new TypeError('the imports of an import map are no object');
    for (const name of keys(given)) {
      const parsed = asAddress(name, base);
      const target = typeof given[name] === 'string' ? asAddress(given[name], base) : null;
      const address = target === null ? null : write(target);
      if (name === '' || (address !== null && name.endsWith('/') && !address.endsWith('/'))) continue;
      found.push([parsed === null ? name : write(parsed), address]);
    }
    return found;
  }

  /** Takes an import map; of two addresses for a name the first stays. */
  kit.addImportMap = (said, name, line) => {
    try {
      const map = JSON.parse(said);
      const base = kit.base();
      if (map === null || typeof map !== 'object') throw new TypeError('it is no object');
      if (map.imports !== undefined) {
        for (const [key, address] of readNames(map.imports, base)) if (!imports.has(key)) imports.set(key, address);
      }
      for (const prefix of keys(map.scopes || {})) {
        const found = parse(prefix, parse(base, null));
        if (found !== null) scopes.push([write(found), sorted(readNames(map.scopes[prefix], base))]);
      }
      sorted(scopes);
    } catch (error) {
      host.error(`the import map cannot be read: ${text(error.message)}`, name, line, 0, '');
    }
  };

  function lookUp(name, entries, isFree) {
    for (const [key, address] of entries) {
      const isExact = key === name;
      if (!isExact && !(key.endsWith('/') && name.startsWith(key) && isFree)) continue;
      if (address === null) throw new TypeError(`the import map has no address for "${name}"`);
      return isExact ? address : write(parse(name.slice(key.length), parse(address, null)));
    }
    return null;
  }

  /** The address of a module by its name in another. */
  function resolve(name, base) {
    const parsed = asAddress(name, base);
    const key = parsed === null ? name : write(parsed);
    const isFree = parsed === null || /^(https?|file|ftp|wss?):$/.test(parsed.scheme) || host.root !== undefined;
    for (const [prefix, entries] of scopes) {
      if (prefix !== base && !(prefix.endsWith('/') && base.startsWith(prefix))) continue;
      const found = lookUp(key, entries, isFree);
      if (found !== null) return found;
    }
    const found = lookUp(key, sorted([...imports]), isFree);
    if (found !== null) return found;
    if (parsed === null) {
      throw new TypeError(`the module "${name}" has no address: no import map names it, and it begins with none of / ./ ../`);
    }
    return key;
  }

  // --- Errors ---------------------------------------------------------------------------------------------------------------

  // What is thrown in a bundle is shown to the page at the place in the module's own file.
  const { describe } = kit;
  kit.describe = error => {
    const found = describe(error);
    if (!found.source.startsWith(BUNDLE)) return found;
    const place = host.place(found.source, found.line, found.column);
    if (place !== null) {
      found.source = (host.base || '') + place[0];
      found.line = place[1];
      found.column = place[2];
    }
    return found;
  };

  // --- The graph ------------------------------------------------------------------------------------------------------------

  const byKey = new Map();
  const records = [];
  const texts = new Map();         // Of inline modules, by address.

  const placeOf = (record, at) => {
    const before = record.source.slice(0, at);
    const lines = before.split('\n');
    return { source: record.file, line: record.line + lines.length - 1, column: lines[lines.length - 1].length + 1 };
  };
  const failure = (message, place) =>
    ({ message, source: '', line: 0, column: 0, ...typeof place === 'function' ? place() : place });

  function readText(url) {
    const said = texts.get(url);
    if (said !== undefined) return said;
    const path = kit.localPath(url.replace(/[?#].*/, ''));
    if (path === null) throw new TypeError(`the module ${url}: what is not in the app's folder is not loaded`);
    const ending = /\.([^./]*)$/.exec(path);
    const body = host.readFile(path);
    if (typeof body !== 'string') throw new TypeError(`the module ${path} is not there`);
    return { body: body.replace(/^\ufeff/, ''), file: path, line: 1, ending: ending === null ? '' : ending[1].toLowerCase() };
  }

  /** The record of a module, with its text; what is wrong with it is in the record. */
  function recordOf(url, type, from) {
    const key = type + ' ' + url;
    const known = byKey.get(key);
    if (known !== undefined) return known;
    const record = {
      number: records.length, url, type, file: url, line: 1, source: '', failure: null, found: [], needs: [],
      isBundled: false, begin: null, promise: null, namespace: null, made: null, meta: null,
    };
    byKey.set(key, record);
    records.push(record);
    try {
      const { body, file, line, ending } = readText(url);
      record.file = file;
      record.line = line;
      record.source = body.replace(/\r\n?/g, '\n');
      if (type === 'json') {
        record.made = parseJSON(record.source);
      } else if (type !== '') {
        throw new TypeError(`${file}: modules of the type ${type} are not loaded here`);
      } else if (ending !== undefined && !['js', 'mjs', 'cjs', ''].includes(ending)) {
        throw new TypeError(ending === 'json' ? `${file}: JSON is imported with { type: 'json' }`
          : `${file}: it is no JavaScript by its ending; the page has to be built first`);
      } else {
        record.found = kit.imports(record.source);
      }
    } catch (error) {
      record.failure = failure(text(error.message), from);
      if (error.name === 'SyntaxError' && type === 'json') {
        record.failure = failure(`SyntaxError: ${text(error.message)}`, { source: record.file, line: 1, column: 0 });
      }
    }
    return record;
  }

  /** Reads what a module needs, and notes in `later` what it imports only when it runs. */
  function reach(first, added, later) {
    const waiting = [first];
    let size = 0;
    while (waiting.length > 0) {
      const record = waiting.pop();
      if (record.isBundled || record.isReached) continue;
      record.isReached = true;
      added.push(record);
      if (records.length > MAXIMUM) throw new RangeError(`the page has more than ${MAXIMUM} modules`);
      size += record.source.length;
      for (const entry of record.found) {
        if (entry.kind === 'meta' || entry.name === null) continue;
        if (entry.kind === 'dynamic') {
          later.push([record, entry]);
          continue;
        }
        try {
          entry.record = recordOf(resolve(entry.name, record.url), entry.type, () => placeOf(record, entry.start));
          record.needs.push(entry.record);
        } catch (error) {
          record.failure = record.failure || failure(text(error.message), placeOf(record, entry.start));
        }
      }
      for (let index = record.needs.length - 1; index >= 0; index -= 1) waiting.push(record.needs[index]);
    }
    return size;
  }

  /** What is wrong with a module or with what it needs; null if nothing is. */
  function failureOf(record) {
    const seen = new Set();
    const waiting = [record];
    while (waiting.length > 0) {
      const one = waiting.pop();
      if (seen.has(one)) continue;
      seen.add(one);
      if (one.failure !== null) return one.failure;
      for (let index = one.needs.length - 1; index >= 0; index -= 1) waiting.push(one.needs[index]);
    }
    return null;
  }

  // --- The bundle -------------------------------------------------------------------------------------------------------------

  let unbundled = null;
  let isUnbundledSaid = false;
  const nameOf = record => `${record.isBundled ? 's' : 'm'}${record.number}.js`;

  /** The text of a module as it is bundled, and the edits: line, column behind the edit, and how far that moved it. */
  function edited(record) {
    if (record.type === 'json') return [`export default kymo$json(${record.number});`, []];
    const { source } = record;
    const edits = [];
    let made = '', last = 0, lineStart = 0, line = 1, moved = 0, searched = 0;
    const replace = (start, end, by) => {
      for (let at = source.indexOf('\n', searched); at >= 0 && at < start; at = source.indexOf('\n', at + 1)) {
        line += 1;
        lineStart = at + 1;
        moved = 0;
      }
      searched = start;
      // Line ends within what is replaced stay, so that the lines are those of the text.
      const breaks = source.slice(start, end).split('\n').length - 1;
      made += source.slice(last, start) + by + '\n'.repeat(breaks);
      last = end;
      if (breaks > 0) return;
      moved += by.length - (end - start);
      edits.push(line, end - lineStart + moved, moved);
    };
    for (const entry of record.found) {
      if (entry.start < last) continue;
      if (entry.kind === 'static') {
        if (entry.record === undefined) continue;
        replace(entry.start, entry.end, `"./${nameOf(entry.record)}"`);
        if (entry.attributes !== null) replace(entry.attributes[0], entry.attributes[1], '');
      } else if (entry.kind === 'dynamic') {
        replace(entry.start, entry.end, `kymo$import(${record.number}, `);
      } else {
        replace(entry.start, entry.end, `kymo$meta(${record.number})`);
      }
    }
    made += source.slice(last);
    // A map of the page's own is for who reads an error, and not for the bundler; the columns stay.
    made = made.replace(/^([ \t]*\/\/[#@] sourceMapping)URL=/gm, '$1Url=');
    return [made + '\nexport {};\n', edits];
  }

  /** Bundles what is new of some modules, without those that cannot be. */
  function bundle(added) {
    for (;;) {
      const good = added.filter(record => !record.isBundled && failureOf(record) === null);
      if (good.length === 0) return;
      const stubs = new Set();
      for (const record of good) for (const needed of record.needs) if (needed.isBundled) stubs.add(needed);
      const files = [];
      const entry = good.map(record => `${record.number}: () => import("./${nameOf(record)}"),\n`).join('');
      files.push('entry.js', `kymo$table({\n${entry}});\n`, '', 1, '[]');
      for (const record of good) {
        const [made, edits] = edited(record);
        files.push(nameOf(record), made, record.file, record.line, JSON.stringify(edits));
      }
      for (const record of stubs) files.push(nameOf(record), `module.exports = kymo$stub(${record.number});\n`, '', 1, '[]');
      let made;
      try { made = host.bundle(files); } catch (error) {
        // Nothing bundles: it is the same for all of them, and is said once.
        unbundled = unbundled || failure(text(error.message), { source: good[0].file });
        for (const record of good) record.failure = unbundled;
        return;
      }
      const [code, name] = made;
      if (code !== null) {
        for (const record of good) {
          record.isBundled = true;
          record.stubs = [...stubs];
        }
        host.evaluate(`(function (kymo$table, kymo$import, kymo$meta, kymo$json, kymo$stub) {"use strict";\n${code}\n})`, name, 1)(
          table => { for (const record of good) record.begin = table[record.number]; },
          importFrom, metaOf, number => records[number].made, stubOf,
        );
        return;
      }
      const failures = JSON.parse(name);
      let isNew = false;
      for (const { file, line, column, message } of failures) {
        const record = good.find(one => nameOf(one) === file);
        if (record === undefined || record.failure !== null) continue;
        isNew = true;
        record.failure = failure(`SyntaxError: ${message}`, { source: record.file, line, column });
      }
      if (!isNew) throw new SyntaxError(failures.length > 0 ? failures[0].message : 'the modules cannot be bundled');
    }
  }

  /** Makes some modules ready to run. */
  function prepare(roots) {
    const added = [];
    const later = [];
    let size = 0;
    for (const record of roots) size += reach(record, added, later);
    // What is imported later may be absent until then, and is bundled by itself if there is much of it.
    for (let index = 0; index < later.length && size < MUCH; index += 1) {
      const [record, entry] = later[index];
      let url = null;
      try { url = resolve(entry.name, record.url); } catch { continue; }
      size += reach(recordOf(url, entry.type, () => placeOf(record, entry.start)), added, later);
    }
    bundle(added);
  }

  // --- Running ----------------------------------------------------------------------------------------------------------------

  /** A module's names as pages see them. */
  function namespaceOf(given) {
    const made = create(null);
    for (const name of keys(given).sort()) {
      defineProperty(made, name, { enumerable: true, configurable: false, get: () => given[name], set: undefined });
    }
    defineProperty(made, Symbol.toStringTag, { value: 'Module' });
    return Object.preventExtensions(made);
  }

  const settled = new Promise(done => done());
  /** Evaluates a module that is ready, if that was not done; a promise of its names. */
  function evaluate(record) {
    if (record.promise !== null) return record.promise;
    const first = (record.stubs || []).filter(stub => stub.namespace === null);
    const begin = () => {
      // The bundler's own code asks for the page's Promise, which may be no promise of the engine's.
      const begun = record.begin();
      return then(begun instanceof Promise ? begun : new Promise(done => done(begun)), given => {
        record.namespace = namespaceOf(given);
        return record;
      });
    };
    record.promise = first.length === 0 ? begin()
      : then(first.reduce((before, stub) => then(before, () => evaluate(stub)), settled), begin);
    return record.promise;
  }

  function stubOf(number) {
    const made = create(null);
    defineProperty(made, '__esModule', { value: true });
    const { namespace } = records[number];
    for (const name of keys(namespace)) defineProperty(made, name, { enumerable: true, get: () => namespace[name] });
    return made;
  }

  function metaOf(number) {
    const record = records[number];
    if (record.meta === null) {
      const meta = create(null);
      meta.url = record.url;
      meta.resolve = name => resolve(text(name), record.url);
      record.meta = meta;
    }
    return record.meta;
  }

  const errorOf = ({ message, source, line, column }) => {
    const place = source === '' ? '' : line > 0 ? ` (${source}:${line}${column > 0 ? ':' + column : ''})` : ` (${source})`;
    return message.startsWith('SyntaxError: ') ? new SyntaxError(message.slice(13) + place) : new TypeError(message + place);
  };

  const importFrom = (number, name, options) => importTo(records[number].url, name, options, body => body());

  /** Imports a module by its name in another text; `arrive` is told what to do once it is there. */
  function importTo(base, name, options, arrive) {
    return then(new Promise((done, fail) => {
      const attributes = options === undefined ? undefined : options.with || options.assert;
      const record = recordOf(resolve(text(name), base), attributes && attributes.type ? text(attributes.type) : '', {});
      const take = () => {
        if (!record.isBundled) prepare([record]);
        const wrong = failureOf(record);
        if (wrong !== null) fail(errorOf(wrong)); else done(evaluate(record));
      };
      if (record.promise !== null) take();
      else {
        arrive(() => {
          try { take(); } catch (error) { fail(error); }
        });
      }
    }), record => record.namespace);
  }

  // --- Scripts that are no modules ------------------------------------------------------------------------------------------

  const importers = new Map();     // The names of functions that import, by the address that a script's names start from.

  /** The name of a function of the page's that imports: as long as the word, so that all places of a script stay. */
  function importerOf(url) {
    const known = importers.get(url);
    if (known !== undefined) return known;
    const name = 'i$' + importers.size.toString(36).padStart(4, '0');
    importers.set(url, name);
    defineProperty(global, name, {
      value: (wanted, options) => importTo(url === '' ? kit.base() : url, wanted, options, kit.whenRead),
    });
    return name;
  }

  /** A script of the page, or of a worker, in which `import()` works; `url` is its file, or empty for the page's own text. */
  kit.importing = (body, url) => {
    if (!/\bimport\s*(\(|\/[/*])/.test(body)) return body;
    let found;
    // What cannot be read is no script either, and the engine says so.
    try { found = kit.imports(body); } catch { return body; }
    let made = '', last = 0;
    for (const { kind, start } of found) {
      if (kind !== 'dynamic') continue;
      made += body.slice(last, start) + importerOf(url);
      last = start + 6;
    }
    return made + body.slice(last);
  };

  let inlineCount = 0;
  /** A module of the page: its text, or its address. */
  kit.moduleOf = (body, url, line) => {
    if (body === null) return recordOf(url, '', {});
    inlineCount += 1;
    const own = `${kit.address().replace(/#.*/, '')}#kymo-inline-${inlineCount}`;
    texts.set(own, { body, file: kit.localPath(kit.pageName()) ?? kit.pageName(), line });
    const record = recordOf(own, '', {});
    record.url = kit.base();
    return record;
  };

  /** Runs a module of the page, and has all of them made ready first; `ended` is told whether it could begin. */
  kit.runModule = (record, all) => {
    try {
      if (!record.isBundled) prepare(all.filter(one => !one.isReached));
    } catch (error) {
      record.failure = record.failure || failure(text(error.message), { source: record.file, line: 0, column: 0 });
    }
    const wrong = failureOf(record);
    if (wrong !== null) {
      if (wrong === unbundled && isUnbundledSaid) return false;
      isUnbundledSaid = wrong === unbundled;
      host.error(wrong.message, wrong.source || kit.pageName(), wrong.line, wrong.column, '');
      return false;
    }
    then(evaluate(record), undefined, kit.report);
    return true;
  };
})
