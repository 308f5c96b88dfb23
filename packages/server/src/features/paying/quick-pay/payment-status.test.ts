import type { PaymentResult } from '@coopline/contract/paying/payments/payments.contract'
import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { quickPay } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import { anAccount } from '@coopline/testing/builders/account'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { encodedReturn, sendPostback, tell, useProviderDouble } from '../../../testing/provider-double.ts'
import { askToPay, pay, payingSettings, type QuickPayer, verified } from '../../../testing/quick-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'

const provider = useProviderDouble()
const portal = useTestPortal(() => ({ settings: payingSettings, env: { PROVIDER_URL: provider.url } }))
let payer: QuickPayer
let form: Requisition
let transNo: string
beforeEach(async () => {
  await seedAccount(portal.db)
  payer = await verified(portal)
  form = await pay(portal, payer, 10_000)
  transNo = form.paymentRequisitionSettings.transNo
})

const ask = async (encryptedPayload = encodedReturn(transNo), by: Pick<QuickPayer, 'bearer' | 'cookie'> = payer) =>
  portal.call(quickPay.status, { query: { encryptedPayload }, bearer: by.bearer, cookie: by.cookie })

const result = async () => (await ask()).json<PaymentResult>()

const bookings = async () => portal.db.selectFrom('pay.booking').select('kind').execute()

test('the status call, with the grant and the value that the provider returned, answers what became of the payment [AP-12, AP-13, DE-38]', async () => {
  await sendPostback(portal, tell(form, 'payment.succeeded', { message: 'Approved' }))
  const response = await portal.inject({
    url: `/api/v3/quick-pay/payments/status?encryptedPayload=${encodeURIComponent(encodedReturn(transNo))}`,
    headers: { authorization: `Bearer ${payer.bearer}`, cookie: payer.cookie },
  })
  expect(response.json()).toEqual({
    transNo,
    outcome: 'confirmed',
    postbackMessage: 'Approved',
    accountNumber: '100100101',
    accountBalance: 4_237,
    paymentAmount: 10_295,
    convenienceFee: 295,
    paymentType: 'cc',
    cardOrBankAccountNumberLastFourDigits: '1111',
    confirmationNumber: 'SB12345678',
    accounts: [{ accountNumber: '100100101', accountBalance: 4_237, paymentAmount: 10_000 }],
  })
  expect(provider.calls).toEqual([])
})

test('the answer about a payment of which a part was refunded says how much, and keeps its confirmation number [REQ-D-424]', async () => {
  await sendPostback(portal, tell(form, 'payment.succeeded'))
  const part = { movedAmount: 2_000, netAmount: 8_295, confirmationNumber: 'R1', occurredAt: '2026-11-20T15:05:00Z' }
  await sendPostback(portal, tell(form, 'payment.refunded', part))
  expect(await result()).toMatchObject({
    outcome: 'confirmed',
    paymentAmount: 10_295,
    refundedAmount: 2_000,
    confirmationNumber: 'SB12345678',
  })
  const failed = { ...part, confirmationNumber: 'R1F', netAmount: 10_295, occurredAt: '2026-11-20T15:09:00Z' }
  await sendPostback(portal, tell(form, 'payment.reinstated', failed))
  expect((await result()).refundedAmount).toBeUndefined()
})

test('a return that claims success moves nothing: the provider is asked, and while it waits the answer is processing [SEC-47]', async () => {
  provider.open.add(transNo)
  const answer = await result()
  expect([answer.outcome, answer.paymentAmount, answer.paymentType, answer.accountBalance]).toEqual([
    'processing',
    10_000,
    null,
    14_237,
  ])
  expect([provider.calls, await bookings()]).toEqual([[`GET /api/payments/${transNo}`], []])
})

test('the same for a payment that the provider never saw [SEC-47]', async () => {
  expect([(await result()).outcome, await bookings()]).toEqual(['processing', []])
})

test('every forged, changed or foreign return parameter is answered with not found [SEC-47]', async () => {
  const good = encodedReturn(transNo)
  const otherKey = { kid: 'test', secret: new Uint8Array(32).fill(1) }
  const forged = [
    'x',
    good.slice(0, -1),
    `${good}.x`,
    good.replace('.test.', '.other.'),
    encodedReturn(transNo, 'succeeded', otherKey),
    encodedReturn('TNOTTHERE'),
    payer.verification.encryptedAccount,
    `${Buffer.from('{"transNo":1}').toString('base64url')}.${good.split('.').slice(1).join('.')}`,
  ]
  for (const one of forged) {
    const response = await ask(one)
    expect([one, response.statusCode, { ...response.json<object>(), requestId: '' }]).toEqual([
      one,
      404,
      expect.objectContaining({ title: 'Not Found', detail: 'We could not find what you asked for.' }),
    ])
  }
  expect(await bookings()).toEqual([])
})

test('another account’s payment is not found [SEC-47]', async () => {
  await seedAccount(portal.db, anAccount('12'))
  const other = await verified(portal, { accountNumber: '12' })
  expect((await ask(encodedReturn(transNo), other)).statusCode).toBe(404)
})

test('the status call confirms a payment with a lost postback once, when the payer returns', async () => {
  provider.events.set(transNo, [tell(form, 'payment.succeeded')])
  expect(await result()).toMatchObject({ outcome: 'confirmed', paymentAmount: 10_295 })
  expect(await bookings()).toEqual([{ kind: 'payment' }])
  expect((await sendPostback(portal, tell(form, 'payment.succeeded'))).statusCode).toBe(200)
  expect(await bookings()).toHaveLength(1)
  const postings = await portal.db.selectFrom('pay.posting').select(['source', 'outcome']).execute()
  expect(postings).toEqual([{ source: 'status', outcome: 'applied' }])
})

test('each outcome is returned unchanged', async () => {
  const outcomes = {
    'payment.declined': 'declined',
    'payment.canceled': 'canceled',
    'payment.refunded': 'refunded',
  } as const
  for (const [type, outcome] of Object.entries(outcomes)) {
    const another = await pay(portal, payer, 100)
    const number = another.paymentRequisitionSettings.transNo
    provider.events.set(number, [tell(another, type as keyof typeof outcomes, { message: type })])
    const answer = (await ask(encodedReturn(number))).json<PaymentResult>()
    expect([answer.outcome, answer.postbackMessage]).toEqual([outcome, type])
  }
})

test('a false status answer puts the payment under review like a false postback', async () => {
  provider.events.set(transNo, [tell(form, 'payment.succeeded', { amount: 1, totalAmount: 296 })])
  expect((await result()).outcome).toBe('under-review')
  const alarms = await portal.db.selectFrom('pay.alarm').select('kind').execute()
  expect(alarms).toEqual([{ kind: 'quarantined' }])
})

test('a true status answer after a lying postback of the same event confirms the payment, and the alarm stays', async () => {
  await sendPostback(portal, tell(form, 'payment.succeeded', { amount: 1, totalAmount: 296 }))
  provider.events.set(transNo, [tell(form, 'payment.succeeded')])
  expect((await result()).outcome).toBe('confirmed')
  portal.clock.advance(60)
  await result()
  const alarms = await portal.db.selectFrom('pay.alarm').select('kind').orderBy('id').execute()
  expect(alarms.map((alarm) => alarm.kind)).toEqual(['quarantined', 'contradiction'])
  expect(await bookings()).toHaveLength(1)
})

test('however often the page asks, the provider is asked once in two seconds', async () => {
  provider.open.add(transNo)
  for (let n = 0; n < 5; n += 1) await result()
  expect(provider.calls).toHaveLength(1)
  portal.clock.advance(2)
  await result()
  expect(provider.calls).toHaveLength(2)
})

test('while the provider fails, redirects, talks nonsense or answers for another payment, the page says processing [REL-27]', async () => {
  for (const mode of ['fails', 'redirects', 'talks-nonsense', 'tells-of-another'] as const) {
    provider.mode = mode
    provider.events.set('TOTHER', [tell(form, 'payment.succeeded', { transNo: 'TOTHER' })])
    portal.clock.advance(60)
    const response = await ask()
    expect([mode, response.statusCode, response.json<PaymentResult>().outcome]).toEqual([mode, 200, 'processing'])
    portal.clock.advance(60)
  }
  expect(await portal.db.selectFrom('pay.posting').select('event_id').execute()).toEqual([])
  expect(await bookings()).toEqual([])
  provider.mode = 'answers'
  provider.events.set(transNo, [tell(form, 'payment.succeeded')])
  expect((await result()).outcome).toBe('confirmed')
})

test('after five failures in a row the provider is left alone for half a minute [REL-27]', async () => {
  provider.mode = 'fails'
  for (let n = 0; n < 8; n += 1) {
    portal.clock.advance(2)
    expect((await result()).outcome).toBe('processing')
  }
  expect(provider.calls).toHaveLength(5)
  provider.mode = 'answers'
  provider.events.set(transNo, [tell(form, 'payment.succeeded')])
  portal.clock.advance(31)
  expect((await result()).outcome).toBe('confirmed')
})

describe('a payer who was away at the provider until the token had expired', () => {
  const minutes = 60

  const settle = async (settled = form) => sendPostback(portal, tell(settled, 'payment.succeeded'))

  it('sees the result of the payment, without the balance of the account', async () => {
    portal.clock.advance(89 * minutes)
    await settle()
    expect((await ask()).statusCode).toBe(200)
    expect(await result()).toMatchObject({ transNo, outcome: 'confirmed', paymentAmount: 10_295, accountBalance: null })
  })

  it('sees it until an hour after the longest hand-off, and then no more', async () => {
    await settle()
    portal.clock.advance((15 + 90 + 60) * minutes - 1)
    expect((await ask()).statusCode).toBe(200)
    portal.clock.advance(1)
    expect((await ask()).statusCode).toBe(401)
  })

  it('sees no other payment of the account', async () => {
    const other = await verified(portal, { from: '198.51.100.8' })
    const theirs = (await pay(portal, other, 2_000)).paymentRequisitionSettings.transNo
    expect((await ask(encodedReturn(theirs))).statusCode).toBe(200)
    portal.clock.advance(15 * minutes)
    expect((await ask(encodedReturn(theirs))).statusCode).toBe(404)
    expect((await ask(encodedReturn(theirs), other)).statusCode).toBe(200)
  })

  it('opens nothing else with the token, and pays nothing again', async () => {
    portal.clock.advance(15 * minutes)
    expect((await ask()).statusCode).toBe(200)
    const settings = { params: { memberNumber: '10001' }, query: { applicationId: 'Web' } }
    const { bearer, cookie } = payer
    expect((await portal.call(quickPay.settings, { ...settings, bearer, cookie })).statusCode).toBe(401)
    expect((await askToPay(portal, payer, 1_000)).statusCode).toBe(401)
  })

  it('a payer who was away at the provider until the token had expired needs the cookie that was set with the token [SEC-23]', async () => {
    portal.clock.advance(20 * minutes)
    expect((await ask(encodedReturn(transNo), { bearer: payer.bearer, cookie: '' })).statusCode).toBe(401)
    expect((await ask()).statusCode).toBe(401)
  })
})
