import type { AccountAmounts } from '@coopline/contract/paying/pay-multiple/pay-multiple.contract'
import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { beforeEach, describe, expect, it } from 'vitest'
import { useAuthorizeNetPortal } from '../../../../testing/authorize-net-in-test.ts'
import { amountsOf, askAsMember } from '../../../../testing/member-payer.ts'
import { listBookings } from '../../../../testing/payment-in-test.ts'
import { sendPostback, tell, useProviderDouble } from '../../../../testing/provider-double.ts'
import { askToPay, errorsOf, pay, payingSettings, verified } from '../../../../testing/quick-payer.ts'
import { adaSignedIn, type SignedIn } from '../../../../testing/seed-login.ts'
import { cardFields, enterAtStripe, useStripePortal, visa } from '../../../../testing/stripe-in-test.ts'
import { type TestPortal, useTestPortal } from '../../../../testing/test-portal.ts'

const electric = '100100101'

/** The seconds after which a page has surely reached its provider. */
const underWay = 31

/** Opens a page of Quick Pay for all that is owed, as a stranger does. */
const openPage = async (portal: TestPortal): Promise<Requisition> => pay(portal, await verified(portal), 50_000)

/**
 * Opens a page of Quick Pay, lets the member pay, and presses Pay again on the page that was kept by the browser of the first payer.
 *
 * @returns the errors of that answer, and the form of the member.
 */
async function payAgainAfterMember(portal: TestPortal, ada: SignedIn) {
  const [payer, again] = [await verified(portal), { key: 'the-same-attempt' }]
  await pay(portal, payer, 50_000, again)
  portal.clock.advance(underWay)
  const own = await payAll(portal, ada)
  const answer = await askToPay(portal, payer, 50_000, again)
  return { answer: [answer.statusCode, errorsOf(answer)[0]?.code], own: own.json<Requisition>(), payer }
}

const payAll = async (portal: TestPortal, ada: SignedIn) => askAsMember(portal, ada, [[electric, 50_000]])

const paymentsOf = async (portal: TestPortal) =>
  (await portal.db.selectFrom('pay.payment').select(['origin', 'state']).orderBy('requested_at').execute()).map(
    ({ origin, state }) => `${origin} ${state}`,
  )

const alarmsOf = async (portal: TestPortal) =>
  (await portal.db.selectFrom('pay.alarm').select('kind').execute()).map(({ kind }) => kind)

const noticeOf = ([account]: readonly AccountAmounts[]) => account?.paymentsUnderWay

describe('a page of Quick Pay at Stripe', () => {
  const { portal, double } = useStripePortal(payingSettings)
  let ada: SignedIn
  beforeEach(async () => {
    ada = await adaSignedIn(portal)
  })

  it('is ended for a payment of the member, so that only one of them can be paid [REQ-D-476, SEC-77]', async () => {
    const stranger = await openPage(portal)
    expect(noticeOf(await amountsOf(portal, ada))).toMatchObject({ payments: 1, givesWay: true })
    portal.clock.advance(underWay)
    double.advance(0)
    expect((await payAll(portal, ada)).statusCode).toBe(200)
    expect(await paymentsOf(portal)).toEqual(['quick-pay expired', 'member handed-off'])
    expect(await enterAtStripe(stranger.redirectUrl ?? '', cardFields(visa))).not.toBe(303)
    expect(await listBookings(portal.db)).toEqual([])
  })

  it('is booked when it was paid meanwhile, and the member sees the new balance [REQ-D-476]', async () => {
    await enterAtStripe((await openPage(portal)).redirectUrl ?? '', cardFields(visa))
    portal.clock.advance(underWay)
    const refused = await payAll(portal, ada)
    expect([refused.statusCode, (await paymentsOf(portal))[0]]).toEqual([409, 'quick-pay confirmed'])
    expect(await listBookings(portal.db)).toHaveLength(1)
  })
})

describe('a page of Quick Pay that its provider cannot end', () => {
  const { portal } = useAuthorizeNetPortal(payingSettings)
  let ada: SignedIn
  beforeEach(async () => {
    ada = await adaSignedIn(portal)
  })

  it('holds up no payment of the member at Authorize.net [REQ-D-476, SEC-77]', async () => {
    await openPage(portal)
    portal.clock.advance(underWay)
    expect((await payAll(portal, ada)).statusCode).toBe(200)
    expect(await paymentsOf(portal)).toEqual(['quick-pay expired', 'member handed-off'])
  })

  it('is not handed out again at Authorize.net [REQ-D-476, SEC-77]', async () => {
    const { answer } = await payAgainAfterMember(portal, ada)
    expect([answer, await paymentsOf(portal)]).toEqual([
      [409, 'page-over'],
      ['quick-pay expired', 'member handed-off'],
    ])
  })
})

describe('a page of Quick Pay that the provider reports open', () => {
  const provider = useProviderDouble()
  const portal = useTestPortal(() => ({ settings: payingSettings, env: { PROVIDER_URL: provider.url } }))
  let ada: SignedIn
  beforeEach(async () => {
    ada = await adaSignedIn(portal)
  })
  const opened = async (): Promise<Requisition> => {
    const form = await openPage(portal)
    provider.open.add(form.paymentRequisitionSettings.transNo)
    return form
  }

  it('gives way to the member, and raises an alarm when both are paid [REQ-D-476, SEC-77]', async () => {
    const stranger = await opened()
    const early = await payAll(portal, ada)
    expect(errorsOf(early)[0]?.message).toMatch(/would pay more than your balance\. Try again in a minute\.$/u)
    portal.clock.advance(underWay)
    const own = await payAll(portal, ada)
    await sendPostback(portal, tell(own.json<Requisition>(), 'payment.succeeded'))
    expect(await alarmsOf(portal)).toEqual([])
    await sendPostback(portal, tell(stranger, 'payment.succeeded'))
    expect(await alarmsOf(portal)).toEqual(['corrected'])
    expect(await paymentsOf(portal)).toEqual(['quick-pay confirmed', 'member confirmed'])
  })

  it('is not handed out again, and its payer cannot pay a second time under a new key [REQ-D-476, SEC-77]', async () => {
    const { answer, own, payer } = await payAgainAfterMember(portal, ada)
    expect(answer).toEqual([409, 'page-over'])
    const whileOpen = await askToPay(portal, payer, 50_000, { key: 'another-attempt-1' })
    expect(errorsOf(whileOpen)[0]?.code).toBe('payment-under-way')
    await sendPostback(portal, tell(own, 'payment.succeeded'))
    expect((await askToPay(portal, payer, 50_000, { key: 'another-attempt-2' })).statusCode).toBe(409)
    expect(await paymentsOf(portal)).toEqual(['quick-pay expired', 'member confirmed'])
  })

  it.each(['payment.canceled', 'payment.declined'] as const)(
    'is not handed out again after %s, because another payment may have taken its place [REQ-D-476]',
    async (type) => {
      const [payer, again] = [await verified(portal), { key: 'the-same-attempt' }]
      const ended = await pay(portal, payer, 50_000, again)
      await sendPostback(portal, tell(ended, type))
      const own = await payAll(portal, ada)
      await sendPostback(portal, tell(own.json<Requisition>(), 'payment.succeeded'))
      const answer = await askToPay(portal, payer, 50_000, again)
      expect([answer.statusCode, errorsOf(answer)[0]?.code]).toEqual([409, 'page-over'])
      expect(await paymentsOf(portal)).toContain('member confirmed')
    },
  )

  it('gives way although a stranger has just caused a question about it, and others do not [REQ-D-476, SEC-77]', async () => {
    await opened()
    const stranger = await verified(portal)
    portal.clock.advance(underWay)
    expect((await askToPay(portal, stranger, 50_000)).statusCode).toBe(400)
    const asked = provider.calls.length
    expect((await askToPay(portal, stranger, 50_000)).statusCode).toBe(400)
    expect(provider.calls).toHaveLength(asked)
    expect((await payAll(portal, ada)).statusCode).toBe(200)
    expect(await paymentsOf(portal)).toEqual(['quick-pay expired', 'member handed-off'])
  })

  it('holds up the member while the provider says nothing of it, and another payer of Quick Pay always [REQ-D-476]', async () => {
    await opened()
    portal.clock.advance(underWay)
    const other = await verified(portal)
    await expect(pay(portal, other, 50_000)).rejects.toThrow('payment-under-way')
    portal.clock.advance(underWay)
    provider.mode = 'fails'
    const refused = await payAll(portal, ada)
    expect(errorsOf(refused)[0]?.message).toMatch(/Try again after .* or sooner if the other payment is canceled\.$/u)
    provider.mode = 'answers'
    portal.clock.advance(underWay)
    expect((await payAll(portal, ada)).statusCode).toBe(200)
  })
})
