import { cents } from '@coopline/rules/kernel/money'
import { array, assert, constantFrom, integer, property, tuple } from 'fast-check'
import { expect, it } from 'vitest'
import {
  allocate,
  bankClearingAccount,
  clearingAccount,
  creditsOf,
  feeAccount,
  type LedgerLine,
  movedLines,
  paymentLines,
  returnFeeAccount,
  returnFeeLines,
} from './ledger-lines.ts'

const items = [
  { accountNumber: '100100101', amount: cents(10_000) },
  { accountNumber: '100100102', amount: cents(2_500) },
]
const sumOf = (lines: readonly { readonly amount: number }[]) => lines.reduce((sum, { amount }) => sum + amount, 0)

it('books the money with the provider, each account and the fee, and the lines sum to zero', () => {
  const lines = paymentLines('member', items, cents(295))
  expect(lines).toEqual([
    { ledgerAccount: clearingAccount, amount: 12_795 },
    { ledgerAccount: 'member-account/100100101', amount: -10_000 },
    { ledgerAccount: 'member-account/100100102', amount: -2_500 },
    { ledgerAccount: feeAccount, amount: -295 },
  ])
  expect(sumOf(lines)).toBe(0)
})

it('books what the own bank collects by file on its own account, and no line for a fee of zero', () => {
  expect(paymentLines('bank', items.slice(0, 1), cents(0))).toEqual([
    { ledgerAccount: bankClearingAccount, amount: 10_000 },
    { ledgerAccount: 'member-account/100100101', amount: -10_000 },
  ])
})

it('names the accounts as rows that were written before name them', () => {
  expect([clearingAccount, bankClearingAccount, feeAccount, returnFeeAccount]).toEqual([
    'provider-clearing',
    'bank-clearing',
    'convenience-fee',
    'return-fee',
  ])
})

const sumsOf = (...bookings: readonly (readonly LedgerLine[])[]) =>
  payment.map(({ ledgerAccount }) =>
    cents(sumOf(bookings.flat().filter((line) => line.ledgerAccount === ledgerAccount))),
  )
const payment = paymentLines('quick-pay', items, cents(295))
const moved = (kind: Parameters<typeof movedLines>[0], amount: number, ...before: readonly (readonly LedgerLine[])[]) =>
  movedLines(kind, { lines: payment, left: sumsOf(payment, ...before), amount: cents(amount) })

it('reverses every line that was booked, the fee included, when the whole payment goes back', () => {
  const reversed = moved('refund', 12_795)
  expect(reversed.map(({ ledgerAccount }) => ledgerAccount)).toEqual(payment.map(({ ledgerAccount }) => ledgerAccount))
  expect(reversed.map(({ amount }) => amount)).toEqual([-12_795, 10_000, 2_500, 295])
  expect(moved('return', 12_795, reversed)).toEqual(reversed)
  expect(moved('reinstatement', 12_795, reversed)).toEqual(payment)
})

it('divides a part over the accounts and the fee, and the last part takes the rest of each [REQ-D-420]', () => {
  const part = moved('refund', 2_000)
  expect(part.map(({ amount }) => amount)).toEqual([-2_000, 1_563, 391, 46])
  const rest = moved('return', 10_795, part)
  expect(rest.map(({ amount }) => amount)).toEqual([-10_795, 8_437, 2_109, 249])
  expect(sumsOf(payment, part, rest)).toEqual([0, 0, 0, 0])
  const again = moved('reinstatement', 10_795, part, rest)
  expect(again.map(({ amount }) => amount)).toEqual([10_795, -8_437, -2_109, -249])
})

it('books a line of an account, of zero cents, for a part that is all of the fee', () => {
  const lines = paymentLines('quick-pay', [{ accountNumber: '1', amount: cents(1) }], cents(1_000))
  const left = [cents(1), cents(0), cents(-1)]
  expect(movedLines('refund', { lines, left, amount: cents(1) })).toEqual([
    { ledgerAccount: clearingAccount, amount: -1 },
    { ledgerAccount: 'member-account/1', amount: 0 },
    { ledgerAccount: feeAccount, amount: 1 },
  ])
  expect(movedLines('refund', { lines: [], left: [], amount: cents(1) })).toEqual([])
})

it('keeps every line between the payment and nothing in any history of parts, and also below zero [REQ-D-420]', () => {
  const kinds = constantFrom('refund' as const, 'return' as const, 'reinstatement' as const)
  assert(
    property(array(tuple(kinds, integer({ min: 1, max: 12_795 }))), (history) => {
      const booked: (readonly LedgerLine[])[] = [payment]
      for (const [kind, size] of history) {
        const [net = 0] = sumsOf(...booked)
        // Parts of one booking end at a multiple of the payment, where every line is a multiple, too.
        const room = kind === 'reinstatement' ? 12_795 - mod(net) : mod(net) || 12_795
        if (kind === 'reinstatement' && net >= 12_795) continue
        const lines = movedLines(kind, { lines: payment, left: sumsOf(...booked), amount: cents(Math.min(size, room)) })
        expect(sumOf(lines)).toBe(0)
        booked.push(lines)
        const [after = 0, ...sums] = sumsOf(...booked)
        const times = -Math.floor(after / 12_795)
        // Between two multiples of the payment each line is, too; at a multiple, all of them are at its end.
        for (const [at, sum] of sums.entries()) {
          const whole = Math.abs(payment[at + 1]?.amount ?? 0)
          const left = times * whole - sum
          expect(left >= 0 && left <= (after % 12_795 === 0 ? 0 : whole)).toBe(true)
        }
      }
    }),
  )
})

const mod = (net: number): number => ((net % 12_795) + 12_795) % 12_795

it('lets the account owe the fee of a returned payment, without money', () => {
  expect(returnFeeLines('100100101', cents(3_000))).toEqual([
    { ledgerAccount: 'member-account/100100101', amount: 3_000 },
    { ledgerAccount: returnFeeAccount, amount: -3_000 },
  ])
})

it('credits the accounts of members alone, above zero for a payment and below for its reversal', () => {
  expect(creditsOf(payment)).toEqual(items)
  expect(creditsOf(moved('refund', 12_795))).toEqual([
    { accountNumber: '100100101', amount: -10_000 },
    { accountNumber: '100100102', amount: -2_500 },
  ])
  expect(creditsOf([{ ledgerAccount: 'not-a-member-account/1', amount: cents(1) }])).toEqual([])
})

const requested = [
  { accountNumber: '1', amount: cents(3_000), reconnectMeter: true },
  { accountNumber: '2', amount: cents(5_000), reconnectMeter: true },
  { accountNumber: '3', amount: cents(1_000), reconnectMeter: false },
]

it.each([
  ['all of it', 9_000, ['2 5000 true', '1 3000 true', '3 1000 false']],
  ['too little for the last account', 8_500, ['2 5000 true', '1 3000 true', '3 500 false']],
  ['just enough for two', 8_000, ['2 5000 true', '1 3000 true']],
  ['one cent less than reconnects the second meter', 7_999, ['2 5000 true', '1 2999 false']],
  ['too little for the account it was requested for', 4_999, ['2 4999 false']],
  ['nothing', 0, []],
  ['a surplus', 9_001, ['2 5001 true', '1 3000 true', '3 1000 false']],
])(
  'allocates %s: the requested account first, then the others, a surplus to the first',
  (_said, received, allocated) => {
    const found = allocate(requested, cents(received), '2')
    expect(
      found.map(({ accountNumber, amount, reconnectMeter }) => `${accountNumber} ${amount} ${reconnectMeter}`),
    ).toEqual(allocated)
    expect(sumOf(found)).toBe(received)
  },
)

it('credits a surplus once, also when the requested account is not among the items or is there twice', () => {
  const amountsOf = (mainAccount: string, asked: typeof requested) =>
    allocate(asked, cents(10_000), mainAccount).map(({ accountNumber, amount }) => `${accountNumber} ${amount}`)
  expect(amountsOf('4', requested)).toEqual(['1 4000', '2 5000', '3 1000'])
  expect(amountsOf('1', [...requested.slice(0, 1), ...requested.slice(0, 1)])).toEqual(['1 7000', '1 3000'])
})
