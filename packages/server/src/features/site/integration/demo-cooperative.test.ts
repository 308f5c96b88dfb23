import { addDays, calendarDate, daysBetween, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { findSetting } from '@coopline/contract/site/site/settings-catalog'
import { describe, expect, test } from 'vitest'
import { createDemoCooperative } from '../../../../demo/create-demo-cooperative.ts'
import { readDemoFacts } from '../../../../demo/demo-facts.ts'
import { demoSettings } from '../../../../demo/demo-settings.ts'
import { findDemoState, moveHistory, setDemoState } from '../../../../demo/demo.store.ts'
import { moveOrdinaryMembers, refreshDemoDates } from '../../../../demo/refresh-demo-dates.ts'
import { writeDemoBundle } from '../../../testing/write-demo-bundle.ts'
import { bundleFolder } from '../../../testing/bundle-folder.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { seedOnce } from '../../../testing/seed-once.ts'
import { emptyTables, useTestDatabase } from '../../../testing/test-database.ts'
import { findByPhone } from '../../accounts/accounts/public.ts'
import { bundleFiles } from './bundle-files.ts'
import { importBundle } from './import-bundle.ts'

const clock = createTestClock('2026-11-20T15:00:00Z')
const today = calendarDate('2026-11-20')
const facts = readDemoFacts()
const database = useTestDatabase()

/** The demo cooperative after its first start, with 40 members. */
const firstStart = seedOnce(database, async () => void (await start(40)))

async function start(members: number, day: CalendarDate = today): Promise<readonly string[]> {
  const progress: string[] = []
  const demo = createDemoCooperative({
    database,
    clock,
    today: day,
    env: { DEMO_MEMBERS: members },
    readings: false,
    onProgress: (text) => void progress.push(text),
  })
  await demo.ready
  await demo.all
  await demo.usage
  return progress
}

const days = (from: CalendarDate, to: CalendarDate | null) => (to === null ? null : daysBetween(from, to))

/** Reads the accounts in the database back as facts. Days count from `day`. */
async function factsAsStored(day: CalendarDate) {
  const rows = await database.db
    .selectFrom('cis.account as account')
    .innerJoin('cis.balance as balance', 'balance.account_number', 'account.account_number')
    .selectAll()
    .where(
      'account.account_number',
      'in',
      facts.map((fact) => fact.account),
    )
    .orderBy('account.account_number')
    .execute()
  return rows.map((row) => ({
    member: row.member_number,
    account: row.account_number,
    type: row.account_type,
    accountStatus: row.account_status,
    derivedStatus: row.derived_status,
    isPrepaid: row.is_prepaid,
    balance: row.balance,
    pastDue: row.past_due,
    dueInDays: days(day, row.due_date),
    cutoffAmount: row.cutoff_amount,
    cutoffInDays: days(day, row.cutoff_date),
    reconnectFee: row.reconnect_fee,
    additionalDeposit: row.additional_deposit,
    disconnectFee: row.disconnect_fee,
    overPayAmount: row.over_pay_amount,
    prepaidMinimum: row.is_prepaid ? row.prepaid_minimum : null,
    prepaidReconnect: row.is_prepaid ? row.prepaid_reconnect : null,
    billing: row.billing_type,
    cardEligible: row.card_eligible,
    echeckEligible: row.echeck_eligible,
    noMoreChecks: row.no_more_checks,
  }))
}

const factsAsGiven = facts
  .map(({ username: _username, password: _password, phoneLast4: _phone, whatElse: _words, ...kept }) => kept)
  .toSorted((a, b) => a.account.localeCompare(b.account))

const count = async (
  table: 'cis.member' | 'cis.account' | 'cis.bill' | 'cis.bill_line' | 'cis.payment',
): Promise<number> => {
  const row = await database.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return row.n
}

describe('facts', () => {
  test('every row of the facts is in the database as given, and its phone opens its account, active or final billed', async () => {
    await firstStart()
    expect(await factsAsStored(today)).toEqual(factsAsGiven)
    for (const fact of facts) {
      expect((await findByPhone(database.db, fact.account, fact.phoneLast4))?.accountNumber).toBe(fact.account)
    }
  })

  test('facts in words are stored where the tables have a place for them', async () => {
    await firstStart()
    const phones = await database.db.selectFrom('cis.phone').selectAll().orderBy('digits').execute()
    const emails = await database.db.selectFrom('cis.email').selectAll().execute()
    const phonesOf = (member: string) =>
      phones.filter((one) => one.member_number === member).map((one) => [one.digits, one.kind])
    const emailsOf = (member: string) => emails.filter((one) => one.member_number === member).map((one) => one.address)
    expect([phonesOf('10020'), emailsOf('10020')]).toEqual([[['5075554246', 'cell']], ['tess.hartley@example.org']])
    expect([phonesOf('10021'), emailsOf('10021')]).toEqual([[['7155558890', 'home']], []])
    expect(phonesOf('10027')).toHaveLength(3)
    expect(emailsOf('10001')).toEqual(['ada.lindqvist@example.org'])
    const spanish = await database.db
      .selectFrom('cis.member')
      .select('member_number')
      .where('prefers_language', '=', 'es')
      .execute()
    expect(spanish).toEqual([{ member_number: '10018' }])
    const todays = await database.db
      .selectFrom('cis.payment')
      .select(['account_number', 'amount'])
      .where('paid_on', '=', today)
      .execute()
    expect(todays).toEqual([{ account_number: '102300101', amount: 5000 }])
    expect(
      await database.db.selectFrom('cis.bill').select('amount').where('account_number', '=', '103000101').execute(),
    ).toEqual([])
    const primary = await database.db
      .selectFrom('cis.account')
      .select('account_number')
      .where('member_number', '=', '10022')
      .where('is_primary', '=', true)
      .execute()
    expect(primary).toEqual([{ account_number: '102200101' }])
  })

  test('named accounts have 36 bills, and the unpaid ones add up to what is owed', async () => {
    await firstStart()
    const bills = await database.db
      .selectFrom('cis.bill')
      .selectAll()
      .where('account_number', '=', '100200101')
      .orderBy('bill_date', 'desc')
      .execute()
    expect(bills).toHaveLength(36)
    expect(bills.slice(0, 2).map((bill) => bill.amount)).toEqual([31844 - 15790, 15790])
    expect(bills[1]?.due_date).toBe(addDays(today, -9))
    expect(bills[0]?.late_fee).toBe(237)
    const paid = await database.db
      .selectFrom('cis.payment')
      .select('reference')
      .where('account_number', '=', '100200101')
      .execute()
    expect(paid).toHaveLength(34)
  })
})

describe('starts', () => {
  test('the first start makes the wanted number of members, and the same seed makes the same cooperative', async () => {
    await firstStart()
    expect(await count('cis.member')).toBe(40)
    const accounts = await database.db.selectFrom('cis.account').selectAll().orderBy('account_number').execute()
    const dir = bundleFolder({})
    await writeDemoBundle({ dir, members: 40, today })
    const summary = await importBundle({ db: database.db, clock }, { directory: dir })
    expect(summary.files.map((file) => [file.added, file.changed, file.refused])).toEqual(
      Array.from({ length: bundleFiles.length }, () => [0, 0, 0]),
    )
    expect(await database.db.selectFrom('cis.account').selectAll().orderBy('account_number').execute()).toEqual(
      accounts,
    )
  })

  test('on the next day the facts hold again, history moves along, and nothing is doubled', async () => {
    await firstStart()
    const before = [await count('cis.bill'), await count('cis.payment')]
    const billsBefore = await database.db
      .selectFrom('cis.bill')
      .selectAll()
      .orderBy('account_number')
      .orderBy('bill_date')
      .execute()
    for (const later of [1, 31]) {
      const day = addDays(today, later)
      expect(await start(40, day)).toEqual([])
      expect(await factsAsStored(day)).toEqual(factsAsGiven)
      const bills = await database.db
        .selectFrom('cis.bill')
        .selectAll()
        .orderBy('account_number')
        .orderBy('bill_date')
        .execute()
      expect(bills).toEqual(
        billsBefore.map((bill) => ({
          ...bill,
          bill_date: addDays(bill.bill_date, later),
          due_date: addDays(bill.due_date, later),
          statement_start: bill.statement_start && addDays(bill.statement_start, later),
          statement_end: bill.statement_end && addDays(bill.statement_end, later),
        })),
      )
      const todays = await database.db.selectFrom('cis.payment').select('amount').where('paid_on', '=', day).execute()
      expect(todays).toEqual([{ amount: 5000 }])
    }
    expect([await count('cis.bill'), await count('cis.payment')]).toEqual(before)
  })

  test('a start on the same day leaves everything alone, what was imported meanwhile included', async () => {
    await firstStart()
    await database.db
      .updateTable('cis.balance')
      .set({ due_date: today })
      .where('account_number', '=', '100100101')
      .execute()
    await start(40)
    const row = await database.db
      .selectFrom('cis.balance')
      .select('due_date')
      .where('account_number', '=', '100100101')
      .executeTakeFirst()
    expect(row?.due_date).toBe(today)
  })

  test('a start that was killed half-way is completed by the next, even on another day', async () => {
    await start(50)
    const whole = [await count('cis.member'), await count('cis.bill'), await count('cis.bill_line')]
    const bills = await database.db
      .selectFrom('cis.bill')
      .selectAll()
      .orderBy('account_number')
      .orderBy('bill_date')
      .execute()
    await emptyTables(database)
    await firstStart()
    // The state after the process died while it imported the members up to 50: some of their bills exist, some do not.
    await setDemoState(database.db, { ordinaryTarget: 20, ordinaryLoaded: 7, namedLoaded: false })
    await database.db.deleteFrom('cis.payment').where('reference', 'like', '%-005').execute()
    for (const table of ['cis.bill_line', 'cis.bill'] as const)
      await database.db.deleteFrom(table).where('account_number', 'in', ['200000901', '100100101']).execute()
    const day = addDays(today, 2)
    await start(50, day)
    expect([await count('cis.member'), await count('cis.bill'), await count('cis.bill_line')]).toEqual(whole)
    expect(await factsAsStored(day)).toEqual(factsAsGiven)
    expect(
      (
        await database.db.selectFrom('cis.bill').selectAll().orderBy('account_number').orderBy('bill_date').execute()
      ).map((bill) => bill.bill_date),
    ).toEqual(bills.map((bill) => addDays(bill.bill_date, 2)))
  })

  test('an interrupted move of dates continues where it stopped', async () => {
    await firstStart()
    const ordinary = async () =>
      await database.db
        .selectFrom('cis.bill')
        .select(['account_number', 'bill_date'])
        .where('account_number', '>', '2')
        .orderBy('account_number')
        .orderBy('bill_date')
        .execute()
    const before = await ordinary()
    // The state after the process died when it had moved the first four members by one day.
    const moved = before.filter((bill) => Number(bill.account_number) < 200_000_500).map((bill) => bill.account_number)
    await database.db.transaction().execute(async (tx) => moveHistory(tx, [...new Set(moved)], 1))
    await setDemoState(database.db, { shiftDay: addDays(today, 1), shifted: 4 })
    await moveOrdinaryMembers(database.db, addDays(today, 3))
    expect(await ordinary()).toEqual(before.map((bill) => ({ ...bill, bill_date: addDays(bill.bill_date, 3) })))
    expect(await findDemoState(database.db)).toMatchObject({
      ordinaryDay: addDays(today, 3),
      shiftDay: null,
      shifted: 0,
    })
  })

  test('a larger cooperative adds members, and a smaller one removes none', async () => {
    await firstStart()
    await start(45, addDays(today, 1))
    expect(await count('cis.member')).toBe(45)
    await start(35, addDays(today, 1))
    expect(await count('cis.member')).toBe(45)
  })

  test('without a demo cooperative the dates of a real one are not touched', async () => {
    const dir = bundleFolder({})
    await writeDemoBundle({ dir, members: 30, today })
    await importBundle({ db: database.db, clock }, { directory: dir })
    await refreshDemoDates(database.db, facts, addDays(today, 5))
    expect(await factsAsStored(today)).toEqual(factsAsGiven)
  })
})

describe('settings', () => {
  test('every demo setting is one of the catalog and has a value that it accepts', () => {
    for (const variant of ['standard', 'whec', 'upn', 'aclara'] as const) {
      for (const [key, value] of Object.entries(demoSettings(variant))) {
        expect(findSetting(key)?.schema.safeParse(value), key).toMatchObject({ success: true })
      }
    }
  })

  test('the variants differ from the standard in what they stand for', () => {
    expect(demoSettings('standard')).toMatchObject({
      QuickPay: true,
      AclaraAce: false,
      allowOverPay: false,
      allowUnderPay: true,
      defaultPaymentAmt: 'ACCOUNT BALANCE',
    })
    expect(demoSettings('standard')).toMatchObject({ whecEnabled: false, siteOrigin: '' })
    expect(demoSettings('whec')).toMatchObject({ whecEnabled: true })
    expect(demoSettings('upn')).toMatchObject({ siteOrigin: 'UPN' })
    expect(demoSettings('aclara')).toMatchObject({ AclaraAce: true })
  })
})
