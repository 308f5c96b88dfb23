import { cents } from '@coopline/rules/kernel/money'
import { describe, expect, it } from 'vitest'
import { aPayment, anEvent, type EventChanges, posted } from '../../testing/payment-in-test.ts'
import {
  givesBackOtherCharge,
  isDeclinedLate,
  isReversal,
  keepsCharge,
  otherCharges,
  provesOtherCharge,
} from './money-back.ts'

const at = (minute: number) => `2026-11-20T14:${String(minute).padStart(2, '0')}:00Z`
const success = (minute: number, changes: EventChanges = {}) => posted({ occurredAt: at(minute), ...changes })
const decline = (minute: number, changes: EventChanges = {}) =>
  posted({ type: 'payment.declined', occurredAt: at(minute), ...changes })
const refund = (minute: number, changes: EventChanges = {}) =>
  posted({ type: 'payment.refunded', occurredAt: at(minute), ...changes })
const second = { confirmationNumber: 'SB2', lastFour: '2222' }

it('counts refunds and returns as money given back, and nothing else', () => {
  expect((['refunded', 'returned'] as const).map(isReversal)).toEqual([true, true])
  expect((['succeeded', 'declined', 'canceled', 'mismatched', 'rejected'] as const).some(isReversal)).toBe(false)
})

describe('a decline after a success', () => {
  it('takes the money back by the time of the provider, whatever arrived first', () => {
    expect(isDeclinedLate([success(1), decline(2)])).toBe(true)
    expect(isDeclinedLate([decline(2), success(1)])).toBe(true)
    expect(isDeclinedLate([success(2), decline(1)])).toBe(false)
    expect(isDeclinedLate([decline(1), success(2)])).toBe(false)
  })

  it('takes nothing back in the same second, without a success or without a decline', () => {
    expect(isDeclinedLate([success(1), decline(1)])).toBe(false)
    expect(isDeclinedLate([decline(1), decline(2)])).toBe(false)
    expect(isDeclinedLate([success(1), success(2)])).toBe(false)
    expect(isDeclinedLate([success(1), refund(2)])).toBe(false)
    expect(isDeclinedLate([])).toBe(false)
  })

  it('counts the last success and the last decline', () => {
    expect(isDeclinedLate([success(1), decline(2), success(3)])).toBe(false)
    expect(isDeclinedLate([success(3), decline(2), success(1)])).toBe(false)
    expect(isDeclinedLate([decline(1), success(2), decline(3)])).toBe(true)
    expect(isDeclinedLate([decline(3), success(2), decline(1)])).toBe(true)
  })

  it('compares moments and not their texts', () => {
    expect(isDeclinedLate([success(0), decline(0, { occurredAt: '2026-11-20T08:01:00-06:00' })])).toBe(true)
    expect(isDeclinedLate([success(0), decline(0, { occurredAt: '2026-11-20T15:59:00+02:00' })])).toBe(false)
  })

  it('is one more try of a payer who had paid when it names another card', () => {
    expect(isDeclinedLate([success(1), decline(2, { lastFour: '2222' })])).toBe(false)
    expect(isDeclinedLate([success(1), decline(2), decline(3, { lastFour: '2222' })])).toBe(true)
  })

  it('compares with the first of two successes of the same second', () => {
    const both = [success(1), success(1, { lastFour: '2222' })]
    expect(isDeclinedLate([...both, decline(2, { lastFour: '1111' })])).toBe(true)
    expect(isDeclinedLate([...both, decline(2, { lastFour: '2222' })])).toBe(false)
  })
})

describe('other charges of a payment', () => {
  const numbersOf = (events: Parameters<typeof otherCharges>[1], payment = aPayment()) =>
    otherCharges(payment, events).map(({ confirmationNumber }) => confirmationNumber)

  it('are none without a success, with one success, or with one reported twice', () => {
    expect(numbersOf([])).toEqual([])
    expect(numbersOf([refund(1), decline(2)])).toEqual([])
    expect(numbersOf([success(1)])).toEqual([])
    expect(numbersOf([success(1), success(2)])).toEqual([])
  })

  it('are the successes beyond the booked one, each once', () => {
    expect(numbersOf([success(1), success(2, second), success(3, second)])).toEqual(['SB2'])
    expect(numbersOf([success(1), success(2, second), success(3, { confirmationNumber: 'SB3' })])).toEqual([
      'SB2',
      'SB3',
    ])
  })

  it('leave out the booked success even when it arrived later', () => {
    const first = success(1, { outcome: 'quarantined' })
    expect(numbersOf([first, success(2, { ...second, outcome: 'applied' })])).toEqual(['SB1'])
  })

  it('leave out the success that staff accepted, whatever the outcome of others', () => {
    const accepted = anEvent(second)
    expect(numbersOf([success(1, { outcome: 'applied' }), success(2, second)], aPayment({ accepted }))).toEqual(['SB1'])
  })

  it('have the money of the booked one', () => {
    expect(numbersOf([success(1), success(2, { ...second, amount: cents(9_999) })])).toEqual([])
    expect(numbersOf([success(1), success(2, { ...second, totalAmount: cents(10_296) })])).toEqual([])
  })

  it('are proved by a refund or return of another confirmation number and another card', () => {
    expect(numbersOf([success(1), refund(2, second)])).toEqual(['SB2'])
    expect(numbersOf([success(1), refund(2, { ...second, type: 'payment.returned' })])).toEqual(['SB2'])
    expect(numbersOf([success(1), refund(2)])).toEqual([])
    expect(numbersOf([success(1), refund(2, { confirmationNumber: 'R1' })])).toEqual([])
    expect(numbersOf([success(1), decline(2, second)])).toEqual([])
    expect(numbersOf([success(1), refund(2, { ...second, amount: cents(9_999) })])).toEqual([])
    expect(numbersOf([success(1), refund(2, { ...second, totalAmount: cents(10_296) })])).toEqual([])
    expect(numbersOf([success(1), success(2, second), refund(3, second)])).toEqual(['SB2'])
  })
})

describe('a reversal', () => {
  const payment = aPayment()
  const charges = [success(1, { outcome: 'applied' }), success(2, { ...second, outcome: 'double-charge' })]
  const givesBack = (event: ReturnType<typeof refund>, ...before: typeof charges) =>
    givesBackOtherCharge(payment, event, before)

  it('gives back the only charge of a payment charged once', () => {
    expect(givesBack(refund(3), success(1, { outcome: 'applied' }))).toBe(false)
  })

  it('gives back the second charge first, whichever it names, and the booked one after that', () => {
    for (const named of [{}, second]) {
      const first = refund(3, { ...named, outcome: 'double-charge' })
      expect(givesBack(first, ...charges)).toBe(true)
      expect(givesBack(refund(4, named), ...charges, first)).toBe(false)
    }
  })

  it('that is reported again gives back the second charge again', () => {
    const first = refund(3, { outcome: 'double-charge' })
    expect(givesBack(refund(3, { eventId: 'evt_again' }), ...charges, first)).toBe(true)
    expect(givesBack(refund(3, { occurredAt: '2026-11-20T08:03:00-06:00' }), ...charges, first)).toBe(true)
  })

  it('is another one of the same second when its type or confirmation number differs', () => {
    const first = refund(3, { outcome: 'double-charge' })
    expect(givesBack(refund(3, { confirmationNumber: 'SB2' }), ...charges, first)).toBe(false)
    expect(givesBack(refund(3, { type: 'payment.returned' }), ...charges, first)).toBe(false)
  })

  it('that was booked counts for the booked charge', () => {
    expect(givesBack(refund(4), ...charges, refund(3, { outcome: 'applied' }))).toBe(true)
  })

  it('of another card and confirmation number proves a charge that no success has reported', () => {
    const before = [success(1, { outcome: 'applied' })]
    expect(provesOtherCharge(payment, refund(3, second), before)).toBe(true)
    expect(provesOtherCharge(payment, refund(3), before)).toBe(false)
    expect(provesOtherCharge(payment, refund(3, second), charges)).toBe(false)
    expect(givesBack(refund(3, second), ...before)).toBe(true)
  })
})

describe('a payment whose credit was reversed', () => {
  const charges = [success(1, { outcome: 'applied' }), success(2, { ...second, outcome: 'double-charge' })]

  it('keeps a charge until every other charge was given back', () => {
    for (const state of ['refunded', 'returned'] as const) {
      expect(keepsCharge(aPayment({ state }), charges)).toBe(true)
      expect(keepsCharge(aPayment({ state }), [...charges, refund(3, { outcome: 'applied' })])).toBe(true)
      expect(keepsCharge(aPayment({ state }), [...charges, refund(3, { outcome: 'double-charge' })])).toBe(false)
      expect(keepsCharge(aPayment({ state }), charges.slice(0, 1))).toBe(false)
    }
  })

  it('leaves no charge that must be refunded while the credit stands', () => {
    for (const state of ['confirmed', 'under-review', 'declined'] as const)
      expect(keepsCharge(aPayment({ state }), charges)).toBe(false)
  })
})
