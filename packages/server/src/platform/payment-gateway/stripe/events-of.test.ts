import { cents } from '@coopline/rules/kernel/money'
import { declineMessage } from '@coopline/rules/paying/decline-reason/decline-reason.messages'
import { describe, expect, it } from 'vitest'
import type { ProviderEvent } from '../payment-gateway.ts'
import { type MarkedPayment, paymentOf, type Snapshot } from './events-of.ts'
import type { Charge, Dispute, Intent, Refund } from './objects.ts'

const payment: MarkedPayment = {
  transNo: 'T1',
  accountNumber: '100200300',
  convenienceFee: cents(420),
  paymentType: 'cc',
  language: 'en',
}
const total = cents(14_657)
const at = Date.parse('2026-11-20T15:00:00Z') / 1000
const day = 86_400

const card = { type: 'card', card: { brand: 'visa', last4: '4242' } }
const bank = { type: 'us_bank_account', us_bank_account: { last4: '6789' } }

const chargeOf = (fields: Partial<Charge> = {}): Charge => ({
  id: 'ch_1',
  object: 'charge',
  amount: total,
  amount_captured: total,
  amount_refunded: cents(0),
  created: at,
  currency: 'usd',
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  metadata: {},
  outcome: null,
  payment_intent: 'pi_1',
  payment_method_details: card,
  status: 'succeeded',
  ...fields,
})

const intentOf = (fields: Partial<Intent> = {}): Intent => ({
  id: 'pi_1',
  object: 'payment_intent',
  amount: total,
  canceled_at: null,
  created: at,
  currency: 'usd',
  last_payment_error: null,
  metadata: {},
  status: 'succeeded',
  ...fields,
})

const refundOf = (status: string, amount = 2000, id = 're_1'): Refund => ({
  id,
  object: 'refund',
  amount: cents(amount),
  charge: 'ch_1',
  created: at + day,
  metadata: {},
  payment_intent: 'pi_1',
  status,
})

const moves = {
  none: [],
  taken: [{ amount: cents(-5000), created: at + 2 * day }],
  'given back': [
    { amount: cents(-5000), created: at + 2 * day },
    { amount: cents(5000), created: at + 60 * day },
  ],
}

const disputeOf = (status: string, moved: keyof typeof moves = 'none', id = 'dp_1'): Dispute => ({
  id,
  object: 'dispute',
  amount: cents(5000),
  balance_transactions: moves[moved],
  charge: 'ch_1',
  created: at + 2 * day,
  payment_intent: 'pi_1',
  reason: 'fraudulent',
  status,
})

const snapshot = (fields: Partial<Snapshot> = {}): Snapshot => ({
  session: { status: 'complete' },
  intent: intentOf(),
  charge: chargeOf(),
  refunds: [],
  disputes: [],
  ...fields,
})

const eventsOf = (fields: Partial<Snapshot> = {}): readonly ProviderEvent[] => {
  const read = paymentOf(snapshot(fields), payment)
  return read.kind === 'events' ? read.events : []
}

const idsOf = (fields: Partial<Snapshot>): readonly string[] => eventsOf(fields).map(({ eventId }) => eventId)

const failedDebit = (code: string) =>
  chargeOf({ status: 'failed', amount_captured: cents(0), failure_code: code, payment_method_details: bank })

describe('the events of a payment at Stripe', () => {
  it('report a charge that succeeded, with its figures and its card [REQ-D-431]', () => {
    expect(paymentOf(snapshot(), payment)).toEqual({
      kind: 'events',
      standing: { status: 'succeeded', netAmount: 14_657 },
      events: [
        {
          eventId: 'ch_1/succeeded',
          type: 'payment.succeeded',
          transNo: 'T1',
          accountNumber: '100200300',
          currency: 'USD',
          amount: 14_237,
          convenienceFee: 420,
          totalAmount: 14_657,
          paymentType: 'cc',
          cardType: 'VI',
          lastFour: '4242',
          confirmationNumber: 'ch_1',
          message: null,
          netAmount: 14_657,
          occurredAt: '2026-11-20T15:00:00.000Z',
        },
      ],
    })
  })

  it.each([
    ['visa', 'VI'],
    ['mastercard', 'MC'],
    ['amex', 'AX'],
    ['discover', 'DI'],
    ['diners', 'DI'],
    ['jcb', 'DI'],
    ['unionpay', 'DI'],
    ['cartes_bancaires', null],
    ['constructor', null],
    [null, null],
  ])('name a card of the brand %s as %s', (brand, cardType) => {
    const details = { type: 'card', card: { brand, last4: '4242' } }
    expect(eventsOf({ charge: chargeOf({ payment_method_details: details }) })).toMatchObject([{ cardType }])
  })

  it.each(['link', 'cashapp'])('count a payment by %s as a card', (type) => {
    const [event] = eventsOf({ charge: chargeOf({ payment_method_details: { type } }) })
    expect(event).toMatchObject({ paymentType: 'cc', cardType: null, lastFour: null })
  })

  it('accept a bank debit before the bank answers, under the id that it keeps [REQ-D-432]', () => {
    const pending = chargeOf({ status: 'pending', amount_captured: cents(0), payment_method_details: bank })
    const accepted = { intent: intentOf({ status: 'processing' }), charge: pending }
    expect(eventsOf(accepted)).toMatchObject([
      { eventId: 'ch_1/succeeded', paymentType: 'echeck', lastFour: '6789', netAmount: 14_657 },
    ])
    expect(idsOf({ charge: chargeOf({ payment_method_details: bank }) })).toEqual(['ch_1/succeeded'])
  })

  it('count no card that is pending', () => {
    const charge = chargeOf({ status: 'pending', amount_captured: cents(0) })
    const processing = { intent: intentOf({ status: 'processing' }), charge }
    expect(paymentOf(snapshot(processing), payment)).toEqual({ kind: 'open' })
    // It may still succeed, so that an expired page does not end it.
    expect(paymentOf(snapshot({ ...processing, session: { status: 'expired' } }), payment)).toEqual({ kind: 'open' })
  })

  it.each([
    ['insufficient_funds', 'insufficient-funds', 'R01'],
    ['account_closed', 'bank-account-closed', 'R02'],
    ['no_account', 'bank-account-wrong', 'R03'],
    ['debit_not_authorized', 'no-authorization', 'R10'],
    ['something_new', 'bank-returned', 'R17'],
  ] as const)(
    'report a debit that failed days later with %s as returned for %s (%s) [REQ-D-432]',
    (code, reason, returnCode) => {
      const failed = { intent: intentOf({ status: 'requires_payment_method' }), charge: failedDebit(code) }
      const [accepted, returned] = eventsOf(failed)
      expect(accepted).toMatchObject({ eventId: 'ch_1/succeeded', type: 'payment.succeeded' })
      expect(accepted).not.toHaveProperty('netAmount')
      expect(returned).toMatchObject({
        eventId: 'ch_1/failed',
        type: 'payment.returned',
        movedAmount: total,
        netAmount: 0,
      })
      expect(returned?.message).toBe(`${declineMessage(reason, 'en')} (${returnCode})`)
      expect(paymentOf(snapshot(failed), payment)).toMatchObject({ standing: { status: 'returned', netAmount: 0 } })
    },
  )

  it('report a debit that the portal charged and Stripe refused at once as declined', () => {
    const refused = { session: null, intent: intentOf({ status: 'canceled' }), charge: failedDebit('account_closed') }
    expect(eventsOf(refused)).toMatchObject([{ eventId: 'ch_1/declined', type: 'payment.declined', netAmount: 0 }])
    const blocked = {
      ...refused,
      intent: intentOf(),
      charge: { ...failedDebit('declined'), outcome: { type: 'blocked' } },
    }
    expect(idsOf(blocked)).toEqual(['ch_1/declined'])
  })

  it('report no decline while the page is open and another card may be tried [REQ-D-433]', () => {
    const charge = chargeOf({ status: 'failed', failure_code: 'card_declined', outcome: { reason: 'expired_card' } })
    const open = snapshot({
      session: { status: 'open' },
      intent: intentOf({ status: 'requires_payment_method' }),
      charge,
    })
    expect(paymentOf(open, payment)).toEqual({ kind: 'open' })
    expect(paymentOf({ ...open, session: { status: 'expired' } }, payment)).toMatchObject({
      standing: { status: 'declined', netAmount: 0 },
      events: [
        {
          eventId: 'ch_1/declined',
          type: 'payment.declined',
          message: 'The card has expired. Use another payment method.',
        },
      ],
    })
  })

  it('have the reason of the decline in the language of the payment [REQ-D-435]', () => {
    const charge = chargeOf({ status: 'failed', outcome: { reason: 'stolen_card' } })
    const read = paymentOf(snapshot({ session: null, charge }), { ...payment, language: 'es' })
    expect(read).toMatchObject({
      events: [{ message: expect.stringMatching(/^El banco rechazó/) }],
    })
  })

  it.each([
    ['open', null, { kind: 'open' }],
    ['complete', null, { kind: 'open' }],
    ['expired', null, { kind: 'over' }],
    ['expired', 'canceled', { kind: 'over' }],
  ] as const)('are none for a page that is %s without a charge', (status, intentStatus, expected) => {
    const intent = intentStatus === null ? null : intentOf({ status: intentStatus })
    expect(paymentOf(snapshot({ session: { status }, intent, charge: null }), payment)).toEqual(expected)
  })

  it.each(['requires_action', 'requires_payment_method', 'requires_confirmation'])(
    'are none for a completed page whose payment is in the state %s',
    (status) => {
      expect(paymentOf(snapshot({ intent: intentOf({ status }), charge: null }), payment)).toEqual({ kind: 'open' })
    },
  )

  it('report a canceled payment as such with a page, and as declined to a member who is away', () => {
    const canceled = { session: null, intent: intentOf({ status: 'canceled', canceled_at: at + 60 }), charge: null }
    expect(eventsOf({ ...canceled, session: { status: 'complete' } })).toMatchObject([
      { eventId: 'pi_1/canceled', type: 'payment.canceled', totalAmount: 14_657, netAmount: 0 },
    ])
    expect(eventsOf(canceled)).toMatchObject([
      { eventId: 'pi_1/declined', type: 'payment.declined', message: null, totalAmount: 14_657, netAmount: 0 },
    ])
    const last_payment_error = { code: 'card_declined', decline_code: 'authentication_required' }
    expect(eventsOf({ ...canceled, intent: intentOf({ status: 'canceled', last_payment_error }) })).toMatchObject([
      {
        eventId: 'pi_1/declined',
        type: 'payment.declined',
        message: declineMessage('authentication-required', 'en'),
      },
    ])
  })

  it.each(['succeeded', 'pending'])('report a refund that is %s with its part [REQ-D-434]', (status) => {
    const [, refunded] = eventsOf({ refunds: [refundOf(status)] })
    expect(refunded).toMatchObject({
      eventId: 're_1/refunded',
      type: 'payment.refunded',
      confirmationNumber: 're_1',
      totalAmount: 14_657,
      movedAmount: 2000,
      netAmount: 12_657,
    })
  })

  it.each(['failed', 'canceled'])('report the money of a refund that is %s as back [REQ-D-434]', (status) => {
    const [, refunded, failed] = eventsOf({ refunds: [refundOf(status)] })
    expect(refunded).not.toHaveProperty('netAmount')
    expect(failed).toMatchObject({
      eventId: 're_1/failed',
      type: 'payment.reinstated',
      movedAmount: 2000,
      netAmount: 14_657,
    })
  })

  it('report no refund that waits for the payer', () => {
    expect(idsOf({ refunds: [refundOf('requires_action')] })).toEqual(['ch_1/succeeded'])
  })

  it.each([
    'warning_needs_response',
    'warning_under_review',
    'warning_closed',
    'needs_response',
    'under_review',
    'prevented',
  ])('are those of the charge alone while a dispute that is %s has taken nothing [REQ-D-434]', (status) => {
    expect(eventsOf({ disputes: [disputeOf(status)] })).toMatchObject([
      { eventId: 'ch_1/succeeded', netAmount: 14_657 },
    ])
  })

  it('report a dispute that has taken the money, and one that was won [REQ-D-434]', () => {
    const [, taken] = eventsOf({ disputes: [disputeOf('needs_response', 'taken')] })
    expect(taken).toMatchObject({
      eventId: 'dp_1/withdrawn',
      type: 'payment.returned',
      movedAmount: 5000,
      netAmount: 9657,
    })
    expect(eventsOf({ disputes: [disputeOf('won', 'given back')] }).slice(1)).toMatchObject([
      { eventId: 'dp_1/withdrawn' },
      { eventId: 'dp_1/reinstated', type: 'payment.reinstated', movedAmount: 5000, netAmount: 14_657 },
    ])
  })

  it('trust the status of a dispute that was lost although its money was given back before [REQ-D-434]', () => {
    const lost = { disputes: [disputeOf('lost', 'given back')] }
    expect(idsOf(lost)).toEqual(['ch_1/succeeded', 'dp_1/withdrawn', 'dp_1/reinstated', 'dp_1/lost'])
    expect(eventsOf(lost).at(-1)).toMatchObject({ type: 'payment.returned', netAmount: 9657 })
    expect(eventsOf({ disputes: [disputeOf('lost')] }).at(-1)).toMatchObject({
      eventId: 'dp_1/withdrawn',
      netAmount: 9657,
    })
  })

  it('are newer than all others where Stripe does not date them, so that the sum of now is theirs', () => {
    const later = { ...refundOf('succeeded'), created: at + 90 * day }
    const last = eventsOf({ refunds: [later], disputes: [disputeOf('lost', 'given back')] }).toSorted((a, b) =>
      a.occurredAt < b.occurredAt ? -1 : 1,
    )
    expect(last.map(({ eventId }) => eventId).slice(-2)).toEqual(['re_1/refunded', 'dp_1/lost'])
    expect(last.map(({ netAmount }) => netAmount).slice(-2)).toEqual([undefined, 7657])
  })

  it('name the code of Nacha for a debit that is disputed', () => {
    const charge = chargeOf({ payment_method_details: bank })
    const messageOf = (reason: string) =>
      eventsOf({ charge, disputes: [{ ...disputeOf('lost', 'taken'), reason }] }).at(-1)?.message
    expect(messageOf('insufficient_funds')).toContain('(R01)')
    expect(messageOf('debit_not_authorized')).toContain('(R10)')
    expect(eventsOf({ disputes: [disputeOf('lost', 'taken')] }).at(-1)?.message).not.toContain('(R')
  })

  it('come in the order of their times, and undated ones last', () => {
    const later = { ...refundOf('failed', 1000, 're_2'), created: at + 3 * day }
    const refunds = [later, refundOf('succeeded')]
    expect(idsOf({ refunds, disputes: [disputeOf('needs_response', 'taken')] })).toEqual([
      'ch_1/succeeded',
      're_1/refunded',
      'dp_1/withdrawn',
      're_2/refunded',
      're_2/failed',
    ])
  })

  it('state the sum of now on each event of the newest second, and on no other', () => {
    const [charged, ...refunded] = eventsOf({ refunds: [refundOf('succeeded'), refundOf('succeeded', 1000, 're_2')] })
    expect(charged).not.toHaveProperty('netAmount')
    expect(refunded.map(({ netAmount }) => netAmount)).toEqual([11_657, 11_657])
  })
})

const refundStates = ['pending', 'succeeded', 'failed', 'canceled', 'requires_action']
const disputeStates: readonly (readonly [string, keyof typeof moves])[] = [
  ['warning_needs_response', 'none'],
  ['warning_closed', 'none'],
  ['prevented', 'none'],
  ['needs_response', 'none'],
  ['needs_response', 'taken'],
  ['under_review', 'taken'],
  ['under_review', 'given back'],
  ['won', 'none'],
  ['won', 'taken'],
  ['won', 'given back'],
  ['lost', 'none'],
  ['lost', 'taken'],
  ['lost', 'given back'],
]

/** Everything that may have gone back of a payment, one by one and in pairs. */
const movedBack: readonly Pick<Snapshot, 'refunds' | 'disputes'>[] = [
  ...refundStates.flatMap((one) => [
    { refunds: [refundOf(one)], disputes: [] },
    ...refundStates.map((two) => ({ refunds: [refundOf(one), refundOf(two, 1000, 're_2')], disputes: [] })),
    ...disputeStates.map(([status, moved]) => ({ refunds: [refundOf(one)], disputes: [disputeOf(status, moved)] })),
  ]),
  ...disputeStates.flatMap(([status, moved]) => [
    { refunds: [], disputes: [disputeOf(status, moved)] },
    ...disputeStates.map(([other, otherMoved]) => ({
      refunds: [],
      disputes: [disputeOf(status, moved), disputeOf(other, otherMoved, 'dp_2')],
    })),
  ]),
]

const signs = {
  'payment.succeeded': 1,
  'payment.reinstated': 1,
  'payment.refunded': -1,
  'payment.returned': -1,
} as const

const sumOf = (events: readonly ProviderEvent[]): number =>
  events.reduce(
    (sum, { type, movedAmount, totalAmount }) =>
      sum + (type in signs ? signs[type as keyof typeof signs] : 0) * (movedAmount ?? totalAmount),
    0,
  )

describe('the events of a payment of which something went back', () => {
  const kinds = {
    card: { charge: chargeOf() },
    'bank debit that is accepted': {
      intent: intentOf({ status: 'processing' }),
      charge: chargeOf({ status: 'pending', amount_captured: cents(0), payment_method_details: bank }),
    },
    'bank debit that failed': {
      intent: intentOf({ status: 'requires_payment_method' }),
      charge: failedDebit('account_closed'),
    },
  }

  it.each(Object.entries(kinds))(
    'add up to what Stripe holds, for every pair of refunds and disputes of a %s',
    (_, kind) => {
      for (const moved of movedBack) {
        const read = paymentOf(snapshot({ ...kind, ...moved }), payment)
        if (read.kind !== 'events') throw new Error('There are no events')
        const stated = read.events.flatMap(({ netAmount }) => netAmount ?? [])
        expect(new Set(stated), JSON.stringify(moved)).toEqual(new Set([sumOf(read.events)]))
        expect(read.standing.netAmount).toBe(sumOf(read.events))
        expect(new Set(read.events.map(({ eventId }) => eventId)).size).toBe(read.events.length)
      }
    },
  )

  const histories: readonly (readonly Partial<Snapshot>[])[] = [
    ...(['succeeded', 'failed', 'canceled'] as const).map((end) => [
      { refunds: [refundOf('pending')] },
      { refunds: [refundOf(end)] },
    ]),
    [{ refunds: [refundOf('succeeded')] }, { refunds: [refundOf('failed')] }],
    ...disputeStates
      .filter(([status]) => status === 'won' || status === 'lost')
      .filter(([, moved]) => moved !== 'none')
      .flatMap(([status, moved]) => [
        [
          { disputes: [disputeOf('warning_needs_response')] },
          { disputes: [disputeOf('needs_response', 'taken')] },
          { disputes: [disputeOf('under_review', 'taken')] },
          { disputes: [disputeOf(status, moved)] },
        ],
      ]),
    [
      { disputes: [disputeOf('needs_response', 'taken')] },
      { disputes: [disputeOf('under_review', 'given back')] },
      { disputes: [disputeOf('lost', 'given back')] },
    ],
    [kinds['bank debit that is accepted'], { charge: chargeOf({ payment_method_details: bank }) }],
    [kinds['bank debit that is accepted'], kinds['bank debit that failed']],
  ]

  it('stay the same however often and however late each state is read [REQ-D-431]', () => {
    for (const states of histories) {
      const last = new Map(eventsOf(states.at(-1)).map((event) => [event.eventId, event]))
      const seen = states.flatMap((state) => eventsOf(state))
      expect(seen.filter(({ eventId }) => !last.has(eventId)).map(({ eventId }) => eventId)).toEqual([])
      for (const { netAmount: _sum, occurredAt: _time, ...event } of seen)
        expect(last.get(event.eventId)).toMatchObject(event)
    }
  })

  it('report nothing that was denied when a page that had expired was paid after all', () => {
    const expired = paymentOf(snapshot({ session: { status: 'expired' }, intent: null, charge: null }), payment)
    expect(expired).toEqual({ kind: 'over' })
    expect(idsOf({ session: { status: 'expired' } })).toEqual(['ch_1/succeeded'])
  })
})
