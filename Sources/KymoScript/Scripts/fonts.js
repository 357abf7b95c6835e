// document.fonts: the faces that sheets declare and scripts make. Nothing is drawn, and so nothing is loaded: a face whose
// file is in the page's folder is loaded a turn after somebody asks for it, and any other fails as a file that is not
// there. A font that no face declares counts as installed.
(function (host, kit) {
  'use strict';
  const { global, define, getter } = kit;
  const { Promise, EventTarget } = kit.early;
  const { declarations, parted, words } = kit.css;
  const { isBytes, bytesOf } = kit;
  const text = String;
  const its = new WeakMap();
  const of = (page, kind) => {
    const found = its.get(page);
    if (found === undefined || found.kind !== kind) throw new TypeError('Illegal invocation');
    return found;
  };
  const failed = said => kit.exception(said, 'NetworkError');

  // --- Descriptors ------------------------------------------------------------------------------------------------------

  const PERCENT = /^(normal|\d+(\.\d+)?%)$/;
  const FIELDS = {
    __proto__: null,
    style: ['normal', /^(normal|italic|oblique( .*)?|auto)$/i], weight: ['normal', /^((normal|bold|auto|\d{1,4}(\.\d+)?)( (?=\S)|$)){1,2}$/i],
    stretch: ['normal', /^(normal|auto|(ultra-|extra-|semi-)?(condensed|expanded)|\d.*%)$/i],
    unicodeRange: ['U+0-10FFFF', /^u\+[\da-f?]+(-[\da-f]+)?(\s*,\s*u\+[\da-f?]+(-[\da-f]+)?)*$/i], variant: ['normal', /\S/],
    featureSettings: ['normal', /\S/], variationSettings: ['normal', /\S/], display: ['auto', /^(auto|block|swap|fallback|optional)$/i],
    ascentOverride: ['normal', PERCENT], descentOverride: ['normal', PERCENT], lineGapOverride: ['normal', PERCENT],
    sizeAdjust: ['100%', /^\d+(\.\d+)?%$/],
  };
  const IN_SHEET = {
    __proto__: null, style: 'font-style', weight: 'font-weight', stretch: 'font-stretch', unicodeRange: 'unicode-range', variant: 'font-variant',
    featureSettings: 'font-feature-settings', variationSettings: 'font-variation-settings', display: 'font-display',
    ascentOverride: 'ascent-override', descentOverride: 'descent-override', lineGapOverride: 'line-gap-override', sizeAdjust: 'size-adjust',
  };
  const unquoted = name => name.replace(/^(["'])([^]*)\1$/, '$2');
  const isIdentifier = name => /^(-?[a-z_][\w-]*)( -?[a-z_][\w-]*)*$/i.test(name);
  const shown = name => isIdentifier(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`;
  /** The addresses of a source; null if it is none. */
  function addresses(source) {
    const found = [];
    for (const one of parted(source, ',')) {
      const url = /^url\(\s*(?:"([^"]*)"|'([^']*)'|([^)\s]*))\s*\)/i.exec(one);
      if (url !== null) found.push(url[1] ?? url[2] ?? url[3]);
      else if (!/^local\(.*\)$/i.test(one)) return null;
    }
    return found;
  }

  // --- A face -----------------------------------------------------------------------------------------------------------

  const makeFace = (page, family, values, urls) => {
    const it = { kind: 'face', page, family, values, urls, status: 'unloaded', sets: new Set(), rule: null, resolve: null, reject: null };
    it.loaded = new Promise((resolve, reject) => { [it.resolve, it.reject] = [resolve, reject]; });
    kit.then(it.loaded, undefined, () => {});
    its.set(page, it);
    return it;
  };
  function settle(it, error) {
    it.status = error === null ? 'loaded' : 'error';
    if (error === null) it.resolve(it.page); else it.reject(error);
    for (const set of it.sets) set.done(it);
  }
  function load(it) {
    if (it.status !== 'unloaded') return it.loaded;
    it.status = 'loading';
    for (const set of it.sets) set.begin(it);
    kit.later(0, () => {
      const isThere = it.urls.some(url => /^data:font\//i.test(url) || kit.isFile(kit.resolve(url)));
      settle(it, isThere ? null : failed('A network error occurred.'));
    });
    return it.loaded;
  }

  const isFont = bytes => /^(wOF[F2]|OTTO|true|ttcf|\0\u0001\0\0)$/.test(String.fromCharCode(...bytes.slice(0, 4)));
  class FontFace {
    constructor(family, source, options) {
      if (arguments.length < 2) throw new TypeError('a FontFace takes a family and a source');
      const values = { __proto__: null };
      let wrong = null;
      for (const name in FIELDS) {
        const given = options === undefined || options === null ? undefined : options[name];
        if (given !== undefined && !FIELDS[name][1].test(text(given))) wrong ??= text(given);
        values[name] = given === undefined || wrong !== null ? FIELDS[name][0] : text(given);
      }
      const bytes = isBytes(source) ? bytesOf(source).slice() : null;
      const urls = bytes === null ? addresses(text(source).trim()) : [];
      const it = makeFace(this, text(family), values, urls ?? []);
      if (wrong !== null) settle(it, kit.exception(`Failed to set '${wrong}' as a property value.`, 'SyntaxError'));
      else if (urls === null) settle(it, kit.exception(`The source provided ('${text(source)}') could not be parsed as a value list.`, 'SyntaxError'));
      else if (bytes !== null) settle(it, isFont(bytes) ? null : kit.exception('Invalid font data in ArrayBuffer.', 'SyntaxError'));
    }
    get family() { return shown(of(this, 'face').family); }
    set family(value) { of(this, 'face').family = text(value); }
    get status() { return of(this, 'face').status; }
    get loaded() { return of(this, 'face').loaded; }
    load() { return load(of(this, 'face')); }
  }
  for (const name in FIELDS) {
    getter(FontFace.prototype, name, function () { return of(this, 'face').values[name]; }, function (value) {
      if (!FIELDS[name][1].test(text(value))) throw kit.exception(`Failed to set '${text(value)}' as a property value.`, 'SyntaxError');
      of(this, 'face').values[name] = text(value);
    });
  }

  // --- The faces of sheets: one object for each rule ----------------------------------------------------------------------

  const faces = new Map();       // By what the rule says and how often it was said before.
  function ofSheets() {
    const found = [];
    const counts = new Map();
    for (const body of kit.fontRules(kit.document)) {
      const said = declarations(body, new Map(), true);
      const value = name => said.get(name)?.value;
      const urls = addresses(value('src') ?? '');
      if (value('font-family') === undefined || urls === null) continue;
      const count = counts.get(body) ?? 0;
      counts.set(body, count + 1);
      const key = `${count} ${body}`;
      let it = faces.get(key);
      if (it === undefined) {
        const values = { __proto__: null };
        for (const name in FIELDS) values[name] = value(IN_SHEET[name]) ?? FIELDS[name][0];
        const page = Object.create(FontFace.prototype);
        it = makeFace(page, unquoted(value('font-family')), values, urls);
        it.rule = body;
        it.sets.add(set);
        faces.set(key, it);
      }
      found.push(it);
    }
    return found;
  }

  // --- The set ----------------------------------------------------------------------------------------------------------

  const [FontFaceSetLoadEvent] = kit.declareEvent('FontFaceSetLoadEvent', kit.Event, { fontfaces: kit.give([]) });
  class FontFaceSet extends EventTarget {
    constructor(token) {
      if (token !== kit) throw new TypeError('Illegal constructor');
      super();
    }
    get size() { return all().length; }
    get status() { return set.loading.size > 0 ? 'loading' : 'loaded'; }
    get ready() { return set.ready; }
    add(face) {
      const it = of(face, 'face');
      if (it.rule !== null) return this;
      set.own.add(it);
      it.sets.add(set);
      if (it.status === 'loading') set.begin(it);
      return this;
    }
    delete(face) {
      const it = of(face, 'face');
      if (it.rule !== null || !set.own.delete(it)) return false;
      it.sets.delete(set);
      return true;
    }
    clear() { for (const it of [...set.own]) this.delete(it.page); }
    has(face) { return all().includes(of(face, 'face')); }
    forEach(callback, self = undefined) { for (const { page } of all()) Reflect.apply(callback, self, [page, page, this]); }
    keys() { return iterated(all().map(it => it.page)); }
    values() { return iterated(all().map(it => it.page)); }
    entries() { return iterated(all().map(({ page }) => kit.give([page, page]))); }
    check(font, said = ' ') { return matching('check', font, text(said)).every(it => it.status === 'loaded'); }
    load(font, said = ' ') {
      let found;
      try { found = matching('load', font, text(said)); } catch (error) { return new Promise((_, reject) => { reject(error); }); }
      return new Promise((resolve, reject) => {
        const loaded = kit.give(found.map(it => it.page));
        let left = found.length;
        if (left === 0) resolve(loaded);
        for (const it of found) kit.then(load(it), () => { if (--left === 0) resolve(loaded); }, reject);
      });
    }
  }
  const { values } = kit.early.prototypes;
  const iterated = list => Reflect.apply(values, kit.give(list), []);
  define(FontFaceSet.prototype, Symbol.iterator, FontFaceSet.prototype.values);
  kit.handle(FontFaceSet.prototype, ['loading', 'loadingdone', 'loadingerror']);
  const all = () => [...ofSheets(), ...set.own];

  const NUMBERS = { normal: '400', bold: '700' };
  const GENERIC = /^(serif|sans-serif|monospace|cursive|fantasy|system-ui|ui-.*|math|emoji|fangsong)$/i;
  /** The faces that a text in a font needs. */
  function matching(what, font, said) {
    const parts = words(text(font).replace(/\s*,\s*/g, ',').replace(/\s*\/\s*/, '/'));
    const at = parts.findIndex(one => /^([\d.]+(px|pt|em|rem|ex|pc|in|cm|mm|q|%|v[wh])|(xx?-)?(small|large)|medium|smaller|larger)(\/\S+)?$/i.test(one));
    if (at < 0 || at === parts.length - 1) {
      throw kit.exception(`Failed to execute '${what}' on 'FontFaceSet': Could not resolve '${text(font)}' as a font.`, 'SyntaxError');
    }
    const before = parts.slice(0, at).map(one => one.toLowerCase());
    const style = before.find(one => /^(italic|oblique)/.test(one)) ?? 'normal';
    const weight = before.find(one => /^(bold|bolder|lighter|\d+)$/.test(one)) ?? 'normal';
    const units = [...said].map(one => one.codePointAt(0));
    const covers = it => parted(it.values.unicodeRange, ',').some(range => {
      const [, from, to] = /^u\+([\da-f?]+)(?:-([\da-f]+))?$/i.exec(range) ?? [range, '0', '10ffff'];
      const low = parseInt(from.replace(/\?/g, '0'), 16), high = parseInt(to ?? from.replace(/\?/g, 'f'), 16);
      return units.some(unit => unit >= low && unit <= high);
    });
    const found = [];
    for (const given of parted(parts.slice(at + 1).join(' '), ',')) {
      if (GENERIC.test(given)) continue;
      const name = unquoted(given).toLowerCase();
      const family = all().filter(it => unquoted(it.family).toLowerCase() === name);
      if (family.length === 0) continue;
      // Of the faces of a family those that are nearest in style, and then in weight.
      const wanted = Number(NUMBERS[weight] ?? weight) || 400;
      const far = it => (it.values.style === style ? 0 : 10000) + Math.abs((Number(NUMBERS[it.values.weight] ?? it.values.weight) || 400) - wanted);
      const nearest = Math.min(...family.map(far));
      found.push(...family.filter(it => far(it) === nearest && covers(it)));
    }
    return found;
  }

  const set = { page: null, own: new Set(), loading: new Set(), done: null, begin: null, ready: null, failures: [], loaded: [], release: null };
  set.page = new FontFaceSet(kit);
  set.ready = new Promise(resolve => { resolve(set.page); });
  const tell = (type, fontfaces) => {
    kit.raise(set.page, new FontFaceSetLoadEvent(type, { fontfaces: kit.give(fontfaces.map(it => it.page)) }));
  };
  set.begin = it => {
    if (set.loading.size === 0) {
      set.ready = new Promise(resolve => { set.release = resolve; });
      kit.later(0, () => tell('loading', []));
    }
    set.loading.add(it);
  };
  set.done = it => {
    if (!set.loading.has(it)) return;
    (it.status === 'loaded' ? set.loaded : set.failures).push(it);
    kit.later(0, () => {
      set.loading.delete(it);
      if (set.loading.size > 0) return;
      const { loaded, failures, release } = set;
      [set.loaded, set.failures] = [[], []];
      tell('loadingdone', loaded);
      if (failures.length > 0) tell('loadingerror', failures);
      release(set.page);
    });
  };

  for (const Kind of [FontFace, FontFaceSet, FontFaceSetLoadEvent]) {
    Object.defineProperty(Kind.prototype, Symbol.toStringTag, { value: Kind.name, configurable: true });
    define(global, Kind.name, Kind);
  }
  kit.adopt(set.page);
  kit.fonts = set.page;
})
