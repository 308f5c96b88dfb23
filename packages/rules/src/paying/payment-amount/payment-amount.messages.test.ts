import { describe, expect, test } from 'vitest'
import { cents } from '../../kernel/money.ts'
import type { PaymentAmountProblem } from './check-payment-amount.ts'
import { checkCutoffMinimum } from './amount-limits.ts'
import { paymentAmountMessage } from './payment-amount.messages.ts'

/** The sentence for an account in cutoff for $80.00 with these fees, when one cent is paid. */
function sentence(
  reconnectFee: number,
  additionalDeposit: number,
  disconnectFee: number,
  language: 'en' | 'es' = 'en',
) {
  const charges = {
    cutoffAmount: cents(80_00),
    reconnectFee: cents(reconnectFee),
    additionalDeposit: cents(additionalDeposit),
    disconnectFee: cents(disconnectFee),
  }
  const problem = checkCutoffMinimum(cents(1), charges, false)
  return problem && paymentAmountMessage(problem, language)
}

describe('the sentence for less than the cutoff minimum', () => {
  test('the sentence for less than the cutoff minimum names the minimum [PA-15]', () => {
    expect(sentence(0, 0, 0)).toBe('At this time, you are required to pay a minimum payment amount of $80.00.')
    expect(sentence(1_154_56, 0, 0)).toMatch(
      /^At this time, you are required to pay a minimum payment amount of \$1,234\.56 /,
    )
  })

  test.each([
    [0, 0, 0, '$80.00.'],
    [20_00, 0, 0, '$100.00 which includes a reconnect fee of $20.00.'],
    [0, 30_00, 0, '$110.00 which includes an additional deposit of $30.00.'],
    [0, 0, 5_00, '$85.00 which includes a disconnect fee of $5.00.'],
    [20_00, 30_00, 0, '$130.00 which includes a reconnect fee of $20.00 and an additional deposit of $30.00.'],
    [20_00, 0, 5_00, '$105.00 which includes a reconnect fee of $20.00 and a disconnect fee of $5.00.'],
    [0, 30_00, 5_00, '$115.00 which includes an additional deposit of $30.00 and a disconnect fee of $5.00.'],
    [
      20_00,
      30_00,
      5_00,
      '$135.00 which includes a reconnect fee of $20.00, an additional deposit of $30.00 and a disconnect fee of $5.00.',
    ],
  ])(
    'with fees of %d, %d and %d cents it names only those above 0 [PA-16]',
    (reconnect, deposit, disconnect, ending) => {
      expect(sentence(reconnect, deposit, disconnect)).toBe(
        `At this time, you are required to pay a minimum payment amount of ${ending}`,
      )
    },
  )

  test('the Spanish sentence names the same figures', () => {
    expect(sentence(20_00, 30_00, 5_00, 'es')).toBe(
      'En este momento, debe pagar un monto mínimo de $135.00, que incluye un cargo por reconexión de $20.00, un depósito adicional de $30.00 y un cargo por desconexión de $5.00.',
    )
    expect(sentence(0, 0, 0, 'es')).toBe('En este momento, debe pagar un monto mínimo de $80.00.')
  })
})

test('every problem has a sentence in both languages, with the same figures', () => {
  const problems: readonly PaymentAmountProblem[] = [
    { code: 'amount-not-valid', field: 'amount' },
    { code: 'amount-not-positive', field: 'amount' },
    { code: 'amount-too-large', field: 'amount', lessThan: cents(1_000_000_000_000) },
    { code: 'below-prepaid-reconnect', field: 'amount', minimum: cents(40_00) },
    { code: 'below-prepaid-minimum', field: 'amount', minimum: cents(25_00) },
    { code: 'below-cutoff-minimum', field: 'amount', minimum: cents(80_00), fees: [] },
    { code: 'underpay-not-allowed', field: 'amount', least: cents(100_00) },
    { code: 'overpay-not-allowed', field: 'amount', most: cents(100_00) },
  ]
  const figures = (text: string) => text.match(/\$[\d,]+\.\d\d/g)
  for (const problem of problems) {
    const [english, spanish] = [paymentAmountMessage(problem, 'en'), paymentAmountMessage(problem, 'es')]
    expect(spanish).not.toBe(english)
    expect(figures(spanish)).toEqual(figures(english))
  }
  expect(new Set(problems.map((problem) => paymentAmountMessage(problem, 'es'))).size).toBe(problems.length)
})
