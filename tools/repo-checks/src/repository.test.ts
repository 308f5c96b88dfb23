import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decisionIndex, decisionIndexFile } from './decision-index.ts'
import { documentedTexts } from './documented-texts.ts'
import { withTable } from './generated-table.ts'
import { isTest, listFiles, read, root } from './source-files.ts'

const sources = listFiles(/^packages\/.+\/src\/.+\.tsx?$/u).filter((file) => !isTest(file))

test.each(documentedTexts)('the documented text "%s" is written in one source file only', (text) => {
  const places = sources.filter((file) => read(file).includes(text))
  expect(places).toHaveLength(1)
})

test('every slice of the server has a test that goes through HTTP', () => {
  const slices = readdirSync(join(root, 'packages/server/src/features'))
  // These have no address of their own: one loads accounts for the others, one is reached from the command line.
  const withoutRoutes = new Set(['accounts', 'integration'])
  expect(slices.length).toBeGreaterThan(3)
  const untested = slices.filter((slice) => {
    if (withoutRoutes.has(slice)) return false
    const tests = listFiles(new RegExp(`^packages/server/src/features/${slice}/.+\\.test\\.ts$`, 'u'))
    return !tests.some((file) => /startTestPortal|\.inject\(|fetch\(/u.test(read(file)))
  })
  expect(untested).toEqual([])
})

test('SQL stands in stores only, and a store function takes the transaction or the database first', () => {
  const server = listFiles(/^packages\/server\/src\/.+\.ts$/u).filter((file) => !isTest(file))
  const statement = /\b(?:selectFrom|insertInto|updateTable|deleteFrom|withRecursive)\(|\bsql(?:<[^>]*>)?`/u
  const allowed = /\.store\.ts$|platform\/db\/|platform\/health\//u
  expect(server.filter((file) => statement.test(read(file)) && !allowed.test(file))).toEqual([])

  const stores = server.filter((file) => file.endsWith('.store.ts'))
  expect(stores.length).toBeGreaterThan(4)
  const exported = stores.flatMap((file) =>
    [...read(file).matchAll(/^export (?:async )?function (\w+)[^(]*\(\s*(\w+):\s*(\w+)/gmu)].map((match) => ({
      file,
      name: match[1],
      first: match[3] ?? '',
    })),
  )
  expect(exported.length).toBeGreaterThan(10)
  expect(exported.filter(({ first }) => !['Executor', 'Tx', 'Database'].includes(first))).toEqual([])
})

test('every migration says in its first line which slice owns it, and no two have the same number', () => {
  const migrations = listFiles(/^packages\/server\/migrations\/.+\.sql$/u)
  for (const file of migrations) expect(read(file), file).toMatch(/^-- owner: [a-z-]+\n/u)
  const numbers = migrations.map((file) => Number(/\/(\d{4})_/u.exec(file)?.[1]))
  expect(numbers).toEqual([...new Set(numbers)])
})

test('docs/decisions/README.md lists every record with its date (npm run docs renews it)', () => {
  const text = read(decisionIndexFile)
  expect(text).toBe(withTable(text, decisionIndex()))
})

test('no two decision records have the same number', () => {
  const numbers = listFiles(/^docs\/decisions\/\d{4}-.+\.md$/u).map((file) => Number(/\/(\d{4})-/u.exec(file)?.[1]))
  expect(numbers).toEqual([...new Set(numbers)])
})

test('.nvmrc names the Node that npm installs', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: { node: string } }
  expect(read('.nvmrc').trim()).toBe(dependencies.node)
})

test('the lock file names no registry, so that any registry serves', () => {
  expect(read('package-lock.json')).not.toMatch(/"resolved": "https?:/u)
})

test('no test is skipped or left for later', () => {
  const tests = listFiles(/\.(?:test|e2e)\.tsx?$/u)
  expect(tests.length).toBeGreaterThan(40)
  // Written apart, so that this line does not find itself.
  const left = new RegExp(['\\b(?:test|it|describe)\\.(?:skip|todo|only|fails)', '\\b'].join(''), 'u')
  expect(tests.filter((file) => left.test(read(file)))).toEqual([])
})
