import { notifications } from '@coopline/contract/messages/notifications/notifications.contract'
import { addDays, type CalendarDate, calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import type { AnswerOf } from '@coopline/contract/endpoint'
import { describe, expect, it } from 'vitest'
import { notifiedAda, outbox, textsToAda } from '../../../testing/notified.ts'
import { recordStatements } from '../../../testing/record-statements.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { seedCredit } from '../../../testing/seed-credit.ts'
import { seedDays } from '../../../testing/seed-usage.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { notifyOfPrepaidJob } from './notify-of-prepaid.job.ts'

const portal = useTestPortal()
const statementsOf = recordStatements(portal)
const today = calendarDate('2026-11-20')

/** Ada, whose account is prepaid and has $100.00 left. */
const ada = useFresh(async () => {
  const signedIn = await notifiedAda(portal)
  await portal.db.updateTable('cis.account').set({ is_prepaid: true }).execute()
  await setBalance({ balance: 100_00 })
  return signedIn
})

const run = async () => portal.jobs.run(notifyOfPrepaidJob, {})
const setBalance = async ({ balance, cutoff = null }: { balance: number; cutoff?: CalendarDate | null }) =>
  portal.db
    .updateTable('cis.balance')
    .set({ balance: cents(balance), past_due: cents(0), due_date: null, cutoff_date: cutoff })
    .execute()
const setStatus = async (status: string) =>
  portal.db.updateTable('cis.account').set({ derived_status: status }).execute()
const lines = async () => (await outbox(portal)).map(({ text }) => text.split('\n', 1)[0])
const seedCharges = async (charge: number, days = 10) =>
  seedDays(
    portal.db,
    ...Array.from({ length: days }, (_none, index) => ({ day: addDays(today, -1 - index), charge: cents(charge) })),
  )

const named = () => ({ params: { memberNumber: ada.memberNumber, accountNumber: '100100101' }, ...ada })
type Settings = AnswerOf<typeof notifications.settings>
const load = async () => (await portal.call(notifications.settings, named())).json<Settings>()
const save = async (daysLeft: number | null, ...amounts: readonly number[]) => {
  const { account, login } = await load()
  const body = { account, login, prepaid: { daysLeft, amounts: amounts.map(cents) } }
  return portal.call(notifications.save, { ...named(), body })
}

describe('a low prepaid balance', () => {
  it('is announced once by email and text at the default days of own use, and again after a payment [REQ-D-331]', async () => {
    await textsToAda(portal, ['prepaid-low'])
    await seedCharges(400)
    await setBalance({ balance: 24_00 })
    await run()
    expect(await outbox(portal)).toEqual([])
    await setBalance({ balance: 23_99 })
    await run()
    await setBalance({ balance: 21_00 })
    await run()
    const [mail, text, ...more] = await outbox(portal)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ channel: 'email', subject: 'Your prepaid balance is low' })
    expect(mail?.text).toMatch(
      /^Your prepaid account ending in 0101 has \$23\.99 left, about 5 days at your recent use\. Pay now to keep your service on\.\n/u,
    )
    expect(mail?.text).toContain('http://127.0.0.1:8080/billpayments/pay-multiple?accountno=100100101')
    expect(text?.text).toContain('Reply STOP PREPAID to end these texts.')
    await setBalance({ balance: 80_00 })
    await run()
    await setBalance({ balance: 20_00 })
    await run()
    expect(await outbox(portal)).toHaveLength(4)
  })

  it('counts a payment in the portal that the cooperative has not imported', async () => {
    await setBalance({ balance: 15_00 })
    await seedCredit(portal.database.owner, '100100101', 50_00)
    await run()
    expect(await lines()).toEqual([])
  })

  it('takes the cost of a day from the newest prepaid statement when there are no daily charges, and else says no days', async () => {
    await setBalance({ balance: 9_00 })
    await run()
    expect(await lines()).toEqual([
      'Your prepaid account ending in 0101 has $9.00 left. Pay now to keep your service on.',
    ])
    await portal.db.deleteFrom('portal.notified_prepaid').execute()
    await seedBill(portal.db, {
      bill_date: calendarDate('2026-11-10'),
      statement_start: calendarDate('2026-10-11'),
      statement_end: calendarDate('2026-11-10'),
      prepaid_daily_total: cents(90_00),
    })
    portal.clock.set('2026-11-21T15:00:00Z')
    await run()
    expect((await lines()).at(-1)).toBe(
      'Your prepaid account ending in 0101 has $9.00 left, about 3 days at your recent use. Pay now to keep your service on.',
    )
  })

  it('counts no day of a former holder as own use', async () => {
    await seedCharges(100, 20)
    await portal.db
      .updateTable('cis.account')
      .set({ held_since: addDays(today, -4) })
      .execute()
    await seedDays(portal.db, ...[1, 2, 3, 4].map((ago) => ({ day: addDays(today, -ago), charge: cents(1_000) })))
    await setBalance({ balance: 19_00 })
    await run()
    expect((await lines())[0]).toContain('about 1 day at your recent use')
  })

  it('is announced at what the member chose, in place of the defaults, after the next run [REQ-D-331]', async () => {
    await seedCharges(400)
    await setBalance({ balance: 30_00 })
    await run()
    expect((await save(null, 45_00, 25_00)).json<Settings>().prepaid).toEqual({
      daysLeft: null,
      amounts: [45_00, 25_00],
    })
    await run()
    await setBalance({ balance: 25_00 })
    await run()
    await setBalance({ balance: 4_00 })
    await run()
    expect(await lines()).toHaveLength(2)
    await portal.db.updateTable('portal.prepaid_warning').set({ member_number: '10009' }).execute()
    expect((await load()).prepaid).toEqual({ daysLeft: 5, amounts: [20_00] })
  })

  it('is not announced at night, on an account that is billed or closed, or twice by two workers', async () => {
    await setBalance({ balance: 5_00 })
    portal.clock.set('2026-11-21T04:00:00Z')
    await run()
    portal.clock.set('2026-11-21T15:00:00Z')
    await portal.db.updateTable('cis.account').set({ is_prepaid: false }).execute()
    await run()
    await portal.db.updateTable('cis.account').set({ is_prepaid: true, account_status: 'Inactive' }).execute()
    await run()
    expect(await lines()).toEqual([])
    await portal.db.updateTable('cis.account').set({ account_status: 'Active' }).execute()
    await Promise.all([run(), run()])
    expect(await lines()).toHaveLength(1)
  })
})

describe('the service of a prepaid account', () => {
  it('is announced before it is disconnected and when it is back on, the latter at night too [REQ-D-332]', async () => {
    await setBalance({ balance: 1_00, cutoff: calendarDate('2026-11-23') })
    await run()
    await run()
    await setStatus('Disconnected')
    await setBalance({ balance: -3_00, cutoff: calendarDate('2026-11-20') })
    await run()
    portal.clock.set('2026-11-21T04:00:00Z')
    await setStatus('Current')
    await setBalance({ balance: 40_00 })
    await run()
    await run()
    expect(await lines()).toEqual([
      'Your prepaid account ending in 0101 will be disconnected on 11/23/2026. It has $1.00 left. Pay now to keep your service on.',
      'Service is back on for your prepaid account ending in 0101. It has $40.00 left.',
    ])
    expect((await outbox(portal)).map(({ subject }) => subject)).toEqual([
      'Your service will be disconnected',
      'Your service is back on',
    ])
  })

  it('is announced to the next holder only as it is since, in their language', async () => {
    await setStatus('Disconnected')
    await run()
    await portal.db.updateTable('portal.notified_prepaid').set({ member_number: '10009' }).execute()
    await portal.db.updateTable('portal.login').set({ language: 'es' }).execute()
    await setStatus('Current')
    await run()
    expect(await lines()).toEqual([])
    await setStatus('Pending Disconnect')
    await run()
    expect(await lines()).toEqual([
      'Pronto se desconectará su cuenta prepagada que termina en 0101. Saldo: $100.00. Pague ahora para conservar el servicio.',
    ])
  })
})

describe('choices of a prepaid account', () => {
  it('have the topics of prepaid money in place of bills, with the thresholds [REQ-D-331]', async () => {
    const { account, prepaid } = await load()
    expect(prepaid).toEqual({ daysLeft: 5, amounts: [20_00] })
    expect(account.choices.map(({ topic }) => topic).slice(0, 4)).toEqual([
      'prepaid-low',
      'disconnect-pending',
      'reconnected',
      'payment-received',
    ])
    await portal.db.updateTable('cis.account').set({ is_prepaid: false }).execute()
    expect((await load()).prepaid).toBeNull()
  })

  it('refuse thresholds out of bounds at their fields, and keep the rest', async () => {
    const answer = await save(0, 10_00, 200_000)
    expect(answer.statusCode).toBe(400)
    expect(answer.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)).toEqual([
      'prepaidDays',
      'prepaidAmount2',
    ])
    expect((await load()).prepaid).toEqual({ daysLeft: 5, amounts: [20_00] })
  })
})

it('reads prepaid accounts in bounded windows, and an account that has not changed only once a day', async () => {
  await portal.database.runScript(`
    insert into cis.member (member_number, name) select 'P' || n, 'M' from generate_series(1, 5500) as n;
    insert into portal.login (login_id, username, username_key, member_number, email, password_hash, password_set_at, created_at)
      select gen_random_uuid(), 'p' || n, 'p' || n, 'P' || n, 'p' || n || '@example.org', '', now(), now()
      from generate_series(1, 5500) as n;
    insert into cis.account select (jsonb_populate_record(base,
        jsonb_build_object('account_number', (200000000 + n)::text, 'member_number', 'P' || n))).*
      from generate_series(1, 5500) as n, cis.account as base where account_number = '100100101';
    insert into cis.balance select (jsonb_populate_record(base, jsonb_build_object('account_number', (200000000 + n)::text))).*
      from generate_series(1, 5500) as n, cis.balance as base where account_number = '100100101';
    insert into portal.notified_prepaid (account_number, member_number, balance, derived_status, service, is_days_low, evaluated_on,
        revision, changed_at)
      select account_number, member_number, 10000, derived_status, 'on', false, '2026-11-20', 1, now() from cis.account;
    update cis.balance set balance = 500 where account_number = '200005499';
    analyze cis.account, cis.balance, portal.login, portal.notified_prepaid`)
  const statements = await statementsOf(run)
  const windows = statements.filter((text) => text.startsWith('with looked'))
  expect(windows).toHaveLength(2)
  expect(windows.filter((text) => !/ limit \$\d/u.test(text))).toEqual([])
  expect(statements.length).toBeLessThan(14)
  expect((await outbox(portal)).map(({ recipient }) => recipient)).toEqual(['p5499@example.org'])
  expect(await statementsOf(run)).toHaveLength(2)
})
