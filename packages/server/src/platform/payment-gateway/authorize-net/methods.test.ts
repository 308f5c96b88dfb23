import { declineMessage } from '@coopline/rules/paying/decline-reason/decline-reason.messages'
import { describe, expect, it, vi } from 'vitest'
import {
  anetBank,
  anetCard,
  authorizedHeldCard,
  declinedLaterCard,
  enterOnPage,
  expiredCard,
  faultyCard,
  goodCard,
  useAuthorizeNet,
} from '../../../testing/authorize-net-in-test.ts'
import { paymentAt, requestAt } from '../../../testing/stripe-in-test.ts'
import { Unavailable } from '../../errors.ts'
import type { MethodHandOff, PaymentAtProvider, PaymentGateway } from '../payment-gateway.ts'

const { double, clock, gateway, gatewayWith } = useAuthorizeNet()
type Fields = Readonly<Record<string, string>>

async function begin(fields: Partial<MethodHandOff> = {}, by: PaymentGateway = gateway) {
  const request = requestAt(clock.now(), fields)
  const { target, reference } = await by.startMethod(request)
  if (target.kind !== 'form') throw new Error('The page is reached by a form')
  return {
    request: { ...request, providerReference: reference },
    customer: reference ?? '',
    action: target.action,
    enter: async (method: Fields) => enterOnPage(target.action, target.securityToken, method),
  }
}

async function eventOf(method: Fields, fields: Partial<MethodHandOff> = {}) {
  const { request, enter } = await begin(fields)
  expect((await enter(method)).status).toBe(303)
  const found = await gateway.fetchMethod(request)
  if (found.kind !== 'stored') throw new Error(`The method is ${found.kind}`)
  return found.event
}

const store = async (method: Fields = goodCard): Promise<string> => (await eventOf(method)).token

let made = 0
/** A payment with a stored method, as AutoPay makes it. */
function newCharge(fields: Partial<PaymentAtProvider> = {}): PaymentAtProvider {
  made += 1
  return paymentAt(clock.now(), { transNo: `T${String(made).padStart(16, '4')}`, storedMethodId: 'S1', ...fields })
}

const remember = vi.fn<(reference: string) => Promise<boolean>>(async () => true)
const charge = async (payment: PaymentAtProvider, token: string, by = gateway) => by.charge(payment, token, remember)
const chargesOf = ({ transNo }: PaymentAtProvider) => double.chargesOf(transNo)
const succeeded = { kind: 'events', events: [{ type: 'payment.succeeded' }], standing: { status: 'succeeded' } }

describe('a page of Authorize.net that stores a method', () => {
  it('stores a card or a bank account of the kinds that were asked for, without a charge [REQ-D-457]', async () => {
    expect(await eventOf(goodCard)).toMatchObject({
      type: 'method.stored',
      token: expect.stringMatching(/^[0-9]+\|[0-9]+$/u),
      paymentType: 'cc',
      cardType: 'VI',
      lastFour: '1111',
      expiry: '2030-08',
    })
    expect(await eventOf(anetBank('000123456789'))).toMatchObject({
      paymentType: 'echeck',
      cardType: null,
      lastFour: '6789',
      expiry: null,
    })
    const cardsOnly = await begin({ enableEcheck: false })
    expect((await cardsOnly.enter(anetBank('000123456789'))).status).toBe(422)
    expect((await cardsOnly.enter(anetCard('4222222222222'))).status).toBe(422)
    expect((await cardsOnly.enter(goodCard)).headers.get('location')).toBe(cardsOnly.request.returnUrl)
  })

  it('shows no methods of others, and says nothing of the member to Authorize.net [REQ-D-457]', async () => {
    await store()
    const { customer, request } = await begin()
    const own = double.customers().find(({ customerProfileId }) => customerProfileId === customer)
    expect(own?.paymentProfiles).toEqual([])
    expect(own?.description.endsWith(request.reference)).toBe(true)
    expect(JSON.stringify(double.customers())).not.toContain(request.memberNumber)
  })

  it('has one customer when two processes begin one request, and when an answer was lost [REQ-D-457]', async () => {
    const count = double.customers().length
    const reference = 'M-begun-twice'
    const both = await Promise.all([begin({ reference }), begin({ reference }, gatewayWith())])
    double.faults.set({ kind: 'lost-answer' }, { at: 'createCustomerProfile' })
    await expect(begin({ reference: 'M-lost' })).rejects.toBeInstanceOf(Unavailable)
    await begin({ reference: 'M-lost' })
    expect([both[0].customer === both[1].customer, double.customers().length - count]).toEqual([true, 2])
  })

  it('is open until a method is stored, unknown without a customer, and no answer to another request [REQ-D-457]', async () => {
    const { request, enter } = await begin()
    expect(await gateway.fetchMethod(request)).toEqual({ kind: 'open' })
    expect(await gateway.fetchMethod({ ...request, providerReference: null })).toEqual({ kind: 'unknown' })
    expect(await gateway.fetchMethod({ ...request, providerReference: '1' })).toEqual({ kind: 'unknown' })
    await enter(goodCard)
    expect(await gateway.fetchMethod({ ...request, reference: 'M-other' })).toMatchObject({ kind: 'unreadable' })
  })

  it('has news that lead to its request, and to none of another portal [REQ-D-457]', async () => {
    const { request, enter } = await begin()
    await enter(goodCard)
    const { body = '' } = double.notices().at(-1) ?? {}
    const [news] = await gateway.readEvents({ 'x-anet-signature': double.sign(body) }, Buffer.from(body))
    if (news?.kind !== 'look-up' || news.subject.about !== 'reference') throw new Error('There is nothing to look up')
    expect(await gateway.findNumber(news.subject.reference)).toBe(request.reference)
    const other = gatewayWith({ publicOrigin: 'https://other.example' })
    expect(await other.findNumber(news.subject.reference)).toBeNull()
    expect(await gateway.findNumber('customer-1')).toBeNull()
  })
})

describe('a charge of a stored method at Authorize.net', () => {
  it('is made with its fee, after its reference was stored, and is found without the token [REQ-D-458]', async () => {
    const token = await store()
    const payment = newCharge()
    const before: number[] = []
    remember.mockImplementationOnce(async () => before.push(chargesOf(payment).length) > 0)
    const calls = vi.spyOn(globalThis, 'fetch')
    const answer = await charge(payment, token)
    // A search, the charge and its facts: a run may have thousands of charges.
    expect(calls).toHaveBeenCalledTimes(3)
    calls.mockRestore()
    expect(answer).toMatchObject({
      events: [
        { type: 'payment.succeeded', amount: 14_237, convenienceFee: 420, totalAmount: 14_657, lastFour: '1111' },
      ],
    })
    const [reference = ''] = remember.mock.lastCall ?? []
    expect([before, token.startsWith(`${reference}|`)]).toEqual([[0], true])
    expect(await gatewayWith().fetch({ ...payment, reference })).toMatchObject(succeeded)
  })

  it.each([0, 2, 40])(
    'is made once, also when it is repeated %s days after its answer was lost [REQ-D-458]',
    async (days) => {
      const token = await store()
      const payment = newCharge()
      double.faults.set({ kind: 'lost-answer' }, { at: 'createTransaction' })
      await expect(charge(payment, token)).rejects.toBeInstanceOf(Unavailable)
      if (days > 0) double.atVendor.settle()
      clock.advance(days * 86_400)
      const reference = token.split('|')[0] ?? ''
      for (const known of [reference, null])
        expect(await charge({ ...payment, reference: known }, token, gatewayWith())).toMatchObject(succeeded)
      expect(chargesOf(payment)).toHaveLength(1)
    },
  )

  it('is not made again when the database was restored to a day before it [REQ-D-458]', async () => {
    const token = await store()
    const payment = newCharge()
    await charge(payment, token)
    double.atVendor.settle()
    clock.advance(3 * 86_400)
    const again = { ...payment, requestedAt: clock.now(), expiresAt: new Date(clock.now().getTime() + 5_400_000) }
    expect(await charge(again, token, gatewayWith())).toMatchObject(succeeded)
    expect(chargesOf(payment)).toHaveLength(1)
  })

  it('is found after a restored database although its method was deleted since [REQ-D-458]', async () => {
    const token = await store()
    const payment = newCharge()
    await charge(payment, token)
    await gateway.forget(token)
    expect(await charge(payment, token, gatewayWith())).toMatchObject(succeeded)
    expect(chargesOf(payment)).toHaveLength(1)
  })

  it('is made once by two processes that do not see the charge of each other [REQ-D-458]', async () => {
    const token = await store()
    const payment = newCharge()
    // The other process sends its charge after this one has searched.
    remember.mockImplementationOnce(async () => charge(payment, token, gatewayWith()).then(() => true))
    await expect(charge(payment, token)).rejects.toBeInstanceOf(Unavailable)
    expect(chargesOf(payment)).toHaveLength(1)
    expect(await charge(payment, token)).toMatchObject(succeeded)
  })

  it('is not sent by a process whose reference another one has stored at the same moment [REQ-D-458]', async () => {
    const [token, payment] = [await store(), newCharge()]
    remember.mockResolvedValueOnce(false)
    await expect(charge(payment, token)).rejects.toBeInstanceOf(Unavailable)
    expect(chargesOf(payment)).toEqual([])
    // A repeat finds the reference stored, and sends what the other process did not.
    remember.mockResolvedValueOnce(false)
    expect(await charge({ ...payment, reference: token.split('|')[0] ?? '' }, token)).toMatchObject(succeeded)
  })

  it('is not sent when its reference cannot be stored [REQ-D-458]', async () => {
    const [token, payment] = [await store(), newCharge()]
    remember.mockRejectedValueOnce(new Unavailable('The payment'))
    await expect(charge(payment, token)).rejects.toBeInstanceOf(Unavailable)
    expect(chargesOf(payment)).toEqual([])
  })

  it.each([
    ['declined by its bank', declinedLaterCard, 'declined', 1],
    ['refused as expired, without a trace', expiredCard, 'expired-card', 0],
  ] as const)(
    'is a decline in the words of the member when it is %s, once [REQ-D-458]',
    async (_how, card, reason, count) => {
      const token = await store(card)
      const payment = newCharge({ language: 'es' })
      const declined = {
        events: [{ type: 'payment.declined', message: declineMessage(reason, 'es'), totalAmount: 14_657 }],
      }
      const first = await charge(payment, token)
      expect(first).toMatchObject(declined)
      expect(await charge(payment, token)).toEqual(first)
      expect(chargesOf(payment)).toHaveLength(count)
    },
  )

  it('is open after a fault that passes, and charges nothing [REQ-D-458]', async () => {
    const [token, payment] = [await store(faultyCard), newCharge()]
    await expect(charge(payment, token)).rejects.toBeInstanceOf(Unavailable)
    expect(await gateway.fetch({ ...payment, reference: token.split('|')[0] ?? null })).toEqual({ kind: 'open' })
  })

  it('is open while a filter holds it, and is made once [REQ-D-458]', async () => {
    const [token, payment] = [await store(authorizedHeldCard), newCharge()]
    expect(await charge(payment, token)).toEqual({ kind: 'open', isHeld: true })
    expect(await charge(payment, token, gatewayWith())).toEqual({ kind: 'open', isHeld: true })
    double.atVendor.endReview(chargesOf(payment)[0]?.transId ?? '', true)
    expect(await charge(payment, token)).toMatchObject(succeeded)
    expect(chargesOf(payment)).toHaveLength(1)
  })

  it('is declined for a method that Authorize.net no longer has, or never had [REQ-D-459]', async () => {
    const token = await store()
    await gateway.forget(token)
    for (const gone of [token, 'cus_1|pm_1']) {
      const payment = newCharge()
      expect(await charge(payment, gone)).toMatchObject({ standing: { status: 'declined' } })
      expect(chargesOf(payment)).toEqual([])
    }
  })
})

describe('a stored method at Authorize.net', () => {
  it('is forgotten with its customer, however often, and its charges are still found [REQ-D-459]', async () => {
    const [token, payment] = [await store(), newCharge()]
    await charge(payment, token)
    const [reference = ''] = token.split('|')
    for (const again of [token, token, 'cus_1|pm_1']) await gateway.forget(again)
    expect(double.customers().some((one) => one.customerProfileId === reference)).toBe(false)
    expect(await gatewayWith().fetch({ ...payment, reference })).toMatchObject(succeeded)
  })

  it('is read again after its network renewed it [REQ-D-459]', async () => {
    const token = await store()
    double.atVendor.changeMethod(token.split('|')[0] ?? '', { number: '5424000000000015', expiry: '09/33' })
    expect(await gateway.fetchCard?.(token)).toMatchObject({ lastFour: '0015', expiry: '2033-09' })
    await gateway.forget(token)
    expect(await gateway.fetchCard?.(token)).toBeNull()
    expect(await gateway.fetchCard?.(await store(anetBank('000123456789')))).toBeNull()
  })
})
