import { cents } from '@coopline/rules/kernel/money'
import { array, assert, boolean, constantFrom, double, integer, property, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anEvent, type EventChanges } from '../../../../testing/payment-in-test.ts'
import { type LedgerLine, movedLines, paymentLines } from '../ledger/ledger-lines.ts'
import { bookableSum, isLateDecline, netSumOf, notBooked, settle } from './net-sum.ts'

const total = 10_295
const at = (minute: number) => `2026-11-20T14:${String(minute).padStart(2, '0')}:00Z`
let count = 0
const told =
  (type: Parameters<typeof anEvent>[0] extends { type?: infer Type } | undefined ? NonNullable<Type> : never) =>
  (minute: number, changes: EventChanges = {}) => {
    count += 1
    return anEvent({ type, occurredAt: at(minute), eventId: `evt_${count}`, ...changes })
  }
const success = told('payment.succeeded')
const decline = told('payment.declined')
const refund = told('payment.refunded')
const bounce = told('payment.returned')
const reinstated = told('payment.reinstated')
const second = { confirmationNumber: 'SB2', lastFour: '2222' }

type Event = ReturnType<typeof success>

const orders = (items: readonly Event[]): readonly (readonly Event[])[] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item) => orders(items.filter((one) => one !== item)).map((rest) => [item, ...rest]))

/** Returns the sum that the provider holds, in payments. Expects the same sum in every order of arrival and with every event twice. */
function heldOf(...events: readonly Event[]): number {
  const sums = orders(events).flatMap((order) => [netSumOf(order), netSumOf([...order, ...order])])
  expect(new Set(sums.map((sum) => JSON.stringify([sum.held, sum.charges, sum.isReturned]))).size).toBe(1)
  return (sums[0]?.held ?? 0) / total
}

describe('what the provider holds', () => {
  it('is charged minus refunded minus returned plus reinstated, in any order and however often [REL-32]', () => {
    expect(heldOf()).toBe(0)
    expect(heldOf(success(1))).toBe(1)
    expect(heldOf(success(1), refund(5))).toBe(0)
    expect(heldOf(success(1), bounce(5))).toBe(0)
    expect(heldOf(success(1), bounce(5), reinstated(9))).toBe(1)
    expect(heldOf(success(1), bounce(5), reinstated(9), bounce(12))).toBe(0)
    expect(heldOf(success(1), refund(5), bounce(6))).toBe(-1)
  })

  it('counts two refunds or two returns of different times or confirmation numbers as two', () => {
    expect(heldOf(success(1), refund(5), refund(6))).toBe(-1)
    expect(heldOf(success(1), bounce(5), bounce(6))).toBe(-1)
    expect(heldOf(success(1), refund(5), refund(5, { confirmationNumber: 'SB2' }))).toBe(-1)
  })

  it('counts what has another id and the same time and confirmation number once', () => {
    expect(heldOf(success(1), success(2))).toBe(1)
    expect(heldOf(success(1), refund(5), refund(5))).toBe(0)
    expect(heldOf(success(1), bounce(5), bounce(5, { occurredAt: '2026-11-20T08:05:00-06:00' }))).toBe(0)
    expect(heldOf(success(1), bounce(5), reinstated(9), reinstated(9))).toBe(1)
  })

  it('takes a success of the same charge after its return for money that came back', () => {
    expect(heldOf(success(1), bounce(5), success(9))).toBe(1)
    expect(heldOf(success(1), bounce(5), success(9), success(10))).toBe(1)
    expect(heldOf(success(1), bounce(5), success(9), reinstated(9))).toBe(1)
    expect(heldOf(success(1), bounce(5), success(3))).toBe(0)
    expect(heldOf(success(1), bounce(5), success(9), bounce(12))).toBe(0)
  })

  it('counts a success and a reinstatement after one return as one', () => {
    expect(heldOf(success(1), bounce(3), reinstated(5), success(6))).toBe(1)
    expect(heldOf(success(1), bounce(3), success(5), reinstated(6))).toBe(1)
    expect(heldOf(success(1), bounce(3), reinstated(5), success(6), bounce(8))).toBe(0)
    expect(netSumOf([success(1), bounce(3), success(5), reinstated(6), bounce(8)]).isReturned).toBe(true)
  })

  it('adds a second charge, and what gives one of them back', () => {
    expect(heldOf(success(1), success(2, second))).toBe(2)
    expect(heldOf(success(1), success(2, second), refund(5))).toBe(1)
    expect(heldOf(success(1), success(2, second), refund(5), refund(6, second))).toBe(0)
    expect(netSumOf([success(1), success(2, second)]).charges).toBe(2)
    const byBank = {
      paymentType: 'echeck',
      lastFour: '6789',
      confirmationNumber: 'SB3',
      totalAmount: cents(10_150),
    } as const
    expect(netSumOf([success(1), success(2, byBank), refund(5, byBank)]).held).toBe(total)
  })

  it('proves a charge by what went back, and a return by what came back', () => {
    expect(heldOf(refund(5))).toBe(0)
    expect(heldOf(reinstated(9))).toBe(1)
    expect(heldOf(success(1), reinstated(9))).toBe(1)
    expect(heldOf(success(1), reinstated(9), bounce(12))).toBe(0)
    expect(heldOf(success(1), refund(5, second))).toBe(1)
    expect(netSumOf([success(1), refund(5, second)]).charges).toBe(2)
    expect(heldOf(success(1), refund(5, { confirmationNumber: 'R1' }))).toBe(0)
  })
})

describe('what the provider states that it holds', () => {
  it('keeps a payment of which a part went back, also when the part is known first [REQ-D-347]', () => {
    expect(heldOf(success(1), refund(5, holding(5_000)))).toBe(1)
    expect(heldOf(refund(5, holding(5_000)))).toBe(1)
    expect(heldOf(success(1), bounce(5, holding(1)))).toBe(1)
    expect(heldOf(success(1), decline(5, holding(5_000)))).toBe(1)
    expect(heldOf(success(1), refund(5, holding(0)))).toBe(0)
  })

  it('counts several parts as what they add up to [REQ-D-347]', () => {
    expect(heldOf(success(1), refund(5, holding(5_000)), refund(6, holding(0)))).toBe(0)
    expect(heldOf(success(1), refund(5, holding(5_000)), refund(6, holding(1_000)))).toBe(1)
    expect(heldOf(success(1), refund(5, holding(0)), refund(6, holding(-total)))).toBe(-1)
  })

  it('stands for what was not reported yet, and never takes more back than the events [REQ-D-347]', () => {
    expect(heldOf(success(1), bounce(5, holding(0)), bounce(12, holding(0)))).toBe(0)
    expect(heldOf(success(1), refund(5, holding(total)))).toBe(1)
    expect(heldOf(success(1, holding(0)))).toBe(1)
    expect(heldOf(decline(5, holding(total)))).toBe(0)
  })

  it('counts of the newest events only, and not when one of them does not state it', () => {
    expect(heldOf(success(1), refund(5, holding(5_000)), refund(6))).toBe(-1)
    expect(heldOf(success(1), refund(5, holding(5_000)), refund(5, { confirmationNumber: 'SB2' }))).toBe(-1)
    expect(heldOf(success(5, holding(total)), refund(5, holding(0)))).toBe(0)
  })
})

describe('a decline after the success', () => {
  it('takes the money back by the provider’s clock, as far as there is any', () => {
    expect(heldOf(success(1), decline(5))).toBe(0)
    expect(heldOf(success(1), decline(5), decline(6))).toBe(0)
    expect(heldOf(success(1), decline(5), refund(6))).toBe(0)
    expect(heldOf(success(1), decline(1))).toBe(1)
    expect(heldOf(decline(1), success(5))).toBe(1)
    expect(heldOf(success(1), decline(5), success(9))).toBe(1)
    expect(heldOf(success(1), decline(5), reinstated(9))).toBe(1)
    expect(heldOf(success(1), decline(5), reinstated(9), decline(12))).toBe(0)
    expect(heldOf(success(1), decline(5), reinstated(9), bounce(12))).toBe(0)
    expect(heldOf(decline(5))).toBe(0)
  })

  it('is one more try of a payer who had paid when it names another card, or the provider still holds the money', () => {
    expect(heldOf(success(1), decline(5, { lastFour: '2222' }))).toBe(1)
    expect(heldOf(success(1), decline(5, { netAmount: cents(total) }))).toBe(1)
    expect(heldOf(success(1), decline(5, { netAmount: cents(0) }))).toBe(0)
  })

  it('takes back one charge of two', () => {
    expect(heldOf(success(1), success(2, second), decline(5, second))).toBe(1)
    expect(heldOf(success(1), success(2, second), refund(5, second), decline(6))).toBe(0)
  })

  it('is known by its time and confirmation number, under whichever id', () => {
    const sum = netSumOf([success(1), decline(5)])
    expect(isLateDecline(sum, decline(5))).toBe(true)
    expect(isLateDecline(sum, decline(6))).toBe(false)
  })
})

const moving = (movedAmount: number, changes: EventChanges = {}) => ({ movedAmount: cents(movedAmount), ...changes })
const holding = (netAmount: number) => ({ netAmount: cents(netAmount) })

describe('events that say how much they moved', () => {
  it('add up to the part that is left, in any order and however often [REQ-D-420]', () => {
    expect(heldOf(success(1), refund(5, moving(2_000)))).toBe(8_295 / total)
    expect(heldOf(success(1), refund(5, moving(2_000)), refund(6, moving(8_295)))).toBe(0)
    expect(heldOf(success(1), refund(5, moving(2_000)), bounce(6, moving(total)))).toBe(-2_000 / total)
    expect(heldOf(success(1), bounce(5, moving(2_000)), reinstated(9, moving(2_000)))).toBe(1)
    expect(heldOf(success(1), refund(5, moving(2_000)), refund(5, moving(3_000)))).toBe(5_295 / total)
    expect(heldOf(success(1), refund(5, moving(2_000)), refund(5, moving(2_000)))).toBe(8_295 / total)
    const own = { confirmationNumber: 'R2' }
    expect(heldOf(success(1), refund(5, moving(2_000)), refund(5, moving(2_000, own)))).toBe(6_295 / total)
  })

  it('give back what their reversal took, and prove a reversal that was not reported by as much', () => {
    expect(heldOf(success(1), refund(5, moving(2_000)), bounce(6, moving(8_295)), reinstated(9, moving(8_295)))).toBe(
      8_295 / total,
    )
    expect(heldOf(success(1), bounce(5, moving(8_000)), reinstated(9, moving(3_000)))).toBe(5_295 / total)
    expect(heldOf(success(1), refund(4, moving(2_000)), bounce(5, moving(3_000)), reinstated(9, moving(5_000)))).toBe(1)
    expect(heldOf(success(1), reinstated(9, moving(3_000)))).toBe(1)
    expect(heldOf(success(1), bounce(5, moving(1_000)), reinstated(9, moving(3_000)))).toBe(1)
    expect(heldOf(success(1), bounce(5, moving(3_000)), success(9))).toBe(1)
  })

  it('lose what is left to a decline that counts as a return, but not to a try after which money is held', () => {
    expect(heldOf(success(1), refund(5, moving(2_000)), decline(9))).toBe(0)
    expect(heldOf(success(1), refund(5, moving(2_000)), decline(9, holding(8_295)))).toBe(8_295 / total)
    expect(heldOf(success(1), refund(5, moving(2_000)), decline(9, holding(0)))).toBe(0)
  })

  it('are not all of them once one does not say it: the difference is then for a person [REQ-D-347]', () => {
    const mixed = [success(1), refund(5, moving(2_000)), refund(6, holding(5_000))]
    expect(netSumOf(mixed)).toMatchObject({ parts: 'some', held: 5_000, byEvents: -2_000 })
    const ledger = { received: cents(total), net: cents(8_295) }
    expect(settle(ledger, netSumOf(mixed), mixed[2] ?? success(1))).toMatchObject({ postings: [], isPart: true })
    const whole = [success(1), refund(5, moving(2_000)), refund(6, holding(0))]
    expect(settle(ledger, netSumOf(whole), whole[2] ?? success(1))).toMatchObject({
      postings: [{ kind: 'refund', amount: 8_295 }],
      state: 'refunded',
      isPart: false,
    })
    expect(netSumOf([success(1), refund(5, moving(2_000))]).parts).toBe('all')
    expect(netSumOf([success(1), refund(5)]).parts).toBe('none')
    expect(netSumOf([success(1, moving(total)), refund(5)]).parts).toBe('none')
  })

  it('make a payment returned when the bank took more than it gave back, and refunded else', () => {
    const stateOf = (...events: readonly Event[]) =>
      settle({ received: cents(total), net: cents(total) }, netSumOf(events), events.at(-1) ?? success(1)).state
    expect(stateOf(success(1), refund(5, moving(2_000)))).toBe('confirmed')
    expect(stateOf(success(1), refund(5, moving(2_000)), refund(6, moving(8_295)))).toBe('refunded')
    expect(stateOf(success(1), refund(5, moving(2_000)), bounce(6, moving(8_295)))).toBe('returned')
    expect(stateOf(success(1), refund(5, moving(2_000)), decline(6))).toBe('returned')
    const won = [bounce(5, moving(2_000)), reinstated(6, moving(2_000))]
    expect(stateOf(success(1), ...won, refund(7, moving(total)))).toBe('refunded')
  })
})

/** A movement of a history: what happens, which share of what is possible moves, and whether it is in the same second as the one before. */
const step = tuple(constantFrom('refund', 'return', 'win', 'fail'), integer({ min: 1, max: 100 }), boolean())

/** Plays a history of one payment at the provider. Returns its events and the sum that the provider holds in the end. */
function play(steps: readonly (readonly [string, number, boolean])[], states: boolean) {
  const events = [success(0, states ? holding(total) : {})]
  const taken: { readonly type: string; readonly amount: number }[] = []
  let [held, minute] = [total, 0]
  for (const [index, [kind, percent, isSameSecond]] of steps.entries()) {
    const isGivenBack = kind === 'win' || kind === 'fail'
    const wanted = kind === 'win' ? 'return' : 'refund'
    const found = taken.findIndex(({ type }) => type === wanted)
    const [reversal] = isGivenBack && found >= 0 ? taken.splice(found, 1) : []
    const amount = reversal?.amount ?? Math.ceil((held * percent) / 100)
    if (amount === 0 || (isGivenBack && reversal === undefined)) continue
    // Only refunds and disputes share a second: what is given back was taken before.
    if (!isSameSecond || isGivenBack) minute += 1
    held += isGivenBack ? amount : -amount
    if (!isGivenBack) taken.push({ type: kind, amount })
    const make = isGivenBack ? reinstated : kind === 'return' ? bounce : refund
    const ofSecond = moving(amount, { confirmationNumber: `M${index}` })
    if (isSameSecond && states && !isGivenBack) {
      const last = events.at(-1)
      if (last?.netAmount !== undefined) events[events.length - 1] = { ...last, netAmount: cents(held) }
    }
    events.push(make(minute, { ...ofSecond, ...(states && holding(held)) }))
    if (isGivenBack) minute += 1
  }
  return { events, held }
}

it('the ledger has what the provider holds, and each account its share, after any history of parts in any order [SEC-45, REQ-D-420]', () => {
  const lines = paymentLines(
    'member',
    [
      { accountNumber: '1', amount: cents(7_001) },
      { accountNumber: '2', amount: cents(2_999) },
    ],
    cents(295),
  )
  const history = array(step, { maxLength: 8 })
  assert(
    property(
      history,
      boolean(),
      array(double({ min: 0, max: 1, noNaN: true }), { minLength: 18 }),
      (steps, states, keys) => {
        const { events, held } = play(steps, states)
        const twice = [...events, ...events].map((event, place) => ({ event, key: keys[place] ?? place }))
        const order = twice.toSorted((a, b) => a.key - b.key).map(({ event }) => event)
        let ledger: Parameters<typeof settle>[0] = notBooked
        const booked: (readonly LedgerLine[])[] = []
        const sumsNow = () =>
          lines.map(({ ledgerAccount }) =>
            cents(
              booked
                .flat()
                .filter((line) => line.ledgerAccount === ledgerAccount)
                .reduce((sum, { amount }) => sum + amount, 0),
            ),
          )
        for (const [index, event] of order.entries()) {
          const settlement = settle(ledger, netSumOf(order.slice(0, index + 1)), event)
          expect(settlement.isPart).toBe(false)
          for (const { kind, amount } of settlement.postings)
            booked.push(kind === 'payment' ? lines : movedLines(kind, { lines, left: sumsNow(), amount }))
          ledger = { received: cents(total), net: settlement.net }
        }
        const [net, ...accounts] = sumsNow()
        expect([net, ledger.net]).toEqual([held, held])
        for (const [index, left] of accounts.entries()) {
          expect(left).toBeLessThanOrEqual(0)
          expect(left).toBeGreaterThanOrEqual(held === 0 ? 0 : (lines[index + 1]?.amount ?? 0))
        }
      },
    ),
    { numRuns: 500 },
  )
})

describe('the sum to book', () => {
  it('is the payment once, nothing, or what went back too often, and a part only when every event says what it moved', () => {
    const bookable = (held: number) => bookableSum(cents(held), cents(total))
    expect([bookable(total), bookable(2 * total), bookable(total + 1)]).toEqual([total, total, total])
    expect([bookable(0), bookable(-total), bookable(-2 * total)]).toEqual([0, -total, -2 * total])
    expect([bookable(1), bookable(total - 1), bookable(-1)]).toEqual([null, null, null])
    expect([1, total - 1, -1, 2 * total].map((held) => bookableSum(cents(held), cents(total), 'all'))).toEqual([
      1,
      total - 1,
      -1,
      total,
    ])
    expect(bookableSum(cents(1), cents(total), 'some')).toBeNull()
  })
})

describe('the bookings that make up the difference', () => {
  const booked = (payments: number) => ({ received: cents(total), net: cents(payments * total) })
  const settled = (ledger: Parameters<typeof settle>[0], ...events: readonly Event[]) => {
    const { postings, state, net } = settle(ledger, netSumOf(events), events.at(-1) ?? success(1))
    for (const { amount } of postings) expect(amount).toBe(total)
    return [postings.map(({ kind }) => kind).join('+'), state, net / total]
  }

  it('book the payment first, with all that went back or came back since', () => {
    expect(settled(notBooked, success(1))).toEqual(['payment', 'confirmed', 1])
    expect(settled(notBooked, refund(5))).toEqual(['payment+refund', 'refunded', 0])
    expect(settled(notBooked, bounce(5))).toEqual(['payment+return', 'returned', 0])
    expect(settled(notBooked, reinstated(5))).toEqual(['payment', 'confirmed', 1])
    expect(settled(notBooked, decline(9), success(1))).toEqual(['payment+return', 'returned', 0])
  })

  it('name what happened, and leave the state to what is left', () => {
    expect(settled(booked(1), success(1), refund(5))).toEqual(['refund', 'refunded', 0])
    expect(settled(booked(1), success(1), bounce(5))).toEqual(['return', 'returned', 0])
    expect(settled(booked(0), success(1), bounce(5), refund(6))).toEqual(['refund', 'returned', -1])
    expect(settled(booked(0), success(1), bounce(5), reinstated(9))).toEqual(['reinstatement', 'confirmed', 1])
    expect(settled(booked(-1), success(1), refund(4), bounce(5), reinstated(9))).toEqual([
      'reinstatement',
      'refunded',
      0,
    ])
    expect(settled(booked(0), success(1), success(2, second), refund(5))).toEqual(['reinstatement', 'confirmed', 1])
  })

  it('are none when the ledger has the sum, or the provider holds a part', () => {
    expect(settled(booked(1), success(1), success(2))).toEqual(['', 'confirmed', 1])
    const part = refund(5, { totalAmount: cents(5_000) })
    expect(settle(booked(1), netSumOf([success(1), part]), part)).toMatchObject({ postings: [], isPart: true })
  })
})
