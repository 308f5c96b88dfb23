import { expect, test } from 'vitest'
import { cents } from '../../kernel/money.ts'
import { checkAccountsTogether } from './check-payment-amount.ts'
import { paymentAmountMessage } from './payment-amount.messages.ts'

const amounts = (count: number, each: number) => Array.from({ length: count }, () => cents(each))

test('a payment names at least one account and at most 100', () => {
  const none = checkAccountsTogether([])
  expect(none).toEqual({ code: 'no-account-chosen', field: 'accountsToPay' })
  expect(checkAccountsTogether(amounts(100, 1))).toBeNull()
  const many = checkAccountsTogether(amounts(101, 1))
  expect(many).toEqual({ code: 'too-many-accounts', field: 'accountsToPay', most: 100 })
  expect([none, many].map((problem) => problem && paymentAmountMessage(problem, 'en'))).toEqual([
    'Select at least one account to pay.',
    'You can pay up to 100 accounts at a time.',
  ])
  expect([none, many].map((problem) => problem && paymentAmountMessage(problem, 'es'))).toEqual([
    'Seleccione al menos una cuenta para pagar.',
    'Puede pagar hasta 100 cuentas a la vez.',
  ])
})

test('the bound of one amount holds for the sum of all of them [PA-06, PA-07]', () => {
  expect(checkAccountsTogether([cents(999_999_999_998), cents(1)])).toBeNull()
  const tooMuch = checkAccountsTogether([cents(999_999_999_999), cents(1)])
  expect(tooMuch && paymentAmountMessage(tooMuch, 'en')).toBe(
    'You must enter a payment amount less than $10,000,000,000.00.',
  )
  expect(checkAccountsTogether(amounts(2, 99_999_999_999_999))).toEqual(tooMuch)
})
