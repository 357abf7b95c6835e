// Style sheets that scripts make. Their rules can be read and changed, and have no effect: nothing is drawn here.
(function (host, kit) {
  'use strict';
  const { global, getter, elements } = kit;
  const require = kit.require;
  const text = String;
  const isArray = Array.isArray;
  const Document = require('./Document');
  const PagePromise = global.Promise;
  const resolved = PagePromise.resolve.bind(PagePromise);
  const rejected = PagePromise.reject.bind(PagePromise);
  const KEY = {};

  /** The rules of a sheet, one text each; what is in braces or quotes belongs to its rule. */
  function split(given) {
    const source = given.replace(/\/\*[^]*?(\*\/|$)/g, ' ');
    const rules = [];
    let depth = 0, from = 0;
    for (let index = 0; index < source.length; index += 1) {
      const one = source[index];
      if (one === '\\') index += 1;
      else if (one === '"' || one === "'") {
        for (index += 1; index < source.length && source[index] !== one; index += 1) if (source[index] === '\\') index += 1;
      } else if (one === '{') depth += 1;
      else if (one === '}' && depth > 0) depth -= 1;
      else if (!(one === ';' && depth === 0)) continue;
      if (depth > 0 || one !== '}' && one !== ';') continue;
      rules.push(source.slice(from, index + 1).trim());
      from = index + 1;
    }
    const rest = source.slice(from).trim();
    if (rest !== '') rules.push(rest + '}'.repeat(depth));
    return rules.filter(rule => rule !== ';' && rule !== '}' && (rule.includes('{') || rule.startsWith('@')));
  }

  function makeKinds() {
    class CSSRule {
      #text; #sheet;
      constructor(key, value, sheet) {
        if (key !== KEY) throw new TypeError('Illegal constructor');
        this.#text = value;
        this.#sheet = sheet;
      }
      get cssText() { return this.#text; }
      get parentStyleSheet() { return this.#sheet; }
      get parentRule() { return null; }
      get type() { return this instanceof CSSStyleRule ? 1 : 0; }
    }
    class CSSStyleRule extends CSSRule {
      get selectorText() { return this.cssText.slice(0, this.cssText.indexOf('{')).trim(); }
      get style() {
        const element = kit.document.createElement('i');
        element.setAttribute('style', this.cssText.slice(this.cssText.indexOf('{') + 1, this.cssText.lastIndexOf('}')));
        return element.style;
      }
    }
    const ruleOf = (value, sheet) => new (value.startsWith('@') ? CSSRule : CSSStyleRule)(KEY, value, sheet);

    class CSSStyleSheet {
      #rules = []; #owner = null; #address = null; #isConstructed = true; #media;
      constructor(options, key, owner, source, url) {
        if (key === KEY) {
          this.#owner = owner;
          this.#address = url;
          this.#isConstructed = false;
          this.#put(source);
        }
        const media = options === null || options === undefined ? undefined : options.media;
        this.#media = media === undefined ? '' : text(media);
        this.disabled = !!(options && options.disabled);
      }
      #put(value) {
        this.#rules.length = 0;
        for (const rule of split(value)) if (!this.#isConstructed || !/^@import/i.test(rule)) this.#rules.push(ruleOf(rule, this));
      }
      #refusal() {
        return kit.exception('Can\'t call replace on non-constructed CSSStyleSheets.', 'NotAllowedError');
      }
      get cssRules() { return kit.give([...this.#rules]); }
      get rules() { return this.cssRules; }
      get ownerNode() { return this.#owner; }
      get ownerRule() { return null; }
      get parentStyleSheet() { return null; }
      get href() { return this.#address; }
      get title() { return null; }
      get type() { return 'text/css'; }
      get media() { return this.#media; }
      insertRule(rule, at = 0) {
        const [one, ...rest] = split(text(rule));
        if (one === undefined || rest.length > 0) throw kit.exception(`Failed to parse the rule '${text(rule)}'.`, 'SyntaxError');
        const index = at >>> 0;
        if (index > this.#rules.length) throw kit.exception('the index is beyond the rules', 'IndexSizeError');
        this.#rules.splice(index, 0, ruleOf(one, this));
        return index;
      }
      deleteRule(at) {
        const index = at >>> 0;
        if (index >= this.#rules.length) throw kit.exception('the index is beyond the rules', 'IndexSizeError');
        this.#rules.splice(index, 1);
      }
      addRule(selector, style, at = this.#rules.length) {
        this.insertRule(`${text(selector)} { ${text(style)} }`, at);
        return -1;
      }
      removeRule(at = 0) { this.deleteRule(at); }
      replaceSync(value) {
        if (!this.#isConstructed) throw this.#refusal();
        this.#put(text(value));
      }
      replace(value) {
        if (!this.#isConstructed) return rejected(this.#refusal());
        this.#put(text(value));
        return resolved(this);
      }
    }
    for (const Kind of [CSSRule, CSSStyleRule, CSSStyleSheet]) kit.late(Kind);
    return { CSSRule, CSSStyleRule, CSSStyleSheet };
  }

  let made = null;
  const kinds = () => made === null ? made = makeKinds() : made;
  for (const name of ['CSSStyleSheet', 'CSSRule', 'CSSStyleRule']) kit.lazy(global, name, () => kinds()[name]);

  const sheets = new WeakMap();
  /** The sheet of an element, which is a new one if its text is. */
  kit.sheetOf = (element, source, url) => {
    const known = sheets.get(element);
    if (known !== undefined && known.source === source && known.url === url) return known.sheet;
    const sheet = new (kinds().CSSStyleSheet)(null, KEY, element, source, url);
    sheets.set(element, { sheet, source, url });
    return sheet;
  };
  getter(elements.HTMLStyleElement.prototype, 'sheet', function () {
    return this.rooted ? kit.sheetOf(this, this.textContent, null) : null;
  });

  const adopted = new WeakMap();
  for (const Kind of [Document, global.ShadowRoot]) {
    getter(Kind.prototype, 'adoptedStyleSheets', function () {
      let list = adopted.get(this);
      if (list === undefined) adopted.set(this, list = kit.give([]));
      return list;
    }, function (value) {
      const list = isArray(value) ? value : Array.from(value);
      for (let index = 0; index < list.length; index += 1) {
        if (!(list[index] instanceof kinds().CSSStyleSheet)) throw new TypeError('adoptedStyleSheets takes style sheets');
        if (list[index].ownerNode !== null) {
          throw kit.exception("Can't adopt non-constructed stylesheets.", 'NotAllowedError');
        }
      }
      adopted.set(this, kit.give(Array.from(list)));
    });
  }
})
