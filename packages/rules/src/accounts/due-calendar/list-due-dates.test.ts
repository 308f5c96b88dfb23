import { expect, test } from 'vitest'
import { calendarDate } from '../../kernel/calendar-date.ts'
import { cents } from '../../kernel/money.ts'
import { type DueAccount, listDueDates } from './list-due-dates.ts'

const today = calendarDate('2026-11-20')
const anAccount = (changes: Partial<DueAccount> = {}): DueAccount => ({
  accountNumber: '100100101',
  accountType: 'Electric',
  isPrepaid: false,
  balance: cents(14_237),
  dueDate: calendarDate('2026-12-04'),
  billDate: calendarDate('2026-11-14'),
  arrangement: null,
  ...changes,
})
const list = (...accounts: readonly DueAccount[]) => listDueDates(accounts, today)

test('a bill with one cent to pay is due on its due date', () => {
  expect(list(anAccount({ balance: cents(1) }))).toEqual([
    {
      kind: 'bill',
      accountNumber: '100100101',
      accountType: 'Electric',
      item: '2026-11-14',
      dueOn: '2026-12-04',
      amount: 1,
      isPastDue: false,
    },
  ])
})

test('nothing to pay, a credit, no due date and a prepaid account have no due date', () => {
  expect(
    list(
      anAccount({ balance: cents(0) }),
      anAccount({ balance: cents(-500) }),
      anAccount({ dueDate: null }),
      anAccount({ isPrepaid: true }),
    ),
  ).toEqual([])
})

test('the day itself is not past due, the day before is', () => {
  const pastDue = (day: string) => list(anAccount({ dueDate: calendarDate(day) }))[0]?.isPastDue
  expect([pastDue('2026-11-20'), pastDue('2026-11-19')]).toEqual([false, true])
})

test('an arrangement has its next payment beside the bill, with its own amount', () => {
  const arrangement = { nextAmount: cents(8_905), nextDue: calendarDate('2026-12-01') }
  expect(list(anAccount({ arrangement })).map(({ kind, item, dueOn, amount }) => [kind, item, dueOn, amount])).toEqual([
    ['bill', '2026-11-14', '2026-12-04', 14_237],
    ['arrangement', '2026-12-01', '2026-12-01', 8_905],
  ])
  expect(list(anAccount({ balance: cents(0), arrangement: { ...arrangement, nextAmount: cents(0) } }))).toEqual([])
})

test('a bill whose due date moves is still the same item', () => {
  const [one] = list(anAccount())
  const [moved] = list(anAccount({ dueDate: calendarDate('2026-12-10') }))
  expect(moved?.item).toBe(one?.item)
})

test('a balance that is due before the first bill is an item of its own', () => {
  expect(list(anAccount({ billDate: null })).map(({ kind, item }) => [kind, item])).toEqual([['bill', '']])
})
