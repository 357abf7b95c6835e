'use strict';

const parts = text => kit.imports(text).map(({ kind, start, end, name, type, attributes }) =>
  [kind, text.slice(start, end), name, type, attributes === null ? null : text.slice(...attributes)]);
const named = text => kit.imports(text).map(({ kind, name }) => kind + ' ' + name);

test('imports of every form are found', function* () {
  equal(parts('import a from "./a.js";'), [['static', '"./a.js"', './a.js', '', null]]);
  equal(named(`import './b.js'\nimport * as c from './c.js'; import d, { e as f, default as g, "h-i" as j } from './d.js'
    export * from './e.js'; export * as k from "./f.js"; export { l, m as default } from './g.js'; export { a, "x" as b };
    import/**/{}/* from */from/* "no" */'./h.js'; import from from './i.js'; import{from}from'./j.js';import"./k.js"`),
  ['./b.js', './c.js', './d.js', './e.js', './f.js', './g.js', './h.js', './i.js', './j.js', './k.js'].map(name => 'static ' + name));
  equal(named('import a from "\\x2e/a\\u002ejs"'), ['static ./a.js']);
  equal(parts('import a from "./a.json" with { type: "json" };'),
    [['static', '"./a.json"', './a.json', 'json', 'with { type: "json" }']]);
  equal(parts("export { default } from './a.json' assert {'type':'json'}\nassert(1)")[0].slice(2),
    ['./a.json', 'json', "assert {'type':'json'}"]);
});

test('imports at run time, and what a module knows of itself', function* () {
  equal(parts('await import("./a.js"); import (b + "c"); x = import.meta.url; import . meta; import(`d`); import("e", { with: {} })'),
    [['dynamic', 'import(', './a.js', '', null], ['dynamic', 'import (', null, '', null], ['meta', 'import.meta', null, '', null],
      ['meta', 'import . meta', null, '', null], ['dynamic', 'import(', null, '', null], ['dynamic', 'import(', 'e', '', null]]);
  equal(named('const f=()=>import("./a.js"),g=async()=>{const{x}=await import("./b.js");return[...await import("./c.js")]}'),
    ['dynamic ./a.js', 'dynamic ./b.js', 'dynamic ./c.js']);
});

test('what only looks like an import is none', function* () {
  for (const text of [
    'x.import("a")', 'x?.import("a")', '({ import: 1, export: 2 })', '({ import(a) { } })', 'class A { import(a) { } static import() { } }',
    '"import \'a\'"', "'import(\"a\")'", '`import("a")`', '`${`import "a"`}`', '// import "a"', '/* import "a" */', '/import "a"/',
    '/[/]import("a")/g', 'a = /\\/import("a")/', 'if (a) /import("b")/.test(c)', 'return_ = b\n/import("a")/1', 'export const a = "from \'b\'"',
    'export default "a"', 'export { a }; "from b"', 'x = { export: a } / import_ / 2', 'let a = b++ / import_("c") / 2', 'export{a as"from"};',
  ]) equal(named(text).filter(name => name !== 'dynamic a' || !text.startsWith('return_')), [], text);
});

test('a slash divides or begins an expression', function* () {
  const marker = 'import("z")';
  for (const text of [
    `a / ${marker} / b`, `a) / ${marker} / 2`, `[1] / ${marker} / 2`, `x++ / ${marker} / 2`, `1. / ${marker} / 2`, `.5 / ${marker} / 2`,
    `this / ${marker} / 2`, `\`a\` / ${marker} / 2`, `"a" / ${marker} / 2`, `a.return / ${marker} / 2`, `f() / ${marker} / 2`,
    `/a/ / ${marker} / 2`, `/[/"]/.x, ${marker}`, `return /"/, ${marker}`, `typeof /'/, ${marker}`, `() => /\`/, ${marker}`,
    `{ }\n/"/.test(a), ${marker}`, `if (a) { } /"/.test(a), ${marker}`, `while (a) /"/.test(b), ${marker}`, `a ? /"/ : /'/, ${marker}`,
    `\`\${a / 2}\${\`\${b}"\`}'\`, ${marker}`, `a = { b: 1 } / ${marker} / 2`, `(a, /"/), ${marker}`, `!/"/ && ${marker}`,
    `case /"/: ${marker}`, `x = y / 2 / ${marker}`, `a = b\n/ 2 / ${marker}`, `\`\${{ a: \`}\` }.a}"\`, ${marker}`, `a\u00fc / ${marker} / 2`,
  ]) equal(named(text), ['dynamic z'], text);
});

test('nonsense ends', function* () {
  for (const text of ['import', 'import {', 'import { a', 'import a from', 'import "a', 'export {', 'export * from', 'import(', '`${', '/*', '/a',
    '"', '}}}', ')))', 'import a b c d', 'export', 'import.', '#!/bin/a', '\\', 'import "a" with {']) kit.imports(text);
  equal(named('#!/bin/import "a"\nimport "b"'), ['static b']);
});
