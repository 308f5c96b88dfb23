import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents } from '../../kernel/money.ts'
import { checkPaymentCents } from './check-payment-amount.ts'
import type { AmountSettings, PayableAccount } from './amount-limits.ts'

/**
 * PA-03 to PA-20 once more, as plain arithmetic on their sentences and in their order (REQ-D-041). It
 * shares no line with the rules that it checks.
 */
function oracle(pay: number, a: PayableAccount, s: AmountSettings): string | null {
  const cutoff = a.isPrepaid ? 0 : a.cutoffAmount
  const threeParts = a.cutoffAmount + a.reconnectFee + a.additionalDeposit
  const fourParts = threeParts + a.disconnectFee
  const prepaidLeast = s.prepaidMinimumPaymentAmount === 0 ? s.ccPrepaidAmountMinimum : s.prepaidMinimumPaymentAmount
  const ceiling = cutoff === 0 ? a.overPayAmount : s.canOverrideCutoff ? threeParts : fourParts
  const floor = cutoff === 0 ? a.balance : threeParts
  const sentences: readonly (readonly [string, boolean])[] = [
    ['amount-not-positive', pay <= 0],
    ['amount-too-large', pay > 9_999_999_999_99],
    ['below-prepaid-reconnect', a.isPrepaid && a.prepaidReconnectAmount > 0 && pay < a.prepaidReconnectAmount],
    ['below-prepaid-minimum', a.isPrepaid && a.prepaidReconnectAmount === 0 && pay < prepaidLeast],
    ['below-cutoff-minimum', cutoff > 0 && !s.canOverrideCutoff && pay < fourParts],
    ['underpay-not-allowed', !a.isPrepaid && !s.allowUnderPay && pay < floor],
    ['overpay-not-allowed', !a.isPrepaid && !s.allowOverPay && pay > ceiling],
  ]
  return sentences.find(([, broken]) => broken)?.[0] ?? null
}

// Mostly zero or small, so that sums equal the amount to the cent; sometimes as large as a bill can be.
const charge = fc
  .oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 12 }) },
    { weight: 2, arbitrary: fc.integer({ min: 13, max: 2_000_000_000_00 }) },
  )
  .map(cents)

const account: fc.Arbitrary<PayableAccount> = fc.record({
  isPrepaid: fc.boolean(),
  balance: fc.oneof(charge, fc.integer({ min: -500_00, max: 0 }).map(cents)),
  pastDue: charge,
  cutoffAmount: charge,
  reconnectFee: charge,
  additionalDeposit: charge,
  disconnectFee: charge,
  overPayAmount: charge,
  prepaidReconnectAmount: charge,
})

const settings: fc.Arbitrary<AmountSettings> = fc.record({
  allowOverPay: fc.boolean(),
  allowUnderPay: fc.boolean(),
  canOverrideCutoff: fc.boolean(),
  prepaidMinimumPaymentAmount: charge,
  ccPrepaidAmountMinimum: charge,
  defaultPaymentAmt: fc.constantFrom('', 'ACCOUNT BALANCE'),
})

/** Amounts beside every edge of this very account, and some anywhere. */
const near = (a: PayableAccount, s: AmountSettings): fc.Arbitrary<number> => {
  const threeParts = a.cutoffAmount + a.reconnectFee + a.additionalDeposit
  const edges = [
    0,
    9_999_999_999_99,
    a.balance,
    a.overPayAmount,
    threeParts,
    threeParts + a.disconnectFee,
    a.prepaidReconnectAmount,
    s.prepaidMinimumPaymentAmount,
    s.ccPrepaidAmountMinimum,
  ]
  return fc.oneof(
    {
      weight: 9,
      arbitrary: fc.tuple(fc.constantFrom(...edges), fc.integer({ min: -1, max: 1 })).map(([e, d]) => e + d),
    },
    { weight: 1, arbitrary: fc.integer({ min: -5, max: 2_000_000_000_000 }) },
  )
}

test('the rule agrees with an independent reading of the requirements over 20,000 accounts, settings and amounts [SEC-41]', () => {
  const counts = new Map<string, number>()
  const situation = fc
    .tuple(account, settings)
    .chain(([a, s]) => fc.tuple(fc.constant(a), fc.constant(s), near(a, s).map(cents)))
  fc.assert(
    fc.property(situation, ([a, s, amount]) => {
      const answer = checkPaymentCents(amount, a, s)?.code ?? null
      counts.set(String(answer), (counts.get(String(answer)) ?? 0) + 1)
      return answer === oracle(amount, a, s)
    }),
    { numRuns: 20_000 },
  )
  // Each answer must have been met often, or the comparison proves little.
  for (const answer of [
    'null',
    'amount-not-positive',
    'amount-too-large',
    'below-prepaid-reconnect',
    'below-prepaid-minimum',
    'below-cutoff-minimum',
    'underpay-not-allowed',
    'overpay-not-allowed',
  ]) {
    expect([answer, (counts.get(answer) ?? 0) > 100]).toEqual([answer, true])
  }
}, 60_000)

test('exactly one amount is payable in cutoff when overpaying and underpaying are not allowed, with any fees [SEC-41]', () => {
  const strict: AmountSettings = {
    allowOverPay: false,
    allowUnderPay: false,
    canOverrideCutoff: false,
    prepaidMinimumPaymentAmount: cents(0),
    ccPrepaidAmountMinimum: cents(0),
    defaultPaymentAmt: '',
  }
  expect(() =>
    fc.assert(
      fc.property(account, (drawn) => {
        const a: PayableAccount = { ...drawn, isPrepaid: false, cutoffAmount: cents((drawn.cutoffAmount % 100) + 1) }
        const only = a.cutoffAmount + a.reconnectFee + a.additionalDeposit + a.disconnectFee
        fc.pre(only <= 9_999_999_999_99)
        const codes = [only - 1, only, only + 1].map((n) => checkPaymentCents(cents(n), a, strict)?.code ?? null)
        return codes[0] !== null && codes[1] === null && codes[2] !== null
      }),
      { numRuns: 2_000 },
    ),
  ).not.toThrow()
}, 60_000)
