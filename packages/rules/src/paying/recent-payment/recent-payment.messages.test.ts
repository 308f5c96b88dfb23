import { expect, test } from 'vitest'
import { calendarDate } from '../../kernel/calendar-date.ts'
import { cents } from '../../kernel/money.ts'
import { recentPaymentQuestion } from './recent-payment.messages.ts'

const lastPayment = { amount: cents(123_456), date: calendarDate('2027-03-01'), isUnderWay: false }

test('the question names the last payment as $1,234.56 on 03/01/2027 [QP-27]', () => {
  expect(recentPaymentQuestion(lastPayment, 'en')).toBe(
    'You have made a recent payment of $1,234.56 on 03/01/2027. Would you like to proceed with another payment?',
  )
})

test('the Spanish question names the same amount and date', () => {
  expect(recentPaymentQuestion(lastPayment, 'es')).toBe(
    'Usted hizo un pago reciente de $1,234.56 el 03/01/2027. ¿Desea continuar con otro pago?',
  )
})

test('the question does not say that a payment under way was made [REQ-D-310]', () => {
  const underWay = { ...lastPayment, isUnderWay: true }
  expect(recentPaymentQuestion(underWay, 'en')).toBe(
    'A recent payment of $1,234.56 on 03/01/2027 is not confirmed yet. Would you like to proceed with another payment?',
  )
  expect(recentPaymentQuestion(underWay, 'es')).toBe(
    'Un pago reciente de $1,234.56 del 03/01/2027 aún no está confirmado. ¿Desea continuar con otro pago?',
  )
})
