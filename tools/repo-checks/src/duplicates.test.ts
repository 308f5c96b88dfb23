import { expect, test } from 'vitest'
import { isTest, listFiles, read } from './source-files.ts'

const blockLength = 10

interface Line {
  readonly number: number
  readonly text: string
}

/** The lines of a source that count: no imports, re-exports, comments, blank lines and lone brackets. */
function linesThatCount(source: string): readonly Line[] {
  const hidden = /^(?:import\b[^'"]*['"][^'"\n]*['"]|export (?:type )?\{[^}]*\} from .*|\/\*[^]*?\*\/)/gmu
  const blanked = source.replaceAll(hidden, (match) => match.replaceAll(/[^\n]/gu, ''))
  return blanked
    .split('\n')
    .map((text, index) => ({ number: index + 1, text: text.replace(/\/\/ .*$/u, '').trim() }))
    .filter(({ text }) => /[\w<>]/u.test(text) && !text.startsWith('/*') && !text.startsWith('* '))
}

/** Finds pairs of places with ten equal lines: `FILE:10 and OTHER:40`, the first pair for each two files. */
function findDuplicates(sources: readonly (readonly [file: string, source: string])[]): readonly string[] {
  const seen = new Map<string, { readonly file: string; readonly number: number }>()
  const found = new Map<string, string>()
  for (const [file, source] of sources) {
    const lines = linesThatCount(source)
    for (const [index, { number }] of lines.slice(0, Math.max(0, lines.length - blockLength + 1)).entries()) {
      const block = lines
        .slice(index, index + blockLength)
        .map(({ text }) => text)
        .join('\n')
      const first = seen.get(block)
      if (first === undefined) seen.set(block, { file, number })
      else if (!found.has(`${first.file} ${file}`))
        found.set(`${first.file} ${file}`, `${first.file}:${first.number} and ${file}:${number}`)
    }
  }
  return [...found.values()]
}

test('no ten lines are in two places outside tests and texts', () => {
  const texts = /\/messages\/|\.messages\.ts$|\.specimens\.tsx$/u
  const files = listFiles(/^(?:packages|tools)\/.+\.(?:tsx?|css)$/u).filter(
    (file) => !isTest(file) && !texts.test(file),
  )
  expect(files.length).toBeGreaterThan(1_000)
  expect(findDuplicates(files.map((file) => [file, read(file)]))).toEqual([])
})

const tenLines = Array.from({ length: blockLength }, (_, index) => `call${index}()`)

test('a repeated block is found by its lines, with any indentation and comments between them', () => {
  const other = ["import { a } from 'react'", '', ...tenLines.toSpliced(5, 0, '// Why.').map((line) => `  ${line}`)]
  const found = findDuplicates([
    ['one', tenLines.join('\n')],
    ['other', other.join('\n')],
  ])
  expect(found).toEqual(['one:1 and other:3'])
})

test('nine equal lines and equal imports are no repeated block', () => {
  const imports = tenLines.map((_, index) => `import { a${index} } from 'react'`)
  const nine = tenLines.with(4, 'other()')
  expect(
    findDuplicates([
      ['one', [...imports, ...tenLines].join('\n')],
      ['other', [...imports, ...nine].join('\n')],
    ]),
  ).toEqual([])
})
