// The rules of style sheets as a page reads and changes them: what cssom.js makes sheets of. It is one of the parts that
// are evaluated when a page asks for them.
//
// A rule keeps the text that it was read from, and cascade.js reads that again: a sheet that nobody changed says what its
// element says. What a page changes is said anew, and `kit.restyle()` tells the cascade. Values stay as they were written.
(function (host, kit) {
  'use strict';
  const { global, define, getter } = kit;
  const { defineProperty } = Object;
  const { seek, uncommented, parted } = kit.css;
  const Style = kit.require('./CSSStyleDeclaration');
  const text = String;

  // What each object of the page stands for; nothing else is one.
  const its = new WeakMap();
  const of = page => {
    const found = its.get(page);
    if (found === undefined) throw new TypeError('Illegal invocation');
    return found;
  };
  const only = token => { if (token !== kit) throw new TypeError('Illegal constructor'); };
  const stand = (page, it) => {
    its.set(page, it);
    it.page = page;
    return it;
  };
  const named = (...kinds) => {
    for (const Kind of kinds) {
      defineProperty(Kind.prototype, Symbol.toStringTag, { value: Kind.name, configurable: true });
      define(global, Kind.name, Kind);
    }
  };
  const values = kit.early.prototypes.values;
  /** A class of lists: `read(list)` are its items, which are its own properties whenever somebody looks at its length. */
  const listKind = (name, read) => {
    const Kind = { [name]: class {
      constructor(token) { only(token); }
      get length() { return fresh(this, read(this)); }
      item(index) {
        fresh(this, read(this));
        return this[index >>> 0] ?? null;
      }
    } }[name];
    define(Kind.prototype, Symbol.iterator, values);
    named(Kind);
    return Kind;
  };
  const counts = new WeakMap();
  function fresh(list, items) {
    const count = counts.get(list) || 0;
    for (let index = 0; index < items.length; index += 1) {
      if (list[index] !== items[index]) defineProperty(list, index, { value: items[index], enumerable: true, configurable: true });
    }
    for (let index = items.length; index < count; index += 1) delete list[index];
    counts.set(list, items.length);
    return items.length;
  }

  // --- Texts ------------------------------------------------------------------------------------------------------------

  /** The rules of a text: what stands before the braces, and what is in them, or null where there are none. */
  function split(given) {
    const source = uncommented(given);
    const found = [];
    for (let at = 0; at < source.length;) {
      const end = seek(source, at, '{;}');
      const head = source.slice(at, end).replace(/<!--|-->/g, '').trim();
      if (source[end] !== '{') {
        if (head[0] === '@' || source[end] === undefined && head !== '') found.push({ head, body: null });
        at = end + 1;
        continue;
      }
      const close = seek(source, end + 1, '}');
      found.push({ head, body: source.slice(end + 1, close) });
      at = close + 1;
    }
    return found;
  }
  /** What is in a rule of a style: its own declarations, and the rules within it. */
  function inside(body) {
    const rules = [];
    let own = '';
    for (let at = 0; at < body.length;) {
      const end = seek(body, at, '{;');
      if (body[end] !== '{') {
        own += body.slice(at, end + 1);
        at = end + 1;
        continue;
      }
      const close = seek(body, end + 1, '}');
      rules.push({ head: body.slice(at, end).trim(), body: body.slice(end + 1, close) });
      at = close + 1;
    }
    return { own, rules };
  }

  const COMPOUND = new RegExp('^(?:(?:[\\w-]*\\|)?(?:\\*|NAME)|&)?(?:[#.]NAME|#[\\w-]+|\\[\\]|::?NAME|&)*$'.replaceAll('NAME',
    '(?:--|-?[a-z_\\u0080-\\uffff])[\\w\\u0080-\\uffff-]*'), 'i');
  /** Whether a text is a list of selectors, as far as its form tells. */
  function isSelector(given) {
    let plain = given.replace(/\\(?:[\da-f]{1,6}\s?|[^])/gi, 'x').replace(/"[^"]*"|'[^']*'/g, '').replace(/\[[^\]]+\]/g, '[]');
    for (let old = ''; old !== plain;) [old, plain] = [plain, plain.replace(/\([^()]*\)/g, '')];
    return !/::?-(moz|ms|o)-/.test(plain) && plain.split(',').every(one => one.trim() !== ''
      && one.trim().split(/\s*[>+~]\s*|\s+/).every((part, at) => COMPOUND.test(part) && (part !== '' || at === 0)));
  }
  /** A selector as browsers say it. */
  const selectorText = given => parted(given, ',').map(one => one.replace(/\s+/g, ' ')
    .replace(/("[^"]*"|'[^']*'|\([^()]*\)|\[[^\]]*\])|\s*([>+~])\s*/g, (whole, kept, sign) => kept === undefined ? ` ${sign} ` : kept)
    .replace(/\[\s*([\w|-]+)\s*(?:([~|^$*]?=)\s*(?:"([^"]*)"|'([^']*)'|([^\s\]]+))\s*([isIS])?\s*)?\]/g,
      (_, name, sign, a, b, c, flag) => sign === undefined ? `[${name}]` : `[${name}${sign}"${a ?? b ?? c}"${flag ? ' ' + flag : ''}]`)
    .replace(/(^|[^:]):(before|after|first-line|first-letter)\b/g, '$1::$2')).join(', ');
  const mediaText = given => given.trim() === '' ? '' : parted(given, ',').map(one => one.trim().replace(/\s+/g, ' ')
    .replace(/\(\s*([\w-]+)\s*:\s*([^()]*?)\s*\)/g, (_, name, value) => `(${name.toLowerCase()}: ${value})`)
    .replace(/^all and (?=\()/i, '').replace(/^(only |not )?([a-z]+)\b/i, word => word.toLowerCase())
    .replace(/ (and|or|not) /gi, word => word.toLowerCase())).join(', ');
  const indented = said => said.split('\n').map(line => '  ' + line).join('\n');
  const quoted = given => `"${/^["']/.test(given) ? given.slice(1, -1) : given}"`;

  // --- Media ------------------------------------------------------------------------------------------------------------

  class MediaList {
    constructor(token) { only(token); }
    get mediaText() {
      const { read } = of(this);
      return mediaText(read());
    }
    set mediaText(value) {
      of(this).write(value === null ? '' : text(value));
      kit.restyle();
    }
    get length() { return fresh(this, mediaOf(this)); }
    item(index) { return mediaOf(this)[index >>> 0] ?? null; }
    appendMedium(medium) { this.mediaText = [...mediaOf(this).filter(one => one !== mediaText(text(medium))), text(medium)].join(', '); }
    deleteMedium(medium) {
      const [list, name] = [mediaOf(this), mediaText(text(medium))];
      if (!list.includes(name)) throw kit.exception(`Failed to delete '${text(medium)}'.`, 'NotFoundError');
      this.mediaText = list.filter(one => one !== name).join(', ');
    }
    toString() { return this.mediaText; }
  }
  const mediaOf = list => list.mediaText === '' ? [] : parted(list.mediaText, ',');
  define(MediaList.prototype, Symbol.iterator, values);
  const makeMedia = (read, write) => {
    const list = new MediaList(kit);
    stand(list, { read, write });
    fresh(list, mediaOf(list));
    return list;
  };

  // --- Rules ------------------------------------------------------------------------------------------------------------

  class CSSRule {
    constructor(token) { only(token); }
    get type() { return of(this).type; }
    get cssText() {
      const it = of(this);
      return it.kind.said(it);
    }
    set cssText(value) { /* Browsers take none. */ }
    get parentRule() {
      const { parent } = of(this);
      return parent === null ? null : parent.page;
    }
    get parentStyleSheet() {
      const { sheet } = of(this);
      return sheet === null ? null : sheet.page;
    }
  }
  const TYPES = {
    STYLE_RULE: 1, CHARSET_RULE: 2, IMPORT_RULE: 3, MEDIA_RULE: 4, FONT_FACE_RULE: 5, PAGE_RULE: 6, KEYFRAMES_RULE: 7,
    KEYFRAME_RULE: 8, MARGIN_RULE: 9, NAMESPACE_RULE: 10, COUNTER_STYLE_RULE: 11, SUPPORTS_RULE: 12,
    FONT_FEATURE_VALUES_RULE: 14,
  };
  for (const name of Object.keys(TYPES)) {
    for (const target of [CSSRule, CSSRule.prototype]) defineProperty(target, name, { value: TYPES[name], enumerable: true });
  }
  const rulesOf = it => {
    if (it.rules === null) {
      it.rules = (it.kind.within === undefined ? split(it.body) : it.kind.within(it)).map(one => make(one, it, it.sheet))
        .filter(one => one !== null);
    }
    return it.rules;
  };
  const CSSRuleList = listKind('CSSRuleList', list => rulesOf(of(list).owner).map(one => one.page));
  function listOf(it) {
    if (it.list === null) stand(it.list = new CSSRuleList(kit), { owner: it });
    fresh(it.list, rulesOf(it).map(one => one.page));
    return it.list;
  }

  /** Says that a rule is not what it was read from any more, nor the sheet that it is in. */
  function changed(it) {
    for (let at = it; at !== null; at = at.parent) at.isChanged = true;
    if (it.sheet !== null) {
      it.sheet.isChanged = true;
      // What depends on sheets that nobody shows is not asked anew.
      kit.restyle();
    }
  }
  /** A rule as the cascade reads it. */
  const source = it => it.body === null ? it.head + ';'
    : !it.isChanged ? `${it.head}{${it.body}}`
    : `${it.head}{${it.own === null ? '' : it.own + ';'}${it.kind.hasRules ? rulesOf(it).map(source).join('\n') : ''}}`;

  function insert(owner, rule, at) {
    const [one, ...rest] = split(text(rule));
    const index = at >>> 0;
    const rules = rulesOf(owner);
    if (index > rules.length) throw kit.exception('The index is beyond the rules.', 'IndexSizeError');
    const isGroup = owner.kind !== undefined;
    const sheet = isGroup ? owner.sheet : owner;
    const made = one === undefined || rest.length > 0 ? null : make(one, isGroup ? owner : null, sheet);
    if (made === null) throw kit.exception(`Failed to parse the rule '${text(rule)}'.`, 'SyntaxError');
    if (made.type === TYPES.IMPORT_RULE) {
      if (sheet !== null && sheet.isConstructed) throw kit.exception("Can't insert @import rules into a constructed stylesheet.", 'SyntaxError');
      if (isGroup || rules.slice(0, index).some(before => before.type !== TYPES.IMPORT_RULE)) {
        throw kit.exception('An @import rule comes before other rules.', 'HierarchyRequestError');
      }
    } else if (rules.slice(index).some(after => after.type === TYPES.IMPORT_RULE)) {
      throw kit.exception('A rule comes after @import rules.', 'HierarchyRequestError');
    }
    rules.splice(index, 0, made);
    if (owner.list !== null) fresh(owner.list, rules.map(each => each.page));
    if (isGroup) changed(owner); else changeSheet(owner);
    return index;
  }
  function remove(owner, at) {
    const index = at >>> 0;
    const rules = rulesOf(owner);
    if (index >= rules.length) throw kit.exception('The index is beyond the rules.', 'IndexSizeError');
    const [gone] = rules.splice(index, 1);
    if (owner.list !== null) fresh(owner.list, rules.map(each => each.page));
    if (owner.kind !== undefined) changed(owner); else changeSheet(owner);
    gone.parent = gone.sheet = null;
  }
  const changeSheet = sheet => {
    sheet.isChanged = true;
    kit.restyle();
  };

  class CSSGroupingRule extends CSSRule {
    get cssRules() { return listOf(of(this)); }
    insertRule(rule, index = 0) { return insert(of(this), rule, index); }
    deleteRule(index) { remove(of(this), index); }
  }
  class CSSConditionRule extends CSSGroupingRule {
    get conditionText() { return of(this).condition; }
  }
  const block = it => rulesOf(it).map(one => indented(one.page.cssText) + '\n').join('');
  const grouped = head => it => `${head(it)} {\n${block(it)}}`;

  // The declarations of a rule are those of an element that is not there, and whose attribute they are.
  function styleOf(it) {
    if (it.style !== null) return it.style;
    it.style = new Style({
      rule: it.page, isFree: it.kind.isFree === true,
      getAttribute: () => it.own,
      setAttribute(_, said) {
        it.own = said;
        changed(it);
      },
    });
    return it.style;
  }
  const braced = it => {
    const said = styleOf(it).cssText;
    return said === '' ? '{ }' : `{ ${said} }`;
  };
  const put = Kind => kit.getter(Kind.prototype, 'style', function () { return styleOf(of(this)); },
    function (value) { styleOf(of(this)).cssText = value; });

  class CSSStyleRule extends CSSRule {
    get cssRules() { return listOf(of(this)); }
    insertRule(rule, index = 0) { return insert(of(this), rule, index); }
    deleteRule(index) { remove(of(this), index); }
    get selectorText() { return selectorText(of(this).head); }
    set selectorText(value) {
      const it = of(this);
      if (!isSelector(text(value).trim())) return;
      it.head = text(value).trim();
      changed(it);
    }
  }
  put(CSSStyleRule);
  class CSSMediaRule extends CSSConditionRule {
    get conditionText() { return this.media.mediaText; }
    get media() {
      const it = of(this);
      if (it.media === undefined) {
        it.media = makeMedia(() => it.condition, value => {
          it.condition = value;
          it.head = '@media ' + value;
          changed(it);
        });
      }
      return it.media;
    }
    set media(value) { this.media.mediaText = value; }
  }
  class CSSSupportsRule extends CSSConditionRule {}
  class CSSContainerRule extends CSSConditionRule {
    get containerName() { return (/^[a-z][\w-]*(?=\s|$)/i.exec(of(this).condition.replace(/^not\b.*/i, '')) || [''])[0]; }
    get containerQuery() { return of(this).condition.replace(/^(?!not\b)[a-z][\w-]*\s*/i, ''); }
  }
  class CSSLayerBlockRule extends CSSGroupingRule {
    get name() { return of(this).condition; }
  }
  class CSSLayerStatementRule extends CSSRule {
    get nameList() { return kit.give(parted(of(this).condition, ',')); }
  }
  class CSSFontFaceRule extends CSSRule {}
  class CSSPageRule extends CSSGroupingRule {
    get selectorText() { return of(this).condition; }
  }
  for (const Kind of [CSSFontFaceRule, CSSPageRule]) put(Kind);
  class CSSNamespaceRule extends CSSRule {
    get prefix() { return /^(\w[\w-]*)\s/.exec(of(this).condition)?.[1] ?? ''; }
    get namespaceURI() { return /["']([^"']*)["']|url\(\s*([^)'"]*)\s*\)/.exec(of(this).condition)?.slice(1).find(one => one !== undefined) ?? ''; }
  }
  class CSSPropertyRule extends CSSRule {
    get name() { return of(this).condition; }
    get syntax() { return (descriptor(this, 'syntax') ?? '').replace(/^["']|["']$/g, ''); }
    get inherits() { return descriptor(this, 'inherits') === 'true'; }
    get initialValue() { return descriptor(this, 'initial-value'); }
  }
  const descriptor = (rule, name) => kit.css.declarations(of(rule).body, new Map(), true).get(name)?.value ?? null;
  class CSSImportRule extends CSSRule {
    get href() { return of(this).href; }
    get layerName() { return of(this).layer; }
    get supportsText() { return of(this).supports; }
    get media() {
      const it = of(this);
      return it.media ??= makeMedia(() => it.query, value => { it.query = value; });
    }
    get styleSheet() {
      const it = of(this);
      if (it.imported === undefined) it.imported = kit.cssom.imported(it);
      return it.imported;
    }
  }

  // --- Key frames -------------------------------------------------------------------------------------------------------

  const keyText = given => parted(given, ',').map(one => one === 'from' ? '0%' : one === 'to' ? '100%' : one).join(', ');
  class CSSKeyframeRule extends CSSRule {
    get keyText() { return keyText(of(this).head); }
    set keyText(value) {
      const it = of(this);
      it.head = text(value);
      changed(it);
    }
  }
  put(CSSKeyframeRule);
  class CSSKeyframesRule extends CSSRule {
    get name() { return of(this).condition; }
    set name(value) {
      const it = of(this);
      it.condition = text(value);
      it.head = '@keyframes ' + it.condition;
      changed(it);
    }
    get cssRules() { return listOf(of(this)); }
    get length() { return rulesOf(of(this)).length; }
    appendRule(rule) {
      const it = of(this);
      const [one] = split(text(rule));
      const made = one === undefined || one.body === null ? null : make(one, it, it.sheet);
      if (made === null) return;
      rulesOf(it).push(made);
      listOf(it);
      changed(it);
    }
    findRule(key) { return rulesOf(of(this)).findLast(one => keyText(one.head) === keyText(text(key)))?.page ?? null; }
    deleteRule(key) {
      const it = of(this);
      const at = rulesOf(it).findLastIndex(one => keyText(one.head) === keyText(text(key)));
      if (at >= 0) remove(it, at);
    }
  }

  // --- Kinds ------------------------------------------------------------------------------------------------------------

  const STYLE = {
    Kind: CSSStyleRule, type: 1, hasRules: true,
    within: it => it.nested,
    said(it) {
      const selector = selectorText(it.head);
      if (rulesOf(it).length === 0) return `${selector} ${braced(it)}`;
      const own = styleOf(it).cssText;
      return `${selector} {\n${own === '' ? '' : `  ${own}\n`}${block(it)}}`;
    },
  };
  const KEYFRAME = { Kind: CSSKeyframeRule, type: 8, said: it => `${keyText(it.head)} ${braced(it)}` };
  const imports = given => {
    const found = /^(?:url\(\s*(?:"([^"]*)"|'([^']*)'|([^)\s]*))\s*\)|"([^"]*)"|'([^']*)')\s*([^]*)$/i.exec(given);
    if (found === null) return null;
    const it = { href: found.slice(1, 6).find(one => one !== undefined), layer: null, supports: null, query: found[6] };
    const layer = /^layer(?:\(\s*([^)]*?)\s*\))?(?=\s|$)\s*/i.exec(it.query);
    if (layer !== null) [it.layer, it.query] = [layer[1] ?? '', it.query.slice(layer[0].length)];
    if (/^supports\(/i.test(it.query)) {
      const end = seek(it.query, 9, ')');
      [it.supports, it.query] = [it.query.slice(9, end), it.query.slice(end + 1).trim()];
    }
    return it;
  };
  const KINDS = {
    __proto__: null,
    media: { Kind: CSSMediaRule, type: 4, hasRules: true, said: grouped(it => `@media ${mediaText(it.condition)}`.trimEnd()) },
    supports: { Kind: CSSSupportsRule, type: 12, hasRules: true, said: grouped(it => `@supports ${it.condition}`) },
    container: { Kind: CSSContainerRule, type: 0, hasRules: true, said: grouped(it => `@container ${it.condition}`) },
    layer: { Kind: CSSLayerBlockRule, type: 0, hasRules: true, said: grouped(it => `@layer ${it.condition}`.trimEnd()) },
    keyframes: {
      Kind: CSSKeyframesRule, type: 7, hasRules: true, said: it => `@keyframes ${it.condition} { \n${block(it)}}`,
      within: it => split(it.body).filter(one => one.body !== null),
    },
    'font-face': { Kind: CSSFontFaceRule, type: 5, isFree: true, said: it => `@font-face ${braced(it)}` },
    page: { Kind: CSSPageRule, type: 6, said: it => `@page ${it.condition === '' ? '' : it.condition + ' '}${braced(it)}` },
    property: {
      Kind: CSSPropertyRule, type: 0,
      said(it) {
        const { syntax, inherits, initialValue } = it.page;
        return `@property ${it.condition} { syntax: "${syntax}"; inherits: ${inherits}; `
          + `${initialValue === null ? '' : `initial-value: ${initialValue}; `}}`;
      },
    },
  };
  KINDS['-webkit-keyframes'] = KINDS.keyframes;
  const STATEMENTS = {
    __proto__: null,
    import: {
      Kind: CSSImportRule, type: 3,
      said: ({ href, layer, supports, query }) => `@import url("${href}")${layer === null ? '' : layer === '' ? ' layer' : ` layer(${layer})`}`
        + `${supports === null ? '' : ` supports(${supports})`}${query === '' ? '' : ' ' + mediaText(query)};`,
    },
    namespace: { Kind: CSSNamespaceRule, type: 10, said: ({ page }) =>
      `@namespace ${page.prefix === '' ? '' : page.prefix + ' '}url("${page.namespaceURI}");` },
    layer: { Kind: CSSLayerStatementRule, type: 0, said: it => `@layer ${parted(it.condition, ',').join(', ')};` },
  };

  /** Makes a rule of its text; null if it is none that is known. */
  function make({ head, body }, parent, sheet) {
    const it = {
      kind: null, type: 0, head, body, own: null, condition: '', parent, sheet, style: null, rules: null, list: null,
      nested: [], isChanged: false, page: null,
    };
    if (parent !== null && parent.kind === KINDS.keyframes) {
      it.kind = KEYFRAME;
      it.own = body;
    } else if (head[0] !== '@') {
      if (body === null || !isSelector(head)) return null;
      it.kind = STYLE;
      const { own, rules } = inside(body);
      it.own = own;
      it.nested = rules;
    } else {
      const [, name, rest] = /^@([\w-]+)\s*([^]*)$/.exec(head) || [head, '', ''];
      it.kind = (body === null ? STATEMENTS : KINDS)[name.toLowerCase()];
      if (it.kind === undefined) return null;
      it.condition = rest;
      if (it.kind === STATEMENTS.import) {
        const found = imports(rest);
        if (found === null) return null;
        Object.assign(it, found);
      }
      if (body !== null && !it.kind.hasRules) it.own = body;
    }
    it.type = it.kind.type;
    return stand(new it.kind.Kind(kit), it);
  }

  named(MediaList, CSSRule, CSSGroupingRule, CSSStyleRule, CSSConditionRule, CSSMediaRule, CSSSupportsRule, CSSContainerRule,
    CSSLayerBlockRule, CSSLayerStatementRule, CSSFontFaceRule, CSSPageRule, CSSNamespaceRule, CSSPropertyRule, CSSImportRule,
    CSSKeyframeRule, CSSKeyframesRule);
  kit.rules = { of, only, stand, named, listKind, fresh, split, make, source, insert, remove, listOf, makeMedia, changeSheet, its };
})
