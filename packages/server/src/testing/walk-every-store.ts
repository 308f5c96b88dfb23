import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createEndpointFixtures } from './endpoint-fixtures.ts'
import { rowsBeside } from './rows-beside.ts'
import { argumentsOf, given, type StoreCalls } from './store-calls.ts'
import type { TestPortal } from './test-portal.ts'

const source = join(import.meta.dirname, '..')
const { account, day, member, hash, login, message } = given

/** Functions of the platform's stores that no endpoint and no scheduled job of the walk calls. */
const platformCalls: StoreCalls = {
  'platform/notices/notice': {
    insertSentNotices: [[{ accountNumber: given.account, topic: 'outage', dedupeKey: 'f' }], given.now],
  },
  'platform/messages/message': {
    insertMessage: [given.message],
    claimMessages: [{ channel: 'text', limit: 1, now: given.now, nextAttemptAt: given.now }],
    markSent: [[1], given.now],
    deleteMessage: [1],
    deleteWaitingTexts: ['7155550100', 'text-reply:1'],
    markFailed: [1, { error: 'error', nextAttemptAt: given.now, isRefusal: true }],
    listNewestMessages: [10],
  },
  'platform/attempts/attempts': { deleteAttempts: [[{ kind: 'k', subject: 's' }]] },
  'platform/retention/retention': {
    deleteOldest: [{ table: 'portal.audit', column: 'at' }, given.now, 10],
    dropOldestMonth: ['meter.daily_reading', given.now],
  },
  'platform/stored-secrets/stored-secrets': {
    listKnownKeys: [],
    noteKeys: [[{ keyId: 'k', fingerprint: Buffer.from('hash') }], given.now],
  },
  'platform/verification-code/verification-code': { countLiveCodes: [given.now] },
  'platform/jobs/failed-runs': {
    hasEarlierRun: [{ name: 'sign-in.notify-locked', id: '00000000-0000-0000-0000-000000000000', seconds: 60 }],
  },
  'platform/jobs/given-up-jobs': {
    listGivenUpJobs: [],
    listRetriedJobs: [],
    listScheduledJobs: [],
    removeGivenUpJobs: [undefined],
  },
  'platform/health/refused-imports': {
    replaceRefusedImports: [
      { folder: 'f', directory: '/watch', files: [{ file: 'a', hasReport: false }], isWhole: true, now: given.now },
    ],
    claimUnmailedRefusals: [10, given.now],
  },
  'platform/imports/recorded-imports': {
    insertImport: [{ kind: 'outages', name: 'o.json', files: 1, startedAt: given.now }],
    updateImport: [
      1,
      { endedAt: given.now, outcome: 'completed', rows: 1, errors: 0, notices: 0 },
      { files: [], entries: [] },
    ],
    deleteImport: [1],
  },
  'platform/doctor/doctor': {
    readLastRun: ['delete-expired'],
    readNewestBillDay: ['2026-11-20'],
  },
  'platform/backup/backup': {
    exportSnapshot: [],
    insertBackupTaken: [given.now],
    readMajorVersion: [],
    listAppliedMigrations: [],
    countRows: [],
    readLedgerState: [],
    isEmptyDatabase: [],
    leaveOutNumbers: [],
  },
}

/**
 * Exports of stores that do not call the database: builders of parts of statements, and shared helpers, with their
 * arguments.
 */
const parts: readonly (readonly [file: string, name: string, ...values: readonly unknown[]])[] = [
  ['platform/messages/message', 'messageTo', 'somebody', message],
  ['features/accounts/accounts/accounts', 'emailOf', member],
  ['features/accounts/calendar/calendar', 'entryKey', { accountNumber: account, kind: 'bill', item: day }],
]

type Store = Readonly<Record<string, (...values: readonly unknown[]) => unknown>>
const open = async (file: string) => (await import(join(source, `${file}.store.ts`))) as Store

/** Reads `storeCalls` of the slices' `*.fixtures.ts`, by store path from `src`. */
async function findStoreCalls(): Promise<StoreCalls> {
  const found: [string, StoreCalls[string]][] = []
  for (const file of globSync('features/*/*/*.fixtures.ts', { cwd: source }).toSorted()) {
    const { storeCalls = {} } = (await import(join(source, file))) as { readonly storeCalls?: StoreCalls }
    for (const [name, functions] of Object.entries(storeCalls)) found.push([`${dirname(file)}/${name}`, functions])
  }
  return Object.fromEntries(found)
}

/**
 * Makes the portal send every statement that its stores have: calls every endpoint, runs every scheduled job, and calls
 * the remaining functions directly. A statement may fail for its values; only its text counts.
 */
export async function walkEveryStore(portal: TestPortal): Promise<void> {
  for (const fixture of await createEndpointFixtures(portal)) await fixture.send()
  await portal.database.runScript(rowsBeside(account, day))
  for (const job of portal.jobs.scheduled) await ignoringFailure(async () => portal.jobs.run(job, {}))
  await portal.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  for (const [file, functions] of Object.entries({ ...platformCalls, ...(await findStoreCalls()) })) {
    const store = await open(file)
    for (const [name, values] of Object.entries(functions))
      for (const each of argumentsOf(values)) await callInTransaction(portal, store, name, each)
  }
  for (const [file, name, ...values] of parts) (await open(file))[name]?.(...values)
  const secrets = await open('platform/stored-secrets/stored-secrets')
  for (const kind of portal.deps.featureData.secrets) {
    const id = kind.id.map((name) => (name === 'id' ? 1 : ['login_id', 'staff_id'].includes(name) ? login : hash))
    await callInTransaction(portal, secrets, 'listKeyIds', [kind])
    await callInTransaction(portal, secrets, 'countSecrets', [kind, 'k', 10])
    for (const after of [undefined, id])
      await callInTransaction(portal, secrets, 'listSecrets', [kind, { keyId: 'k', after, limit: 10 }])
    await callInTransaction(portal, secrets, 'replaceSecret', [kind, { id, secret: hash }, hash])
  }
}

const callInTransaction = async (portal: TestPortal, store: Store, name: string, values: readonly unknown[]) =>
  ignoringFailure(async () => portal.deps.db.transaction().execute(async (tx) => store[name]?.(tx, ...values)))

async function ignoringFailure(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch {
    // Its text was recorded before the database refused its values.
  }
}
