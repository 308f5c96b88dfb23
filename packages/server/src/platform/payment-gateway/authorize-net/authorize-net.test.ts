import { createHmac } from 'node:crypto'
import { cents } from '@coopline/rules/kernel/money'
import { declineMessage } from '@coopline/rules/paying/decline-reason/decline-reason.messages'
import { describe, expect, it } from 'vitest'
import { anetKeys, anetSignatureKey, useAuthorizeNet } from '../../../testing/authorize-net-in-test.ts'
import { paymentAt } from '../../../testing/stripe-in-test.ts'
import { NotSignedIn, Unavailable } from '../../errors.ts'
import {
  PageOver,
  type PaymentAtProvider,
  type ReportedPayment,
  UnreadablePostback,
  UnusableReport,
} from '../payment-gateway.ts'
import type { AuthorizeNetOptions } from './authorize-net.ts'

const { double, clock, gateway, gatewayWith } = useAuthorizeNet()
const merchant = { name: anetKeys.loginId, transactionKey: anetKeys.transactionKey }

let made = 0
function newPayment(fields: Partial<PaymentAtProvider> = {}): PaymentAtProvider {
  made += 1
  return paymentAt(clock.now(), { transNo: `T${String(made).padStart(16, '2')}`, ...fields })
}

const card = { kind: 'card', number: '4111111111111111', expiry: '08/30' }
const declined = { ...card, number: '4222222222222' }
const closedBank = { kind: 'bank', number: '000111111113' }

/** Posts the form of a payment, and enters a method on its page. @returns the status of the answer, and the way back. */
async function enter(payment: PaymentAtProvider, method: Readonly<Record<string, string>> = card, by = gateway) {
  const { target } = await by.start(payment)
  if (target.kind !== 'form') throw new Error('The page is reached by a form')
  const fields = Object.fromEntries(target.fields.map(({ name, value }) => [name, value]))
  const page = await fetch(target.action, { method: 'POST', body: new URLSearchParams(fields) })
  const body = new URLSearchParams({ ...fields, ...method })
  const answer = await fetch(new URL('/payment/pay', target.action), { method: 'POST', body, redirect: 'manual' })
  return { page: await page.text(), status: answer.status, back: answer.headers.get('location') }
}

async function paid(fields: Partial<PaymentAtProvider> = {}, method: Readonly<Record<string, string>> = card) {
  const payment = newPayment(fields)
  expect((await enter(payment, method)).status).toBe(303)
  return { ...payment, confirmationNumber: chargeIdOf(payment) }
}

const chargeIdOf = ({ transNo }: PaymentAtProvider): string => double.chargesOf(transNo).at(-1)?.transId ?? ''

async function typesOf(payment: PaymentAtProvider, by = gateway): Promise<readonly string[]> {
  const read = await by.fetch(payment)
  return read.kind === 'events' ? [...read.events.map(({ type }) => type), read.standing.status] : [read.kind]
}

async function reportOf(day = clock.now().toISOString().slice(0, 10), by = gateway) {
  const all: ReportedPayment[] = []
  for await (const one of by.report(day)) all.push(one)
  return all
}

const eventsIn = (report: readonly ReportedPayment[], { transNo }: PaymentAtProvider) =>
  report.flatMap((one) => (one.kind === 'readable' && one.transNo === transNo ? one.events : []))

describe('a page of Authorize.net', () => {
  it('takes the chosen method only, and the sum with the fee [REQ-D-440]', async () => {
    const payment = newPayment()
    const { page, status } = await enter(payment, { kind: 'bank', number: '000123456789' })
    expect([page.includes('$146.57'), status]).toEqual([true, 422])
    expect(await enter(payment)).toMatchObject({ status: 303, back: payment.returnUrl })
    expect(await gateway.fetch(payment)).toMatchObject({
      kind: 'events',
      events: [
        {
          type: 'payment.succeeded',
          transNo: payment.transNo,
          accountNumber: '100200300',
          amount: 14_237,
          convenienceFee: 420,
          totalAmount: 14_657,
          paymentType: 'cc',
          cardType: 'VI',
          lastFour: '1111',
          confirmationNumber: chargeIdOf(payment),
        },
      ],
      standing: { status: 'succeeded', netAmount: null },
    })
  })

  it('has one token for repeats, also at the same moment, and another one ten minutes later [REQ-D-440]', async () => {
    const payment = newPayment()
    const [first, second] = await Promise.all([gateway.start(payment), gateway.start(payment)])
    expect(second).toEqual(first)
    expect(await gateway.start(payment)).toEqual(first)
    clock.advance(601)
    expect(await gateway.start(payment)).not.toEqual(first)
  })

  it('a page of another process does not take the same card twice [REQ-D-440]', async () => {
    const { confirmationNumber: _number, ...payment } = await paid()
    expect((await enter(payment, card, gatewayWith())).status).toBe(422)
    expect(double.chargesOf(payment.transNo)).toHaveLength(1)
  })

  it('is not made for a payment that is paid, or whose time is over [REQ-D-440]', async () => {
    await expect(gateway.start(await paid())).rejects.toBeInstanceOf(PageOver)
    const over = newPayment({ expiresAt: clock.now() })
    await expect(gateway.start(over)).rejects.toBeInstanceOf(PageOver)
  })

  it('is asked for again when the answer was lost [REQ-D-440]', async () => {
    const payment = newPayment()
    double.faults.set({ kind: 'lost-answer' })
    await expect(gateway.start(payment)).rejects.toBeInstanceOf(Unavailable)
    expect((await enter(payment)).status).toBe(303)
  })

  it('is at the address that belongs to the API, and the browser may post to it [REQ-D-446]', () => {
    const originsOf = (apiOrigin: string) => gatewayWith({ apiOrigin }).formOrigins
    expect(originsOf('https://api.authorize.net')).toEqual(['https://accept.authorize.net'])
    expect(originsOf('https://apitest.authorize.net')).toEqual(['https://test.authorize.net'])
  })
})

describe('news of Authorize.net', () => {
  const bodyOf = (payload: object, eventType = 'net.authorize.payment.authcapture.created') =>
    JSON.stringify({ notificationId: 'n-1', eventType, eventDate: '2026-11-30T00:00:00Z', webhookId: 'w', payload })
  const read = async (body: string, signature = double.sign(body)) =>
    gateway.readEvents({ 'x-anet-signature': signature }, Buffer.from(body))

  it('are verified under the key as text or as bytes, and name a transaction [REQ-D-441]', async () => {
    const { transNo } = await paid()
    const body = double.notices().at(-1)?.body ?? ''
    const reference = chargeIdOf({ transNo } as PaymentAtProvider)
    const news = [{ kind: 'look-up', noticeId: expect.any(String), subject: { about: 'reference', reference } }]
    expect(await read(body)).toEqual(news)
    const asBytes = createHmac('sha512', Buffer.from(anetSignatureKey, 'hex')).update(body).digest('hex')
    expect(await read(body, `sha512=${asBytes}`)).toEqual(news)
    expect(await gateway.findNumber(reference)).toBe(transNo)
  })

  it.each(['', 'sha512=', `sha512=${'0'.repeat(128)}`, `sha256=${'0'.repeat(64)}`])(
    'are refused with the signature "%s" [REQ-D-441]',
    async (signature) => expect(read(bodyOf({ id: '1' }), signature)).rejects.toBeInstanceOf(NotSignedIn),
  )

  it('news of other kinds, and news without a transaction, change nothing [REQ-D-441]', async () => {
    expect(await read(bodyOf({ id: '1' }, 'net.authorize.customer.created'))).toEqual([])
    expect(await read(bodyOf({ entityName: 'x' }))).toEqual([])
    await expect(read('{"payload":7}')).rejects.toBeInstanceOf(UnreadablePostback)
    const odd = bodyOf({ id: '1' }).replace('n-1', String.raw`n-\u0000`)
    await expect(read(odd)).rejects.toBeInstanceOf(UnreadablePostback)
    await expect(read('nothing')).rejects.toBeInstanceOf(UnreadablePostback)
    expect(await gateway.findNumber('1')).toBeNull()
  })
})

describe('a payment at Authorize.net', () => {
  it('is found by our number before and after it is settled, without any news [REQ-D-442]', async () => {
    const { confirmationNumber: _number, ...payment } = await paid()
    expect(await typesOf(payment)).toEqual(['payment.succeeded', 'succeeded'])
    double.atVendor.settle()
    clock.advance(2 * 86_400)
    expect(await typesOf(payment, gatewayWith())).toEqual(['payment.succeeded', 'succeeded'])
  })

  it('is open while the page is, and declined with the reason when it is over [REQ-D-442]', async () => {
    const payment = newPayment({ language: 'es' })
    expect((await enter(payment, declined)).status).toBe(422)
    expect(await typesOf(payment)).toEqual(['open'])
    clock.advance(3_600)
    expect(await gateway.fetch(payment)).toMatchObject({
      events: [{ type: 'payment.declined', message: declineMessage('declined', 'es'), amount: 14_237 }],
    })
    const other = newPayment()
    await enter(other, { ...card, number: '4012888818888' })
    clock.advance(3_600)
    expect(await gateway.fetch(other)).toMatchObject({ events: [{ message: declineMessage('expired-card', 'en') }] })
  })

  it.each(['FDSPendingReview', 'FDSAuthorizedPendingReview', 'underReview'])(
    'a payment that is held as %s is open until the review ends [REQ-D-442]',
    async (status) => {
      const payment = await paid()
      double.atVendor.setStatus(payment.confirmationNumber, status)
      clock.advance(3_600)
      expect(await gateway.fetch(payment)).toEqual({ kind: 'open', isHeld: true })
      double.atVendor.setStatus(payment.confirmationNumber, 'capturedPendingSettlement')
      expect(await typesOf(payment)).toEqual(['payment.succeeded', 'succeeded'])
    },
  )

  it('a payment that is charged with two cards from two pages is two charges [REQ-D-442]', async () => {
    const { confirmationNumber: _number, ...payment } = await paid()
    expect((await enter(payment, { ...card, number: '5424000000000015' }, gatewayWith())).status).toBe(303)
    expect(await typesOf(payment)).toEqual(['payment.succeeded', 'payment.succeeded', 'succeeded'])
  })

  it('a payment whose charge is settled is found although a declined attempt is not [REQ-D-442]', async () => {
    const { confirmationNumber: _number, ...payment } = await paid()
    double.atVendor.settle()
    expect((await enter(payment, declined, gatewayWith())).status).toBe(422)
    clock.advance(86_400)
    expect(await typesOf(payment, gatewayWith())).toEqual(['payment.succeeded', 'succeeded'])
  })

  it('a sale of something else with our invoice number does not pay it, and its refund takes nothing back [REQ-D-442]', async () => {
    const payment = newPayment()
    const sell = async (lineItems: object) => {
      const request = {
        transactionType: 'authCaptureTransaction',
        amount: '146.57',
        order: { invoiceNumber: payment.transNo, description: 'A lamp' },
        ...lineItems,
      }
      const body = { merchantAuthentication: merchant, transactionRequest: request, hostedPaymentSettings: {} }
      const answer = await fetch(`${double.origin}/xml/v1/request.api`, {
        method: 'POST',
        body: JSON.stringify({ getHostedPaymentPageRequest: body }),
      })
      const { token } = (await answer.json()) as { token: string }
      const typed = new URLSearchParams({ token, ...card, number: '5424000000000015' })
      await fetch(`${double.origin}/payment/pay`, { method: 'POST', body: typed, redirect: 'manual' })
      return chargeIdOf(payment)
    }
    const line = { itemId: '7', name: 'Lamp', description: 'Desk lamp', quantity: '1', unitPrice: '146.57' }
    const lamp = await sell({ lineItems: { lineItem: [line] } })
    expect(await typesOf(payment)).toEqual(['open'])
    expect((await enter(payment)).status).toBe(303)
    double.atVendor.settle()
    double.atVendor.refund(lamp, 14_657)
    expect(await typesOf(payment)).toEqual(['payment.succeeded', 'succeeded'])
  })
})

describe('a refund at Authorize.net', () => {
  const order = (amount: number, refundId = 'R2222222222222222') => ({
    refundId,
    amount: cents(amount),
    isWhole: amount === 14_657,
  })

  it('voids a charge that is not settled, as a whole only [REQ-D-443]', async () => {
    const payment = await paid()
    expect(await gateway.refund(payment, order(2_000))).toEqual({ kind: 'refused', why: 'not-settled' })
    expect(await gateway.refund(payment, order(14_657))).toMatchObject({
      kind: 'events',
      events: [{ type: 'payment.succeeded' }, { type: 'payment.refunded', movedAmount: 14_657 }],
      standing: { status: 'refunded' },
    })
    expect(double.heldOf(payment.confirmationNumber)).toBe(0)
    expect(await gateway.refund(payment, order(14_657))).toMatchObject({ standing: { status: 'refunded' } })
    expect(await gateway.refund(payment, order(2_000))).toEqual({ kind: 'refused', why: 'state' })
  })

  it('takes back one charge of a payment that was charged twice, whichever was voided before [REQ-D-443]', async () => {
    const payment = await paid()
    await enter({ ...payment, confirmationNumber: null }, { ...card, number: '5424000000000015' }, gatewayWith())
    expect(double.chargesOf(payment.transNo)).toHaveLength(2)
    expect(await gateway.refund(payment, order(14_657))).toEqual({ kind: 'refused', why: 'not-settled' })
    double.atVendor.voidTransaction(payment.confirmationNumber)
    expect(await gateway.refund(payment, order(14_657))).toEqual({ kind: 'refused', why: 'not-settled' })
    double.atVendor.settle()
    expect(await gateway.refund(payment, order(14_657))).toMatchObject({ kind: 'events' })
    expect(double.heldOf(chargeIdOf(payment))).toBe(0)
  })

  it('a void whose answer was lost is made once [REQ-D-443]', async () => {
    const payment = await paid()
    double.faults.set({ kind: 'lost-answer' }, { at: 'createTransaction' })
    await expect(gateway.refund(payment, order(14_657))).rejects.toBeInstanceOf(Unavailable)
    expect(double.heldOf(payment.confirmationNumber)).toBe(0)
    expect(await gatewayWith().refund(payment, order(14_657))).toMatchObject({
      events: [{ type: 'payment.succeeded' }, { type: 'payment.refunded', movedAmount: 14_657 }],
      standing: { status: 'refunded' },
    })
  })

  it('a refund that was declined is made again, and one under review is neither done nor refused [REQ-D-443]', async () => {
    const payment = await paid()
    double.atVendor.settle()
    double.faults.set({ kind: 'lost-answer' }, { at: 'createTransaction' })
    await expect(gateway.refund(payment, order(2_000))).rejects.toBeInstanceOf(Unavailable)
    const statusOfRefund = (status: string) => {
      for (const { transId } of double.backOf(payment.confirmationNumber)) double.atVendor.setStatus(transId, status)
    }
    statusOfRefund('FDSPendingReview')
    await expect(gateway.refund(payment, order(2_000))).rejects.toBeInstanceOf(Unavailable)
    expect(double.backOf(payment.confirmationNumber)).toHaveLength(1)
    statusOfRefund('declined')
    expect(double.heldOf(payment.confirmationNumber)).toBe(14_657)
    clock.advance(180)
    expect(await gateway.refund(payment, order(2_000))).toMatchObject({
      events: [{ type: 'payment.succeeded' }, { type: 'payment.refunded', movedAmount: 2_000 }],
    })
    expect(double.heldOf(payment.confirmationNumber)).toBe(12_657)
  })

  it('a refund of a settled charge is made once for an order, also when the answer was lost and it was settled since [REQ-D-443]', async () => {
    const payment = await paid()
    double.atVendor.settle()
    const lost = gatewayWith()
    double.faults.set({ kind: 'lost-answer' }, { at: 'createTransaction' })
    await expect(lost.refund(payment, order(2_000))).rejects.toBeInstanceOf(Unavailable)
    expect(double.heldOf(payment.confirmationNumber)).toBe(12_657)
    double.atVendor.settle()
    clock.advance(2 * 86_400)
    expect(await gatewayWith().refund(payment, order(2_000))).toMatchObject({ kind: 'events' })
    expect(double.heldOf(payment.confirmationNumber)).toBe(12_657)
    expect(await gateway.refund(payment, order(12_658, 'R3'))).toEqual({ kind: 'refused', why: 'too-much' })
    expect(await gateway.refund(payment, order(2_000, 'R4'))).toMatchObject({ kind: 'events' })
    expect(double.heldOf(payment.confirmationNumber)).toBe(10_657)
  })

  it('a refund that is voided before it is settled brings the money back [REQ-D-443]', async () => {
    const payment = await paid()
    double.atVendor.settle()
    await gateway.refund(payment, order(2_000))
    double.atVendor.voidTransaction(double.backOf(payment.confirmationNumber)[0]?.transId ?? '')
    expect(await typesOf(payment)).toEqual(['payment.succeeded', 'payment.refunded', 'payment.reinstated', 'succeeded'])
  })

  it('a refund of a debit names the account as the charge has it [REQ-D-443]', async () => {
    const payment = await paid({ paymentType: 'echeck' }, { kind: 'bank', number: '000123456789' })
    double.atVendor.settle()
    expect(await gateway.refund(payment, order(14_657))).toMatchObject({ standing: { status: 'refunded' } })
  })
})

describe('the report of a day', () => {
  it('has returned debits with the code of the bank, and chargebacks and their reversals [REQ-D-444]', async () => {
    const [debit, disputed, won] = [
      await paid({ paymentType: 'echeck' }, closedBank),
      await paid(),
      await paid({ accountAlias: 'Your account' }),
    ]
    double.atVendor.settle()
    const day = clock.now().toISOString().slice(0, 10)
    clock.advance(4 * 86_400)
    double.atVendor.endDebit(debit.confirmationNumber)
    double.atVendor.chargeBack(disputed.confirmationNumber)
    double.atVendor.chargeBack(won.confirmationNumber)
    double.atVendor.reverseChargeback(won.confirmationNumber)
    const later = await reportOf()
    expect(eventsIn(later, debit)).toMatchObject([
      {
        type: 'payment.returned',
        movedAmount: 14_657,
        message: `${declineMessage('bank-account-closed', 'en')} (R02)`,
      },
    ])
    expect(eventsIn(later, disputed).map(({ type }) => type)).toEqual(['payment.returned'])
    expect(eventsIn(later, won).map(({ type }) => type)).toEqual(['payment.returned', 'payment.reinstated'])
    expect(eventsIn(later, won)[0]?.accountNumber).toBe('Your account')
    const first = await reportOf(day)
    expect(eventsIn(first, debit).map(({ type }) => type)).toEqual(['payment.succeeded', 'payment.returned'])
    expect(
      eventsIn(first, disputed)
        .map(({ eventId }) => eventId)
        .slice(1),
    ).toEqual(eventsIn(later, disputed).map(({ eventId }) => eventId))
    expect(await gateway.fetch(debit)).toMatchObject({ standing: { status: 'returned' } })
  })

  it('has a charge that failed to settle as returned, and one that was voided as refunded [REQ-D-444]', async () => {
    const [unsettled, voided] = [
      await paid({ paymentType: 'echeck' }, { kind: 'bank', number: '000123456789' }),
      await paid(),
    ]
    double.atVendor.setStatus(unsettled.confirmationNumber, 'settlementError')
    double.atVendor.voidTransaction(voided.confirmationNumber)
    const report = await reportOf()
    expect(eventsIn(report, unsettled)).toMatchObject([
      { type: 'payment.succeeded' },
      // No bank returned it, so that no fee is due.
      { type: 'payment.returned', message: `${declineMessage('bank-returned', 'en')} (R17)` },
    ])
    expect(eventsIn(report, voided).map(({ type }) => type)).toEqual(['payment.succeeded', 'payment.refunded'])
  })

  it('says which payments have the mark of another address [REQ-D-460]', async () => {
    const { transNo } = await paid()
    const ofOther = await reportOf(undefined, gatewayWith({ publicOrigin: 'https://other.example' }))
    expect(ofOther.find((one) => one.kind === 'readable' && one.transNo === transNo)?.isForeign).toBe(true)
    expect((await reportOf()).map(({ isForeign }) => isForeign)).not.toContain(true)
  })

  it.each([{ kind: 'status', status: 503 }, { kind: 'nonsense' }] as const)(
    'is not usable when it is cut off by %j',
    async (fault) => {
      double.faults.set(fault, { at: 'getSettledBatchList' })
      await expect(reportOf()).rejects.toBeInstanceOf(UnusableReport)
    },
  )

  it('is not usable when a list of it ends before its own total, and a look-up asks again [REQ-D-453]', async () => {
    const payment = await paid()
    double.faults.set({ kind: 'short-list' }, { times: Number.POSITIVE_INFINITY })
    await expect(reportOf()).rejects.toBeInstanceOf(UnusableReport)
    await expect(gateway.fetch({ ...payment, confirmationNumber: null })).rejects.toBeInstanceOf(Unavailable)
    double.faults.clear()
    expect(eventsIn(await reportOf(), payment)).toHaveLength(1)
  })
})

describe('the check of the set-up', () => {
  it('finds a portal whose keys are right and whose endpoint gets all events [REQ-D-446]', async () => {
    expect((await gateway.prove()).map(({ verdict }) => verdict)).toEqual(['ok', 'ok'])
  })

  it('says that the account stores no methods [REQ-D-446]', async () => {
    double.atVendor.keepCustomers(false)
    const found = (await gateway.prove()).filter(({ verdict }) => verdict !== 'ok')
    double.atVendor.keepCustomers(true)
    expect(found).toMatchObject([
      { verdict: 'warning', sentence: 'The account at Authorize.net stores no payment methods.' },
    ])
  })

  it('says what is wrong: the key, the endpoint [REQ-D-446]', async () => {
    const faultsOf = async (options: Partial<AuthorizeNetOptions>) =>
      (await gatewayWith(options).prove()).filter(({ verdict }) => verdict !== 'ok').map(({ sentence }) => sentence)
    expect(await faultsOf({ transactionKey: 'wrong-key' })).toEqual(['Authorize.net does not accept a call.'])
    expect(await faultsOf({ publicOrigin: 'https://other.example' })).toEqual([
      'Authorize.net sends no events to this portal.',
    ])
  })
})
