import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../../../platform/db/migrate.ts'
import type { OpenDatabase } from '../../../platform/db/open-database.ts'
import { openPostgresql } from '../../../platform/db/open-postgresql.ts'
import { ask, payingOf } from '../../../testing/ask.ts'
import { type KillProvider, startKillProvider } from '../../../testing/kill-provider.ts'
import { type PortalProcess, startPortalProcess } from '../../../testing/portal-process.ts'
import { type PostgresqlServer, startPostgresql } from '../../../testing/postgresql-server.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'

/** The number of processes that are killed at each point. */
const runs = Number(process.env.CHAOS_RUNS ?? '3')
/** Starting a process to kill takes seconds on a busy machine. */
const timeoutMs = runs * 4 * 60_000

let postgresql: PostgresqlServer
let database: OpenDatabase
let provider: KillProvider
/** The process that survives while others are killed. */
let survivor: PortalProcess

beforeAll(async () => {
  postgresql = await startPostgresql(true)
  const url = postgresql.url('postgres')
  database = openPostgresql({
    url,
    poolSize: 2,
    statementTimeoutMs: 10_000,
    acquireTimeoutMs: 10_000,
    onError: () => {},
  })
  await migrate(database)
  await seedAccount(database.db)
  const settings = { ...payingSettings, quickPayRequisitionsPerHour: 1_000 }
  for (const [key, value] of Object.entries(settings))
    await database.db
      .insertInto('portal.setting')
      .values({ key, value: JSON.stringify(value), updated_at: new Date(), updated_by: 'test' })
      .execute()
  await database.db.updateTable('portal.setting_version').set({ version: 2 }).execute()
  provider = await startKillProvider()
  survivor = await start()
})
afterAll(async () => {
  await survivor.kill()
  await provider.close()
  await database.close()
  await postgresql.stop()
})

const start = async (env: Readonly<Record<string, string>> = {}) =>
  startPortalProcess({ DATABASE_URL: postgresql.url('postgres'), ...provider.env, ...env })
const mortal = async (point: string, env: Readonly<Record<string, string>> = {}) =>
  start({ FAILPOINTS: `${point}:kill`, ...env })

type Paying = Awaited<ReturnType<typeof payingOf>>

/** Builds a request of a verified payer. It keeps its idempotency key when it is sent again. */
const aPayment = async (): Promise<Paying> => {
  const body = { accountNumber: '100100101', phoneLastFourDigits: '4821' }
  return payingOf(await ask(survivor.origin, '/api/v3/quick-pay/verify/account/phone', { body }), 100)
}

const askToPay = async (portal: PortalProcess, { path, asking }: Paying) => ask(portal.origin, path, asking)

/** Sends a request that makes a process stop at a fail point, and waits until it has stopped. */
async function seeDie(portal: PortalProcess, request: Promise<Response>): Promise<void> {
  await expect(request).rejects.toThrow('fetch failed')
  expect(await portal.ended).toBe('SIGKILL')
}

const countOf = async (statement: ReturnType<typeof sql<{ n: number }>>) =>
  (await statement.execute(database.db)).rows[0]?.n

describe('killed while a payment is requested', () => {
  const points = ['pay.before-insert', 'pay.after-insert', 'pay.after-start', 'pay.after-reference']

  test(
    'dying at any point, the retry with the same key gives one payment and one form, whole and handed off [REL-01]',
    async () => {
      for (const point of points) {
        for (let run = 0; run < runs; run += 1) {
          const before = await countOf(sql`select count(*)::integer as n from pay.payment`)
          const paying = await aPayment()
          const portal = await mortal(point)
          await seeDie(portal, askToPay(portal, paying))
          const [first, second] = [
            (await (await askToPay(survivor, paying)).json()) as Requisition,
            (await (await askToPay(survivor, paying)).json()) as Requisition,
          ]
          expect(second).toEqual(first)
          const { transNo } = first.paymentRequisitionSettings
          const payments = await sql`select state from pay.payment where trans_no = ${transNo}`.execute(database.db)
          const items = await sql`select amount from pay.payment_item where trans_no = ${transNo}`.execute(database.db)
          const moves = await sql`select to_state from pay.move where trans_no = ${transNo}`.execute(database.db)
          const after = await countOf(sql`select count(*)::integer as n from pay.payment`)
          expect([point, run, payments.rows, items.rows, moves.rows, (after ?? 0) - (before ?? 0)]).toEqual([
            point,
            run,
            [{ state: 'handed-off' }],
            [{ amount: 100 }],
            [{ to_state: 'handed-off' }],
            1,
          ])
          expect(await provider.pagesOf(transNo)).toBe(1)
        }
      }
    },
    timeoutMs,
  )
})

describe('killed while a postback is taken', () => {
  test(
    'dying at any point, the provider’s retry leaves one posting, one balanced booking, one event and one receipt [REL-02]',
    async () => {
      for (const point of provider.points) {
        for (let run = 0; run < runs; run += 1) {
          const response = await askToPay(survivor, await aPayment())
          const form = (await response.json()) as Requisition
          const { transNo } = form.paymentRequisitionSettings
          const tell = await provider.pay(form)
          const portal = await mortal(point, provider.reader)
          // A process that is to look at the payment may answer before it dies.
          await tell(portal.origin).catch(() => null)
          expect(await portal.ended).toBe('SIGKILL')
          expect((await tell(survivor.origin)).status).toBe(200)
          expect((await tell(survivor.origin)).status).toBe(200)
          await readNews()
          const facts = await sql`
          select
            (select state from pay.payment where trans_no = ${transNo}) as state,
            (select count(*)::integer from pay.posting where trans_no = ${transNo}) as postings,
            (select count(*)::integer from pay.booking where trans_no = ${transNo}) as bookings,
            (select sum(amount)::integer from pay.ledger_entry e join pay.booking b on b.id = e.booking_id
              where b.trans_no = ${transNo}) as sum,
            (select count(*)::integer from outbox.event where body ->> 'transNo' = ${transNo}) as events,
            (select count(*)::integer from outbox.message where dedupe_key = ${`receipt:${transNo}`}) as receipts,
            (select count(*)::integer from pay.unacknowledged_credit where trans_no = ${transNo}) as credits`.execute(
            database.db,
          )
          expect([point, run, facts.rows[0]]).toEqual([
            point,
            run,
            { state: 'confirmed', postings: 1, bookings: 1, sum: 0, events: 1, receipts: 1, credits: 1 },
          ])
        }
      }
    },
    timeoutMs,
  )
})

/** Lets another process look at what news is about, where it is a reason to look. */
async function readNews(): Promise<void> {
  const open = sql<{ n: number }>`select count(*)::integer as n from pay.provider_notice where done_at is null`
  if ((await countOf(open)) === 0) return
  const reader = await start(provider.reader)
  try {
    while ((await countOf(open)) !== 0) await new Promise((resolve) => setTimeout(resolve, 200))
  } finally {
    await reader.kill()
  }
}
