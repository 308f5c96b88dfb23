import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, calendarDate } from '../../kernel/calendar-date.ts'
import { mergeHistory } from './merge-history.ts'

const day = (n: number) => addDays(calendarDate('2026-01-01'), n)
const paymentsOn = (...days: readonly number[]) => days.map((n) => ({ paymentDate: day(n) }))
const billsOn = (...days: readonly number[]) => days.map((n) => ({ billDate: day(n) }))
const linesOf = (rows: ReturnType<typeof mergeHistory>) =>
  rows.map((row) => (row.kind === 'placeholder' ? '-' : `${row.kind} ${row.date}`))

test('the history keeps the 9 most recent of 6 payments and 6 bills [AO-49]', () => {
  const rows = mergeHistory(paymentsOn(11, 9, 7, 5, 3, 1), billsOn(12, 10, 8, 6, 4, 2))
  expect(linesOf(rows)).toEqual([
    'bill 2026-01-13',
    'payment 2026-01-12',
    'bill 2026-01-11',
    'payment 2026-01-10',
    'bill 2026-01-09',
    'payment 2026-01-08',
    'bill 2026-01-07',
    'payment 2026-01-06',
    'bill 2026-01-05',
    '-',
  ])
})

test('the history is sorted newest first, with payments before bills of the same day [AO-50]', () => {
  expect(linesOf(mergeHistory(paymentsOn(1, 5), billsOn(3, 5))).slice(0, 4)).toEqual([
    'payment 2026-01-06',
    'bill 2026-01-06',
    'bill 2026-01-04',
    'payment 2026-01-02',
  ])
  fc.assert(
    fc.property(fc.array(fc.nat(3_000)), fc.array(fc.nat(3_000)), (payments, bills) => {
      const dates = mergeHistory(paymentsOn(...payments), billsOn(...bills)).flatMap((row) =>
        row.kind === 'placeholder' ? [] : [row.date],
      )
      const all = [...payments, ...bills].map(day).toSorted().toReversed()
      expect(dates).toEqual(all.slice(0, 9))
    }),
  )
})

test('there are always 10 rows, the ones without an entry at the end [AO-51]', () => {
  expect(linesOf(mergeHistory([], []))).toEqual(Array.from({ length: 10 }, () => '-'))
  expect(linesOf(mergeHistory(paymentsOn(1), []))).toEqual([
    'payment 2026-01-02',
    ...Array.from({ length: 9 }, () => '-'),
  ])
  expect(mergeHistory(paymentsOn(1, 2, 3, 4, 5, 6), billsOn(1, 2, 3, 4, 5, 6))).toHaveLength(10)
})
