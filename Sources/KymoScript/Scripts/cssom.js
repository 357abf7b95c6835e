// Style sheets as objects: those of elements, those that scripts make, and their lists. rules.js has what is in them, and
// sheets.js the places where a page finds them.
(function (host, kit) {
  'use strict';
  const { of, stand, only, named, listKind, fresh, split, make, source, insert, remove, listOf, makeMedia, changeSheet } = kit.rules;
  const { Promise } = kit.early;
  const text = String;
  const KEY = {};
  const IMPORT = 3;

  class StyleSheet {
    constructor(token) { if (token !== KEY) throw new TypeError('Illegal constructor'); }
    get type() { return 'text/css'; }
    get href() { return of(this).address; }
    get ownerNode() { return of(this).owner; }
    get parentStyleSheet() {
      const { importer } = of(this);
      return importer === null || importer.sheet === null ? null : importer.sheet.page;
    }
    get title() {
      const { owner } = of(this);
      return owner === null ? null : owner.getAttribute('title') || null;
    }
    get media() { return of(this).media; }
    set media(value) { of(this).media.mediaText = value; }
    get disabled() { return of(this).isDisabled; }
    set disabled(value) {
      of(this).isDisabled = !!value;
      kit.restyle();
    }
  }

  /** The rules of a sheet, read when somebody asks for them. */
  const readRules = it => split(it.source).map(one => make(one, null, it))
    .filter(one => one !== null && !(it.isConstructed && one.type === IMPORT));
  const listed = it => {
    if (it.rules === null) it.rules = readRules(it);
    return listOf(it);
  };

  class CSSStyleSheet extends StyleSheet {
    constructor(options = {}, token = undefined) {
      super(KEY);
      const it = stand(this, {
        source: '', rules: null, list: null, owner: null, address: null, importer: null, isConstructed: token !== KEY, isDisabled: false,
        isChanged: false, query: '', hasMedia: false, media: null,
      });
      it.media = makeMedia(() => it.hasMedia || it.owner === null ? it.query : it.owner.getAttribute('media') || '', value => {
        it.query = value;
        it.hasMedia = true;
      });
      if (!it.isConstructed) return;
      if (options === null || options === undefined) return;
      const { media, disabled } = options;
      if (media !== undefined) it.query = text(media);
      it.isDisabled = !!disabled;
    }
    get cssRules() { return listed(of(this)); }
    get rules() { return listed(of(this)); }
    get ownerRule() {
      const { importer } = of(this);
      return importer === null ? null : importer.page;
    }
    insertRule(rule, index = 0) {
      if (arguments.length === 0) throw new TypeError('insertRule takes a rule');
      listed(of(this));
      return insert(of(this), rule, index);
    }
    deleteRule(index) {
      listed(of(this));
      remove(of(this), index);
    }
    addRule(selector = 'undefined', style = 'undefined', index = this.cssRules.length) {
      this.insertRule(`${text(selector)} { ${text(style)} }`, index);
      return -1;
    }
    removeRule(index = 0) { this.deleteRule(index); }
    replaceSync(value) {
      const it = of(this);
      if (!it.isConstructed) throw refusal();
      put(it, text(value));
    }
    replace(value) {
      const it = of(this);
      return new Promise((resolve, reject) => {
        if (!it.isConstructed) return reject(refusal());
        put(it, text(value));
        resolve(this);
      });
    }
  }
  const refusal = () => kit.exception("Can't call replace on non-constructed CSSStyleSheets.", 'NotAllowedError');
  function put(it, value) {
    for (const rule of it.rules ?? []) rule.sheet = null;
    it.source = value;
    it.rules = null;
    it.isChanged = true;
    if (it.list !== null) listed(it);
    changeSheet(it);
  }

  const StyleSheetList = listKind('StyleSheetList', list => kit.sheetsOf(of(list).root));
  named(StyleSheet, CSSStyleSheet);

  kit.cssom = {
    /** The sheet of an element with a text. */
    make(owner, said, address) {
      const sheet = new CSSStyleSheet(undefined, KEY);
      Object.assign(of(sheet), { owner, source: said, address });
      return sheet;
    },
    /** The sheet that a rule imports; null if its file is not there. */
    imported(rule) {
      const url = kit.resolve(rule.href);
      const body = kit.readStyle(url);
      if (body === null) return null;
      const sheet = this.make(null, body, url);
      const it = of(sheet);
      it.importer = rule;
      it.query = rule.query;
      return sheet;
    },
    list(root) {
      const list = new StyleSheetList(kit);
      stand(list, { root });
      return list;
    },
    refresh: list => fresh(list, kit.sheetsOf(of(list).root)),
    isSheet: value => value instanceof CSSStyleSheet,
    isConstructed: sheet => of(sheet).isConstructed,
    /** What a sheet says to the cascade, or null as long as it says what its element says. */
    said(sheet) {
      const it = of(sheet);
      if (it.rules !== null && it.isChanged) return it.rules.map(source).join('\n');
      return it.isConstructed ? it.source : null;
    },
    detach(sheet) { of(sheet).owner = null; },
    isOn: sheet => !of(sheet).isDisabled,
    mediaOf: sheet => of(sheet).hasMedia || of(sheet).owner === null ? of(sheet).media.mediaText : null,
  };
})
