// Where a page finds style sheets: those of `<style>` and `<link>`, the lists of documents and shadow trees, and those that
// they adopt. The sheets themselves are made by cssom.js, when somebody asks for the first.
(function (host, kit) {
  'use strict';
  const { global, getter, elements } = kit;
  const Document = kit.require('./Document');
  const { HTMLStyleElement } = elements;

  const sheets = new WeakMap();
  const isCSS = element => /^(text\/css)?$/i.test(element.getAttribute('type') || '');
  const textOf = element => element.textContent;
  /** The sheet of an element, which is a new one if its text is. */
  kit.sheetOf = (element, source, url) => {
    const known = kit.knownSheet(element, source, url);
    if (known !== null) return known;
    if (sheets.has(element)) kit.cssom.detach(sheets.get(element).sheet);
    const sheet = kit.cssom.make(element, source, url);
    sheets.set(element, { sheet, source, url });
    return sheet;
  };
  /** The same, if a page has asked for it already; null if not. */
  kit.knownSheet = (element, source, url) => {
    const known = sheets.get(element);
    return known !== undefined && known.url === url && (source === undefined || known.source === source) ? known.sheet : null;
  };
  kit.isStyle = isCSS;
  getter(HTMLStyleElement.prototype, 'sheet', function () {
    return this.domino$rooted && isCSS(this) ? kit.sheetOf(this, textOf(this), null) : null;
  });
  getter(HTMLStyleElement.prototype, 'disabled', function () {
    const { sheet } = this;
    return sheet !== null && sheet.disabled;
  }, function (value) {
    const { sheet } = this;
    if (sheet !== null) sheet.disabled = value;
  });

  // --- Lists ------------------------------------------------------------------------------------------------------------

  /** The sheets of a document or a shadow tree, in the order of their elements. */
  kit.sheetsOf = root => [...root.querySelectorAll('style, link[rel~="stylesheet" i]')].map(element => element.sheet)
    .filter(sheet => sheet !== null && sheet !== undefined);
  const lists = new WeakMap();
  const adopted = new WeakMap();

  /** The list of what a root adopts: an array that looks at what is put into it. */
  function makeAdopted() {
    const items = kit.give([]);
    const isIndex = name => typeof name === 'string' && /^\d+$/.test(name);
    const check = (name, value) => {
      if (!isIndex(name)) return;
      if (!kit.cssom.isSheet(value)) throw new TypeError("Failed to convert value to 'CSSStyleSheet'.");
      if (!kit.cssom.isConstructed(value)) {
        throw kit.exception("Can't adopt non-constructed stylesheets.", 'NotAllowedError');
      }
    };
    const told = done => {
      kit.restyle();
      return done;
    };
    const page = new Proxy(items, {
      __proto__: null,
      set(target, name, value) {
        check(name, value);
        return told(Reflect.set(target, name, value));
      },
      defineProperty(target, name, descriptor) {
        if ('value' in descriptor) check(name, descriptor.value);
        return told(Reflect.defineProperty(target, name, descriptor));
      },
      deleteProperty: (target, name) => told(Reflect.deleteProperty(target, name)),
    });
    return { items, page, check };
  }
  const listFor = root => {
    let list = adopted.get(root);
    if (list === undefined) adopted.set(root, list = makeAdopted());
    return list;
  };
  const NONE = [];
  /** What a root adopts, for the cascade. */
  kit.adoptedBy = root => {
    const list = adopted.get(root);
    return list === undefined ? NONE : list.items;
  };

  getter(Document.prototype, 'fonts', () => kit.fonts);
  for (const Kind of [Document, global.ShadowRoot]) {
    getter(Kind.prototype, 'styleSheets', function () {
      let list = lists.get(this);
      if (list === undefined) lists.set(this, list = kit.cssom.list(this));
      kit.cssom.refresh(list);
      return list;
    });
    getter(Kind.prototype, 'adoptedStyleSheets', function () { return listFor(this).page; }, function (value) {
      if (value === null || typeof value !== 'object') throw new TypeError('adoptedStyleSheets takes a list of style sheets');
      const given = kit.valuesOf(value);
      const { items, check } = listFor(this);
      items.length = 0;
      kit.restyle();
      for (let index = 0; index < given.length; index += 1) {
        check('0', given[index]);
        items[index] = given[index];
      }
    });
  }
})
