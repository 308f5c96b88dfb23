import { arrangements } from '@coopline/contract/paying/arrangements/arrangements.contract'
import { autoPay } from '@coopline/contract/paying/auto-pay/auto-pay.contract'
import { scheduledPayments } from '@coopline/contract/paying/scheduled-payments/scheduled-payments.contract'
import { addDays, type CalendarDate, calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { anAccount } from '@coopline/testing/builders/account'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDrafts } from '../../../testing/drafts-in-test.ts'
import { noDifference, dueDateLine, useMonths } from '../../../testing/months-in-test.ts'
import { payingSettings } from '../../../testing/quick-payer.ts'
import { originator } from '../../../testing/runs-in-test.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedBill } from '../../../testing/seed-bill.ts'
import { arrangementBody, arrangingSettings } from '../arrangements/arrangements.fixtures.ts'
import { announceCharges } from '../auto-pay/announce-charges.job.ts'
import { bankDraft, newItem } from '../drafts/drafts.fixtures.ts'
import { scheduleBody } from '../scheduled-payments/scheduled-payments.fixtures.ts'
import { exportBankFile } from './export-bank-file.ts'
import { runDueItems } from './run-due-items.job.ts'

const months = useMonths()
const { portal } = months

/** The days of the runs, from a Friday to the Tuesday after clocks go forward. Bank holidays: January 18 and February 15. */
const [first, last] = [calendarDate('2027-01-15'), calendarDate('2027-03-16')]
const billed = ['2027-01-18', '2027-02-15'].map(calendarDate)

const numberOf = (position: number): string => String(100_100_100 + position)
const owes = (position: number): number => 10_000 + 111 * position

/** The method and the day of each draft. Days 29 to 31 come from the cooperative's system; members choose up to 28. */
const bankDrafts = [
  { draftMethod: 'DAY_OF_MONTH', draftDay: 28 },
  { draftMethod: 'DAY_OF_MONTH', draftDay: 29 },
  { draftMethod: 'DAY_OF_MONTH', draftDay: 30 },
  { draftMethod: 'DAY_OF_MONTH', draftDay: 31 },
  { draftMethod: 'END_OF_MONTH', draftDay: null },
  { draftMethod: 'WHEN_BILLED', draftDay: null },
  { draftMethod: 'DAYS_AFTER_BILLING', draftDay: 20 },
  { draftMethod: 'DAY_OF_MONTH', draftDay: 14 },
] as const
const [cardDraft, autopay, scheduled, arranged] = [9, 10, 11, 12] as const

/** Kind, account, due date and run date: the next banking day for drafts, the day itself for other charges. */
const expected = [
  ['draft', 1, '2027-01-28', '2027-01-31'],
  ['draft', 1, '2027-02-28', '2027-03-01'],
  ['draft', 2, '2027-01-29', '2027-01-31'],
  ['draft', 2, '2027-02-28', '2027-03-01'],
  ['draft', 3, '2027-01-30', '2027-02-01'],
  ['draft', 3, '2027-02-28', '2027-03-01'],
  ['draft', 4, '2027-01-31', '2027-02-01'],
  ['draft', 4, '2027-02-28', '2027-03-01'],
  ['draft', 5, '2027-01-31', '2027-02-01'],
  ['draft', 5, '2027-02-28', '2027-03-01'],
  ['draft', 6, '2027-01-18', '2027-01-19'],
  ['draft', 6, '2027-02-15', '2027-02-16'],
  ['draft', 7, '2027-02-07', '2027-02-08'],
  ['draft', 7, '2027-03-07', '2027-03-08'],
  ['draft', 8, '2027-02-14', '2027-02-16'],
  ['draft', 8, '2027-03-14', '2027-03-15'],
  ['method-draft', cardDraft, '2027-01-31', '2027-02-01'],
  ['method-draft', cardDraft, '2027-02-28', '2027-03-01'],
  // Announced late, on January 31 after the outage, and charged a day later.
  ['autopay', autopay, '2027-02-05', '2027-02-01'],
  ['autopay', autopay, '2027-03-19', '2027-03-14'],
  ['scheduled', scheduled, '2027-02-28', '2027-02-28'],
  ['scheduled', arranged, '2027-02-14', '2027-02-14'],
  ['scheduled', arranged, '2027-03-16', '2027-03-16'],
] as const
const installments: Readonly<Record<string, number>> = { '2027-02-14': 2_833, '2027-03-16': 2_833 }
const amountOf = (position: number, due: string): number =>
  position === arranged ? (installments[due] ?? 0) : owes(position)

/** Sets everything up for Ada on the first morning, by the portal's API. */
async function setUp(): Promise<void> {
  portal.clock.set(`${first}T15:00:00Z`)
  const ada = await openDrafts(portal)
  portal.set({
    ...payingSettings,
    ...arrangingSettings,
    allowUnderPay: true,
    portalRunsDrafts: true,
    achOriginator: originator,
    Autopay: true,
    Notifications: true,
    allowFutureDatedPayments: true,
  })
  for (let position = 3; position <= arranged; position += 1)
    await seedAccount(portal.db, anAccount(numberOf(position)).secondary())
  for (let position = 1; position <= arranged; position += 1) await post(position)
  for (const [index, { draftMethod, draftDay }] of bankDrafts.entries()) {
    const day = draftDay === null ? null : Math.min(draftDay, 28)
    const item = newItem({ accountNumber: numberOf(index + 1), draftMethod, draftDay: day, draftStartDate: first })
    expect((await ada.send(bankDraft({ draftAccounts: [item] }))).statusCode).toBe(200)
    await portal.db
      .updateTable('portal.draft')
      .set({ draft_day: draftDay })
      .where('account_number', '=', numberOf(index + 1))
      .execute()
  }
  const methodId = await months.running.storeCard('10001')
  await portal.db
    .insertInto('portal.draft')
    .values({
      account_number: numberOf(cardDraft),
      member_number: '10001',
      draft_type: 'DAY_OF_MONTH',
      draft_day: 31,
      account_kind: 'Card',
      account_ending: '1111',
      method_id: methodId,
      event_id: 0,
      changed_at: portal.clock.now(),
    })
    .execute()
  const of = (position: number) => ({ ...ada.own, params: { ...ada.own.params, accountNumber: numberOf(position) } })
  const enrollment = { methodId, daysBefore: 5, maxAmount: null, isPaused: false }
  const later = scheduleBody(portal, {
    paymentDate: '2027-02-28',
    methodId,
    accountDetails: [{ accountNumber: numberOf(scheduled), amount: owes(scheduled) }],
  })
  const choice = { kind: 'installments', count: 3, owed: owes(arranged), today: first, methodId } as const
  const installment = arrangementBody(portal, choice)
  await portal.db
    .updateTable('cis.balance')
    .set({ past_due: cents(5_700) })
    .where('account_number', '=', numberOf(arranged))
    .execute()
  const answers = [
    await portal.call(autoPay.save, { ...of(autopay), body: enrollment }),
    await portal.call(scheduledPayments.create, { ...ada.own, body: later }),
    await portal.call(arrangements.make, { ...of(arranged), body: installment }),
  ]
  expect(answers.map((one) => one.statusCode)).toEqual([200, 200, 200])
}

/**
 * Posts everything to the cooperative's system and makes the account owe its amount again, so only the runs' own rules prevent a
 * second charge.
 */
async function post(position: number): Promise<void> {
  const account = numberOf(position)
  await portal.db.deleteFrom('pay.unacknowledged_credit').where('account_number', '=', account).execute()
  await portal.db
    .updateTable('cis.balance')
    .set({ balance: cents(owes(position)) })
    .where('account_number', '=', account)
    .execute()
}

async function bill(date: CalendarDate): Promise<void> {
  for (const position of [6, 7])
    await seedBill(portal.db, { account_number: numberOf(position), bill_date: date, due_date: addDays(date, 20) })
  await portal.db
    .updateTable('cis.balance')
    .set({ due_date: calendarDate(date < '2027-02' ? '2027-02-05' : '2027-03-19') })
    .where('account_number', '=', numberOf(autopay))
    .execute()
}

/** Runs a day's jobs: at night, before the run hour, at the run hour from two processes, and again later. */
async function live(date: CalendarDate): Promise<void> {
  const at = (time: string) => portal.clock.set(`${date}T${time}:00Z`)
  for (const time of ['07:30', '08:30']) {
    at(time)
    await runDueItems(portal.deps)
  }
  at('13:00')
  for (let position = 1; position < arranged; position += 1) await post(position)
  if (billed.includes(date)) await bill(date)
  await announceCharges(portal.deps)
  at('20:30')
  await Promise.all([runDueItems(portal.deps), runDueItems(portal.deps)])
  await runDueItems(portal.deps)
  expect(await exportBankFile(portal.deps, months.directory)).toMatchObject({ exitCode: 0 })
}

it('takes every draft, schedule, installment and AutoPay charge of two months once, and provider, ledger, events and bank files agree to the cent [REL-09, REL-15]', async () => {
  await setUp()
  for (let date = first; date <= last; date = addDays(date, 1)) {
    // The portal is down for three days; drafts are due on two of them.
    if (date >= '2027-01-28' && date <= '2027-01-30') continue
    await live(date)
  }

  expect(await months.taken()).toEqual(
    expected
      .map(([kind, position, due, run]) =>
        dueDateLine({ kind, account: numberOf(position), due, run, state: 'booked', amount: amountOf(position, due) }),
      )
      .toSorted(),
  )

  const total = expected.reduce((sum, [, position, due]) => sum + amountOf(position, due), 0)
  const byBank = expected.filter(([kind]) => kind === 'draft')
  const bankTotal = byBank.reduce((sum, [, position, due]) => sum + amountOf(position, due), 0)
  expect(await months.inCents(sql`select sum(amount) as cents from pay.ledger_entry`)).toBe(0)
  expect(await months.credited()).toBe(total)
  expect(await months.balanceOf('bank-clearing')).toBe(bankTotal)
  expect(
    await months.inCents(
      sql`select sum((body ->> 'amount')::bigint) as cents from outbox.event where kind = 'payment-confirmed'`,
    ),
  ).toBe(total)
  expect(months.sentToBank()).toEqual({
    faults: [],
    debits: bankTotal,
    entries: byBank.map(([, position, due]) => `${numberOf(position)} ${amountOf(position, due)}`).toSorted(),
  })

  const found = await months.compare(first, last)
  expect(found).toMatchObject(noDifference)
  const { provider, ledger } = found.sides
  expect([provider.payments, provider.received, provider.credited]).toEqual([
    expected.length - byBank.length,
    ledger.received,
    total - bankTotal,
  ])
  expect(await months.balanceOf('provider-clearing')).toBe(provider.received)
  expect(await portal.db.selectFrom('pay.alarm').selectAll().execute()).toEqual([])
}, 240_000)
