import { expect, test } from 'vitest'
import { listNewInScript } from './new-in-script.ts'
import { listNewInStyles } from './new-in-styles.ts'

const namesIn = (found: readonly string[]): readonly string[] =>
  found.map((one) => one.replace(/: \w+ [\d.]+ \(.*/u, ''))

test('names functions that a promised browser lacks, by their owner or by a name that nothing older has', () => {
  const planted = [
    'const s=AbortSignal.any([a,b])',
    'if(URL.canParse(t))go()',
    'const x=rows.toSorted((a,b)=>a-b)',
    'list().toReversed()',
    'cache.put(k,Response.json(v))',
    'const{promise}=Promise.withResolvers()',
    'Object.groupBy(a,f)',
    'a.values().toArray()',
    'new URLPattern("/x")',
    'Array.fromAsync(a)',
  ].join(';')
  expect(namesIn(listNewInScript('planted.js', planted))).toEqual([
    'AbortSignal.any',
    'URL.canParse',
    'toSorted',
    'toReversed',
    'Response.json',
    'Promise.withResolvers',
    'Object.groupBy',
    'toArray',
    'URLPattern',
    'Array.fromAsync',
  ])
  expect(listNewInScript('planted.js', 'URL.canParse(t)')).toEqual([
    'URL.canParse: chrome 111 (since 120), edge 111 (since 120), firefox 114 (since 115), safari 16.4 (since 17), safari_ios 16.4 (since 17)',
  ])
})

test('names regular expressions that a promised browser cannot parse', () => {
  expect(namesIn(listNewInScript('planted.js', 'const a=/[a--b]/v,b=/(?i:x)/'))).toEqual([
    'flag v: every promised browser',
    'modifiers of a regular expression: every promised browser',
  ])
})

test('leaves out what is old, what the script asks for first and names that older interfaces have too', () => {
  const fine = [
    '[...rows].sort().reverse().at(-1)',
    'AbortSignal.timeout(1)',
    'structuredClone(x)',
    'if("canParse"in URL)URL.canParse(t)',
    'rows.findLast(f)',
    'typeof document.startViewTransition=="function"&&document.startViewTransition(f)',
    'text.replaceAll("a","b")',
    'a.share?.()',
    '$({target:"Set",proto:!0},{union:f});a.union(b)',
  ].join(';')
  expect(listNewInScript('fine.js', fine)).toEqual([])
})

test('names selectors, properties, values, functions and rules of style sheets that a promised browser lacks', () => {
  const planted = `
    .a:has(> .b) { color: light-dark(#000, #fff) }
    .c { field-sizing: content; text-wrap: balance; & .d { color: red } }
    @scope (.e) { .f { color: red } }
    @starting-style { .g { opacity: 0 } }`
  expect(namesIn(listNewInStyles(planted))).toEqual(
    expect.arrayContaining([
      ':has',
      'light-dark()',
      'field-sizing',
      'text-wrap: balance',
      'nesting',
      '@scope',
      '@starting-style',
    ]),
  )
  const fine =
    '@layer a { .b:focus-visible { inset: 0; gap: 1px; color: color-mix(in srgb, red 40%, transparent) } } @supports (x: y) { .c:has(.d) { color: red } }'
  expect(listNewInStyles(fine)).toEqual([])
})
