import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { anAccount } from '@coopline/testing/builders/account'
import { beforeEach, expect, it } from 'vitest'
import { announceChargesJob } from '../../features/paying/auto-pay/announce-charges.job.ts'
import { draftingSettings } from '../../features/paying/drafts/drafts.fixtures.ts'
import { insertDraftRequest } from '../../features/paying/drafts/draft-requests.store.ts'
import { finishDraftsJob } from '../../features/paying/drafts/finish-drafts.job.ts'
import { evaluateAlertsJob } from '../../features/usage/insights/evaluate-alerts.job.ts'
import { saveUsageAlerts } from '../../features/usage/insights/usage-alerts.store.ts'
import { notifyingSettings } from '../../features/messages/notifications/notifications.fixtures.ts'
import { notifyOfBillsJob } from '../../features/messages/notifications/notify-of-bills.job.ts'
import { notifyOfPowerJob } from '../../features/messages/notifications/notify-of-power.job.ts'
import { insertMethodRequest } from '../../features/paying/payments/stored-methods/method-requests.store.ts'
import { sweepMethodRequests } from '../../features/paying/payments/stored-methods/request-method.ts'
import { notifyOfExpiringCardsJob } from '../../features/paying/payment-profile/notify-of-expiring-cards.job.ts'
import { forgetMethods } from '../../features/paying/payments/stored-methods/remove-stored-methods.ts'
import { createMonths, upsertDailyReadings } from '../../features/usage/usage/write-readings.store.ts'
import type { MethodAtProvider } from '../payment-gateway/payment-gateway.ts'
import { seedAccount } from '../../testing/seed-account.ts'
import { seedLogin } from '../../testing/seed-login.ts'
import { seedMethod, seedMethodRequest } from '../../testing/seed-method.ts'
import { withGateway } from '../../testing/with-gateway.ts'
import { useTestPortal } from '../../testing/test-portal.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { failAfterLast } from './isolate-failures.ts'
import type { Job } from './jobs.ts'

const [electric, water] = ['100100101', '100100102'] as const
const portal = useTestPortal({ settings: { ...notifyingSettings, ...draftingSettings, Autopay: true, Outage: true } })
const enrolled = { member_number: '10001', event_id: 0, changed_at: new Date('2026-11-01T18:00:00Z') }

beforeEach(async () => {
  const [first, second] = [anAccount(electric), anAccount(water).secondary('Water')]
  const dueDate = calendarDate('2026-11-22')
  for (const account of [first, second]) await seedAccount(portal.db, account.withBalance({ due_date: dueDate }))
  await seedLogin(portal)
})

type Table = 'portal.autopay_charge' | 'portal.draft' | 'portal.sent_notice' | 'portal.notified_outage'

/** Accounts that have a row in a table after the job, which refuses rows of the electric account, and after the next one. */
async function servedBy(job: Job<Record<never, never>>, table: Table) {
  const served = async () =>
    (await portal.db.selectFrom(table).select('account_number').distinct().orderBy('account_number').execute()).map(
      (row) => row.account_number,
    )
  await portal.database.runScript(`create function public.refuse() returns trigger language plpgsql as
    $$ begin if new.account_number = '${electric}' then raise exception 'no'; end if; return new; end $$;
    create trigger refuse before insert on ${table} for each row execute function public.refuse()`)
  try {
    await expect(portal.jobs.run(job, {})).rejects.toThrow('Items of the job that failed: 1')
  } finally {
    await portal.database.runScript(`drop trigger refuse on ${table}; drop function public.refuse()`)
  }
  const first = await served()
  await portal.jobs.run(job, {})
  return [first, await served()]
}
const theOtherThenBoth = [[water], [electric, water]]

it('announces AutoPay charges of the other accounts when one fails, and that one in the next run [REL-09]', async () => {
  const methodId = await seedMethod(portal)
  for (const accountNumber of [electric, water])
    await portal.db
      .insertInto('portal.autopay')
      .values({ account_number: accountNumber, ...enrolled, method_id: methodId, state: 'active', days_before: 0 })
      .execute()
  expect(await servedBy(announceChargesJob, 'portal.autopay_charge')).toEqual(theOtherThenBoth)
  expect(portal.logLines.filter((line) => line.includes('An item of a job failed'))).toHaveLength(1)
})

it('notifies the other accounts of their bills when one of their page fails, and that one in the next run', async () => {
  expect(await servedBy(notifyOfBillsJob, 'portal.sent_notice')).toEqual(theOtherThenBoth)
  expect(await portal.db.selectFrom('outbox.message').select('subject').execute()).toHaveLength(2)
})

it('notifies the other accounts of an outage when one of their page fails, and that one in the next run', async () => {
  for (const account_number of [electric, water])
    await portal.db.insertInto('cis.outage').values({ account_number, is_out: true, restored_at: null }).execute()
  expect(await servedBy(notifyOfPowerJob, 'portal.notified_outage')).toEqual(theOtherThenBoth)
})

it('evaluates the usage alerts of the other accounts when one of their page fails, and that one in the next run', async () => {
  const day = calendarDate('2026-11-19')
  await createMonths(portal.db, calendarDate('2026-11-01'), calendarDate('2026-11-30'))
  for (const accountNumber of [electric, water]) {
    const owned = { memberNumber: '10001', accountNumber, now: portal.clock.now() }
    const alerts = { projectedBillCents: null, continuousWater: false, baseLoadDoubled: false, snoozedUntil: null }
    await inTransaction(portal.db, async (tx) => saveUsageAlerts(tx, owned, { dailyKwh: 40, ...alerts }))
    const reading = { accountNumber, meterNumber: 'E-1', day, used: 90_000, received: null, status: 'actual' as const }
    const rest = { demand: null, unit: 'kWh', endReading: null, charge: null, prepaidVendor: null }
    await upsertDailyReadings(portal.db, [{ ...reading, ...rest }])
  }
  expect(await servedBy(evaluateAlertsJob, 'portal.sent_notice')).toEqual(theOtherThenBoth)
})

it('sets up the drafts of the other members who did not come back when one fails, and that one in the next run', async () => {
  for (const accountNumber of [electric, water]) {
    const reference = await seedMethodRequest(portal, await seedMethod(portal))
    const items = [{ accountNumber, type: 'END_OF_MONTH' as const, day: null, startDate: calendarDate('2026-12-01') }]
    const [now, expiresAt] = [portal.clock.now(), new Date('2026-11-20T16:30:00Z')]
    const request = {
      reference,
      memberNumber: '10001',
      option: 'CREDIT' as const,
      items,
      authorizedText: '',
      feeTerms: null,
    }
    await insertDraftRequest(portal.db, { ...request, expiresAt, now })
  }
  expect(await servedBy(finishDraftsJob, 'portal.draft')).toEqual(theOtherThenBoth)
})

it('asks the provider about the other requests to store a method when the answer about one cannot be applied', async () => {
  const now = portal.clock.now()
  const requests = ['M1', 'M2'].map((reference) => ({
    reference,
    memberNumber: '10001',
    expiresAt: now,
    now,
    provider: null,
  }))
  for (const request of requests) await inTransaction(portal.db, async (tx) => insertMethodRequest(tx, request))
  portal.clock.advance(20 * 60)
  const asked: string[] = []
  const fetchMethod = async ({ reference }: MethodAtProvider) => {
    asked.push(reference)
    if (asked.length === 1) throw new Error('broken')
    return { kind: 'open' } as const
  }
  const deps = withGateway(portal.deps, { fetchMethod })
  await expect(sweepMethodRequests(deps)).rejects.toThrow('Items of the job that failed: 1')
  expect(asked.toSorted()).toEqual(['M1', 'M2'])
})

it('makes the provider forget the other removed methods when one cannot be opened, which is the last one of the next run', async () => {
  const removed_at = portal.clock.now()
  const [broken, other] = [await seedMethod(portal), await seedMethod(portal)]
  const forgotten: string[] = []
  const forget = async (token: string) => void forgotten.push(token)
  await portal.db.updateTable('pay.stored_method').set({ removed_at }).execute()
  const tokenOf = portal.db.selectFrom('pay.stored_method').select('token').where('method_id', '=', other)
  await portal.db
    .updateTable('pay.stored_method')
    .set({ token: tokenOf, removed_at: new Date(removed_at.getTime() - 1_000) })
    .where('method_id', '=', broken)
    .execute()
  const deps = withGateway(portal.deps, { forget })
  await expect(forgetMethods(deps)).rejects.toThrow('Items of the job that failed: 1')
  expect(forgotten).toEqual([`tok_${other}`])
  expect(await portal.db.selectFrom('pay.stored_method').select(['method_id', 'removed_at']).execute()).toEqual([
    { method_id: broken, removed_at },
  ])
})

it('notifies the other members of cards that expire when one fails, and that one in the next run', async () => {
  await portal.db.insertInto('cis.member').values({ member_number: '10002', name: 'Ben' }).execute()
  await portal.db
    .updateTable('cis.account')
    .set({ member_number: '10002' })
    .where('account_number', '=', water)
    .execute()
  for (const memberNumber of ['10001', '10002']) await seedMethod(portal, { memberNumber, expiry: '2026-11' })
  expect(await servedBy(notifyOfExpiringCardsJob, 'portal.sent_notice')).toEqual(theOtherThenBoth)
})

it('stops a job of which a thousand items in a row fail, and not one of which as many fail between others', async () => {
  let tried = 0
  const runWith = async (isBroken: (n: number) => boolean) => {
    tried = 0
    return failAfterLast(portal.deps.log, async (take) => {
      for (let n = 1; n <= 2_500; n += 1)
        await take([n], async () => {
          tried += 1
          if (isBroken(n)) throw new Error('broken')
        })
    })
  }
  await expect(runWith(() => true)).rejects.toThrow('Items of the job that failed in a row: 1000')
  expect(tried).toBe(1_000)
  await expect(runWith((n) => n % 1_000 !== 0)).rejects.toThrow('Items of the job that failed: 2498')
  expect(tried).toBe(2_500)
})
