import { cents } from '@coopline/rules/kernel/money'
import { expect, it } from 'vitest'
import {
  allocate,
  bankClearingAccount,
  clearingAccount,
  creditsOf,
  feeAccount,
  paymentLines,
  returnFeeAccount,
  returnFeeLines,
  reversalLines,
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

it('reverses every line that was booked, the fee included', () => {
  const lines = paymentLines('quick-pay', items, cents(295))
  const reversed = reversalLines(lines)
  expect(reversed.map(({ ledgerAccount }) => ledgerAccount)).toEqual(lines.map(({ ledgerAccount }) => ledgerAccount))
  expect(reversed.map(({ amount }) => amount)).toEqual([-12_795, 10_000, 2_500, 295])
})

it('lets the account owe the fee of a returned payment, without money', () => {
  expect(returnFeeLines('100100101', cents(3_000))).toEqual([
    { ledgerAccount: 'member-account/100100101', amount: 3_000 },
    { ledgerAccount: returnFeeAccount, amount: -3_000 },
  ])
})

it('credits the accounts of members alone, above zero for a payment and below for its reversal', () => {
  const lines = paymentLines('member', items, cents(295))
  expect(creditsOf(lines)).toEqual(items)
  expect(creditsOf(reversalLines(lines))).toEqual([
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
