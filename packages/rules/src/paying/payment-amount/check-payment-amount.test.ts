import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents, formatDecimal, parseMoney } from '../../kernel/money.ts'
import { checkPaymentAmount, checkPaymentCents, maxPaymentAmount } from './check-payment-amount.ts'
import type { AmountSettings, PayableAccount } from './amount-limits.ts'
import { paymentAmountMessage } from './payment-amount.messages.ts'

/** A standard account that owes $100.00, of which nothing is past due. */
const standard: PayableAccount = {
  isPrepaid: false,
  balance: cents(100_00),
  pastDue: cents(0),
  cutoffAmount: cents(0),
  reconnectFee: cents(0),
  additionalDeposit: cents(0),
  disconnectFee: cents(0),
  overPayAmount: cents(150_00),
  prepaidReconnectAmount: cents(0),
}

/** In cutoff: cutoff 80.00, reconnect 20.00, deposit 30.00 (sum 130.00) and disconnect 5.00 (minimum 135.00). */
const inCutoff: PayableAccount = {
  ...standard,
  cutoffAmount: cents(80_00),
  reconnectFee: cents(20_00),
  additionalDeposit: cents(30_00),
  disconnectFee: cents(5_00),
}

const prepaid: PayableAccount = { ...standard, isPrepaid: true }

/** Everything allowed, so that a test switches on the one rule it is about. */
const lenient: AmountSettings = {
  allowOverPay: true,
  allowUnderPay: true,
  canOverrideCutoff: true,
  prepaidMinimumPaymentAmount: cents(25_00),
  ccPrepaidAmountMinimum: cents(10_00),
  defaultPaymentAmt: '',
}
const noOverpay: AmountSettings = { ...lenient, allowOverPay: false }
const noUnderpay: AmountSettings = { ...lenient, allowUnderPay: false }
const noOverride: AmountSettings = { ...lenient, canOverrideCutoff: false }
const strict: AmountSettings = { ...lenient, allowOverPay: false, allowUnderPay: false, canOverrideCutoff: false }

/** The English sentence for what was typed, or `null` when it is accepted. */
function answer(typed: string, account: PayableAccount, settings: AmountSettings): string | null {
  const problem = checkPaymentAmount(typed, account, settings)
  expect(problem?.field ?? 'amount').toBe('amount')
  return problem && paymentAmountMessage(problem, 'en')
}

describe('any account', () => {
  test('an empty amount is refused with the documented sentence [PA-03]', () => {
    expect(answer('', standard, lenient)).toBe('You must enter valid amount.')
    expect(answer('   ', standard, lenient)).toBe('You must enter valid amount.')
  })

  test('an amount that is not a number is refused with the documented sentence [PA-04]', () => {
    for (const typed of ['abc', '.', '-', '12a', '1,000.00', '$5', '1e3', '0x10', 'NaN', 'Infinity', '１２', '1.2.3']) {
      expect(answer(typed, standard, lenient)).toBe('You must enter valid amount.')
    }
  })

  test('an amount with a part of a cent is not valid: it is never rounded unseen', () => {
    expect(answer('1.005', standard, lenient)).toBe('You must enter valid amount.')
    expect(answer('99999999999999.999', standard, lenient)).toBe('You must enter valid amount.')
    expect(answer('99999999999999.99', standard, lenient)).not.toBe('You must enter valid amount.')
  })

  test('zero and less is refused with the documented sentence, one cent passes [PA-05]', () => {
    for (const typed of ['0', '0.00', '-0', '-1', '-0.01', '-9999999999999', '.0']) {
      expect(answer(typed, standard, lenient)).toBe('Payment amount should be greater than 0.')
    }
    expect(answer('0.01', standard, lenient)).toBeNull()
  })

  test('more than 9999999999.99 is refused, naming $10,000,000,000.00 [PA-06]', () => {
    const sentence = 'You must enter a payment amount less than $10,000,000,000.00.'
    for (const typed of ['10000000000', '10000000000.00', '9999999999999', '99999999999999999999']) {
      expect(answer(typed, standard, lenient)).toBe(sentence)
    }
  })

  test('exactly 9999999999.99 is accepted [PA-07]', () => {
    expect(answer('9999999999.99', standard, lenient)).toBeNull()
  })

  test('the largest amount has the 13 characters that the field takes [PA-01]', () => {
    expect(formatDecimal(maxPaymentAmount)).toHaveLength(13)
  })

  test('every accepted text can be parsed as cents', () => {
    const typed = fc.oneof(
      fc.string({ unit: fc.constantFrom(...Array.from('0123456789.- ,e')), maxLength: 16 }),
      fc.double().map(String),
      fc.integer().map((n) => (n / 100).toFixed(2)),
    )
    expect(() =>
      fc.assert(
        fc.property(typed, (text) => {
          const accepted = checkPaymentAmount(text, standard, lenient) === null
          const amount = parseMoney(text)
          return accepted === (amount !== null && amount > 0 && amount <= maxPaymentAmount)
        }),
        { numRuns: 5_000 },
      ),
    ).not.toThrow()
  }, 60_000)
})

describe('a standard account', () => {
  test('one cent above the overpay amount is refused where overpaying is not allowed [PA-08]', () => {
    expect(answer('150.00', standard, noOverpay)).toBeNull()
    expect(answer('150.01', standard, noOverpay)).toBe('You may not overpay your account balance.')
  })

  test('in cutoff the overpay limit is cutoff + reconnect + deposit, with any overpay amount [PA-09]', () => {
    expect(answer('130.00', inCutoff, noOverpay)).toBeNull()
    expect(answer('130.01', inCutoff, noOverpay)).toBe('You may not overpay your account balance.')
    expect(answer('130.01', { ...inCutoff, overPayAmount: cents(500_00) }, noOverpay)).toBe(
      'You may not overpay your account balance.',
    )
  })

  test('while the minimum is enforced the overpay limit is raised to it, so that exactly one amount is payable [PA-09]', () => {
    expect(answer('134.99', inCutoff, strict)).toMatch(/^At this time/)
    expect(answer('135.00', inCutoff, strict)).toBeNull()
    expect(answer('135.01', inCutoff, strict)).toBe('You may not overpay your account balance.')
  })

  test('where overpaying is allowed, more than the overpay amount or the cutoff sum is accepted [PA-10]', () => {
    expect(answer('150.01', standard, lenient)).toBeNull()
    expect(answer('5000', inCutoff, lenient)).toBeNull()
  })

  test('one cent below the balance is refused where underpaying is not allowed [PA-11]', () => {
    expect(answer('99.99', standard, noUnderpay)).toBe('You may not pay less than your account balance.')
    expect(answer('100.00', standard, noUnderpay)).toBeNull()
    expect(answer('0.01', { ...standard, balance: cents(-5_00) }, noUnderpay)).toBeNull()
  })

  test('in cutoff, less than cutoff + reconnect + deposit is refused where underpaying is not allowed [PA-12]', () => {
    expect(answer('129.99', inCutoff, noUnderpay)).toBe('You may not pay less than your account balance.')
    expect(answer('130.00', inCutoff, noUnderpay)).toBeNull()
  })

  test('where underpaying is allowed, less than the balance is accepted, but not less than the cutoff minimum [PA-13]', () => {
    expect(answer('0.01', standard, lenient)).toBeNull()
    expect(answer('134.99', inCutoff, noOverride)).toMatch(/^At this time/)
  })

  test('the minimum in cutoff is cutoff + reconnect + deposit + disconnect: 134.99 is refused, 135.00 passes [PA-14]', () => {
    expect(checkPaymentCents(cents(134_99), inCutoff, noOverride)).toEqual({
      code: 'below-cutoff-minimum',
      field: 'amount',
      minimum: cents(135_00),
      fees: [
        { kind: 'reconnect-fee', amount: cents(20_00) },
        { kind: 'additional-deposit', amount: cents(30_00) },
        { kind: 'disconnect-fee', amount: cents(5_00) },
      ],
    })
    expect(checkPaymentCents(cents(135_00), inCutoff, noOverride)).toBeNull()
  })

  test('fees alone do not make a minimum for an account that is not in cutoff', () => {
    const feesOnly = { ...inCutoff, cutoffAmount: cents(0) }
    expect(checkPaymentCents(cents(1), feesOnly, noOverride)).toBeNull()
  })

  test('a cooperative that allows the override accepts less than the cutoff minimum [PA-17]', () => {
    expect(checkPaymentCents(cents(1), inCutoff, lenient)).toBeNull()
  })

  test('the first failing check is reported, in the order minimum, underpay, overpay', () => {
    expect(checkPaymentCents(cents(1), inCutoff, strict)?.code).toBe('below-cutoff-minimum')
    expect(checkPaymentCents(cents(1), inCutoff, { ...strict, canOverrideCutoff: true })?.code).toBe(
      'underpay-not-allowed',
    )
    const nothingPayable = { ...standard, overPayAmount: cents(50_00) }
    expect(checkPaymentCents(cents(60_00), nothingPayable, strict)?.code).toBe('underpay-not-allowed')
    expect(checkPaymentCents(cents(100_00), nothingPayable, strict)?.code).toBe('overpay-not-allowed')
  })
})

describe('a prepaid account', () => {
  test('one cent below the prepaid minimum is refused with the documented sentence [PA-18]', () => {
    expect(answer('24.99', prepaid, strict)).toBe('You must pay the minimum amount of $25.00')
    expect(answer('25.00', prepaid, strict)).toBeNull()
  })

  test('the card minimum for prepaid accounts applies where the cooperative has no prepaid minimum [PA-18]', () => {
    const settings = { ...strict, prepaidMinimumPaymentAmount: cents(0) }
    expect(answer('9.99', prepaid, settings)).toBe('You must pay the minimum amount of $10.00')
    expect(answer('10.00', prepaid, settings)).toBeNull()
    expect(answer('0.01', prepaid, { ...settings, ccPrepaidAmountMinimum: cents(0) })).toBeNull()
  })

  test('one cent below the reconnect amount is refused with the documented sentence [PA-19]', () => {
    const disconnected = { ...prepaid, prepaidReconnectAmount: cents(40_00) }
    expect(answer('39.99', disconnected, strict)).toBe('You must pay the minimum reconnect amount of $40.00')
    expect(answer('40.00', disconnected, strict)).toBeNull()
  })

  test('a reconnect amount takes the place of the prepaid minimum, also when it is smaller [PA-19]', () => {
    expect(answer('20.00', { ...prepaid, prepaidReconnectAmount: cents(20_00) }, strict)).toBeNull()
  })

  test('cutoff minimum, underpay and overpay do not apply to a prepaid account [PA-20]', () => {
    const prepaidWithCharges = { ...inCutoff, isPrepaid: true }
    expect(answer('25.00', prepaidWithCharges, strict)).toBeNull()
    expect(answer('9999999999.99', prepaidWithCharges, strict)).toBeNull()
  })

  test('the general checks do apply to a prepaid account [PA-20]', () => {
    expect(answer('', prepaid, strict)).toBe('You must enter valid amount.')
    expect(answer('0', prepaid, strict)).toBe('Payment amount should be greater than 0.')
    expect(answer('10000000000', prepaid, strict)).toMatch(/^You must enter a payment amount less than/)
  })

  test('the prepaid minimum does not apply to a standard account [PA-20]', () => {
    expect(answer('0.01', { ...standard, prepaidReconnectAmount: cents(40_00) }, lenient)).toBeNull()
  })
})
