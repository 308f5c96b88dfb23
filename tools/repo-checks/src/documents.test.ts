import { expect, test } from 'vitest'
import { type Files, listLostHeadings, listUnreachable } from './documents.ts'
import { listFiles, read } from './source-files.ts'

const door = 'docs/README.md'
const documents: Files = new Map(
  listFiles(/^docs\/(?!images\/)/u).map((file) => [file, file.endsWith('.md') ? read(file) : '']),
)

test('docs/README.md leads to every file under docs/ by links, and README.md and CONTRIBUTING.md link to it', () => {
  expect(documents.size).toBeGreaterThan(100)
  expect(listUnreachable(documents, door)).toEqual([])
  for (const file of ['README.md', 'CONTRIBUTING.md']) expect(read(file)).toContain(`](${door})`)
})

test.each([
  ['a document that nothing links', 'docs/PLANTED.md'],
  ['a decision record that the index does not list', 'docs/decisions/9999-planted.md'],
  ['an example that no document links', 'docs/examples/planted.yaml'],
])('the check of documents finds %s', (_, planted) => {
  expect(listUnreachable(new Map([...documents, [planted, '']]), door)).toEqual([planted])
})

test('a link to a folder without a README leads to every file of the folder', () => {
  const planted = 'docs/bundle/planted.schema.json'
  expect(listUnreachable(new Map([...documents, [planted, '']]), door)).toEqual([])
})

const texts: Files = new Map(listFiles(/^(?:(?:docs|packages)\/.+|[^/]+)\.md$/u).map((file) => [file, read(file)]))

test('every link to a heading of a document leads to a heading that it has', () => {
  expect(listLostHeadings(texts)).toEqual([])
})

test('the check of headings finds a link to a heading that was renamed', () => {
  const renamed = (texts.get('docs/OPERATIONS.md') ?? '').replace('\n## Staff console\n', '\n## The console\n')
  const lost = listLostHeadings(new Map([...texts, ['docs/OPERATIONS.md', renamed]]))
  expect(lost).toContain('docs/README.md: docs/OPERATIONS.md#staff-console')
})
