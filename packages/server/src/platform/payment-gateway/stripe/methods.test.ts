import { cents } from '@coopline/rules/kernel/money'
import { declineMessage } from '@coopline/rules/paying/decline-reason/decline-reason.messages'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bankFields, cardFields, useStripe, visa } from '../../../testing/stripe-in-test.ts'
import { Unavailable } from '../../errors.ts'

const { stripe, double, newPayment, newRequest, enter, store, pass } = useStripe()

const day = 86_400

afterEach(() => vi.restoreAllMocks())

describe('a stored method at Stripe', () => {
  it('is stored without a charge, with its facts [REQ-D-436]', async () => {
    const request = newRequest()
    const { target, reference } = await stripe.startMethod(request)
    const asked = { ...request, providerReference: reference }
    expect(await stripe.fetchMethod(asked)).toEqual({ kind: 'open' })
    expect(await stripe.startMethod(request)).toEqual({ target, reference })
    await enter(target.kind === 'redirect' ? target.url : '', cardFields(visa))
    expect(await stripe.fetchMethod(asked)).toMatchObject({
      kind: 'stored',
      event: {
        type: 'method.stored',
        reference: request.reference,
        token: expect.stringMatching(/^cus_.+\|pm_.+/),
        paymentType: 'cc',
        cardType: 'VI',
        lastFour: '4242',
        expiry: '2030-08',
        fingerprint: expect.any(String),
      },
    })
    expect(await stripe.fetchMethod({ ...asked, reference: 'R-other' })).toMatchObject({ kind: 'unreadable' })
    expect(await stripe.fetchMethod({ ...asked, providerReference: null })).toEqual({ kind: 'unknown' })
    expect(await stripe.fetchMethod({ ...asked, providerReference: 'cs_test_none' })).toEqual({ kind: 'unknown' })
  })

  it('is canceled with its page', async () => {
    const request = newRequest()
    const { reference } = await stripe.startMethod(request)
    pass(40 * 60)
    expect(await stripe.fetchMethod({ ...request, providerReference: reference })).toEqual({ kind: 'canceled' })
  })

  it('is charged after its reference was stored, and once only [REQ-D-437]', async () => {
    const token = await store(cardFields(visa))
    const payment = newPayment()
    const remembered: string[] = []
    const states: string[] = []
    const charge = (reference: string | null) =>
      stripe.charge({ ...payment, reference }, token, async (id) => {
        remembered.push(id)
        states.push((await stripe.fetch({ ...payment, reference: id })).kind)
        return true
      })
    const paid = { kind: 'events', standing: { status: 'succeeded', netAmount: 14_657 } }
    expect(await charge(null)).toMatchObject(paid)
    const [reference = null] = remembered
    expect(await charge(reference)).toMatchObject(paid)
    expect(await charge(null)).toMatchObject(paid)
    pass(25 * 3600)
    expect(await charge(reference)).toMatchObject(paid)
    expect(new Set(remembered).size).toBe(1)
    // Nothing has moved when the reference is stored for the first time.
    expect(states).toEqual(['open', 'events'])
    expect(await stripe.fetch({ ...payment, reference })).toMatchObject({ events: [{ type: 'payment.succeeded' }] })
  })

  it('is not charged again when the portal lost the reference and Stripe forgot the call [REQ-D-437]', async () => {
    const token = await store(cardFields(visa))
    const payment = newPayment()
    const remembered: string[] = []
    const charge = () => stripe.charge(payment, token, async (id) => remembered.push(id) > 0)
    const paid = await charge()
    expect(paid).toMatchObject({ standing: { status: 'succeeded' } })
    await stripe.charge(newPayment(), token, async () => true)
    pass(25 * 3600)
    expect(await charge()).toEqual(paid)
    expect(new Set(remembered).size).toBe(1)
  })

  it('is not charged when its reference cannot be stored, and charged by the next attempt [REQ-D-437]', async () => {
    const token = await store(cardFields(visa))
    const payment = newPayment()
    let reference: string | null = null
    const failing = stripe.charge(payment, token, async (id) => {
      reference = id
      throw new Error('The database is away')
    })
    await expect(failing).rejects.toThrow('The database is away')
    expect(await stripe.fetch({ ...payment, reference })).toEqual({ kind: 'open' })
    expect(await stripe.charge({ ...payment, reference }, token, async () => true)).toMatchObject({
      standing: { status: 'succeeded' },
    })
  })

  it('is charged once when the answer to the confirmation is lost [REQ-D-437]', async () => {
    const token = await store(cardFields(visa))
    const payment = newPayment()
    let reference: string | null = null
    const charging = stripe.charge(payment, token, async (id) => {
      reference = id
      double.faults.set({ kind: 'lost-answer' }, { at: `/v1/payment_intents/${id}/confirm`, times: 2 })
      return true
    })
    await expect(charging).rejects.toBeInstanceOf(Unavailable)
    expect(await stripe.fetch({ ...payment, reference })).toMatchObject({ standing: { netAmount: 14_657 } })
    expect(await stripe.charge({ ...payment, reference }, token, async () => true)).toMatchObject({
      events: [{ type: 'payment.succeeded' }],
    })
  })

  it('is declined with the reason of the bank, for good [REQ-D-437]', async () => {
    const token = await store(cardFields('4000002500003155'))
    const payment = newPayment()
    let reference: string | null = null
    const declined = await stripe.charge(payment, token, async (id) => {
      reference = id
      return true
    })
    expect(declined).toMatchObject({
      events: [
        {
          type: 'payment.declined',
          message: declineMessage('authentication-required', 'en'),
          totalAmount: 14_657,
        },
      ],
    })
    expect(await stripe.charge({ ...payment, reference }, token, async () => true)).toEqual(declined)
    const headers = { authorization: 'Bearer sk_test_adapter' }
    const atStripe = await fetch(`${double.origin}/v1/payment_intents/${reference}`, { headers })
    // Nobody can complete it elsewhere.
    expect(await atStripe.json()).toMatchObject({ status: 'canceled' })
    expect(await stripe.end({ ...payment, reference })).toEqual(declined)
  })

  it('is declined by no refusal that says nothing about the method [REQ-D-437]', async () => {
    const token = await store(cardFields(visa))
    const tooSmall = newPayment({ amount: cents(10), convenienceFee: cents(0) })
    await expect(stripe.charge(tooSmall, token, async () => true)).rejects.toBeInstanceOf(Unavailable)

    const payment = newPayment()
    let reference: string | null = null
    const call = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) =>
      typeof url === 'string' && url.endsWith('/confirm')
        ? Response.json({ error: { type: 'invalid_request_error', code: 'parameter_unknown' } }, { status: 400 })
        : call(url, init),
    )
    const charging = stripe.charge(payment, token, async (id) => {
      reference = id
      return true
    })
    await expect(charging).rejects.toBeInstanceOf(Unavailable)
    vi.restoreAllMocks()
    expect(await stripe.fetch({ ...payment, reference })).toEqual({ kind: 'open' })
  })

  it('is declined for good when Stripe refuses a debit at once, also when the answer is lost [REQ-D-461]', async () => {
    const token = await store(bankFields('000777777771'))
    const payment = newPayment({ paymentType: 'echeck', enableEcheck: true })
    let reference: string | null = null
    const charging = stripe.charge(payment, token, async (id) => {
      reference = id
      double.faults.set({ kind: 'lost-answer' }, { at: `/v1/payment_intents/${id}/confirm`, times: 2 })
      return true
    })
    await expect(charging).rejects.toBeInstanceOf(Unavailable)
    const declined = { standing: { status: 'declined', netAmount: 0 }, events: [{ type: 'payment.declined' }] }
    expect(await stripe.fetch({ ...payment, reference })).toMatchObject(declined)
    expect(await stripe.charge({ ...payment, reference }, token, async () => true)).toMatchObject(declined)
    expect(await stripe.end({ ...payment, reference })).toMatchObject(declined)
  })

  it('is charged by the bank, and returned by it later', async () => {
    const token = await store(bankFields('000333333335'))
    const payment = newPayment({ paymentType: 'echeck', enableEcheck: true })
    let reference: string | null = null
    const accepted = await stripe.charge(payment, token, async (id) => {
      reference = id
      return true
    })
    expect(accepted).toMatchObject({ standing: { status: 'succeeded' }, events: [{ paymentType: 'echeck' }] })
    const confirmationNumber = accepted.kind === 'events' ? (accepted.events[0]?.confirmationNumber ?? null) : null
    pass(4 * day)
    expect(await stripe.fetch({ ...payment, reference, confirmationNumber })).toMatchObject({
      standing: { status: 'returned', netAmount: 0 },
      events: [{}, { type: 'payment.returned', message: expect.stringContaining('(R10)') }],
    })
  })

  it('is named by its mandate once that is inactive, and declined when it is charged all the same [REQ-D-415]', async () => {
    const token = await store(bankFields('000123456789'))
    const found = async (reference: string) => (await stripe.findMethodNews?.(reference)) ?? null
    const opened = double.notices.list().findLast(({ type }) => type === 'setup_intent.succeeded')?.body ?? ''
    const [mandate = ''] = /mandate_\w+/u.exec(opened) ?? []
    expect(await found(mandate)).toBeNull()
    expect(double.atVendor.endMandate(token.split('|')[1] ?? '')).toBe(mandate)
    const news = await found(mandate)
    expect([news?.of, news?.changeOf(token), news?.changeOf('cus_1|pm_1')]).toEqual([
      { lastFour: '6789' },
      { kind: 'refused' },
      null,
    ])
    const payment = newPayment({ paymentType: 'echeck', enableEcheck: true })
    expect(await stripe.charge(payment, token, async () => true)).toMatchObject({ standing: { status: 'declined' } })
    for (const reference of ['mandate_none', 'dp_1']) expect(await found(reference)).toBeNull()
    double.faults.set({ kind: 'status', status: 503 }, { times: Number.POSITIVE_INFINITY })
    await expect(found(mandate)).rejects.toBeInstanceOf(Unavailable)
  })

  it('is forgotten once and for all, charged no more, and named as gone [REQ-D-436, REQ-D-465]', async () => {
    const token = await store(cardFields(visa))
    expect(await stripe.findMethodNews?.(token.split('|')[1] ?? '')).toBeNull()
    await stripe.forget(token)
    await stripe.forget(token)
    const [, id = ''] = token.split('|')
    expect((await stripe.findMethodNews?.(id))?.changeOf(token)).toEqual({ kind: 'gone' })
    expect(await stripe.findMethodNews?.('pm_none')).toBeNull()
    await stripe.forget('cus_1|pm_none')
    await stripe.forget('no token of Stripe')
    const remember = async () => Promise.reject(new Error('There is nothing to remember'))
    expect(await stripe.charge(newPayment(), token, remember)).toMatchObject({
      events: [{ type: 'payment.declined', message: null }],
    })
    expect(await stripe.charge(newPayment(), 'no token of Stripe', remember)).toMatchObject({ kind: 'events' })
  })
})
