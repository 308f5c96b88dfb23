import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { describe, expect, it } from 'vitest'
import { notifyingSettings } from './notifications.fixtures.ts'
import { readsOf } from '../../../testing/reads-of.ts'
import { recordStatements } from '../../../testing/record-statements.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { scanForNotices } from './due-notices.store.ts'
import { notifyOfBillsJob } from './notify-of-bills.job.ts'
import { notifyOfPowerJob } from './notify-of-power.job.ts'

const portal = useTestPortal({ settings: notifyingSettings })
const statementsOf = recordStatements(portal)

/**
 * Members from 1 on, each with a login and one account, all $1.00 past due since November 10. Statistics that autovacuum took from
 * the empty tables would make the planner read them whole for each account.
 */
const seedMembers = async (count: number) =>
  portal.database.runScript(`
    insert into cis.member (member_number, name) select n, 'M' from generate_series(1, ${count}) as n;
    insert into portal.login (login_id, username, username_key, member_number, email, password_hash, password_set_at, created_at)
      select gen_random_uuid(), 'm' || n, 'm' || n, n, 'm' || n || '@example.org', '', now(), now()
      from generate_series(1, ${count}) as n;
    insert into cis.account (account_number, member_number, is_primary, holder_name, account_type, account_status,
        derived_status, service_street, service_city, service_state, service_zip, location_id, is_prepaid, prepaid_label,
        billing_type, card_eligible, echeck_eligible, no_more_checks)
      select n, n, true, 'M', 'Electric', 'Active', 'Current', '', '', '', '', '', false, '', '', true, true, false
      from generate_series(1, ${count}) as n;
    insert into cis.balance (account_number, balance, past_due, due_date, cutoff_amount, reconnect_fee, additional_deposit,
        disconnect_fee, over_pay_amount, prepaid_minimum, prepaid_reconnect, minimum_payment_due,
        liability_confirmation_amount, show_liability_confirmation)
      select n, 100, 100, '2026-11-10', 0, 0, 0, 0, 0, 0, 0, 0, 0, false from generate_series(1, ${count}) as n;
    analyze cis.account, cis.balance, portal.login`)

const messages = async () =>
  (await portal.db.selectFrom('outbox.message').select(['recipient', 'subject']).execute()).toSorted((a, b) =>
    a.recipient < b.recipient ? -1 : 1,
  )

describe('bill notices', () => {
  it('takes no more statements for 150 accounts than for one', async () => {
    await seedMembers(1)
    const forOne = (await statementsOf(async () => portal.jobs.run(notifyOfBillsJob, {}))).length
    await portal.reset()
    portal.set(notifyingSettings)
    await seedMembers(150)
    const forMany = (await statementsOf(async () => portal.jobs.run(notifyOfBillsJob, {}))).length
    expect(await messages()).toHaveLength(150)
    expect(forMany).toBe(forOne)
  })

  it('looks at 12,000 accounts that had their notices in a few bounded statements, and finds the one that had not', async () => {
    await seedMembers(12_000)
    await portal.database.runScript(`
      insert into portal.sent_notice (account_number, topic, dedupe_key, sent_at)
      select account_number, 'past-due', '2026-11-10', now() from cis.account where account_number <> '9999'`)
    const statements = await statementsOf(async () => portal.jobs.run(notifyOfBillsJob, {}))
    expect(statements.length).toBeLessThan(12)
    const windows = statements.filter((text) => text.startsWith('with looked'))
    expect(windows.length).toBeGreaterThanOrEqual(3)
    expect(windows.filter((text) => !/ limit \$\d/u.test(text))).toEqual([])
    expect(await messages()).toEqual([{ recipient: 'm9999@example.org', subject: 'Your account is past due' }])
  })

  it('compares a window of a day with its notices at once, without a search for each account', async () => {
    await seedMembers(2_000)
    await portal.database.runScript(`
      update cis.balance set past_due = 0, due_date = '2026-11-22';
      insert into cis.bill (account_number, bill_date, due_date, amount)
      select account_number, '2026-11-18', '2026-11-22', 100 from cis.account;
      insert into portal.sent_notice (account_number, topic, dedupe_key, sent_at)
      select account_number, topic, dedupe_key, now() from cis.account,
        (values ('bill-ready', '2026-11-18'), ('due-soon', '2026-11-22')) as sent (topic, dedupe_key)
      where account_number <> '77';
      insert into portal.sent_notice (account_number, topic, dedupe_key, sent_at)
      select account_number, 'bill-ready', (date '2026-10-18' - n)::text, now() from cis.account, generate_series(1, 10) as n;
      analyze cis.bill, cis.balance, portal.sent_notice`)
    const span = {
      today: calendarDate('2026-11-20'),
      newSince: calendarDate('2026-11-15'),
      dueUntil: calendarDate('2026-11-23'),
      isAutopayOffered: true,
      timeZone: 'America/Chicago',
    }
    for (const topic of ['bill-ready', 'due-soon'] as const) {
      const { searches, rows } = await readsOf(portal.database, 'portal.sent_notice', async (tx) =>
        expect(await scanForNotices(tx, topic, span, { day: '', accountNumber: '' })).toMatchObject({
          accountNumbers: ['77'],
        }),
      )
      expect(searches).toBeLessThan(5)
      expect(rows).toBeLessThan(2_005)
    }
  })

  it('loads no account that AutoPay pays when its bill is due soon', async () => {
    await seedMembers(3)
    await portal.database.runScript(`
      update cis.balance set past_due = 0, due_date = '2026-11-22';
      insert into cis.account_detail (account_number, has_autopay) values (1, true), (2, true), (3, false)`)
    await portal.jobs.run(notifyOfBillsJob, {})
    expect(await messages()).toMatchObject([{ recipient: 'm3@example.org' }])
    const again = await statementsOf(async () => portal.jobs.run(notifyOfBillsJob, {}))
    expect(again.filter((text) => !text.startsWith('with looked'))).toEqual([])
  })

  it('continues within a day after the last account of a window', async () => {
    await seedMembers(5_500)
    await portal.database.runScript(`
      update cis.balance set past_due = 0, due_date = '2026-11-22';
      insert into cis.bill (account_number, bill_date, due_date, amount)
      select account_number, '2026-11-18', '2026-11-22', 100 from cis.account;
      insert into portal.sent_notice (account_number, topic, dedupe_key, sent_at)
      select account_number, topic, dedupe_key, now() from cis.account,
        (values ('bill-ready', '2026-11-18'), ('due-soon', '2026-11-22')) as sent (topic, dedupe_key)
      where account_number < '998'`)
    await portal.jobs.run(notifyOfBillsJob, {})
    expect(await messages()).toEqual(
      ['998', '999'].flatMap((n) => [
        { recipient: `m${n}@example.org`, subject: expect.any(String) },
        { recipient: `m${n}@example.org`, subject: expect.any(String) },
      ]),
    )
  })
})

describe('outage notices', () => {
  it('takes a few statements for each page of 200 accounts, and none about accounts that stay as they are', async () => {
    await seedMembers(450)
    await portal.database.runScript(
      `insert into cis.outage (account_number, is_out) select account_number, true from cis.account`,
    )
    const first = await statementsOf(async () => portal.jobs.run(notifyOfPowerJob, {}))
    expect(first.length).toBeLessThan(20)
    expect(await messages()).toHaveLength(450)
    await portal.db.updateTable('cis.outage').set({ is_out: false }).where('account_number', '=', '7').execute()
    await portal.jobs.run(notifyOfPowerJob, {})
    expect((await messages()).filter(({ recipient }) => recipient === 'm7@example.org')).toHaveLength(2)
    expect(await statementsOf(async () => portal.jobs.run(notifyOfPowerJob, {}))).toHaveLength(3)
  })

  it('reads 12,000 accounts that are out in bounded statements, and finds the one that was not notified and the one restored', async () => {
    await seedMembers(12_000)
    await portal.database.runScript(`
      insert into cis.outage (account_number, is_out) select account_number, account_number <> '9998' from cis.account;
      insert into portal.notified_outage (account_number, is_out, changed_at)
      select account_number, account_number <> '9999', now() from cis.account`)
    const statements = await statementsOf(async () => portal.jobs.run(notifyOfPowerJob, {}))
    const windows = statements.filter((text) => text.startsWith('with looked'))
    expect(windows).toHaveLength(9)
    expect(windows.filter((text) => !/ limit \$\d/u.test(text))).toEqual([])
    expect(await messages()).toEqual([
      { recipient: 'm9998@example.org', subject: expect.any(String) },
      { recipient: 'm9999@example.org', subject: expect.any(String) },
    ])
  })

  it('reads past accounts of members without a login', async () => {
    await seedMembers(5_500)
    await portal.database.runScript(`
      delete from portal.login where member_number <> '999';
      insert into cis.outage (account_number, is_out) select account_number, true from cis.account`)
    await portal.jobs.run(notifyOfPowerJob, {})
    expect(await messages()).toMatchObject([{ recipient: 'm999@example.org' }])
  })
})
