import { cents } from '@coopline/rules/kernel/money'
import { declineMessage } from '@coopline/rules/paying/decline-reason/decline-reason.messages'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bankFields, cardFields, declinedCard, useStripe, visa } from '../../../testing/stripe-in-test.ts'
import { Unavailable } from '../../errors.ts'
import { PageOver, type PaymentAtProvider } from '../payment-gateway.ts'

const { stripe, double, clock, newPayment, enter, open, payBy, chargeIdOf, pass, gatewayWith } = useStripe()

const day = 86_400

afterEach(() => vi.restoreAllMocks())

const typesOf = async (payment: PaymentAtProvider): Promise<readonly string[]> => {
  const read = await stripe.fetch(payment)
  return read.kind === 'events' ? read.events.map(({ type }) => type) : [read.kind]
}

describe('a page of Stripe for a payment', () => {
  it('shows a line for each account and one for the fee, without account numbers [REQ-D-430]', async () => {
    const { url } = await open(newPayment())
    const page = await (await fetch(url)).text()
    expect(page).toContain('Pine Lake Electric: account ending in 0300')
    expect(page).toContain('Pine Lake Electric: account ending in 0417')
    expect(page).toContain('Convenience fee')
    expect(page).toContain('$146.57')
    expect(page).not.toContain('100200300')
  })

  it('names no account whose number the payer must not learn', async () => {
    const { url } = await open(newPayment({ accountAlias: 'Your account', language: 'es' }))
    const page = await (await fetch(url)).text()
    expect(page).toContain('Pine Lake Electric: pago')
    expect(page).not.toContain('0300')
  })

  it('is the same page for a repeat, also after the answer was lost [REQ-D-430]', async () => {
    const payment = newPayment()
    double.faults.set({ kind: 'lost-answer' }, { at: '/v1/checkout/sessions', times: 2 })
    await expect(stripe.start(payment)).rejects.toBeInstanceOf(Unavailable)
    const [first, second] = await Promise.all([open(payment), open(payment)])
    expect(second).toEqual(first)
    expect(await open({ ...payment, reference: first.reference })).toEqual(first)
  })

  it('is over when its payment is, and ended with the payment it had [REQ-D-430]', async () => {
    const opened = await open(newPayment())
    expect(await stripe.fetch(opened)).toEqual({ kind: 'open' })
    expect(await stripe.end(opened)).toEqual({ kind: 'over' })
    expect(await enter(opened.url, cardFields(visa))).toBe(404)
    await expect(stripe.start(opened)).rejects.toBeInstanceOf(PageOver)

    const paid = await payBy(cardFields(visa))
    expect(await stripe.end(paid)).toMatchObject({ kind: 'events', standing: { status: 'succeeded' } })
  })

  it('cannot be ended while Stripe refuses to end it, as while a charge is made', async () => {
    const opened = await open(newPayment())
    const call = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) =>
      typeof url === 'string' && url.endsWith('/expire')
        ? Response.json({ error: { type: 'invalid_request_error' } }, { status: 400 })
        : call(url, init),
    )
    await expect(stripe.end(opened)).rejects.toBeInstanceOf(Unavailable)
  })

  it('is not begun when too little of its time is left', async () => {
    const requestedAt = new Date(clock.now().getTime() - 10 * 60_000)
    await expect(stripe.start(newPayment({ requestedAt, expiresAt: clock.now() }))).rejects.toBeInstanceOf(PageOver)
  })

  it('takes the method that was chosen only [REQ-D-430]', async () => {
    const byCard = await open(newPayment())
    expect(await (await fetch(byCard.url)).text()).not.toContain('routingNumber')
    const byBank = await open(newPayment({ paymentType: 'echeck', enableEcheck: true }))
    expect(await (await fetch(byBank.url)).text()).not.toContain('cardNumber')
  })
})

describe('a payment at Stripe', () => {
  it('is unknown without a reference and with one that Stripe does not have', async () => {
    expect(await stripe.fetch(newPayment())).toEqual({ kind: 'unknown' })
    expect(await stripe.fetch(newPayment({ reference: 'cs_test_none' }))).toEqual({ kind: 'unknown' })
    expect(await stripe.fetch(newPayment({ reference: 'pi_none' }))).toEqual({ kind: 'unknown' })
    expect(await stripe.end(newPayment())).toEqual({ kind: 'unknown' })
  })

  it('has the figures that were paid [REQ-D-431]', async () => {
    const paid = await payBy(cardFields(visa))
    expect(await stripe.fetch(paid)).toMatchObject({
      kind: 'events',
      standing: { status: 'succeeded', netAmount: 14_657 },
      events: [
        {
          type: 'payment.succeeded',
          transNo: paid.transNo,
          accountNumber: '100200300',
          currency: 'USD',
          amount: 14_237,
          convenienceFee: 420,
          paymentType: 'cc',
          cardType: 'VI',
          lastFour: '4242',
        },
      ],
    })
  })

  it('is unreadable when it has the mark of another payment', async () => {
    const paid = await payBy(cardFields(visa))
    expect(await stripe.fetch({ ...paid, transNo: 'T-other' })).toMatchObject({
      kind: 'unreadable',
      payment: { transNo: 'T-other', members: ['metadata.coopline_trans_no'] },
    })
  })

  it('stays open after a decline, and is declined once its page is ended [REQ-D-433]', async () => {
    const opened = await open(newPayment())
    expect(await enter(opened.url, cardFields(declinedCard))).toBe(422)
    expect(await stripe.fetch(opened)).toEqual({ kind: 'open' })
    expect(await stripe.end(opened)).toMatchObject({
      events: [{ type: 'payment.declined', message: declineMessage('insufficient-funds', 'en') }],
    })
  })

  it('is accepted from a bank account, and paid or returned after four days [REQ-D-432]', async () => {
    const bank = { paymentType: 'echeck', enableEcheck: true } as const
    const paid = await payBy(bankFields('000123456789'), newPayment(bank))
    const returned = await payBy(bankFields('000111111113'), newPayment(bank))
    expect(await stripe.fetch(returned)).toMatchObject({ standing: { status: 'succeeded', netAmount: 14_657 } })
    pass(4 * day)
    expect(await typesOf(paid)).toEqual(['payment.succeeded'])
    expect(await stripe.fetch(returned)).toMatchObject({
      standing: { status: 'returned', netAmount: 0 },
      events: [{ type: 'payment.succeeded' }, { type: 'payment.returned', message: expect.stringContaining('(R02)') }],
    })
  })

  it('is found by each reference of its objects, and no other is', async () => {
    const paid = await payBy(cardFields(visa))
    const charge = await chargeIdOf(paid)
    const refund = double.atVendor.refund(charge, 100)
    const dispute = double.atVendor.dispute(charge)
    for (const reference of [refund.payment_intent, charge, refund.id, dispute.id])
      expect(await stripe.findNumber(reference ?? '')).toBe(paid.transNo)
    for (const reference of ['pi_none', 'ch_none', 're_none', 'dp_none'])
      expect(await stripe.findNumber(reference)).toBeNull()
  })
})

describe('money that goes back at Stripe', () => {
  it('is refunded whole and in parts, once for each order [REQ-D-434]', async () => {
    const paid = await payBy(cardFields(visa))
    const order = { refundId: 'F1', amount: cents(2000), isWhole: false }
    const refunded = { standing: { status: 'succeeded', netAmount: 12_657 } }
    expect(await stripe.refund(paid, order)).toMatchObject(refunded)
    expect(await stripe.refund(paid, order)).toMatchObject(refunded)
    // A day later Stripe has forgotten the idempotency key.
    pass(day + 1)
    expect(await stripe.refund(paid, order)).toMatchObject(refunded)
    expect(await stripe.refund(paid, { refundId: 'F2', amount: cents(12_657), isWhole: false })).toMatchObject({
      standing: { status: 'refunded', netAmount: 0 },
    })
  })

  it('is refunded once when two processes send the same order', async () => {
    const paid = await payBy(cardFields(visa))
    const order = { refundId: `${paid.transNo}-1`, amount: cents(14_657), isWhole: true }
    const [first, second] = await Promise.all([stripe.refund(paid, order), stripe.refund(paid, order)])
    expect([first.kind, second.kind]).toEqual(['events', 'events'])
    expect(await stripe.fetch(paid)).toMatchObject({ standing: { netAmount: 0 } })
  })

  it('is refused with the reason', async () => {
    const paid = await payBy(cardFields(visa))
    const refuse = (payment: PaymentAtProvider, refundId: string, amount: number) =>
      stripe.refund(payment, { refundId, amount: cents(amount), isWhole: false })
    expect(await refuse(paid, 'F3', 14_658)).toEqual({ kind: 'refused', why: 'too-much' })
    expect(await refuse(await open(newPayment()), 'F4', 1)).toEqual({ kind: 'refused', why: 'state' })
    const bank = newPayment({ paymentType: 'echeck', enableEcheck: true })
    expect(await refuse(await payBy(bankFields('000123456789'), bank), 'F5', 1)).toEqual({
      kind: 'refused',
      why: 'not-settled',
    })
    double.atVendor.dispute(await chargeIdOf(paid))
    expect(await refuse(paid, 'F6', 1)).toEqual({ kind: 'refused', why: 'state' })
  })

  it('comes back when a refund fails, and is taken and given back by a dispute [REQ-D-434]', async () => {
    const paid = await payBy(cardFields(visa))
    const charge = await chargeIdOf(paid)
    const refund = double.atVendor.refund(charge, 2000)
    expect(await stripe.fetch(paid)).toMatchObject({ standing: { netAmount: 12_657 } })
    double.atVendor.failRefund(refund.id)
    expect(await typesOf(paid)).toEqual(['payment.succeeded', 'payment.refunded', 'payment.reinstated'])
    const dispute = double.atVendor.dispute(charge)
    expect(await stripe.fetch(paid)).toMatchObject({ standing: { status: 'returned', netAmount: 0 } })
    double.atVendor.closeDispute(dispute.id, 'won')
    expect(await stripe.fetch(paid)).toMatchObject({ standing: { status: 'succeeded', netAmount: 14_657 } })
  })
})

describe('a report of Stripe', () => {
  it('has each payment that moved on the day, as it is now, and the debits that were accepted [REQ-D-438]', async () => {
    // What former tests began is paid before that day.
    clock.set('2027-02-18T10:00:00Z')
    double.advance(0)
    clock.set('2027-02-20T10:00:00Z')
    const foreign = gatewayWith({ publicOrigin: 'https://other.example' })
    const card = await payBy(cardFields(visa))
    const disputed = await payBy(cardFields(visa))
    const bank = await payBy(bankFields('000111111113'), newPayment({ paymentType: 'echeck', enableEcheck: true }))
    await open(newPayment())
    const other = await foreign.start(newPayment())
    await enter(other.target.kind === 'redirect' ? other.target.url : '', cardFields(visa))
    clock.set('2027-02-22T10:00:00Z')
    double.atVendor.refund(await chargeIdOf(card), 2000)
    double.atVendor.dispute(await chargeIdOf(disputed))
    const read = async (date: string) => {
      const found = new Map<string, number | null>()
      for await (const one of stripe.report(date))
        if (one.kind === 'readable' && one.isForeign !== true) found.set(one.transNo, one.standing.netAmount)
      return found
    }
    expect(await read('2027-02-20')).toEqual(
      new Map([
        [disputed.transNo, 0],
        [card.transNo, 12_657],
        [bank.transNo, 14_657],
      ]),
    )
    expect(await read('2027-02-21')).toEqual(new Map())
    expect(await read('2027-02-22')).toEqual(
      new Map([
        [disputed.transNo, 0],
        [card.transNo, 12_657],
      ]),
    )
    clock.set('2027-02-25T10:00:00Z')
    double.advance(0)
    expect((await read('2027-02-20')).get(bank.transNo)).toBe(0)
  })
})
