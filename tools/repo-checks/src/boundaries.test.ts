import { dirname, join } from 'node:path/posix'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import {
  findRing,
  refuseImport,
  refusePlace,
  sliceImported,
  sliceOf,
  tablesNamed,
  tablesTyped,
  wingsOfSlices,
} from './boundaries.ts'
import { importsOf } from './imports-of.ts'
import { isTest, listFiles, read } from './source-files.ts'

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

test('every slice is in a wing, and in the same one in each package', () => {
  const files = listFiles(/^packages\/.+$/u)
  expect(files.flatMap((file) => refusePlace(file) ?? [])).toEqual([])
  const slices = wingsOfSlices(files)
  expect(slices.size).toBeGreaterThan(45)
  expect([...slices].filter(([, wings]) => wings.size > 1)).toEqual([])
})

test.each([
  ['packages/server/src/features/deposits/list-deposits.ts', 'deposits is not a wing'],
  ['packages/web/src/features/accounts/deposits.page.tsx', 'deposits.page.tsx is in no slice'],
  ['packages/contract/src/deposits/deposits.contract.ts', 'deposits is not a wing'],
  ['packages/rules/src/money.ts', 'money.ts is not a wing'],
  ['packages/rules/src/kernel/money.ts', null],
  ['packages/contract/src/paths.ts', null],
])('the place of %s: %s', (file, reason) => {
  expect(refusePlace(file)).toBe(reason)
})

test('a slice that is in two wings is found', () => {
  const slices = wingsOfSlices([
    'packages/contract/src/accounts/deposits/deposits.contract.ts',
    'packages/server/src/features/paying/deposits/list-deposits.ts',
  ])
  expect([...slices]).toEqual([['deposits', new Set(['accounts', 'paying'])]])
})

/** The slices of the server that each slice imports. */
function usesOfSlices(): ReadonlyMap<string, ReadonlySet<string>> {
  const uses = new Map<string, Set<string>>()
  for (const file of listFiles(/^packages\/server\/src\/features\/.+\.ts$/u).filter((one) => !isTest(one))) {
    const slice = sliceOf(file)
    for (const { from } of importsOf(file, read(file))) {
      const used = sliceImported(file, from)
      if (slice === null || used === null || used === slice) continue
      uses.set(slice, (uses.get(slice) ?? new Set()).add(used))
    }
  }
  return uses
}

test('no slices of the server import one another in a ring', () => {
  expect(usesOfSlices().size).toBeGreaterThan(30)
  expect(findRing(usesOfSlices())).toBeNull()
})

test('the diagram of the wings draws which wing uses which, and nothing else', () => {
  const wingOf = (slice: string): string => slice.split('/')[0] ?? ''
  const used = [...usesOfSlices()].flatMap(([slice, all]) => [...all].map((one) => `${wingOf(slice)} ${wingOf(one)}`))
  const drawn = [...read('docs/SLICES.md').matchAll(/^ +(\w+) --> ([\w &]+)$/gmu)].flatMap(([, from = '', to = '']) =>
    to.split(' & ').map((one) => `${from} ${one}`),
  )
  const between = used.filter((pair) => new Set(pair.split(' ')).size === 2)
  expect(drawn.toSorted()).toEqual([...new Set(between)].toSorted())
})

test('a planted ring of three slices is found, and a slice that two others use is none', () => {
  const graph = (...edges: readonly (readonly [string, readonly string[]])[]) =>
    new Map(edges.map(([slice, used]) => [slice, new Set(used)]))
  expect(findRing(graph(['a', ['b']], ['b', ['c']], ['c', ['b']]))).toEqual(['b', 'c', 'b'])
  expect(findRing(graph(['a', ['b', 'c']], ['b', ['c']], ['c', []]))).toBeNull()
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
])('a store function that writes is distinguished from one that reads: %j', (source, isWriting) => {
  expect(isWriter(source, /(?:function|const) (\w+)/u.exec(source)?.[1] ?? '')).toBe(isWriting)
})

/** The tables of slices that the platform still names, and why. */
const namedByPlatform: Readonly<Record<string, { readonly tables: readonly string[]; readonly why: string }>> = {
  'backup/backup.store.ts': {
    tables: ['pay.booking', 'pay.ledger_entry'],
    why: 'A restored database must have the ledger of its backup',
  },
  'messages/message.store.ts': {
    tables: ['portal.opted_out_phone'],
    why: 'A text message is claimed only when its phone has not refused texts',
  },
  'notices/notice.store.ts': {
    tables: [
      'portal.contact',
      'portal.login',
      'portal.notification_choice',
      'portal.notification_route',
      'portal.opted_out_phone',
      'portal.sent_notice',
      'portal.task_link',
      'portal.unsubscribe_link',
    ],
    why: 'Every slice sends notices, and one statement decides where a notice goes',
  },
  'verification-code/verification-code.store.ts': {
    tables: ['portal.verification_code'],
    why: 'Codes are shared by slices of several wings; the table stands in the baseline of one of them',
  },
}

const platformFolder = 'packages/server/src/platform/'
const tablesOfSlices: ReadonlySet<string> = new Set(
  listFiles(/^packages\/server\/src\/features\/.+\.tables\.ts$/u).flatMap((file) => tablesTyped(read(file))),
)

test('the platform names no table of a slice, besides the listed ones', () => {
  expect(tablesOfSlices.size).toBeGreaterThan(100)
  const files = listFiles(/^packages\/server\/src\/platform\/.+\.tsx?$/u).filter((file) => !isTest(file))
  expect(files.length).toBeGreaterThan(150)
  const named = files.flatMap((file) => {
    const tables = tablesNamed(read(file), tablesOfSlices)
    return tables.length === 0 ? [] : [[file.replace(platformFolder, ''), tables] as const]
  })
  expect(Object.fromEntries(named)).toEqual(
    Object.fromEntries(Object.entries(namedByPlatform).map(([file, { tables }]) => [file, tables])),
  )
})

test.each([
  ["  { table: 'pay.stored_method', column: 'token' },", ['pay.stored_method']],
  ['sql`select 1 from portal.audit join portal.session as s on true`', ['portal.session']],
  ["db.selectFrom('portal.audit').selectAll()", []],
])('a table of a slice that the platform names is found: %s', (source, tables) => {
  expect(tablesNamed(source, tablesOfSlices)).toEqual(tables)
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

test('an import that the table allows is accepted', () => {
  const allowed: readonly (readonly [string, string])[] = [
    [
      'packages/web/src/features/w/a/a.tsx',
      "import type { QuickPayAccount } from '@coopline/contract/paying/quick-pay/quick-pay.contract'",
    ],
    ['packages/web/src/features/w/a/a.tsx', "import { paths } from '@coopline/contract/paths'"],
    ['packages/server/src/features/w/a/a.ts', "import { x } from '../b/public.ts'"],
    ['packages/server/src/features.ts', "const x = await import('./features/w/b/b.routes.ts')"],
    ['packages/server/src/features.ts', "import { x } from './features/w/b/b.data.ts'"],
    ['packages/server/demo/a.ts', "import { x } from '../src/features/w/b/b.store.ts'"],
    ['packages/server/src/features/w/a/a.ts', "import { x } from '../../../platform/clock.ts'"],
    ['packages/server/src/platform/mail/a.ts', "import { x } from 'react'"],
    ['packages/ui/src/a.tsx', "import { formatUsd } from '@coopline/rules/kernel/money'"],
  ]
  for (const [file, source] of allowed)
    for (const one of importsOf(file, source)) expect(refuseImport(file, one)).toBeNull()
})
