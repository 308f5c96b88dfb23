import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildWebIfNeeded } from '../../../../tools/launch/build-web.ts'
import type { OpenDatabase } from '../platform/db/open-database.ts'
import { openPostgresql } from '../platform/db/open-postgresql.ts'
import { ask, memberHeaders, payingOf } from '../testing/ask.ts'
import { findFormerVersion, writeFormerVersion } from '../testing/former-version.ts'
import { coopline, type PortalProcess, processEnvironment, startPortalProcess } from '../testing/portal-process.ts'
import { type PostgresqlServer, startPostgresql } from '../testing/postgresql-server.ts'
import { signPostback, tell } from '../testing/provider-double.ts'

const formerVersion = findFormerVersion()
if ('missing' in formerVersion)
  console.warn(`Two versions are not compared: ${formerVersion.missing}. FORMER_VERSION=<commit> names the former one.`)

/** A version that serves, and the path of its command line. */
interface Version {
  readonly command: string
  readonly portal: PortalProcess
}

let postgresql: PostgresqlServer
let database: OpenDatabase
let folder: string
let formerCommand: string
const running: PortalProcess[] = []

const environment = (): Record<string, string> => ({
  DATABASE_URL: postgresql.url('postgres'),
  DATA_DIR: folder,
  DEMO: 'Y',
  DEMO_MEMBERS: '25',
  LOG_LEVEL: 'error',
})

async function start(command: string, runsJobs: boolean): Promise<Version> {
  const portal = await startPortalProcess({ ...environment(), WORKERS: runsJobs ? 'Y' : 'N' }, command)
  running.push(portal)
  return { command, portal }
}

const stopAll = async () => {
  await Promise.all(running.splice(0).map(async (portal) => portal.kill()))
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const late = Date.now() + 60_000; !(await isSo()); await new Promise((done) => void setTimeout(done, 250)))
    if (Date.now() > late) throw new Error(`Within a minute, not: ${what}`)
}

/** A member signs in at one version and reads their accounts at the other. */
async function signIn(at: Version, other: Version): Promise<void> {
  const body = { username: 'ada.lindqvist', password: 'Prairie!2026' }
  const answer = await ask(at.portal.origin, '/api/v3/login', { body })
  expect(answer.status).toBe(200)
  const headers = await memberHeaders(answer)
  for (const { portal } of [other, at]) {
    const accounts = await ask(portal.origin, '/api/v3/members/10001/accounts?pageSize=5', { headers })
    expect(accounts.status).toBe(200)
    expect(await accounts.text()).toContain('100100101')
  }
  // The other version ends the session, and the first one no longer takes it.
  const signOut = await ask(other.portal.origin, '/api/v3/session/end', { headers, body: { everywhere: false } })
  expect(signOut.status).toBe(200)
  expect((await ask(at.portal.origin, '/api/v3/members/10001/accounts?pageSize=5', { headers })).status).toBe(401)
}

/** A payer verifies at one version, pays at the other, repeats the request at the first, and the provider reports to it. */
async function pay(at: Version, other: Version): Promise<void> {
  const body = { accountNumber: '100100101', phoneLastFourDigits: '4821' }
  const verified = await ask(at.portal.origin, '/api/v3/quick-pay/verify/account/phone', { body })
  expect(verified.status).toBe(200)
  const { path, asking } = await payingOf(verified, 100)
  const paid = await ask(other.portal.origin, path, asking)
  expect(paid.status).toBe(200)
  const requisition = (await paid.json()) as Requisition
  expect(await (await ask(at.portal.origin, path, asking)).json()).toEqual(requisition)
  const { headers, payload } = signPostback(tell(requisition, 'payment.succeeded'), { now: () => new Date() })
  const postback = await fetch(`${at.portal.origin}/api/v3/payments/postback`, {
    method: 'POST',
    headers,
    body: payload,
  })
  expect(postback.status).toBeLessThan(300)
  const { transNo } = requisition.paymentRequisitionSettings
  const rows = await database.db.selectFrom('pay.payment').select('state').where('trans_no', '=', transNo).execute()
  expect(rows).toEqual([{ state: 'confirmed' }])
}

/** Staff change a setting with the command line of one version; the processes of both answer with it. */
async function changeSetting(at: Version, other: Version, coopName: string): Promise<void> {
  execFileSync(process.execPath, [at.command, 'settings', 'set', 'coopName', JSON.stringify(coopName)], {
    env: processEnvironment({ ...environment(), PATH: process.env['PATH'] ?? '' }),
  })
  for (const { portal } of [at, other])
    await until(`shows ${coopName}`, async () =>
      (await (await ask(portal.origin, '/api/v3/site')).text()).includes(coopName),
    )
}

/** A version that runs no jobs takes a request whose mail a job of the other one writes. */
async function mail(at: Version): Promise<void> {
  const before = await countRecoveryMails()
  const asked = await ask(at.portal.origin, '/api/v3/forgot-password', { body: { username: 'ada.lindqvist' } })
  expect(asked.status).toBe(200)
  await until('the mail is written', async () => (await countRecoveryMails()) > before)
}

async function countRecoveryMails(): Promise<number> {
  const row = await database.db
    .selectFrom('outbox.message')
    .select((of) => of.fn.countAll<string>().as('n'))
    .where('dedupe_key', 'like', 'reset-link:%')
    .executeTakeFirst()
  return Number(row?.n)
}

/**
 * A rolling upgrade: processes of the former and the newer version serve one database, which the newer one has migrated. The
 * former version is that of the last tag, else the one before the newest migration; `FORMER_VERSION` names any other commit since
 * the baseline.
 */
describe.runIf('commit' in formerVersion)('two versions on one database', () => {
  beforeAll(async () => {
    buildWebIfNeeded(() => undefined)
    postgresql = await startPostgresql()
    folder = mkdtempSync(join(tmpdir(), 'coopline-former-'))
    formerCommand = writeFormerVersion('commit' in formerVersion ? formerVersion.commit : '', folder)
    const limits = { poolSize: 1, statementTimeoutMs: 10_000, acquireTimeoutMs: 10_000 }
    database = openPostgresql({ url: postgresql.url('postgres'), ...limits, onError: () => undefined })
    // The former version makes the database and its data, as it has run until now.
    await start(formerCommand, true)
  })
  afterAll(async () => {
    await stopAll()
    await database.close()
    await postgresql.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('both serve members, payers and staff, and each sees what the other wrote', async () => {
    const first = running[0]
    if (first === undefined) throw new Error('The former version runs')
    const former = { command: formerCommand, portal: first }
    const newer = await start(coopline, false)
    await signIn(former, newer)
    await signIn(newer, former)
    await pay(former, newer)
    await pay(newer, former)
    await changeSetting(former, newer, 'Former Prairie')
    await changeSetting(newer, former, 'Newer Prairie')
    await mail(newer)
    expect([former.portal.log(), newer.portal.log()]).toEqual(['', ''])
  })

  test('the jobs of the newer version do what the former one asks for', async () => {
    await stopAll()
    const newer = await start(coopline, true)
    const former = await start(formerCommand, false)
    await mail(former)
    expect([former.portal.log(), newer.portal.log()]).toEqual(['', ''])
  })
})
