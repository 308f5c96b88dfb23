import { expect, it } from 'vitest'
import { cents } from '../../kernel/money.ts'
import { checkRefund, readRefundAmount } from './check-refund.ts'

const codesOf = (amount: string, reason = 'Paid twice', again: number | null = null) =>
  checkRefund({ amount, reason }, { left: cents(14_237), again: again === null ? null : cents(again) }).map(
    ({ code, field }) => `${field}: ${code}`,
  )

it('accepts a refund of one cent up to what is left, and refuses one cent more [REQ-D-422]', () => {
  for (const amount of ['0.01', '.01', '20', '142.37', '$142.37']) expect(codesOf(amount)).toEqual([])
  expect(codesOf('142.38')).toEqual(['amount: refund-too-much'])
})

it('refuses a refund of no amount, and names the missing reason, too', () => {
  for (const amount of ['', '0', '0.00', 'all']) expect(codesOf(amount)).toEqual(['amount: refund-amount-missing'])
  expect(codesOf('200', '')).toEqual(['amount: refund-too-much', 'reason: reason-missing'])
  expect(codesOf('', ' ')).toEqual(['amount: refund-amount-missing', 'reason: reason-missing'])
})

it('accepts the amount of a refund without an answer again, even when less is left', () => {
  expect(codesOf('200', 'No answer', 20_000)).toEqual([])
  expect(codesOf('200.01', 'No answer', 20_000)).toEqual(['amount: refund-too-much'])
})

it('reads a typed amount in cents', () => {
  expect(readRefundAmount('1,234.5')).toBe(123_450)
  expect(readRefundAmount('0')).toBeNull()
})
