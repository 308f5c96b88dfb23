import { expect, test } from 'vitest'
import { calendarDate } from '../../kernel/calendar-date.ts'
import { cents } from '../../kernel/money.ts'
import { type BillDue, billDueAmount, billDueMessage } from './bill-due.messages.ts'

const bill: BillDue = {
  dueDate: calendarDate('2026-12-19'),
  endingBalance: cents(31_844),
  amountDueNow: cents(31_844),
  pastDueNow: null,
}
const late = { amount: cents(15_790), dueDate: calendarDate('2026-11-19'), cutoffDate: calendarDate('2026-12-03') }

test.each<[Partial<BillDue>, string, string]>([
  [{}, 'Pay by 12/19/2026.', 'Pague a más tardar el 12/19/2026.'],
  [{ amountDueNow: cents(0) }, 'No payment is due.', 'No hay nada que pagar.'],
  [{ endingBalance: cents(-100) }, 'No payment is due.', 'No hay nada que pagar.'],
  [
    { amountDueNow: null },
    'You have a newer bill. It shows what is due now.',
    'Usted tiene una factura más reciente. En ella está lo que debe ahora.',
  ],
  [
    { pastDueNow: late },
    '$157.90 of it was due on 11/19/2026. Pay it now: your service may be disconnected on 12/03/2026. The rest is due by 12/19/2026.',
    'De este monto, $157.90 vencieron el 11/19/2026. Pague ahora: su servicio podría desconectarse el 12/03/2026. El resto vence el 12/19/2026.',
  ],
  [
    { pastDueNow: { ...late, dueDate: null, cutoffDate: null } },
    '$157.90 of it is past due. Pay it now. The rest is due by 12/19/2026.',
    'De este monto, $157.90 ya están vencidos. Pague ahora. El resto vence el 12/19/2026.',
  ],
  [
    { pastDueNow: { ...late, amount: cents(31_844), cutoffDate: null } },
    'This amount was due on 11/19/2026. Pay it now.',
    'Este monto venció el 11/19/2026. Pague ahora.',
  ],
  [
    { pastDueNow: { amount: cents(31_844), dueDate: null, cutoffDate: null } },
    'This amount is past due. Pay it now.',
    'Este monto está vencido. Pague ahora.',
  ],
])('a bill %j says by when to pay', (changes, english, spanish) => {
  expect(billDueMessage({ ...bill, ...changes }, 'en')).toBe(english)
  expect(billDueMessage({ ...bill, ...changes }, 'es')).toBe(spanish)
})

test('a bill shows what is due now, and its balance once a newer bill or a credit took that over', () => {
  expect(billDueAmount({ ...bill, amountDueNow: cents(100) })).toEqual({ kind: 'due', amount: 100 })
  expect(billDueAmount({ ...bill, amountDueNow: null })).toEqual({ kind: 'balance', amount: 31_844 })
  expect(billDueAmount({ ...bill, endingBalance: cents(0), amountDueNow: cents(0) })).toEqual({
    kind: 'balance',
    amount: 0,
  })
})
