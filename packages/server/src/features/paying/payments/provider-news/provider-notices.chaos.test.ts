import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { type RunningStripeDouble, startStripeDouble } from '@coopline/provider-sandbox/start-stripe-double'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../../../platform/db/migrate.ts'
import { openPostgresql } from '../../../../platform/db/open-postgresql.ts'
import { ask, payingOf } from '../../../../testing/ask.ts'
import { type PortalProcess, startPortalProcess } from '../../../../testing/portal-process.ts'
import { type PostgresqlServer, startPostgresql } from '../../../../testing/postgresql-server.ts'
import { payingSettings } from '../../../../testing/quick-payer.ts'
import { seedAccount } from '../../../../testing/seed-account.ts'
import { cardFields, enterAtStripe, visa } from '../../../../testing/stripe-in-test.ts'

const secretKey = 'sk_test_killedWithNews2026'
const webhookSecret = 'whsec_killedWithNews2026'

let postgresql: PostgresqlServer
let double: RunningStripeDouble
beforeAll(async () => {
  postgresql = await startPostgresql(true)
  double = await startStripeDouble({ secretKey, webhookSecret, webhookUrl: 'http://127.0.0.1:9/none' })
  double.notices.hold()
})
afterAll(async () => {
  await double.close()
  await postgresql.stop()
})

/** Makes a database of its own, so that no process meets the news of another test. */
async function createDatabase(name: string) {
  const options = { poolSize: 2, statementTimeoutMs: 10_000, acquireTimeoutMs: 10_000, onError: () => {} }
  const admin = openPostgresql({ ...options, url: postgresql.url('postgres') })
  await admin.runScript(`create database ${name}`)
  await admin.close()
  const database = openPostgresql({ ...options, url: postgresql.url(name) })
  await migrate(database)
  await seedAccount(database.db)
  for (const [key, value] of Object.entries(payingSettings))
    await database.db
      .insertInto('portal.setting')
      .values({ key, value: JSON.stringify(value), updated_at: new Date(), updated_by: 'test' })
      .execute()
  await database.db.updateTable('portal.setting_version').set({ version: 2 }).execute()
  return database
}

const startAt = async (database: string, failPoint?: string) =>
  startPortalProcess({
    DATABASE_URL: postgresql.url(database),
    WORKERS: 'Y',
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRETS: webhookSecret,
    STRIPE_API_ORIGIN: double.origin,
    ...(failPoint === undefined ? {} : { FAILPOINTS: `${failPoint}:kill` }),
  })

/** Lets a guest pay on the page of Stripe. @returns the event that says so, which nobody has sent. */
async function payAt({ origin }: PortalProcess): Promise<string> {
  const body = { accountNumber: '100100101', phoneLastFourDigits: '4821' }
  const { path, asking } = await payingOf(await ask(origin, '/api/v3/quick-pay/verify/account/phone', { body }), 100)
  const { redirectUrl = '' } = (await (await ask(origin, path, asking)).json()) as Requisition
  expect(await enterAtStripe(redirectUrl, cardFields(visa))).toBe(303)
  const events = double.notices.list().map((notice) => notice.body)
  return events.findLast((event) => event.includes('checkout.session.completed')) ?? ''
}

const post = async ({ origin }: PortalProcess, payload: string) => {
  const signature = new Stripe(secretKey).webhooks.generateTestHeaderString({ payload, secret: webhookSecret })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  return fetch(`${origin}/api/v3/payments/postback/stripe`, { method: 'POST', headers, body: payload })
}

test.each([
  ['stored and not answered', 'postback.after-store'],
  ['looked up and not done', 'notices.before-done'],
])(
  'news that a process had %s when it was killed are looked up by another, and book once [REQ-D-426]',
  async (_, at) => {
    const name = `killed_at_${at.replace(/\W/gu, '_')}`
    const database = await createDatabase(name)
    const mortal = await startAt(name, at)
    const payload = await payAt(mortal)
    // The answer may be lost with the process.
    await post(mortal, payload).catch(() => null)
    expect(await mortal.ended).toBe('SIGKILL')
    const open = database.db.selectFrom('pay.provider_notice').select('notice_id').where('done_at', 'is', null)
    expect(await open.execute()).toHaveLength(1)
    const survivor = await startAt(name)
    try {
      while ((await open.execute()).length > 0) await new Promise((resolve) => setTimeout(resolve, 500))
      const payments = await database.db.selectFrom('pay.payment').select('state').execute()
      const bookings = await database.db.selectFrom('pay.booking').select('kind').execute()
      expect([payments, bookings]).toEqual([[{ state: 'confirmed' }], [{ kind: 'payment' }]])
    } finally {
      await survivor.kill()
      await database.close()
    }
  },
)
