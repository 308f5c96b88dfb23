import { addDays, calendarDate, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDemoCooperative } from '../../../../demo/create-demo-cooperative.ts'
import { readDemoFacts } from '../../../../demo/demo-facts.ts'
import { namedDates } from '../../../../demo/named-details.ts'
import type { OpenDatabase } from '../../../platform/db/open-database.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { openTestDatabase } from '../../../testing/test-database.ts'

const clock = createTestClock('2026-11-20T15:00:00Z')
const today = calendarDate('2026-11-20')
const facts = readDemoFacts()
let database: OpenDatabase

async function start(day: CalendarDate): Promise<void> {
  const demo = createDemoCooperative({ database, clock, today: day, env: { DEMO_MEMBERS: 120 }, readings: false })
  await demo.ready
  await demo.all
}

beforeAll(async () => {
  database = await openTestDatabase()
  await start(today)
})
afterAll(async () => database.close())

const detailOf = async (account: string) =>
  database.db.selectFrom('cis.account_detail').selectAll().where('account_number', '=', account).executeTakeFirst()

const billsOf = async (account: string) =>
  database.db
    .selectFrom('cis.bill')
    .selectAll()
    .where('account_number', '=', account)
    .orderBy('bill_date', 'desc')
    .execute()

const linesOf = async (account: string) =>
  database.db
    .selectFrom('cis.bill_line')
    .selectAll()
    .where('account_number', '=', account)
    .orderBy('bill_date', 'desc')
    .orderBy('line')
    .execute()

const every = async () => ({
  bills: await database.db
    .selectFrom('cis.bill')
    .innerJoin('cis.account', 'cis.account.account_number', 'cis.bill.account_number')
    .selectAll('cis.bill')
    .select('is_prepaid')
    .orderBy('cis.bill.account_number')
    .orderBy('bill_date')
    .execute(),
  payments: await database.db.selectFrom('cis.payment').selectAll().execute(),
})

describe('named members', () => {
  test('exactly the accounts that the facts name have messages', async () => {
    const rows = await database.db.selectFrom('cis.account_detail').selectAll().orderBy('account_number').execute()
    const named = rows.filter((row) => row.account_number < '2')
    const whose = (field: (row: (typeof rows)[number]) => unknown) =>
      named.filter((row) => Boolean(field(row))).map((row) => row.account_number)
    expect(whose((row) => row.cutoff_message)).toEqual(['100200101'])
    expect(whose((row) => row.prepaid_alert)).toEqual(['100600101', '100700101'])
    expect(whose((row) => row.statement_heading)).toEqual(['100100101'])
    expect(whose((row) => row.capital_credit_message)).toEqual(['100100101'])
    expect(whose((row) => row.bill_message)).toEqual(['100100101', '100200101', '100900101', '101800101', '102400101'])
    expect(whose((row) => row.returned_items)).toEqual(['100900101'])
    expect(whose((row) => row.has_autopay)).toEqual(['101500101'])
    expect(whose((row) => row.draft_date)).toEqual(['101600101', '101600102'])
    expect(whose((row) => row.year_to_date_difference)).toEqual(['101200101', '101300101'])
    expect(whose((row) => row.collects_meter_readings)).toEqual(['100100102'])
    expect(whose((row) => row.usage_suspended)).toEqual(['102500101'])
    expect(whose((row) => row.meter_sense_url)).toEqual(['100100101'])
  })

  test('the water account is linked with the electric one and the other way round', async () => {
    const linked = await database.db.selectFrom('cis.linked_account').selectAll().orderBy('account_number').execute()
    expect(linked.map((one) => [one.account_number, one.linked_account_number])).toEqual([
      ['100100101', '100100102'],
      ['100100102', '100100101'],
    ])
  })

  test('one account has three meters, propane has none, the others have one', async () => {
    const rows = await database.db.selectFrom('cis.meter').selectAll().execute()
    const metersOf = (account: string) => rows.filter((row) => row.account_number === account).length
    expect([metersOf('102800101'), metersOf('102600101'), metersOf('100100101'), metersOf('100100102')]).toEqual([
      3, 0, 1, 1,
    ])
  })

  test('the outage system knows two outages, one with a time to come, and is silent where there is no power to lose', async () => {
    const rows = await database.db.selectFrom('cis.outage').selectAll().orderBy('account_number').execute()
    expect(rows.filter((row) => row.is_out).map((row) => [row.account_number, row.restored_at])).toEqual([
      ['101700101', new Date('2026-11-21T11:30:00Z')],
      ['101800101', null],
    ])
    const known = rows.map((row) => row.account_number)
    expect(known).toContain('100100101')
    for (const silent of ['100100102', '100400101', '100700101', '101100101', '102600101'])
      expect(known).not.toContain(silent)
  })

  test('an account without bills has none, and two bills of another cannot be opened', async () => {
    expect(await billsOf('103000101')).toEqual([])
    const bills = await billsOf('100100102')
    expect(bills.filter((bill) => !bill.can_be_viewed)).toEqual([bills[2]])
    expect(bills.filter((bill) => bill.document !== '').map((bill) => [bill.bill_date, bill.document])).toEqual([
      [bills[3]?.bill_date, '100100102-lost.pdf'],
    ])
  })

  test('one member has three old late bills, one without its PDF; every overdue account has its overdue bill', async () => {
    const rows = await database.db
      .selectFrom('cis.delinquent')
      .selectAll()
      .orderBy('account_number')
      .orderBy('bill_date', 'desc')
      .execute()
    const of = (account: string) => rows.filter((row) => row.account_number === account)
    expect(of('100100101').map((row) => [row.can_be_viewed, row.cutoff_date !== null])).toEqual([
      [true, false],
      [true, true],
      [false, false],
    ])
    expect(of('100200101').map((row) => [row.past_due, row.late_fee, row.cutoff_date])).toEqual([
      [15790, 237, '2026-11-25'],
    ])
    expect([...new Set(rows.map((row) => row.account_number))]).toEqual(
      facts.filter((fact) => fact.pastDue > 0 || fact.account === '100100101').map((fact) => fact.account),
    )
    for (const row of rows) {
      const bills = await billsOf(row.account_number)
      expect(bills.map((bill) => bill.bill_date)).toContain(row.bill_date)
    }
  })

  test('some accounts have deposits, and one deposit was refunded', async () => {
    const rows = await database.db
      .selectFrom('cis.deposit')
      .selectAll()
      .orderBy('account_number')
      .orderBy('reference')
      .execute()
    expect(rows.map((row) => [row.account_number, row.amount, row.interest, row.refunded_on])).toEqual([
      ['100100101', 15000, 412, '2025-12-05'],
      ['100100101', 4000, 96, null],
      ['100400101', 20000, 731, null],
      ['103000101', 15000, 0, null],
    ])
  })

  test('a late fee is a line of the last bill', async () => {
    const [bill] = await billsOf('100200101')
    const lines = (await linesOf('100200101')).filter((line) => line.bill_date === bill?.bill_date)
    expect(lines.find((line) => line.description === 'Late fee')?.amount).toBe(237)
    expect([bill?.previous_balance, bill?.payments_received, bill?.ending_balance]).toEqual([15790, 0, 31844])
  })

  test('leveled bills ask for the same every month, and the adjustments are the difference of the year', async () => {
    const bills = await billsOf('101200101')
    expect(new Set(bills.map((bill) => bill.amount))).toEqual(new Set([11000]))
    const adjusted = (await linesOf('101200101'))
      .filter((line) => bills.slice(0, 7).some((bill) => bill.bill_date === line.bill_date))
      .filter((line) => line.description === 'Budget billing adjustment')
      .map((line) => line.amount)
    const difference = (await detailOf('101200101'))?.year_to_date_difference
    expect(difference).toBe(-adjusted.reduce((sum, one) => sum + one, 0))
    expect(difference).not.toBe(0)
  })

  test('every bill of a named member with few accounts has lines, and the newest bills of everybody', async () => {
    const { bills } = await every()
    const withLines = new Set(
      (await database.db.selectFrom('cis.bill_line').select(['account_number', 'bill_date']).distinct().execute()).map(
        (line) => `${line.account_number} ${line.bill_date}`,
      ),
    )
    const few = bills.filter((bill) => bill.account_number < '2' && !bill.account_number.startsWith('10220'))
    expect(few.every((bill) => withLines.has(`${bill.account_number} ${bill.bill_date}`))).toBe(true)
    for (const [account, own] of Map.groupBy(bills, (bill) => bill.account_number))
      expect(withLines.has(`${account} ${own.at(-1)?.bill_date}`), account).toBe(true)
  })
})

describe('sums', () => {
  test('the lines of every bill add up to its amount, and energy is its kilowatt-hours at the rate', async () => {
    const wrong = await database.db
      .selectFrom('cis.bill as bill')
      .innerJoin('cis.bill_line as line', (join) =>
        join.onRef('line.account_number', '=', 'bill.account_number').onRef('line.bill_date', '=', 'bill.bill_date'),
      )
      .select((eb) => ['bill.account_number', 'bill.bill_date', 'bill.amount', eb.fn.sum('line.amount').as('sum')])
      .groupBy(['bill.account_number', 'bill.bill_date'])
      .having((eb) => eb(eb.fn.sum('line.amount'), '<>', eb.ref('bill.amount')))
      .execute()
    expect(wrong).toEqual([])
    const bills = await billsOf('100100101')
    for (const line of (await linesOf('100100101')).filter((one) => one.unit === 'kWh')) {
      expect(line.amount).toBe(Math.round(Number(line.quantity) * 12.75))
      expect(bills.find((bill) => bill.bill_date === line.bill_date)?.usage_kwh).toBe(line.quantity)
    }
  })

  test('every statement begins where the one before has ended, in days and in money', async () => {
    const { bills, payments } = await every()
    const paidBetween = (account: string, after: string, until: string) =>
      payments
        .filter((one) => one.account_number === account && one.paid_on > after && one.paid_on <= until)
        .reduce((sum, one) => sum + one.amount, 0)
    let compared = 0
    for (const [index, bill] of bills.entries()) {
      const { previous_balance: previous, payments_received: paid, ending_balance: ending } = bill
      if (previous === null || paid === null) throw new Error(`${bill.account_number} has a bill without sums`)
      expect(ending).toBe(previous + bill.amount - paid)
      expect(bill.statement_end).toBe(addDays(bill.bill_date, -1))
      const before = bills[index - 1]
      if (before?.account_number !== bill.account_number) continue
      compared++
      expect(previous).toBe(before.ending_balance)
      expect(bill.statement_start).toBe(before.bill_date)
      expect(paid, bill.account_number).toBe(paidBetween(bill.account_number, before.bill_date, bill.bill_date))
    }
    expect(compared).toBeGreaterThan(3000)
  })

  test('the newest statement and what was paid since are the balance', async () => {
    const { bills, payments } = await every()
    const balances = await database.db.selectFrom('cis.balance').selectAll().execute()
    for (const [account, own] of Map.groupBy(bills, (bill) => bill.account_number)) {
      const newest = own.at(-1)
      if (newest === undefined || newest.is_prepaid) continue
      const since = payments.filter((one) => one.account_number === account && one.paid_on > newest.bill_date)
      const left = (newest.ending_balance ?? 0) - since.reduce((sum, one) => sum + one.amount, 0)
      expect(left, account).toBe(balances.find((one) => one.account_number === account)?.balance)
    }
  })

  test('prepaid statements have the daily amounts and their parts, and end each month above zero', async () => {
    const bills = await billsOf('100600101')
    expect(bills).toHaveLength(36)
    for (const bill of bills) {
      expect(bill.bill_type).toBe('Prepaid')
      expect(bill.prepaid_daily_total).toBe(bill.amount)
      expect((bill.prepaid_usage_dollars ?? 0) + (bill.prepaid_charges ?? 0) + (bill.prepaid_taxes ?? 0)).toBe(
        bill.amount,
      )
      expect(bill.ending_balance).toBeLessThan(0)
    }
    expect((await billsOf('100100101')).every((bill) => bill.prepaid_daily_total === null)).toBe(true)
  })
})

test('draft dates, arrangements and restoration times hold on the day of every start', async () => {
  const datesOn = async () => ({
    draft: (await detailOf('101600101'))?.draft_date,
    cardDraft: (await detailOf('101600102'))?.draft_date,
    arrangement: (await database.db.selectFrom('cis.arrangement').selectAll().execute()).map((one) => [
      one.account_number,
      one.balance,
      one.next_amount,
      one.next_due,
    ]),
    restored: (
      await database.db
        .selectFrom('cis.outage')
        .select('restored_at')
        .where('account_number', '=', '101700101')
        .executeTakeFirst()
    )?.restored_at,
  })
  expect(await datesOn()).toEqual({
    draft: '2026-12-15',
    cardDraft: '2026-11-23',
    arrangement: [['101400101', 35620, 8905, '2026-11-05']],
    restored: new Date('2026-11-21T11:30:00Z'),
  })
  const linesBefore = await linesOf('100100101')
  const lateOf = async () =>
    database.db.selectFrom('cis.delinquent').selectAll().orderBy('account_number').orderBy('bill_date').execute()
  const lateBefore = await lateOf()
  const later = calendarDate('2026-12-15')
  await start(later)
  expect(await datesOn()).toEqual({
    draft: '2026-12-15',
    cardDraft: '2026-12-18',
    arrangement: [['101400101', 35620, 8905, '2026-11-30']],
    restored: new Date('2026-12-16T11:30:00Z'),
  })
  expect(await linesOf('100100101')).toEqual(
    linesBefore.map((line) => ({ ...line, bill_date: addDays(line.bill_date, 25) })),
  )
  expect(await lateOf()).toEqual(
    lateBefore.map((late) => ({
      ...late,
      bill_date: addDays(late.bill_date, 25),
      cutoff_date: late.cutoff_date && addDays(late.cutoff_date, 25),
      processed_on: addDays(late.processed_on, 25),
    })),
  )
})

test('the next day of a bank draft is never past and at most a month away', () => {
  const fact = facts.find((one) => one.account === '101600101')
  if (fact === undefined) throw new Error('The facts have no bank draft')
  const draftOn = (day: string) => namedDates(fact, calendarDate(day)).draftDate
  expect(['2026-12-14', '2026-12-15', '2026-12-16', '2027-01-31', '2027-02-16'].map(draftOn)).toEqual([
    '2026-12-15',
    '2026-12-15',
    '2027-01-15',
    '2027-02-15',
    '2027-03-15',
  ])
})
