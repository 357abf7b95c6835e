// Finds what a module imports, without understanding the rest of it: comments, strings, templates and regular expressions
// are gone past, and of all else only the words `import` and `export` count.
//
// kit.imports(text) -> a list of { kind, start, end, name, type, attributes }, in the order of the text; attributes are the
// start and the end of `with { ... }` or `assert { ... }`, or null, and type is what they say. The kinds:
//   'static'   a name between quotes after import or from: start and end are those of the literal
//   'dynamic'  `import(`: start and end are those of what is written up to the parenthesis, included; name is that of
//              the literal that is the whole argument, or null
//   'meta'     `import.meta`
// What is no module may give nonsense, but no exception: the bundler says what is wrong with it.
(function (host, kit) {
  'use strict';
  const WORDS_BEFORE_VALUES = new Set((
    'return typeof instanceof in of new delete void throw case do else yield await default extends'
  ).split(' '));
  const WORDS_BEFORE_PARENTHESES = new Set(['if', 'while', 'for', 'with']);

  const WORD = new Uint8Array(128);
  for (const sign of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$\\#') WORD[sign.charCodeAt(0)] = 1;
  const isWord = code => code < 128 ? WORD[code] === 1 : code > 127;
  const VALUE = 256;
  const isSpace = code => code === 32 || (code >= 9 && code <= 13) || code === 160 || code === 0xfeff || code === 0x2028
    || code === 0x2029;
  const isDigit = code => code >= 48 && code <= 57;

  /** The end of a comment or a row of blanks; the index itself if there is neither. */
  function afterBlanks(text, from) {
    let index = from;
    for (;;) {
      const code = text.charCodeAt(index);
      if (isSpace(code)) {
        index += 1;
      } else if (code === 47 && text.charCodeAt(index + 1) === 47) {
        index = lineEnd(text, index);
      } else if (code === 47 && text.charCodeAt(index + 1) === 42) {
        const end = text.indexOf('*/', index + 2);
        index = end < 0 ? text.length : end + 2;
      } else {
        return index;
      }
    }
  }
  function lineEnd(text, from) {
    let index = from;
    while (index < text.length) {
      const code = text.charCodeAt(index);
      if (code === 10 || code === 13 || code === 0x2028 || code === 0x2029) break;
      index += 1;
    }
    return index;
  }
  /** The index behind a string that begins at another. */
  function afterString(text, from) {
    const quote = text.charCodeAt(from);
    const end = text.indexOf(text[from], from + 1);
    if (end >= 0 && !text.slice(from + 1, end).includes('\\')) return end + 1;
    let index = from + 1;
    while (index < text.length) {
      const code = text.charCodeAt(index);
      if (code === quote) return index + 1;
      index += code === 92 ? 2 : 1;
    }
    return index;
  }
  function afterExpression(text, from) {
    let index = from + 1, isInClass = false;
    while (index < text.length) {
      const code = text.charCodeAt(index);
      if (code === 10 || code === 13) return index;
      if (code === 92) index += 1;
      else if (code === 91) isInClass = true;
      else if (code === 93) isInClass = false;
      else if (code === 47 && !isInClass) {
        index += 1;
        while (isWord(text.charCodeAt(index))) index += 1;
        return index;
      }
      index += 1;
    }
    return index;
  }
  /** Goes through the text of a template: to behind its end, or to behind a "${". */
  function afterTemplate(text, from) {
    let index = from;
    while (index < text.length) {
      const code = text.charCodeAt(index);
      if (code === 96) return [index + 1, true];
      if (code === 36 && text.charCodeAt(index + 1) === 123) return [index + 2, false];
      index += code === 92 ? 2 : 1;
    }
    return [index, true];
  }
  function wordAt(text, from) {
    let index = from;
    while (isWord(text.charCodeAt(index))) index += 1;
    return text.slice(from, index);
  }
  const isQuote = code => code === 34 || code === 39;
  /** What a literal stands for. */
  function valueOf(literal) {
    const inner = literal.slice(1, -1);
    if (!inner.includes('\\')) return inner;
    return inner.replace(/\\(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|x([0-9a-f]{2})|(\r\n|[^]))/gi,
      (_, point, four, two, one) => {
        if (one !== undefined) return { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', 0: '\0', '\n': '' }[one] ?? one;
        return String.fromCodePoint(Math.min(parseInt(point || four || two, 16), 0x10ffff));
      });
  }

  kit.imports = text => {
    const found = [];
    // What encloses the place: the sign of each opening, and VALUE if it is a value when it has ended; and those of them
    // that are parentheses of import(), by how deep they are.
    const open = [];
    const imported = new Map();
    let index = text.startsWith('#!') ? lineEnd(text, 0) : 0;
    // Whether a value has just ended, so that a slash divides by it; and the word that was last, if that was one.
    let isValue = false, word = '', isProperty = false;
    const note = entry => { found.push(entry); };

    /** Takes a literal that names a module, with its attributes; the index behind. */
    function takeName(at) {
      const end = afterString(text, at);
      const entry = { kind: 'static', start: at, end, name: valueOf(text.slice(at, end)), type: '', attributes: null };
      note(entry);
      const next = afterBlanks(text, end);
      const said = wordAt(text, next);
      if (said !== 'with' && said !== 'assert') return end;
      const brace = afterBlanks(text, next + said.length);
      if (text.charCodeAt(brace) !== 123) return end;
      const close = text.indexOf('}', brace);
      if (close < 0) return end;
      entry.attributes = [next, close + 1];
      const type = /["']?type["']?\s*:\s*["'](\w+)["']/.exec(text.slice(brace, close));
      entry.type = type === null ? '' : type[1];
      return close + 1;
    }
    /** Goes on behind the word import or export of a declaration to the name of its module, if it has one. */
    function takeClause(at, needsFrom) {
      let here = afterBlanks(text, at), depth = 0, last = needsFrom ? '' : 'from';
      for (let steps = 0; here < text.length && steps < 100000; steps += 1) {
        const code = text.charCodeAt(here);
        if (isQuote(code)) {
          if (depth === 0) return last === 'from' ? takeName(here) : here;
          here = afterString(text, here);
          last = '';
        } else if (code === 123) {
          depth += 1;
          here += 1;
          last = '';
        } else if (code === 125) {
          depth -= 1;
          here += 1;
          last = '';
          if (depth < 0) return here;
        } else if (code === 44 || code === 42) {
          here += 1;
          last = '';
        } else if (isWord(code)) {
          const said = wordAt(text, here);
          last = said;
          here += said.length;
        } else {
          return here;
        }
        here = afterBlanks(text, here);
      }
      return here;
    }
    function takeImport(start) {
      const next = afterBlanks(text, start + 6);
      const code = text.charCodeAt(next);
      if (code === 40) {
        // A method may have that name: what follows its parenthesis tells.
        const argument = afterBlanks(text, next + 1);
        const entry = { kind: 'dynamic', start, end: next + 1, name: null, type: '', attributes: null };
        if (isQuote(text.charCodeAt(argument))) {
          const end = afterString(text, argument);
          const behind = text.charCodeAt(afterBlanks(text, end));
          if (behind === 41 || behind === 44) entry.name = valueOf(text.slice(argument, end));
        }
        note(entry);
        imported.set(open.length, entry);
        open.push(40 | VALUE);
        isValue = false;
        return next + 1;
      }
      if (code === 46) {
        const name = afterBlanks(text, next + 1);
        if (wordAt(text, name) === 'meta') {
          note({ kind: 'meta', start, end: name + 4, name: null, type: '', attributes: null });
          isValue = true;
          return name + 4;
        }
        return next;
      }
      isValue = false;
      if (open.length > 0) return start + 6;
      return takeClause(start + 6, !isQuote(code));
    }
    function takeExport(start) {
      isValue = false;
      const next = afterBlanks(text, start + 6);
      const code = text.charCodeAt(next);
      if (open.length > 0 || (code !== 42 && code !== 123)) return start + 6;
      if (code === 42) return takeClause(next, true);
      let here = next + 1;
      for (;;) {
        here = afterBlanks(text, here);
        const at = text.charCodeAt(here);
        if (isQuote(at)) here = afterString(text, here);
        else if (at === 125 || here >= text.length) break;
        else here += 1;
      }
      here = afterBlanks(text, here + 1);
      if (wordAt(text, here) !== 'from') return here;
      const name = afterBlanks(text, here + 4);
      return isQuote(text.charCodeAt(name)) ? takeName(name) : name;
    }

    const end = lastPlace(text);
    while (index <= end || (imported.size > 0 && index < text.length)) {
      const code = text.charCodeAt(index);
      if (code === 32 || isSpace(code)) {
        index += 1;
        continue;
      }
      if (isWord(code)) {
        const start = index;
        index += 1;
        while (isWord(text.charCodeAt(index))) index += 1;
        const wasProperty = isProperty;
        // Of one letter, or longer than all that count, is a name.
        const said = index - start > 1 && index - start < 11 ? text.slice(start, index) : 'a';
        isProperty = false;
        if (isDigit(code)) {
          if (text.charCodeAt(index) === 46) {
            index += 1;
            while (isWord(text.charCodeAt(index))) index += 1;
          }
          isValue = true;
          word = '';
        } else if (wasProperty) {
          isValue = true;
          word = '';
        } else if (said === 'import') {
          word = '';
          index = takeImport(start);
        } else if (said === 'export') {
          word = '';
          index = takeExport(start);
        } else {
          isValue = !WORDS_BEFORE_VALUES.has(said);
          word = said;
        }
        continue;
      }
      const next = text.charCodeAt(index + 1);
      if (code === 47 && (next === 47 || next === 42)) {
        index = afterBlanks(text, index);
        continue;
      }
      isProperty = false;
      switch (code) {
        case 34: case 39:
          index = afterString(text, index);
          isValue = true;
          break;
        case 96: {
          const [end, isOver] = afterTemplate(text, index + 1);
          index = end;
          isValue = isOver;
          if (!isOver) open.push(96 | VALUE);
          break;
        }
        case 47:
          if (isValue) {
            index += 1;
            isValue = false;
          } else {
            index = afterExpression(text, index);
            isValue = true;
          }
          break;
        case 40:
          open.push(isValue && WORDS_BEFORE_PARENTHESES.has(word) ? code : code | VALUE);
          index += 1;
          isValue = false;
          break;
        case 91:
          open.push(code | VALUE);
          index += 1;
          isValue = false;
          break;
        case 123: {
          // A block ends a statement; an object is a value. Which it is, what stands before it says.
          const before = lastBefore(text, index);
          const isBlock = before === ')' || before === ';' || before === '{' || before === '}' || before === ''
            || before === '>' || (isValue && word !== '') || word === 'do' || word === 'else';
          open.push(isBlock ? code : code | VALUE);
          index += 1;
          isValue = false;
          break;
        }
        case 41: case 93: case 125: {
          const opened = open.length === 0 ? VALUE : open.pop();
          index += 1;
          isValue = (opened & VALUE) !== 0;
          if (code === 125 && opened === (96 | VALUE)) {
            const [end, isOver] = afterTemplate(text, index);
            index = end;
            isValue = isOver;
            if (!isOver) open.push(opened);
          } else if (imported.size > 0 && imported.has(open.length)) {
            if (text.charCodeAt(afterBlanks(text, index)) === 123) found.splice(found.indexOf(imported.get(open.length)), 1);
            imported.delete(open.length);
          }
          break;
        }
        case 46:
          index += 1;
          if (next === 46) {
            index += 2;
            isValue = false;
          } else if (isDigit(next)) {
            while (isWord(text.charCodeAt(index))) index += 1;
            isValue = true;
          } else {
            isProperty = true;
            isValue = false;
          }
          break;
        case 43: case 45:
          // Behind a value that is counted up it is still one.
          if (next === code) index += 2;
          else {
            index += 1;
            isValue = false;
          }
          break;
        default:
          index += 1;
          isValue = false;
      }
      word = '';
    }
    found.sort((one, other) => one.start - other.start);
    return found;
  };

  // The last place that may count: behind the last import, and the last export that may name a module. What a bundler has
  // made has its imports at the beginning, and ends with a list of exports.
  function lastPlace(text) {
    let exported = text.lastIndexOf('export');
    for (let steps = 0; exported >= 0 && steps < 1000; steps += 1) {
      const next = afterBlanks(text, exported + 6);
      const code = text.charCodeAt(next);
      if (code === 42) break;
      if (code === 123) {
        const close = text.indexOf('}', next);
        if (close < 0 || wordAt(text, afterBlanks(text, close + 1)) === 'from' || /["'/]/.test(text.slice(next, close))) break;
      }
      exported = exported === 0 ? -1 : text.lastIndexOf('export', exported - 1);
    }
    return Math.max(exported, text.lastIndexOf('import'));
  }

  // The sign before a place, blanks aside; comments before it are rare, and then it is taken for a block's.
  function lastBefore(text, index) {
    let at = index - 1;
    while (at >= 0 && isSpace(text.charCodeAt(at))) at -= 1;
    return at < 0 ? '' : text[at] === '/' && text[at - 1] === '*' ? ';' : text[at];
  }
})
