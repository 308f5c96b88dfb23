import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { isTest, listFiles, read, root } from './source-files.ts'

/** Every path of keys of a catalog, with the kind of its value. */
const keysOf = (value: unknown, path = ''): string[] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([key, inner]) => keysOf(inner, `${path}.${key}`))
    : [`${path}: ${typeof value}`]

test('the catalogs of both languages have the same files and the same keys', async () => {
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

/** Settings whose page is still to come, by that page. */
const waiting: Readonly<Record<string, readonly string[]>> = {}

test('each setting is read by the product, or waits for a page that is named here', async () => {
  const catalog = 'packages/contract/src/site/site/settings-catalog'
  const module: unknown = await import(pathToFileURL(join(root, `${catalog}.ts`)).href)
  const keys = Object.keys((module as { defaultSettings: object }).defaultSettings)
  const product = listFiles(/^packages\/(?:contract|rules|server|web)\/src\/.+\.tsx?$/u)
    .filter((file) => !isTest(file) && !file.startsWith(catalog))
    .map(read)
  const words = new Set(product.flatMap((text) => text.match(/\b\w+\b/gu) ?? []))
  // The Spanish form of a text is read with the text.
  const unread = keys.filter((key) => !words.has(key.replace(/_es$/u, ''))).sort()
  expect(keys.length).toBeGreaterThan(100)
  expect(unread).toEqual(
    Object.values(waiting)
      .flat()
      .flatMap((key) => (keys.includes(`${key}_es`) ? [key, `${key}_es`] : [key]))
      .sort(),
  )
})
