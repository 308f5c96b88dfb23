import { cents } from '@coopline/rules/kernel/money'
import { expect, it } from 'vitest'
import { aPayment, anEvent } from '../../../../testing/payment-in-test.ts'
import { compareEvent, figuresOf, isOtherCharge, movesMoney, namesOtherCharge } from './compare-event.ts'
import { expectedFee } from '../payment.ts'

const figures = (payment: Parameters<typeof aPayment>[0], event: Parameters<typeof anEvent>[0]) =>
  compareEvent(aPayment(payment), anEvent(event)).map(({ figure, expected, said }) => [figure, expected, said])

it('finds no difference when the event agrees with the request, by card or from a bank account', () => {
  expect(figures({}, {})).toEqual([])
  expect(figures({}, { paymentType: 'echeck', convenienceFee: cents(150), totalAmount: cents(10_150) })).toEqual([])
})

it('expects the fee of the method paid with', () => {
  expect(expectedFee(aPayment(), 'cc')).toBe(295)
  expect(expectedFee(aPayment(), 'echeck')).toBe(150)
})

it('names each figure that differs by one cent or one sign', () => {
  expect(figures({}, { amount: cents(10_001) })).toEqual([['amount', 10_000, 10_001]])
  expect(figures({}, { currency: 'CAD' })).toEqual([['currency', 'USD', 'CAD']])
  expect(figures({}, { accountNumber: '100100102' })).toEqual([['account', '100100101', '100100102']])
  expect(figures({}, { convenienceFee: cents(294) })).toEqual([['convenience-fee', 295, 294]])
  expect(figures({}, { totalAmount: cents(10_296) })).toEqual([['total', 10_295, 10_296]])
})

it('expects the alias of the account where the payer must not learn its number', () => {
  const { handOff } = aPayment()
  const withAlias = { handOff: { ...handOff, accountAlias: 'A1' } }
  expect(figures(withAlias, { accountNumber: 'A1' })).toEqual([])
  expect(figures(withAlias, {})).toEqual([['account', 'A1', '100100101']])
})

it('names a method that was not offered, unless staff accepted it, and expects the fee that was shown [REQ-D-407]', () => {
  const { handOff } = aPayment()
  const bankOnly = { handOff: { ...handOff, enableCard: false } }
  const cardOnly = { handOff: { ...handOff, enableEcheck: false } }
  const byBank = { paymentType: 'echeck', convenienceFee: cents(150), totalAmount: cents(10_150) } as const
  const offered = 'a method that was offered'
  const asTold = { convenienceFee: cents(150), totalAmount: cents(10_150) }
  expect(figures(bankOnly, asTold)).toEqual([['method', offered, 'cc']])
  expect(figures(bankOnly, {})).toEqual([
    ['convenience-fee', 150, 295],
    ['total', 10_150, 10_295],
    ['method', offered, 'cc'],
  ])
  expect(figures(bankOnly, byBank)).toEqual([])
  expect(figures(cardOnly, { paymentType: 'echeck' })).toEqual([['method', offered, 'echeck']])
  expect(figures(cardOnly, {})).toEqual([])
  expect(figures({ ...bankOnly, accepted: anEvent() }, {})).toEqual([])
  expect(figures({ ...cardOnly, accepted: anEvent() }, byBank)).toContainEqual(['method', offered, 'echeck'])
})

it('compares with the figures that staff accepted, once they did', () => {
  const accepted = anEvent({ convenienceFee: cents(296), totalAmount: cents(10_296) })
  expect(figures({ accepted }, accepted)).toEqual([])
  expect(figures({ accepted }, {})).toEqual([
    ['convenience-fee', 296, 295],
    ['total', 10_296, 10_295],
  ])
})

it('compares fee, total and method only where money moved', () => {
  const odd = { convenienceFee: cents(1), totalAmount: cents(1), paymentType: 'echeck' } as const
  for (const type of ['payment.succeeded', 'payment.refunded', 'payment.returned'] as const) {
    expect(movesMoney(anEvent({ type }))).toBe(true)
    expect(figures({}, { ...odd, type })).toHaveLength(2)
  }
  for (const type of ['payment.declined', 'payment.canceled'] as const) {
    expect(movesMoney(anEvent({ type }))).toBe(false)
    expect(figures({}, { ...odd, type })).toEqual([])
    expect(figures({}, { ...odd, type, amount: cents(9_999) })).toEqual([['amount', 10_000, 9_999]])
  }
})

it('reads two copies of an event as the same only with the same figures', () => {
  const own = figuresOf(anEvent())
  expect(figuresOf(anEvent({ eventId: 'evt_2', message: 'Again', lastFour: '9999' }))).toBe(own)
  for (const other of [
    { type: 'payment.refunded' },
    { transNo: 'T2' },
    { accountNumber: '100100102' },
    { currency: 'CAD' },
    { amount: cents(1) },
    { convenienceFee: cents(1) },
    { totalAmount: cents(1) },
  ] as const)
    expect(figuresOf(anEvent(other)), JSON.stringify(other)).not.toBe(own)
})

it('leaves the fee of an event that moves no money out of the comparison of copies', () => {
  const declined = { type: 'payment.declined' } as const
  const own = figuresOf(anEvent(declined))
  expect(figuresOf(anEvent({ ...declined, convenienceFee: cents(1), totalAmount: cents(1) }))).toBe(own)
  expect(figuresOf(anEvent({ ...declined, amount: cents(1) }))).not.toBe(own)
})

it('takes two successes for two charges when amount, total, confirmation number or card differ', () => {
  const one = anEvent()
  expect(isOtherCharge(one, anEvent({ eventId: 'evt_2' }))).toBe(false)
  for (const other of [
    { amount: cents(9_999) },
    { totalAmount: cents(10_296) },
    { confirmationNumber: 'SB2' },
    { lastFour: '2222' },
  ])
    expect(isOtherCharge(one, anEvent(other)), JSON.stringify(other)).toBe(true)
  for (const unsaid of [{ confirmationNumber: null }, { lastFour: null }]) {
    expect(isOtherCharge(one, anEvent(unsaid))).toBe(false)
    expect(isOtherCharge(anEvent(unsaid), one)).toBe(false)
  }
})

it('takes a refund for one of another charge only when both confirmation number and card differ', () => {
  const charge = anEvent()
  const names = (reversal: Parameters<typeof anEvent>[0]) => namesOtherCharge(charge, anEvent(reversal))
  expect(names({})).toBe(false)
  expect(names({ confirmationNumber: 'SB2' })).toBe(false)
  expect(names({ lastFour: '2222' })).toBe(false)
  expect(names({ confirmationNumber: 'SB2', lastFour: '2222' })).toBe(true)
  expect(names({ confirmationNumber: 'SB2', lastFour: null })).toBe(false)
  expect(names({ confirmationNumber: null, lastFour: '2222' })).toBe(false)
})
