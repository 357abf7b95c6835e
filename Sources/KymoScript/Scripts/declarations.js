// Declarations of styles: how they are read, which shorthands stand for what, and the style attribute of an element.
//
// The library's own reader stumbles over custom properties; this one takes its place. Values stay as they are written.
(function (host, kit) {
  'use strict';
  const { global, define } = kit;
  const { defineProperty } = Object;
  const text = String;
  const Style = kit.require('./CSSStyleDeclaration');

  // --- Names --------------------------------------------------------------------------------------------------------

  const camel = name => name.replace(/^-(?=webkit-)/, '').replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
  const sides = ['top', 'right', 'bottom', 'left'];
  // What the library does not know, and pages set.
  const MORE =
    ('gap row-gap column-gap inset inset-block inset-inline aspect-ratio object-fit object-position will-change contain '
    + 'overscroll-behavior scroll-behavior scroll-snap-type scroll-snap-align user-select touch-action backdrop-filter filter '
    + 'accent-color appearance place-items place-content place-self grid grid-area grid-template grid-template-columns '
    + 'grid-template-rows grid-template-areas grid-column grid-row grid-auto-flow grid-auto-rows grid-auto-columns '
    + 'justify-items justify-self caret-color isolation mix-blend-mode text-size-adjust font-display line-clamp translate '
    + 'rotate scale pointer-events content-visibility container container-type -webkit-user-select -webkit-tap-highlight-color '
    + '-webkit-overflow-scrolling -webkit-appearance -webkit-transform -webkit-transition -webkit-transition-duration '
    + '-webkit-transition-delay -webkit-animation -webkit-animation-duration -webkit-animation-delay -webkit-touch-callout '
    + '-webkit-line-clamp -webkit-box-orient -webkit-text-size-adjust -webkit-backdrop-filter -webkit-font-smoothing '
    + 'padding-inline padding-block margin-inline margin-block padding-inline-start padding-inline-end margin-inline-start '
    + 'margin-inline-end '
    + 'mask-image mask-size mask-position mask-repeat mask-clip mask-origin mask-mode mask-composite mask-type hyphens '
    + 'hyphenate-character tab-size paint-order vector-effect transform-box shape-outside shape-margin shape-image-threshold '
    + 'shape-rendering color-scheme color-interpolation field-sizing container-name view-transition-name anchor-name '
    + 'position-anchor position-area interpolate-size image-rendering background-blend-mode box-decoration-break counter-set '
    + 'print-color-adjust forced-color-adjust animation-composition transition-behavior overflow-wrap overflow-anchor '
    + 'overflow-clip-margin overscroll-behavior-x overscroll-behavior-y scroll-snap-stop scrollbar-color scrollbar-gutter '
    + 'scrollbar-width offset offset-anchor offset-distance offset-path offset-position offset-rotate contain-intrinsic-size '
    + 'contain-intrinsic-width contain-intrinsic-height font-kerning font-optical-sizing font-palette font-synthesis '
    + 'font-variation-settings font-variant-alternates font-variant-caps font-variant-east-asian font-variant-ligatures '
    + 'font-variant-numeric font-variant-position text-wrap text-orientation text-rendering text-combine-upright '
    + 'text-underline-offset text-decoration-color text-decoration-line text-decoration-style text-decoration-thickness '
    + 'text-decoration-skip-ink text-emphasis text-emphasis-color text-emphasis-position text-emphasis-style math-style '
    + 'block-size inline-size min-block-size min-inline-size max-block-size max-inline-size inset-block-start inset-block-end '
    + 'inset-inline-start inset-inline-end margin-block-start margin-block-end padding-block-start padding-block-end '
    + 'border-start-start-radius border-start-end-radius border-end-start-radius border-end-end-radius d r cx cy rx ry x y').split(' ');
  const ends = ['', '-start', '-end'];
  for (const way of ['block', 'inline']) {
    for (const end of ends) for (const part of ['', '-width', '-style', '-color']) MORE.push(`border-${way}${end}${part}`);
  }
  for (const name of ['scroll-margin', 'scroll-padding']) {
    MORE.push(name, ...sides.map(side => `${name}-${side}`));
    MORE.push(...ends.flatMap(end => [`${name}-block${end}`, `${name}-inline${end}`]));
  }
  for (const name of MORE) {
    const descriptor = {
      configurable: true,
      enumerable: true,
      get() { return this.getPropertyValue(name); },
      set(value) { this.setProperty(name, value); },
    };
    for (const said of [name, camel(name)]) if (!(said in Style.prototype)) defineProperty(Style.prototype, said, descriptor);
  }
  const isKnown = name => name.startsWith('--') || (name in Style.prototype && /^-?[a-z][a-z-]*$/.test(name)
    && !/^(item|length)$/.test(name));
  const exact = name => name.startsWith('--') ? name : name.toLowerCase();
  // What an old name means is said under the new one.
  const modern = name => /^-webkit-(transition|animation|transform)/.test(name) ? name.slice(8) : name;

  // --- Reading declarations -----------------------------------------------------------------------------------------

  const QUOTED = /^(?:"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?)/;
  /** The end of a part of a text: the first of some letters outside of quotes, comments and brackets, or the text's end. */
  function seek(given, start, letters) {
    let depth = 0;
    for (let at = start; at < given.length; at += 1) {
      const letter = given[at];
      if (depth === 0 && letters.includes(letter)) return at;
      if (letter === '\\') at += 1;
      else if (letter === '"' || letter === "'") at += QUOTED.exec(given.slice(at))[0].length - 1;
      else if (letter === '(' || letter === '[' || letter === '{') depth += 1;
      else if (letter === ')' || letter === ']' || letter === '}') depth = Math.max(0, depth - 1);
    }
    return given.length;
  }
  const parted = (given, letter) => {
    const parts = [];
    for (let at = 0; at <= given.length;) {
      const end = seek(given, at, letter);
      parts.push(given.slice(at, end).trim());
      at = end + 1;
    }
    return parts;
  };
  const uncommented = given => given.includes('/*')
    ? given.replace(/("(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*')|\/\*[^]*?(?:\*\/|$)/g, '$1') : given;

  const LENGTHS =
    /^((min-|max-)?(width|height)|top|right|bottom|left|(margin|padding)(-(top|right|bottom|left))?|font-size|inset|gap|(row|column)-gap|border-radius|border-(top|right|bottom|left)-width|letter-spacing)$/;
  const DISPLAYS =
    new RegExp('^(?:(?:block|inline|run-in|flow|flow-root|table|flex|grid|ruby|list-item|contents|none|math|inline-(?:block|table|flex|grid)'
    + '|-webkit-(?:inline-)?(?:box|flex)|table-[a-z-]+|inherit|initial|unset|revert|revert-layer|var\\(.*\\))(?:\\s+|$))+$', 'i');
  // What a script makes of a value that it has not: no word of CSS. Where a page may have names of its own, it may be one, and
  // in a calculation NaN and infinity are numbers.
  const UNMADE = /(?:^|[\s(,/])[+-]?(?:undefined|null|true|false|(?:NaN|Infinity)(?=[a-z%]))[a-z%]*(?=$|[\s),/])/;
  const UNCOUNTED = /(?:^|[\s(,/])[+-]?(?:NaN|Infinity)(?=$|[\s),/])/;
  const NAMING = new RegExp('^(?:animation(?:-name)?|transition(?:-property)?|font(?:-family|-palette)?|grid(?:-.*)?|counter-.*'
    + '|list-style(?:-type)?|page|will-change|content|container(?:-name)?|view-transition-.*|(?:scroll|view)-timeline.*)$');
  const isMade = (name, value) => {
    if (!/undefined|null|true|false|NaN|Infinity/.test(value) || NAMING.test(name) || value.includes('var(')) return true;
    const plain = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '');
    return !UNMADE.test(plain) && (/(?:calc|min|max|clamp)\(/.test(plain) || !UNCOUNTED.test(plain));
  };
  const POSITIVE = /^((min-|max-)?(width|height)|padding(-.*)?|font-size|(row-|column-)?gap|border-.*(radius|width))$/;
  const NEGATIVE = /^-(?=[\d.]*[1-9])[\d.]/;
  /** Whether a property takes a value, as far as that is looked at: lengths need a unit, brackets their other half. */
  function takes(name, value) {
    if (value === '' || /[{};]/.test(value.replace(/"[^"]*"|'[^']*'/g, ''))
      && !name.startsWith('--')) return name.startsWith('--') && value !== '';
    if (!name.startsWith('--') && !isMade(name, value)) return false;
    if (LENGTHS.test(name)) {
      return (value.includes('(') ? words(value) : value.split(/\s+/)).every(part => !(NEGATIVE.test(part) && POSITIVE.test(name)) &&
        /^[+-]?0*\.?0+$|^0$|[(]|^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?(%|[a-z]+)$|^-?[a-z][a-z-]*$/i.test(part));
    }
    if (name === 'display') return DISPLAYS.test(value);
    if (/(^|-)color$/.test(name)) return /^(#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z]+|revert-layer|[a-z-]+\(.*\))$/i.test(value);
    return true;
  }

  /** The declarations of a text, in their order: names with values, and whether they are important. */
  function declarations(given, into = new Map(), isFree = false) {
    for (const one of parted(uncommented(given), ';')) {
      const colon = one.indexOf(':');
      if (colon < 1) continue;
      const name = exact(one.slice(0, colon).trim());
      let value = one.slice(colon + 1).trim();
      const mark = /\s*!\s*important$/i.exec(value);
      if (mark !== null) value = value.slice(0, mark.index);
      const isImportant = mark !== null;
      if (isFree ? value === '' : !isKnown(name) || !takes(name, value)) continue;
      if (into.has(name) && into.get(name).isImportant && !isImportant) continue;
      into.delete(name);
      into.set(name, { value, isImportant });
    }
    return into;
  }

  // --- The attribute of an element: the library's object, with names and values that it stumbles over ---------------

  const READ = Symbol('read');
  const MOST_NUMBERED = 64;
  const NONE = new Map();
  const readAttribute = style => {
    const given = style._element.getAttribute('style');
    if (given === null || given === '') return NONE;
    const known = style[READ];
    if (known !== undefined && known.given === given) return known.all;
    const all = declarations(given, undefined, style._element.isFree);
    defineProperty(style, READ, { value: { given, all }, writable: true, configurable: true });
    return all;
  };
  const worded = all => [...all].map(([name, { value, isImportant }]) =>
    `${name}: ${value}${isImportant ? ' !important' : ''};`).join(' ');
  const write = (style, all) => {
    const said = worded(all);
    style._element.setAttribute('style', said);
    defineProperty(style, READ, { value: { given: said, all }, writable: true, configurable: true });
  };
  const properties = {
    getPropertyValue(given) {
      const name = exact(text(given));
      const all = readAttribute(this);
      const found = all.get(name);
      if (found !== undefined) return found.value;
      const short = SHORT.get(name);
      if (short === undefined || all.size === 0) return '';
      let value = '';
      for (const [one, { value: whole }] of all) if (short.includes(one)) value = long(one, whole).get(name) ?? value;
      return value;
    },
    getPropertyPriority(given) {
      const found = readAttribute(this).get(exact(text(given)));
      return found !== undefined && found.isImportant ? 'important' : '';
    },
    setProperty(given, to, priority) {
      const name = exact(text(given));
      // Nothing is the empty text; undefined is the word, which few properties take.
      const value = to === null ? '' : text(to).trim();
      if (value === '') return void this.removeProperty(name);
      const rank = priority === undefined || priority === null ? '' : text(priority).toLowerCase();
      if ((rank !== '' && rank !== 'important') || !isKnown(name) || !takes(name, value)
        || /!\s*important$/i.test(value)) return;
      const all = new Map(readAttribute(this));
      const next = { value, isImportant: rank === 'important' };
      for (const one of long(name, value).keys()) all.delete(one);
      all.set(name, next);
      write(this, all);
    },
    removeProperty(given) {
      const name = exact(text(given));
      const old = this.getPropertyValue(name);
      const all = new Map(readAttribute(this));
      let isChanged = all.delete(name);
      for (const one of (LONG.get(name) || [])) isChanged = all.delete(one) || isChanged;
      if (isChanged) write(this, all);
      return old;
    },
    item(index) { return [...readAttribute(this).keys()][index] || ''; },
  };
  for (const name of Object.keys(properties)) define(Style.prototype, name, properties[name]);
  const accessor = (name, get, set) => defineProperty(Style.prototype, name,
    { configurable: true, enumerable: true, get, set });
  accessor('length', function () { return readAttribute(this).size; });
  accessor('cssText', function () { return worded(readAttribute(this)); }, function (value) {
    write(this, declarations(text(value)));
  });
  accessor('parentRule', function () { return this._element.rule || null; });
  accessor('cssFloat', function () { return this.getPropertyValue('float'); },
    function (value) { this.setProperty('float', value); });
  define(Style.prototype, Symbol.iterator, function* () { for (let index =
    0; index < this.length; index += 1) yield this.item(index); });
  // What is written is counted, too: `style[0]` is its first name.
  for (let index = 0; index < MOST_NUMBERED; index += 1) {
    defineProperty(Style.prototype, index, { configurable: true, get() { return this.item(index) || undefined; } });
  }
  define(Style.prototype, 'constructor', Style);
  define(global, 'CSSStyleDeclaration', Style);

  // --- Shorthands that are taken apart ------------------------------------------------------------------------------

  const LONG = new Map();
  for (const name of ['margin', 'padding']) LONG.set(name, sides.map(side => `${name}-${side}`));
  LONG.set('inset', sides);
  LONG.set('overflow', ['overflow-x', 'overflow-y']);
  LONG.set('gap', ['row-gap', 'column-gap']);
  LONG.set('background', ['background-color']);
  for (const part of ['width', 'style', 'color']) LONG.set('border-' + part,
    sides.map(side => `border-${side}-${part}`));
  for (const side of sides) LONG.set('border-' + side, ['width', 'style',
    'color'].map(part => `border-${side}-${part}`));
  LONG.set('border', sides.flatMap(side => LONG.get('border-' + side)));
  LONG.set('transition', ['transition-property', 'transition-duration', 'transition-timing-function',
    'transition-delay']);
  LONG.set('animation', ['animation-name', 'animation-duration', 'animation-timing-function', 'animation-delay',
    'animation-iteration-count', 'animation-direction', 'animation-fill-mode', 'animation-play-state']);
  LONG.set('flex', ['flex-grow', 'flex-shrink', 'flex-basis']);
  const SHORT = new Map();
  for (const [short, longs] of LONG) for (const one of longs) SHORT.set(one, [...(SHORT.get(one) || []), short]);
  const WIDE = /^(inherit|initial|unset|revert|revert-layer)$/;
  const TIME = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?m?s$/i;
  const words = value => parted(value.replace(/\s+/g, ' '), ' ').filter(word => word !== '');

  function moves(name, value) {
    const isAnimation = name === 'animation';
    const lists = new Map(LONG.get(name).map(one => [one, []]));
    for (const one of parted(value, ',')) {
      const part = isAnimation ? {
        'animation-name': 'none', 'animation-duration': '0s', 'animation-timing-function': 'ease',
          'animation-delay': '0s',
        'animation-iteration-count': '1', 'animation-direction': 'normal', 'animation-fill-mode': 'none',
          'animation-play-state': 'running',
      } : { 'transition-property': 'all', 'transition-duration': '0s', 'transition-timing-function': 'ease',
        'transition-delay': '0s' };
      let times = 0;
      for (const word of words(one)) {
        if (TIME.test(word)) part[`${name}-${times++ === 0 ? 'duration' : 'delay'}`] = word;
        else if (/^(ease|linear|ease-in|ease-out|ease-in-out|step-start|step-end)$|^(cubic-bezier|steps|linear)\(/i.test(word)) part[name + '-timing-function'] = word;
        else if (isAnimation && /^(infinite|\d+\.?\d*|\.\d+)$/.test(word)) part['animation-iteration-count'] = word;
        else if (isAnimation
          && /^(normal|reverse|alternate|alternate-reverse)$/.test(word)) part['animation-direction'] = word;
        else if (isAnimation && /^(forwards|backwards|both)$/.test(word)) part['animation-fill-mode'] = word;
        else if (isAnimation && /^(running|paused)$/.test(word)) part['animation-play-state'] = word;
        else part[isAnimation ? 'animation-name' : 'transition-property'] = word;
      }
      for (const [key, list] of lists) list.push(part[key]);
    }
    return new Map([...lists].map(([key, list]) => [key, list.join(', ')]));
  }

  /** What a shorthand says of each of its properties; of any other property nothing. */
  function long(name, value) {
    const names = LONG.get(name);
    if (names === undefined) return NONE;
    if (WIDE.test(value) || value.includes('var(')) return new Map(names.map(one => [one, value]));
    const parts = words(value);
    switch (name) {
      case 'margin': case 'padding': case 'inset': case 'border-width': case 'border-style': case 'border-color': {
        const [top, right = top, bottom = top, left = right] = parts;
        return new Map([top, right, bottom, left].map((part, index) => [names[index], part]));
      }
      case 'overflow': case 'gap': return new Map([[names[0], parts[0]], [names[1], parts[1] || parts[0]]]);
      case 'background': {
        const found = parts.find(part => isColor(part));
        return new Map([[names[0], found === undefined ? 'transparent' : found]]);
      }
      case 'flex': {
        if (parts.length === 1 && /^(none|auto)$/.test(parts[0])) {
          return new Map([[names[0], parts[0] === 'auto' ? '1' : '0'], [names[1], parts[0] === 'auto' ? '1' : '0'],
            [names[2], 'auto']]);
        }
        const numbers = parts.filter(part => /^[\d.]+$/.test(part));
        const basis = parts.find(part => !/^[\d.]+$/.test(part));
        return new Map([[names[0], numbers[0] || '1'], [names[1], numbers[1] || '1'], [names[2], basis || '0%']]);
      }
      case 'transition': case 'animation': return moves(name, value);
      default: {
        const kinds = { width: 'medium', style: 'none', color: 'currentcolor' };
        for (const part of parts) {
          if (/^(none|hidden|dotted|dashed|solid|double|groove|ridge|inset|outset)$/.test(part)) kinds.style = part;
          else if (/^(thin|medium|thick)$|^[\d.]/.test(part)) kinds.width = part;
          else kinds.color = part;
        }
        return new Map(names.map(one => [one, kinds[/[a-z]+$/.exec(one)[0]]]));
      }
    }
  }

  // --- Colours ------------------------------------------------------------------------------------------------------

  const COLORS =
    ('aqua 00ffff black 000000 blue 0000ff fuchsia ff00ff gray 808080 grey 808080 green 008000 lime 00ff00 maroon 800000 navy 000080 '
    + 'olive 808000 purple 800080 red ff0000 silver c0c0c0 teal 008080 white ffffff yellow ffff00 orange ffa500 pink ffc0cb brown a52a2a '
    + 'gold ffd700 cyan 00ffff magenta ff00ff tomato ff6347 coral ff7f50 salmon fa8072 crimson dc143c indigo 4b0082 violet ee82ee orchid da70d6 '
    + 'plum dda0dd khaki f0e68c beige f5f5dc ivory fffff0 lavender e6e6fa tan d2b48c chocolate d2691e sienna a0522d turquoise 40e0d0 '
    + 'skyblue 87ceeb steelblue 4682b4 royalblue 4169e1 dodgerblue 1e90ff lightblue add8e6 lightgreen 90ee90 lightgray d3d3d3 lightgrey d3d3d3 '
    + 'darkgray a9a9a9 darkgrey a9a9a9 dimgray 696969 dimgrey 696969 darkred 8b0000 darkgreen 006400 darkblue 00008b darkorange ff8c00 '
    + 'hotpink ff69b4 deeppink ff1493 limegreen 32cd32 seagreen 2e8b57 slategray 708090 slateblue 6a5acd midnightblue 191970 rebeccapurple 663399 '
    + 'whitesmoke f5f5f5 gainsboro dcdcdc aliceblue f0f8ff azure f0ffff firebrick b22222 forestgreen 228b22 cornflowerblue 6495ed').split(' ');
  const NAMED = new Map();
  for (let index = 0; index < COLORS.length; index += 2) NAMED.set(COLORS[index], '#' + COLORS[index + 1]);
  const isColor = word => /^(#[\da-f]{3,8}|(rgb|hsl)a?\(.*\)|transparent|currentcolor)$/i.test(word)
    || NAMED.has(word.toLowerCase());

  kit.css = {
    __proto__: null, seek, parted, uncommented, declarations, takes, long, words, readAttribute, exact, modern,
      isKnown, isColor,
    LONG, SHORT, NAMED, LENGTHS, TIME, WIDE,
  };
})
