import { expect, test } from 'vitest'
import { listFiles, read, testFiles } from '../source-files.ts'
import { hasIdsLast, readsAlone, titlesIn } from './test-titles.ts'

const idsIn = (source: string) => titlesIn('titles.test.ts', source).flatMap(({ ids }) => ids)

test('ids count in titles of tests and describe blocks, in templates, and in rows that the title shows', () => {
  const ids = idsIn(
    `test('one [QP-01]', () => {})
     it('two [QP-02, QP-03]', () => {})
     describe(\`three \${name} [QP-04]\`, () => {})
     test.each([['a', 'QP-05'], ['b', 'QP-06, QP-07']])('four %s [%s]', () => {})
     test.each([{ name: 'a', id: 'QP-08' }])('five $name [$id]', () => {})
     it.each\`a\`('six [QP-09]', () => {})`,
  )
  expect(ids).toEqual(['QP-01', 'QP-02', 'QP-03', 'QP-04', 'QP-05', 'QP-06', 'QP-07', 'QP-08', 'QP-09'])
})

test('skipped tests carry no id, nor do rows that the title does not show, bodies and comments', () => {
  const skipped = ['skip', 'todo', 'fails'].map((word) => `test.${word}('one [QP-01]', () => {})`)
  expect(idsIn(skipped.join('\n'))).toEqual([])
  expect(idsIn(`expect('QP-01').toBe(title('[QP-02]')) // [QP-03]`)).toEqual([])
  expect(idsIn(`test.each([['a', 'QP-04'], ['QP-05 in a sentence', 'QP-06']])('four %s', () => {})`)).toEqual([])
  expect(idsIn(`test.each([['QP-05 in a sentence', '']])('five [%s]', () => {})`)).toEqual([])
})

test('every title names its requirements last, in one pair of brackets, three at most', () => {
  const titles = listFiles(testFiles).flatMap((file) => titlesIn(file, read(file)).map((title) => ({ file, ...title })))
  expect(titles.filter(({ ids }) => ids.length > 0).length).toBeGreaterThan(1000)
  expect(titles.filter((title) => !hasIdsLast(title)).map(({ file, text }) => `${file}: ${text}`)).toEqual([])
})

test.each([
  ['ids before the sentence', `test('[QP-01] one', run)`],
  ['ids within the sentence', `test('one (QP-01) of two [QP-02]', run)`],
  ['ids without brackets', `test('one QP-01', run)`],
  ['two pairs of brackets', `test('one [QP-01] [QP-02]', run)`],
  ['four ids', `describe(\`one \${two} [QP-01, QP-02, QP-03, QP-04]\`, run)`],
  ['rows without an id', `test.each([['a', 'b']])('one %s [%s]', run)`],
])('%s are refused', (_what, source) => {
  expect(titlesIn('titles.test.ts', source).map(hasIdsLast)).toContain(false)
})

test.each([
  `test('one', run)`,
  `test('one [QP-01, QP-02, QP-03]', run)`,
  `test('one [QP-01, REQ-D-001]', run)`,
  `test.each([['a', 'QP-01']])('one %s [%s]', run)`,
])('a title in the agreed form is accepted: %s', (source) => {
  expect(titlesIn('titles.test.ts', source).every(hasIdsLast)).toBe(true)
})

test('every title of a test reads alone, without its describe block', () => {
  const titles = listFiles(testFiles).flatMap((file) => titlesIn(file, read(file)).map((title) => ({ file, ...title })))
  expect(titles.length).toBeGreaterThan(6000)
  expect(titles.filter((title) => !readsAlone(title)).map(({ file, text }) => `${file}: ${text}`)).toEqual([])
})

test.each([
  `describe('a link', () => { it('that expired is refused', run) })`,
  `describe('a bill', () => { test('its total is in bold', run) })`,
  `it.each(['mail', 'text'])('of %s are sent once', run)`,
  `test('and good until then [SEC-17]', run)`,
])('a title that continues another one is refused: %s', (source) => {
  expect(titlesIn('titles.test.ts', source).map(readsAlone)).toContain(false)
})
