import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  callApi,
  cardForm,
  echeckForm,
  locationOf,
  methodFields,
  postForm,
  postSigned,
  setMode,
  signed,
  startUnderTest,
  type UnderTest,
} from './sandbox-under-test.ts'

let test: UnderTest
beforeEach(async () => {
  test = await startUnderTest({ slowMs: 20 })
})
afterEach(() => test.close())

/** Stores what the form holds. */
async function store(form: Readonly<Record<string, string>> = cardForm()) {
  const fields = methodFields()
  const opened = await postForm(`${test.sandbox.origin}/methods`, signed(fields))
  const page = `${test.sandbox.origin}${locationOf(opened)}`
  const back = locationOf(await postForm(page, form))
  const { body } = await callApi(test.sandbox, 'GET', `/api/methods/${fields['clientReference']}`)
  return { reference: fields['clientReference'] ?? '', page, back, body, token: String(body['token']) }
}

let charges = 0
const chargeOf = (token: string, changes: Readonly<Record<string, unknown>> = {}) => ({
  transNo: `TC-${(charges += 1)}-${process.pid}`,
  token,
  accountNumber: '100200300',
  accountDisplay: '100200300',
  amount: 12_345,
  convenienceFee: 364,
  currency: 'USD',
  language: 'en',
  ...changes,
})
const charge = (body: unknown) => postSigned(test.sandbox, '/api/charges', body)

it('stores a card under a token without a charge and reports it once', async () => {
  const { reference, page, back, body, token } = await store()
  expect(new URL(back).pathname + new URL(back).search).toMatch(
    /^\/billpayments\/payment-profile\?added=true&encodedParam=/u,
  )
  const [postback] = await test.portal.waitFor(1)
  expect(postback?.body).toEqual({
    type: 'method.stored',
    reference,
    token,
    paymentType: 'cc',
    cardType: 'VI',
    lastFour: '1111',
    expiry: '2039-12',
    occurredAt: body['occurredAt'],
  })
  const again = await postForm(page, cardForm({ cardNumber: '5555555555554444' }))
  expect(again.status).toBe(303)
  expect((await callApi(test.sandbox, 'GET', `/api/methods/${reference}`)).body['token']).toBe(token)
  expect(test.portal.received).toHaveLength(1)
})

it('shows the account of a draft, and refuses a draft whose form lacks it [DR-73]', async () => {
  const account = { accountNumber: '100200300', accountDisplay: '100200300 +1', postbackRequired: 'Y' }
  const fields = methodFields({ ...account, customData: 'DRAFT:CREDIT' })
  const opened = await postForm(`${test.sandbox.origin}/methods`, signed(fields))
  const page = await fetch(`${test.sandbox.origin}${locationOf(opened)}`)
  expect(await page.text()).toContain('Account: 100200300 +1')
  delete fields['accountDisplay']
  const refused = await postForm(`${test.sandbox.origin}/methods`, signed(fields))
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('accountDisplay: missing')
})

it('charges a token once per transaction number, however often it is asked', async () => {
  const { token } = await store(echeckForm())
  const body = chargeOf(token)
  const first = await charge(body)
  expect(first.body).toMatchObject({ status: 'succeeded', amount: 12_345, convenienceFee: 364, paymentType: 'echeck' })
  const [second, third] = await Promise.all([charge(body), charge(body)])
  expect(second?.body).toEqual(first.body)
  expect(third?.body).toEqual(first.body)
  const postbacks = await test.portal.waitFor(2)
  expect(postbacks.filter((one) => one.body['type'] === 'payment.succeeded')).toHaveLength(1)
})

it('declines a forgotten token, an unknown one, and the card that is always declined', async () => {
  const { token } = await store()
  expect((await postSigned(test.sandbox, '/api/methods/forget', { token })).status).toBe(200)
  expect((await charge(chargeOf(token))).body).toMatchObject({
    status: 'declined',
    message: 'This payment method is no longer saved.',
  })
  expect((await charge(chargeOf('tok_unknown'))).body).toMatchObject({ status: 'declined' })
  const declining = await store(cardForm({ cardNumber: '4000000000000002' }))
  expect((await charge(chargeOf(declining.token))).body).toMatchObject({
    status: 'declined',
    message: 'Your card was declined.',
  })
})

it('charges nothing while it is down, and charges without saying so when its answer is lost', async () => {
  const { token } = await store()
  const [unsent, lost, nonsense] = [chargeOf(token), chargeOf(token), chargeOf(token)]
  await setMode(test.sandbox, 'down')
  expect((await charge(unsent)).status).toBe(503)
  await setMode(test.sandbox, 'lost-answer')
  expect((await charge(lost)).status).toBe(503)
  await setMode(test.sandbox, 'nonsense')
  expect((await charge(nonsense)).body).toEqual({ ok: true })
  await setMode(test.sandbox, 'ok')
  const statusOf = async (transNo: string) => callApi(test.sandbox, 'GET', `/api/payments/${transNo}`)
  expect((await statusOf(unsent.transNo)).status).toBe(404)
  expect((await statusOf(lost.transNo)).body['status']).toBe('succeeded')
  expect((await statusOf(nonsense.transNo)).body['status']).toBe('succeeded')
})

it('refuses a charge whose body is not the one that was signed, and a payment form on the page of methods', async () => {
  const { token } = await store()
  const unsignedBody = await callApi(test.sandbox, 'POST', '/api/charges', chargeOf(token))
  expect(unsignedBody.status).toBe(401)
  const foreign = await postForm(`${test.sandbox.origin}/methods`, signed(methodFields({ balance: '5.00' })))
  expect(foreign.status).toBe(400)
})

it('cancels without storing, and lists the methods in its back office without the whole token', async () => {
  const { token } = await store()
  const opened = await postForm(`${test.sandbox.origin}/methods`, signed(methodFields()))
  const canceled = await postForm(`${test.sandbox.origin}${locationOf(opened)}/cancel`, {})
  expect(locationOf(canceled)).not.toContain('added=true')
  const authorization = `Basic ${Buffer.from('staff:sandbox').toString('base64')}`
  const list = await (await fetch(`${test.sandbox.origin}/backoffice/methods`, { headers: { authorization } })).text()
  expect(list).toContain('VI ···· 1111')
  expect(list).toContain('canceled')
  expect(list).not.toContain(token)
})
