// What comes of the style attributes and the simple style sheets of a page for an element: getComputedStyle.
//
// Sheets are read when somebody asks for a style: `<style>`, and `<link rel=stylesheet>` to a file of the folder. Selectors
// are matched by the document library. A value is given as it was written, but for colours, and for lengths and times that
// need no layout; what depends on a layout is told, and is 'auto' or as it was written.
(function (host, kit) {
  'use strict';
  const { global, define, missing, device } = kit;
  const { defineProperty } = Object;
  const text = String;
  const { URL } = global;
  const Style = kit.require('./CSSStyleDeclaration');
  const Document = kit.require('./Document');
  const {
    seek, parted, uncommented, declarations, takes, long, words, readAttribute, exact, modern, isKnown, LONG, SHORT,
      NAMED,
    LENGTHS, TIME, WIDE,
  } = kit.css;
  const sides = ['top', 'right', 'bottom', 'left'];

  // --- Sheets -------------------------------------------------------------------------------------------------------

  /** Reads a sheet: its rules with what they depend on, in their order. */
  function readSheet(given, base, into, depth) {
    const source = uncommented(given);
    let at = 0;
    while (at < source.length) {
      const end = seek(source, at, '{;}');
      const head = source.slice(at, end).trim();
      if (source[end] !== '{') {
        const imported = /^@import\s+(?:url\(\s*)?["']?([^"')\s]+)["']?\s*\)?\s*([^]*)$/i.exec(head);
        if (imported !== null && depth < 8 && kit.media(imported[2]).matches) readFile(imported[1], base, into, depth
          + 1);
        at = end + 1;
        continue;
      }
      const close = seek(source, end + 1, '}');
      const body = source.slice(end + 1, close);
      at = close + 1;
      if (head[0] !== '@') {
        // What is nested in a rule is not read, its own declarations are.
        const isNested = body.includes('{') && seek(body, 0, '{') < body.length;
        if (isNested) missing('style sheets: rules within rules');
        into.push({ selector: head, all: declarations(isNested
          ? body.slice(0, Math.max(0, body.lastIndexOf(';', body.indexOf('{')) + 1)) : body) });
        continue;
      }
      const [, kind, rest] = /^@([\w-]+)\s*([^]*)$/.exec(head) || [head, '', ''];
      switch (kind.toLowerCase()) {
        case 'media': if (kit.media(rest).matches) readSheet(body, base, into, depth + 1); break;
        case 'supports': if (supports(rest)) readSheet(body, base, into, depth + 1); break;
        case 'layer': readSheet(body, base, into, depth + 1); break;
        case 'container': missing('style sheets: @container'); break;
        case 'font-face': into.push({ selector: '', all: NO_DECLARATIONS, face: body }); break;
        default: // Key frames, pages and counters say nothing of an element.
      }
    }
  }
  const NO_DECLARATIONS = new Map();
  function readFile(address, base, into, depth) {
    let url = address;
    try { url = new URL(address, base).href; } catch { /* It is told below. */ }
    const path = kit.localPath(url);
    let body = null;
    try { body = path === null ? null : host.readFile(path); } catch { /* It lies outside. */ }
    if (typeof body !== 'string') return void missing(`the style sheet ${address}: it is not in the app's folder`);
    readSheet(body, url, into, depth);
  }

  function specificity(selector) {
    const plain = selector.replace(/:(?:where)\((?:[^()]|\([^()]*\))*\)/g, '').replace(/:(?:not|is|has)\(/g,
      '(').replace(/"[^"]*"|'[^']*'/g, '');
    const ids = (plain.match(/#[\w-]+/g) || []).length;
    const classes = (plain.match(/\.[\w-]+|\[[^\]]*\]|(?<!:):(?!:|before|after|first-line|first-letter)[\w-]+/g)
      || []).length;
    const kinds = (plain.replace(/\[[^\]]*\]/g, '').match(/(?:^|[\s>+~(,])[a-z][\w-]*|::[\w-]+/gi) || []).length;
    return ids * 1e6 + classes * 1e3 + kinds;
  }

  /** The rules of a sheet's text, sorted by what the last part of their selectors asks for. */
  function prepare(rules) {
    const empty = () => ({ byId: new Map(), byClass: new Map(), byName: new Map(), others: [] });
    const index = { ...empty(), moves: empty(), hasMoves: false };
    const put = (map, key, one) => { if (map.has(key)) map.get(key).push(one); else map.set(key, [one]); };
    rules.forEach(({ selector, all }, order) => {
      const hasMoves = [...all.keys()].some(name => /^(-webkit-)?(transition|animation)/.test(name));
      for (const one of parted(selector, ',')) {
        if (one === '' || /::|:(before|after|first-line|first-letter)\b/.test(one)) continue;
        const rule = { selector: one, all, order, rank: specificity(one), test: null, isBad: false };
        const last = /(?:^|[\s>+~])([^\s>+~]+)$/.exec(one.replace(/\([^()]*\)|\[[^\]]*\]/g, ''));
        const key = last === null ? '' : last[1];
        const found = /#([\w-]+)/.exec(key) || /\.([\w-]+)/.exec(key);
        const name = found === null ? /^[a-z][\w-]*/i.exec(key) : null;
        for (const to of hasMoves ? [index, index.moves] : [index]) {
          if (found !== null) put(found[0][0] === '#' ? to.byId : to.byClass, found[1], rule);
          else if (name !== null) put(to.byName, name[0].toLowerCase(), rule);
          else to.others.push(rule);
        }
        if (hasMoves) index.hasMoves = true;
      }
    });
    return index;
  }

  /** Moving.js puts its own here: somebody asks for a style, and an attribute has changed. */
  kit.settleStyles = () => {};
  kit.styled = null;
  let changes = 0;
  /** Says that a sheet has changed, of which no node tells. */
  kit.restyle = () => { changes += 1; };
  // The library counts the changes of a tree, but not those of attributes, and none while a page is read.
  for (const name of ['mutateAttr', 'mutateRemoveAttr', 'mutateInsert', 'mutateMove', 'mutateRemove', 'mutateValue']) {
    const change = Document.prototype[name];
    define(Document.prototype, name, function (one, other) {
      changes += 1;
      if (name === 'mutateAttr' && kit.styled !== null) kit.styled(one, other);
      return change.call(this, one, other);
    });
  }
  const MOST_SHEETS = 256;
  const texts = new Map();           // What was read before: sheets do not change with every change of the page.
  const ofRoot = new WeakMap();
  // Both only grow, and so does their sum.
  const clock = root => (root.ownerDocument || root).modclock + changes;
  function indexOf(root) {
    const now = clock(root);
    let known = ofRoot.get(root);
    if (known !== undefined && known.now === now) return known.index;
    const parts = [];
    for (const element of root.querySelectorAll('style, link[rel~="stylesheet"]')) {
      const isLink = element.localName === 'link';
      const address = isLink ? element.getAttribute('href') : null;
      if (isLink ? !address || element.hasAttribute('disabled') : !kit.isStyle(element)) continue;
      const said = isLink ? undefined : element.textContent;
      // A sheet that a page has asked for may say something else than its element.
      const sheet = kit.knownSheet(element, said, isLink ? kit.resolve(address) : null);
      const media = sheet === null ? null : kit.cssom.mediaOf(sheet);
      if (!kit.media(media ?? (element.getAttribute('media') || '')).matches) continue;
      if (sheet !== null && !kit.cssom.isOn(sheet)) continue;
      const other = sheet === null ? null : kit.cssom.said(sheet);
      parts.push(other ?? (isLink ? '@import "' + address + '"' : said));
    }
    for (const sheet of kit.adoptedBy(root)) {
      if (kit.cssom.isOn(sheet) && kit.media(kit.cssom.mediaOf(sheet)).matches) parts.push(kit.cssom.said(sheet));
    }
    const key = parts.join('\0');
    if (known === undefined || known.key !== key) {
      const rules = [];
      for (const part of parts) {
        let read = texts.get(part);
        if (read === undefined) {
          read = [];
          readSheet(part, kit.base(), read, 0);
          if (texts.size >= MOST_SHEETS) texts.clear();
          texts.set(part, read);
        }
        for (const rule of read) rules.push(rule);
      }
      known = { index: prepare(rules), key, faces: rules.filter(rule => rule.face !== undefined).map(rule => rule.face) };
    }
    known.now = now;
    ofRoot.set(root, known);
    return known.index;
  }

  /** What the rules for fonts of a root say. */
  kit.fontRules = root => {
    indexOf(root);
    return ofRoot.get(root).faces;
  };

  // --- Matching: selectors of names, classes and ids here, all others by the library --------------------------------

  const classes = new WeakMap();
  const NO_CLASSES = new Set();
  function classesOf(element) {
    let known = classes.get(element);
    if (known !== undefined && known.now === changes) return known.set;
    const given = element.getAttribute('class');
    if (known === undefined || known.given !== given) {
      known = { now: changes, given, set: given ? new Set(given.split(/[ \t\n\r\f]+/)) : NO_CLASSES };
      classes.set(element, known);
    }
    known.now = changes;
    return known.set;
  }
  const SIMPLE = /^[\w.#>-]+(?:\s*>\s*[\w.#-]+|\s+[\w.#-]+)*$/;
  function isPart(element, part) {
    if (part.name !== null && element.localName !== part.name) return false;
    if (part.id !== null && element.getAttribute('id') !== part.id) return false;
    if (part.classes.length === 0) return true;
    const own = classesOf(element);
    for (const name of part.classes) if (!own.has(name)) return false;
    return true;
  }
  /** A test of an element, compiled once; the library alone would compile a selector whenever it matches one. */
  function compile(selector) {
    if (!SIMPLE.test(selector)) return library(selector);
    const parts = [];
    for (const [, child, one] of selector.matchAll(/(>?)\s*([\w.#-]+)/g)) {
      const pieces = /^([a-z][\w-]*)?((?:[.#][a-z_-][\w-]*)*)$/i.exec(one);
      if (pieces === null) return library(selector);
      const ids = pieces[2].match(/#[\w-]+/g) || [];
      if (ids.length > 1) return library(selector);
      parts.push({
        isChild: child !== '', name: pieces[1] === undefined ? null : pieces[1].toLowerCase(),
        id: ids.length === 0 ? null : ids[0].slice(1), classes: (pieces[2].match(/\.[\w-]+/g) || []).map(piece => piece.slice(1)),
      });
    }
    const above = (element, at) => {
      if (at < 0) return true;
      for (let parent = element.parentNode; parent !== null && parent.nodeType === 1; parent = parent.parentNode) {
        if (isPart(parent, parts[at]) && above(parent, at - 1)) return true;
        if (parts[at + 1].isChild) return false;
      }
      return false;
    };
    return element => isPart(element, parts[parts.length - 1]) && above(element, parts.length - 2);
  }
  const library = kit.require('./select').selectors[':matches'];
  const matching = (element, rule) => {
    if (rule.isBad) return false;
    try {
      if (rule.test === null) rule.test = compile(rule.selector);
      return !!rule.test(element);
    } catch {
      rule.isBad = true;
      if (!/:-?(webkit|moz|ms|-)|:(host|slotted|part)/.test(rule.selector)) {
        missing(`style sheets: the selector ${rule.selector}`);
      }
      return false;
    }
  };

  // --- What comes of it for an element ------------------------------------------------------------------------------

  const rootOf = element => {
    let at = element;
    while (at.parentNode) at = at.parentNode;
    return at;
  };
  const parentOf = element => {
    const parent = element.parentNode;
    if (parent === null) return null;
    return parent.nodeType === 1 ? parent : parent.host || null;
  };

  /** Does something with each rule of an index that matches an element, until it answers true. */
  function each(index, element, use) {
    const some = list => {
      if (list === undefined) return false;
      for (const rule of list) if (matching(element, rule) && use(rule) === true) return true;
      return false;
    };
    if (index.byId.size > 0 && some(index.byId.get(element.getAttribute('id')))) return true;
    if (index.byClass.size > 0) for (const name of classesOf(element)) if (some(index.byClass.get(name))) return true;
    return some(index.byName.get(element.localName)) || some(index.others);
  }

  const cascades = new WeakMap();
  /** What is declared for an element, each property once. */
  function cascade(element) {
    const root = rootOf(element);
    const now = clock(root);
    const known = cascades.get(element);
    if (known !== undefined && known.now === now) return known.all;
    const index = indexOf(root);
    const rules = [];
    each(index, element, rule => { rules.push(rule); });
    rules.sort((one, other) => one.rank - other.rank || one.order - other.order);
    const all = new Map();
    const put = (declared, wantsImportant) => {
      for (const [given, { value, isImportant }] of declared) {
        if (isImportant !== wantsImportant) continue;
        const name = modern(given);
        all.set(name, value);
        for (const [one, part] of long(name, value)) all.set(one, part);
      }
    };
    for (const wantsImportant of [false, true]) {
      for (const rule of rules) put(rule.all, wantsImportant);
      if (element.hasAttribute('style')) put(readAttribute(element.style), wantsImportant);
    }
    cascades.set(element, { now, all });
    return all;
  }

  const INHERITED =
    new Set(('color cursor direction font font-family font-size font-style font-variant font-weight letter-spacing '
    + 'line-height list-style list-style-type list-style-position list-style-image text-align text-indent text-transform visibility '
    + 'white-space word-break word-spacing overflow-wrap word-wrap pointer-events caret-color quotes border-collapse border-spacing '
    + 'user-select -webkit-user-select tab-size hyphens writing-mode').split(' '));
  const INITIAL = new Map(Object.entries({
    display: 'inline', visibility: 'visible', position: 'static', opacity: '1', color: 'rgb(0, 0, 0)',
    'background-color': 'rgba(0, 0, 0, 0)', 'background-image': 'none', 'font-size': '16px', 'font-weight': '400',
    'font-style': 'normal', 'line-height': 'normal', 'text-align': 'start', 'text-transform': 'none',
      'white-space': 'normal',
    direction: 'ltr', cursor: 'auto', 'pointer-events': 'auto', 'z-index': 'auto', float: 'none', clear: 'none',
    'overflow-x': 'visible', 'overflow-y': 'visible', overflow: 'visible', transform: 'none', filter: 'none',
      'box-sizing': 'content-box',
    'box-shadow': 'none', 'vertical-align': 'baseline', width: 'auto', height: 'auto', 'min-width': '0px',
      'min-height': '0px', 'max-width': 'none', 'max-height': 'none',
    top: 'auto', right: 'auto', bottom: 'auto', left: 'auto', 'flex-grow': '0', 'flex-shrink': '1',
      'flex-basis': 'auto',
    'flex-direction': 'row', 'flex-wrap': 'nowrap', 'justify-content': 'normal', 'align-items': 'normal', order: '0',
      'row-gap': 'normal', 'column-gap': 'normal',
    'list-style-type': 'disc', 'letter-spacing': 'normal', content: 'normal', 'will-change': 'auto',
      'touch-action': 'auto', 'user-select': 'auto',
    'transition-property': 'all', 'transition-duration': '0s', 'transition-timing-function': 'ease',
      'transition-delay': '0s',
    'animation-name': 'none', 'animation-duration': '0s', 'animation-timing-function': 'ease', 'animation-delay': '0s',
    'animation-iteration-count': '1', 'animation-direction': 'normal', 'animation-fill-mode': 'none',
      'animation-play-state': 'running',
    ...Object.fromEntries(sides.flatMap(side => [[`margin-${side}`, '0px'], [`padding-${side}`, '0px'],
      [`border-${side}-width`, '0px'],
      [`border-${side}-style`, 'none'], [`border-${side}-color`, 'currentcolor']])),
  }));
  // What a browser's own sheet says, as far as it is asked for.
  const BLOCK =
    new Set(('address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer '
    + 'form h1 h2 h3 h4 h5 h6 header hgroup hr html legend main menu nav ol optgroup option p pre search section summary ul').split(' '));
  const DISPLAY = new Map(Object.entries({
    li: 'list-item', summary: 'block', table: 'table', tr: 'table-row', td: 'table-cell', th: 'table-cell',
      thead: 'table-header-group',
    tbody: 'table-row-group', tfoot: 'table-footer-group', caption: 'table-caption', col: 'table-column',
      colgroup: 'table-column-group',
    input: 'inline-block', button: 'inline-block', select: 'inline-block', textarea: 'inline-block',
      meter: 'inline-block', progress: 'inline-block',
    slot: 'contents',
  }));
  const NOWHERE =
    new Set('area base datalist head link meta noembed noframes param rp script style template title'.split(' '));
  const HEADINGS = { h1: ['2em', '0.67em'], h2: ['1.5em', '0.83em'], h3: ['1.17em', '1em'], h4: ['1em', '1.33em'],
    h5: ['0.83em', '1.67em'], h6: ['0.67em', '2.33em'] };
  function native(element, name) {
    const kind = element.localName;
    switch (name) {
      case 'display':
        if (NOWHERE.has(kind) || element.hasAttribute('hidden') || (kind === 'dialog' && !element.hasAttribute('open'))
          || (kind === 'input' && element.type === 'hidden')) return 'none';
        return BLOCK.has(kind) ? 'block' : DISPLAY.get(kind);
      case 'font-weight': return /^(b|strong|h[1-6]|th)$/.test(kind) ? '700' : undefined;
      case 'font-style': return /^(i|em|cite|var|dfn|address)$/.test(kind) ? 'italic' : undefined;
      case 'font-size': return kind in HEADINGS ? HEADINGS[kind][0] : kind === 'small' ? '0.8333em'
        : /^(button|input|select|textarea)$/.test(kind) ? '13.3333px' : undefined;
      case 'text-align': return kind === 'th' || kind === 'button' ? 'center' : undefined;
      case 'white-space': return kind === 'pre' ? 'pre' : kind === 'textarea' ? 'pre-wrap' : undefined;
      case 'margin-top': case 'margin-bottom':
        if (kind === 'body') return '8px';
        if (kind in HEADINGS) return HEADINGS[kind][1];
        return /^(p|ul|ol|dl|blockquote|figure|pre)$/.test(kind) ? '1em' : undefined;
      case 'margin-left': case 'margin-right':
        return kind === 'body' ? '8px' : /^(blockquote|figure)$/.test(kind) ? '40px' : undefined;
      case 'padding-left': return /^(ul|ol|menu)$/.test(kind) ? '40px' : undefined;
      case 'list-style-type': return kind === 'ol' ? 'decimal' : kind === 'ul' ? 'disc' : undefined;
      default: return undefined;
    }
  }

  /** A text with what `var()` stands for in its place; undefined if it stands for nothing. */
  function substitute(element, value, under) {
    let said = value;
    for (let round = 0; said.includes('var('); round += 1) {
      if (round > 100) return undefined;
      const at = said.search(/(?<![\w-])var\(/);
      if (at < 0) break;
      const end = seek(said, at + 4, ')');
      const inside = said.slice(at + 4, end);
      const comma = seek(inside, 0, ',');
      const name = inside.slice(0, comma).trim();
      let found = under.includes(name) ? undefined : custom(element, name, [...under, name]);
      if (found === undefined && comma < inside.length) found = substitute(element, inside.slice(comma + 1).trim(),
        under);
      if (found === undefined) return undefined;
      said = said.slice(0, at) + found + said.slice(end + 1);
    }
    return said;
  }
  function custom(element, name, under = [name]) {
    for (let at = element; at !== null; at = parentOf(at)) {
      const declared = cascade(at).get(name);
      if (declared === undefined || /^(inherit|unset)$/.test(declared)) continue;
      return declared === 'initial' ? undefined : substitute(at, declared, under);
    }
    return undefined;
  }

  // --- Values -------------------------------------------------------------------------------------------------------

  function color(value, element) {
    let said = value.toLowerCase();
    if (said === 'transparent') return 'rgba(0, 0, 0, 0)';
    if (said === 'currentcolor') return computed(element, 'color');
    said = NAMED.get(said) || said;
    const shown = (r, g, b, a) => a === 1 ? `rgb(${r}, ${g}, ${b})` : `rgba(${r}, ${g}, ${b}, ${Number(a.toFixed(3))})`;
    if (/^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.test(said)) {
      const digits = said.length < 6 ? said.slice(1).replace(/./g, '$&$&') : said.slice(1);
      const byte = at => parseInt(digits.slice(at, at + 2), 16);
      return shown(byte(0), byte(2), byte(4), digits.length === 8 ? byte(6) / 255 : 1);
    }
    const parts = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(said);
    if (parts === null) return value;
    const numbers = parts[2].trim().split(/\s*[,/]\s*|\s+/);
    const part = (one, whole) => one.endsWith('%') ? Number(one.slice(0, -1)) / 100 * whole
      : Number(one.replace(/deg$/, ''));
    const alpha = numbers[3] === undefined ? 1 : Math.min(1, Math.max(0, part(numbers[3], 1)));
    let rgb;
    if (parts[1] === 'rgb') {
      rgb = numbers.slice(0, 3).map(one => part(one, 255));
    } else {
      const [h, s, l] = [((part(numbers[0], 360) % 360) + 360) % 360, part(numbers[1], 1), part(numbers[2], 1)];
      const at = n => {
        const k = (n + h / 30) % 12;
        return 255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
      };
      rgb = [at(0), at(8), at(4)];
    }
    if (rgb.length < 3 || rgb.some(one => one !== one)) return value;
    return shown(...rgb.map(one => Math.round(Math.min(255, Math.max(0, one)))), alpha);
  }

  const UNITS = { px: 1, in: 96, cm: 96 / 2.54, mm: 9.6 / 2.54, q: 2.4 / 2.54, pt: 4 / 3, pc: 16 };
  const shortest = number => text(Number(number.toPrecision(6)));
  function length(value, element, name) {
    const parts =
      /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(px|r?em|in|cm|mm|q|pt|pc|vw|vh|vmin|vmax|[sld]v[wh])?$/i.exec(value);
    if (parts === null) return value;
    const number = Number(parts[1]);
    const unit = parts[2] === undefined ? '' : parts[2].toLowerCase();
    if (unit === '') return number === 0 ? '0px' : value;
    const base = at => at === null ? 16 : parseFloat(computed(at, 'font-size'));
    const one = unit in UNITS ? UNITS[unit] : unit === 'em' ? base(name === 'font-size' ? parentOf(element) : element)
      : unit === 'rem' ? (name === 'font-size' && element === kit.document.documentElement ? 16
        : base(kit.document.documentElement))
      : (/min$/.test(unit) ? Math.min(device.width, device.height) : /max$/.test(unit)
        ? Math.max(device.width, device.height)
        : unit.endsWith('w') ? device.width : device.height) / 100;
    return shortest(number * one) + 'px';
  }
  const seconds = value => parted(value, ',').map(one => TIME.test(one)
    ? shortest(parseFloat(one) / (/ms$/i.test(one) ? 1000 : 1)) + 's' : one).join(', ');
  const FONT_SIZES = { 'xx-small': 9, 'x-small': 10, small: 13, medium: 16, large: 18, 'x-large': 24, 'xx-large': 32,
    'xxx-large': 48 };
  const WIDTHS = { thin: '1px', medium: '3px', thick: '5px' };

  function settled(element, name, value) {
    if (/(^|-)color$/.test(name)) return color(value, element);
    if (name === 'font-size') {
      if (value in FONT_SIZES) return FONT_SIZES[value] + 'px';
      const parent = parentOf(element);
      const outer = parent === null ? 16 : parseFloat(computed(parent, 'font-size'));
      if (/%$/.test(value)) return shortest(parseFloat(value) / 100 * outer) + 'px';
      if (value === 'smaller' || value === 'larger') return shortest(value === 'larger' ? outer * 1.2 : outer / 1.2)
        + 'px';
      return length(value, element, name);
    }
    if (name === 'font-weight') return value === 'bold' ? '700' : value === 'normal' ? '400' : value;
    if (/^border-.*-width$/.test(name)) {
      if (/^(none|hidden)$/.test(computed(element, name.replace('width', 'style')))) return '0px';
      return WIDTHS[value] || length(value, element, name);
    }
    if (/^(transition|animation)-(duration|delay)$/.test(name)) return seconds(value);
    if (/^(opacity|flex-grow|flex-shrink|order|z-index)$/.test(name)) return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(value) ? shortest(Number(value)) : value;
    if (LENGTHS.test(name) || /^(text-indent|line-height|border-radius)$/.test(name)) {
      if (name === 'line-height'
        && /^[\d.]+$/.test(value)) return shortest(Number(value) * parseFloat(computed(element, 'font-size'))) + 'px';
      return words(value).map(one => length(one, element, name)).join(' ');
    }
    return value;
  }

  const values = new WeakMap();
  /** The value of a property, as a page reads it. */
  function computed(element, name) {
    const now = clock(rootOf(element));
    let known = values.get(element);
    if (known === undefined || known.now !== now) values.set(element, known = { now, all: new Map() });
    let value = known.all.get(name);
    if (value === undefined) {
      value = find(element, name);
      known.all.set(name, value);
    }
    return value;
  }
  function find(element, name) {
    let value = cascade(element).get(name);
    const isInherited = INHERITED.has(name);
    if (value !== undefined && value.includes('var(')) {
      value = substitute(element, value, []);
      if (value !== undefined) value = value.trim();
      // A shorthand that a variable holds is taken apart once it is known.
      const short = SHORT.get(name);
      if (value !== undefined && short !== undefined) {
        const whole = short.find(one => cascade(element).get(one) !== undefined
          && cascade(element).get(one).includes('var('));
        if (whole !== undefined && long(whole, value).has(name)) value = long(whole, value).get(name);
      }
      if (value === undefined) value = 'unset';
    }
    if (value === 'revert' || value === 'revert-layer') value = undefined;
    if (value === undefined) {
      value = native(element, name);
      if (value !== undefined) return settled(element, name, value);
      value = isInherited ? 'inherit' : 'initial';
    }
    if (value === 'unset') value = isInherited ? 'inherit' : 'initial';
    if (value === 'inherit') {
      const parent = parentOf(element);
      // A line of so many times the size of the letters takes those of each element.
      if (name === 'line-height') {
        for (let at = parent; at !== null; at = parentOf(at)) {
          const given = cascade(at).get(name);
          if (given === undefined || WIDE.test(given)) continue;
          return /^[\d.]+$/.test(given) ? settled(element, name, given) : computed(parent, name);
        }
      }
      if (parent !== null) return computed(parent, name);
      value = 'initial';
    }
    if (value === 'initial') value = INITIAL.get(name);
    if (value === undefined) return '';
    const said = settled(element, name, value);
    // A root, and what floats or does not stand where it was written, is a block.
    if (name === 'display' && /^inline/.test(said) && (/^(absolute|fixed)$/.test(computed(element, 'position'))
      || computed(element, 'float') !== 'none'
        || element === kit.document.documentElement)) return said.replace(/^inline-?/, '').replace(/^(block)?$/,
        'block');
    return said;
  }

  /** Whether neither an element nor one around it is left out of what is shown. */
  kit.isDisplayed = element => {
    for (let at = element; at !== null; at = parentOf(at)) if (computed(at, 'display') === 'none') return false;
    return true;
  };
  kit.computed = computed;
  /** The names of what is declared for an element, without what shorthands stand for. */
  kit.declared = element => [...cascade(element).keys()].filter(name => !LONG.has(name));
  /** Whether a sheet declares that something moves, and whether it declares it of an element. */
  kit.hasMoves = root => indexOf(root).hasMoves;
  kit.mayMove = element => each(indexOf(rootOf(element)).moves, element, () => true);

  // --- What the page gets -------------------------------------------------------------------------------------------

  const LAID = /^(width|height|top|right|bottom|left|inset)$/;
  const ELEMENT = Symbol('element');
  const reading = {
    getPropertyValue(given) {
      const element = this[ELEMENT];
      const name = modern(exact(text(given)));
      if (element === null || !element.domino$rooted) return '';
      kit.settleStyles();
      if (name.startsWith('--')) return custom(element, name) ?? '';
      if (LONG.has(name) && !INITIAL.has(name)) {
        const parts = LONG.get(name).map(one => computed(element, one));
        if (!/^(margin|padding|inset|border-(width|style|color)|gap)$/.test(name)) return cascade(element).get(name) ?? '';
        const [top, right = top, bottom = top, left = right] = parts;
        return left !== right ? parts.join(' ') : bottom !== top ? `${top} ${right} ${bottom}` : right !== top
          ? `${top} ${right}` : top;
      }
      const value = computed(element, name);
      if (LAID.test(name)
        && !/^-?[\d.]+px$/.test(value)) missing('the layout: elements have no size and no place here, every number of it is 0');
      return value;
    },
    getPropertyPriority: () => '',
    setProperty() { throw kit.exception('a computed style cannot be set', 'NoModificationAllowedError'); },
    removeProperty() { throw kit.exception('a computed style cannot be set', 'NoModificationAllowedError'); },
    item(index) { return [...INITIAL.keys()].sort()[index] || ''; },
  };
  const Computed = Object.create(Style.prototype);
  for (const name of Object.keys(reading)) define(Computed, name, reading[name]);
  defineProperty(Computed, 'length', { get: () => INITIAL.size, configurable: true });
  defineProperty(Computed, 'cssText', { get: () => '', set: reading.setProperty, configurable: true });
  define(global, 'getComputedStyle', function getComputedStyle(element, part) {
    if (!(element instanceof global.Element)) throw new TypeError('getComputedStyle takes an element');
    const isPart = part !== undefined && part !== null && /^:/.test(text(part));
    if (isPart) missing(`getComputedStyle of ${text(part)}`);
    return defineProperty(Object.create(Computed), ELEMENT, { value: isPart ? null : element });
  });

  // --- CSS ----------------------------------------------------------------------------------------------------------

  /** Whether a condition as of @supports holds. */
  function supports(given) {
    const said = given.trim();
    if (/^not[\s(]/i.test(said)) return !supports(said.slice(3));
    const first = seek(said, 0, ' ');
    for (const word of ['or', 'and']) {
      const parts = said.split(new RegExp(`\\s${word}(?=[\\s(])`, 'i'));
      if (parts.length > 1 && parts.every(part => (part.match(/\(/g) || []).length === (part.match(/\)/g)
        || []).length)) {
        return word === 'or' ? parts.some(supports) : parts.every(supports);
      }
    }
    const selector = /^selector\(([^]*)\)$/i.exec(said);
    if (selector !== null) {
      try { return kit.document.documentElement.matches(selector[1]) || true; } catch { return false; }
    }
    if (said[0] !== '(' || !said.endsWith(')') || first < 0) return false;
    const inside = said.slice(1, -1).trim();
    if (/^\(|^not[\s(]|^selector\(/i.test(inside)) return supports(inside);
    const colon = inside.indexOf(':');
    return colon > 0 && declarations(inside).size === 1;
  }
  const CSS = {
    supports(property, value) {
      if (arguments.length === 0) throw new TypeError('CSS.supports takes a property and a value, or a condition');
      if (value === undefined) {
        const said = text(property);
        return /^\s*(\(|not|selector)/i.test(said) ? supports(said) : supports(`(${said})`);
      }
      const name = exact(text(property).trim());
      return isKnown(name) && takes(name, text(value).trim());
    },
    escape(value) {
      const given = text(value);
      let said = '';
      for (let index = 0; index < given.length; index += 1) {
        const code = given.charCodeAt(index);
        const letter = given[index];
        if (code === 0) said += '\ufffd';
        else if ((code >= 1 && code <= 31) || code === 127 || (code >= 48 && code <= 57
          && (index === 0 || (index === 1 && given[0] === '-')))) {
          said += '\\' + code.toString(16) + ' ';
        } else if (index === 0 && letter === '-' && given.length === 1) said += '\\-';
        else said += code >= 128 || /[\w-]/.test(letter) ? letter : '\\' + letter;
      }
      return said;
    },
  };
  define(global, 'CSS', CSS);
})
