import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundleFolder } from '../../../testing/bundle-folder.ts'
import { type CsvRow, readCsv } from './read-csv.ts'

async function rowsOf(content: string | Uint8Array): Promise<readonly CsvRow[]> {
  const rows: CsvRow[] = []
  for await (const block of readCsv(join(bundleFolder({ 'file.csv': content }), 'file.csv'))) rows.push(...block.rows)
  return rows
}

const fieldsOf = async (content: string) =>
  (await rowsOf(content)).map((row) => ('fields' in row ? row.fields : row.broken.slice(0, 11)))

test('line ends of every kind, also mixed, end a row', async () => {
  expect(await fieldsOf('a,b\r\n1,2\n3,4\r5,6\r')).toEqual([
    ['a', 'b'],
    ['1', '2'],
    ['3', '4'],
    ['5', '6'],
  ])
})

test('rows keep the number of the line on which they begin', async () => {
  const rows = await rowsOf('a,b\n\n1,"x\ny"\n\n2,z\n')
  expect(rows.map((row) => row.line)).toEqual([1, 3, 6])
})

test('a value over several lines is one value when the row is well formed', async () => {
  expect(await fieldsOf('a,b\n1,"x\n2,y\n"\n3,z\n')).toEqual([
    ['a', 'b'],
    ['1', 'x\n2,y\n'],
    ['3', 'z'],
  ])
})

test('two quotes that are never closed do not swallow the rows between them', async () => {
  expect(await fieldsOf('a,b\n1,"x\n2,y\n3,"z\n4,w\n')).toEqual([
    ['a', 'b'],
    'has a quote',
    ['2', 'y'],
    'has a quote',
    ['4', 'w'],
  ])
})

test.each([
  ['a plain value', 'a,b\n1,800\n2,80'],
  ['a quoted value', 'a,b\n1,800\n2,"80"'],
  ['a value over several lines', 'a,b\n1,800\n2,"8\n0"'],
  ['the header', 'a,b'],
])(
  'a file that ends within %s has a broken last row, unless a manifest proves that it is complete',
  async (_, content) => {
    const rows = await rowsOf(content)
    expect(rows.at(-1)).toHaveProperty('broken', expect.stringMatching(/^does not end with a line break/u))
    expect(rows.slice(0, -1).every((row) => 'fields' in row)).toBe(true)
    const path = join(bundleFolder({ 'file.csv': content }), 'file.csv')
    for await (const block of readCsv(path, { isComplete: true }))
      expect(block.rows.every((row) => 'fields' in row)).toBe(true)
  },
)

test('rows are the same wherever a file is cut into pieces', async () => {
  // Longer than two chunks; line ends, quotes, line breaks and three-byte characters fall on the cuts.
  const lines = Array.from({ length: 40_000 }, (_, at) =>
    at % 7 === 0 ? `${at},"漢,\r\n""${at}"""` : `${at},plain ${at}`,
  )
  const rows = await rowsOf(`a,b\r\n${lines.join('\r\n')}\r\n`)
  expect(rows).toHaveLength(40_001)
  rows.slice(1).forEach((row, at) => {
    expect('fields' in row && row.fields).toEqual([String(at), at % 7 === 0 ? `漢,\n"${at}"` : `plain ${at}`])
  })
})
