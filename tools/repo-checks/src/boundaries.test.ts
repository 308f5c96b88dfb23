import { dirname, join } from 'node:path/posix'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { refuseImport } from './boundaries.ts'
import { importsOf } from './imports-of.ts'
import { listFiles, read } from './source-files.ts'

const sources = listFiles(/^packages\/.+\.tsx?$/u)

test('every import of every package keeps to the table of who may import whom', () => {
  const all = sources.flatMap((file) => importsOf(file, read(file)).map((one) => ({ file, one })))
  const refused = all.flatMap(({ file, one }) => {
    const reason = refuseImport(file, one)
    return reason === null ? [] : [`${file} imports ${one.from}: ${reason}`]
  })
  // Proof that the check looked: it saw the sources of every package and their imports.
  expect(sources.length).toBeGreaterThan(150)
  expect(all.length).toBeGreaterThan(400)
  expect(new Set(sources.map((file) => file.split('/')[1])).size).toBeGreaterThanOrEqual(9)
  expect(refused).toEqual([])
})

/** Reads which functions of stores a `public.ts` re-exports. */
const storeFunctionsOf = (file: string, source: string): readonly { readonly store: string; readonly name: string }[] =>
  parseSync(file, source).module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, importName, isType }) =>
      moduleRequest?.value.endsWith('.store.ts') === true && !isType
        ? [{ store: join(dirname(file), moduleRequest.value), name: importName.name ?? '' }]
        : [],
    ),
  )

const writes = /\.(?:insertInto|updateTable|deleteFrom|replaceInto)\(|\b(?:insert into|update \w+\.|delete from)\b/u

/** True when the body of a store's function changes the database. */
function isWriter(source: string, name: string): boolean {
  const [, body] =
    new RegExp(`^export (?:async )?(?:function|const) ${name}\\b([^]*?)(?=^\\}|\\n\\n)`, 'mu').exec(source) ?? []
  if (body === undefined) throw new Error(`No function ${name}`)
  return writes.test(body)
}

test('no slice lets others write its tables: public.ts re-exports no function of a store that changes rows', () => {
  const found = listFiles(/^packages\/server\/src\/features\/[^/]+\/[^/]+\/public\.ts$/u).flatMap((file) =>
    storeFunctionsOf(file, read(file)).map((one) => ({ file, ...one })),
  )
  expect(found.length).toBeGreaterThan(10)
  const writers = found.filter(({ store, name }) => isWriter(read(store), name))
  expect(writers.map(({ file, name }) => `${file} re-exports ${name}`)).toEqual([])
})

test.each([
  ["export async function add(tx: Tx): Promise<void> {\n  await tx.insertInto('a.b').execute()\n}\n", true],
  ['export const add = async (tx: Tx) =>\n  sql`update a.b set c = 1`.execute(tx)\n\n', true],
  [
    "export const find = (tx: Tx) =>\n  tx.selectFrom('a.b').execute()\n\nexport const add = 1\n\n// tx.insertInto(",
    false,
  ],
])('a store function that writes is told from one that reads: %j', (source, isWriting) => {
  expect(isWriter(source, /(?:function|const) (\w+)/u.exec(source)?.[1] ?? '')).toBe(isWriting)
})

const planted: readonly (readonly [file: string, source: string, reason: RegExp])[] = [
  ['packages/rules/src/a/a.ts', "import { z } from 'zod'", /depend on nothing/u],
  ['packages/rules/src/a/a.ts', "import { x } from '@coopline/contract/paths'", /may not import contract/u],
  ['packages/contract/src/a/a.ts', "import { x } from '@coopline/ui/alert'", /may not import ui/u],
  ['packages/ui/src/a.tsx', "import { x } from '@coopline/rules/paying/payment-amount/amount-limits'", /kernel/u],
  [
    'packages/web/src/features/w/a/a.tsx',
    "import { quickPay } from '@coopline/contract/paying/quick-pay/quick-pay.contract'",
    /types of contract/u,
  ],
  ['packages/web/src/features/w/a/a.tsx', "const x = await import('../b/b.page.tsx')", /never imports a feature/u],
  ['packages/web/src/features/w/a/a.tsx', "export { x } from '../../../app/router.tsx'", /never imports the app/u],
  ['packages/web/src/portal/a.ts', "import { x } from '../features/w/b/b.ts'", /neither features/u],
  ['packages/web/src/app/a.ts', "import { z } from 'zod'", /server libraries/u],
  [
    'packages/server/src/platform/http/a.ts',
    "import { x } from '../../features/site/site/public.ts'",
    /platform imports no feature/u,
  ],
  ['packages/server/src/platform/mail/a.ts', "import { x } from 'vite'", /browser libraries/u],
  ['packages/server/src/features/w/a/a.ts', "import { x } from '../b/b.store.ts'", /only public/u],
  ['packages/server/src/features/w/a/a.ts', "import { x } from '../b/b.routes.ts'", /only public/u],
  ['packages/server/src/features/w/a/a.ts', "import { x } from '../../../testing/test-portal.ts'", /made for tests/u],
  ['packages/server/src/features/w/a/a.ts', "import { x } from '@coopline/web/x'", /may not import web/u],
  ['packages/provider-sandbox/src/a.ts', "import { x } from '@coopline/rules/kernel/money'", /may not import rules/u],
  ['packages/e2e/src/a.e2e.ts', "import { x } from '@coopline/contract/paying/quick-pay/quick-pay.contract'", /paths/u],
]

test.each(planted)('a planted violation in %s is caught: %s', (file, source, reason) => {
  const reasons = importsOf(file, source).map((one) => refuseImport(file, one))
  expect(reasons).toHaveLength(1)
  expect(reasons[0]).toMatch(reason)
})

test('what the table allows is not refused', () => {
  const allowed: readonly (readonly [string, string])[] = [
    [
      'packages/web/src/features/w/a/a.tsx',
      "import type { QuickPayAccount } from '@coopline/contract/paying/quick-pay/quick-pay.contract'",
    ],
    ['packages/web/src/features/w/a/a.tsx', "import { paths } from '@coopline/contract/paths'"],
    ['packages/server/src/features/w/a/a.ts', "import { x } from '../b/public.ts'"],
    ['packages/server/src/features.ts', "import { x } from './features/w/b/b.routes.ts'"],
    ['packages/server/demo/a.ts', "import { x } from '../src/features/w/b/b.store.ts'"],
    ['packages/server/src/features/w/a/a.ts', "import { x } from '../../../platform/clock.ts'"],
    ['packages/server/src/platform/mail/a.ts', "import { x } from 'react'"],
    ['packages/ui/src/a.tsx', "import { formatUsd } from '@coopline/rules/kernel/money'"],
  ]
  for (const [file, source] of allowed)
    for (const one of importsOf(file, source)) expect(refuseImport(file, one)).toBeNull()
})
