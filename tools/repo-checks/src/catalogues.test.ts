import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { listFiles, root } from './source-files.ts'

/** Every path of keys of a catalogue, with the kind of its value. */
const keysOf = (value: unknown, path = ''): string[] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([key, inner]) => keysOf(inner, `${path}.${key}`))
    : [`${path}: ${typeof value}`]

test('the catalogues of both languages have the same files and the same keys', async () => {
  const english = listFiles(/^packages\/web\/src\/messages\/en\/.+\.ts$/u)
  const spanish = listFiles(/^packages\/web\/src\/messages\/es\/.+\.ts$/u)
  expect(spanish.map((file) => file.replace('/es/', '/en/'))).toEqual(english)
  let keys = 0
  for (const file of english) {
    const load = async (path: string): Promise<unknown> => import(pathToFileURL(join(root, path)).href)
    const [en, es] = [keysOf(await load(file)), keysOf(await load(file.replace('/en/', '/es/')))]
    // A module's own name differs by language (`en`, `es`); what it holds must not.
    const inner = (list: string[]) => list.map((key) => key.replace(/^\.\w+/u, '')).sort()
    expect(inner(es), file).toEqual(inner(en))
    keys += en.length
  }
  expect(keys).toBeGreaterThan(80)
})
