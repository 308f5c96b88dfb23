import { expect, test } from 'vitest'
import { cents } from '../../kernel/money.ts'
import { checkPaymentCents } from './check-payment-amount.ts'
import { cutoffBalance, reconnectMeter, isInCutoff, type AmountSettings, type PayableAccount } from './amount-limits.ts'
import { defaultPaymentAmount } from './default-payment-amount.ts'

const account: PayableAccount = {
  isPrepaid: false,
  balance: cents(100_00),
  pastDue: cents(60_00),
  cutoffAmount: cents(0),
  reconnectFee: cents(20_00),
  additionalDeposit: cents(30_00),
  disconnectFee: cents(5_00),
  overPayAmount: cents(100_00),
  prepaidReconnectAmount: cents(40_00),
}
const settings: AmountSettings = {
  allowOverPay: false,
  allowUnderPay: false,
  canOverrideCutoff: false,
  prepaidMinimumPaymentAmount: cents(25_00),
  ccPrepaidAmountMinimum: cents(10_00),
  defaultPaymentAmt: 'ACCOUNT BALANCE',
}
const inCutoff = { ...account, cutoffAmount: cents(80_00) }
const nothingPastDue = { ...account, pastDue: cents(0) }

test('a prepaid account starts with its reconnect amount [PA-21]', () => {
  expect(defaultPaymentAmount({ ...inCutoff, isPrepaid: true }, settings)).toBe(40_00)
})

test('a prepaid account without a reconnect amount starts with the prepaid minimum [PA-22]', () => {
  const prepaid = { ...inCutoff, isPrepaid: true, prepaidReconnectAmount: cents(0) }
  expect(defaultPaymentAmount(prepaid, settings)).toBe(25_00)
  expect(defaultPaymentAmount(prepaid, { ...settings, prepaidMinimumPaymentAmount: cents(0) })).toBe(10_00)
})

test('an account in cutoff starts with cutoff + reconnect + deposit + disconnect, which is payable [PA-23]', () => {
  expect(defaultPaymentAmount(inCutoff, settings)).toBe(135_00)
  expect(checkPaymentCents(defaultPaymentAmount(inCutoff, settings), inCutoff, settings)).toBeNull()
})

test('an account with a past-due amount starts with it, also where it is below the balance [PA-24]', () => {
  expect(defaultPaymentAmount(account, settings)).toBe(60_00)
  expect(defaultPaymentAmount(account, { ...settings, defaultPaymentAmt: '' })).toBe(60_00)
  expect(checkPaymentCents(defaultPaymentAmount(account, settings), account, settings)?.code).toBe(
    'underpay-not-allowed',
  )
})

test('an account with an arrangement starts with what is due, but not in cutoff, prepaid or where a part cannot be paid', () => {
  const arranged = { ...settings, allowUnderPay: true }
  expect(defaultPaymentAmount(account, arranged, cents(15_00))).toBe(15_00)
  expect(defaultPaymentAmount(nothingPastDue, { ...arranged, defaultPaymentAmt: '' }, cents(15_00))).toBe(15_00)
  expect(defaultPaymentAmount(inCutoff, arranged, cents(15_00))).toBe(135_00)
  expect(defaultPaymentAmount({ ...account, isPrepaid: true }, arranged, cents(15_00))).toBe(40_00)
  expect(defaultPaymentAmount(nothingPastDue, settings, cents(15_00))).toBe(100_00)
})

test("with the setting 'ACCOUNT BALANCE' an account with nothing past due starts with its balance [PA-25, CF-18]", () => {
  expect(defaultPaymentAmount(nothingPastDue, settings)).toBe(100_00)
  expect(defaultPaymentAmount(nothingPastDue, { ...settings, defaultPaymentAmt: ' account balance ' })).toBe(100_00)
})

test('with any other setting, or a balance of zero or a credit, the amount starts with 0 [PA-26, CF-18]', () => {
  for (const other of ['', 'PAST DUE', 'ACCOUNT  BALANCE', 'ACCOUNTBALANCE', '0']) {
    expect(defaultPaymentAmount(nothingPastDue, { ...settings, defaultPaymentAmt: other })).toBe(0)
  }
  expect(defaultPaymentAmount({ ...nothingPastDue, balance: cents(0) }, settings)).toBe(0)
  expect(defaultPaymentAmount({ ...nothingPastDue, balance: cents(-5_00) }, settings)).toBe(0)
})

test('an account is in cutoff when it is not prepaid and its cutoff amount is above 0', () => {
  expect(isInCutoff(inCutoff)).toBe(true)
  expect(isInCutoff({ ...inCutoff, cutoffAmount: cents(1) })).toBe(true)
  expect(isInCutoff(account)).toBe(false)
  expect(isInCutoff({ ...inCutoff, isPrepaid: true })).toBe(false)
})

test('the meter is to be reconnected when the amount covers what is owed before service resumes', () => {
  expect(reconnectMeter(inCutoff, cents(135_00), settings)).toBe('Y')
  expect(reconnectMeter(inCutoff, cents(134_99), settings)).toBe('N')
  expect(reconnectMeter(account, cents(500_00), settings)).toBe('N')
})

test('with the override on, the highest payable amount, which has no disconnect fee, reconnects the meter', () => {
  const override = { ...settings, canOverrideCutoff: true, allowOverPay: false }
  const charged = { ...inCutoff, disconnectFee: cents(15_00) }
  const most = cutoffBalance(charged)
  expect(checkPaymentCents(most, charged, override)).toBeNull()
  expect(checkPaymentCents(cents(most + 1), charged, override)).toMatchObject({ code: 'overpay-not-allowed' })
  expect(reconnectMeter(charged, most, override)).toBe('Y')
  expect(reconnectMeter(charged, cents(most - 1), override)).toBe('N')
})

test('a prepaid meter is to be reconnected when the amount covers its reconnect amount', () => {
  const prepaid = { ...account, isPrepaid: true }
  expect(reconnectMeter(prepaid, cents(40_00), settings)).toBe('Y')
  expect(reconnectMeter(prepaid, cents(39_99), settings)).toBe('N')
  expect(reconnectMeter({ ...prepaid, prepaidReconnectAmount: cents(0) }, cents(500_00), settings)).toBe('N')
})
