import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakePortal, startFakePortal } from '../sandbox-under-test.ts'
import { type RunningAuthorizeNetDouble, startAuthorizeNetDouble } from './start-authorize-net-double.ts'

const signatureKey = 'AB'.repeat(64)
let portal: FakePortal
let double: RunningAuthorizeNetDouble
beforeAll(async () => {
  portal = await startFakePortal()
  double = await startAuthorizeNetDouble({
    loginId: 'login',
    transactionKey: 'key',
    signatureKey,
    webhookUrl: portal.url,
    sendsNews: true,
    backofficePassword: 'open sesame',
  })
})
afterAll(async () => {
  await double.close()
  await portal.close()
})

const authorization = `Basic ${Buffer.from('anyone:open sesame').toString('base64')}`
const see = async (): Promise<string> =>
  (await fetch(`${double.origin}/dashboard`, { headers: { authorization } })).text()
const press = async (path: string, fields: Record<string, string> = {}): Promise<number> =>
  (
    await fetch(`${double.origin}/dashboard/${path}`, {
      method: 'POST',
      headers: { authorization, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
  ).status

test('the dashboard is behind a password and has no buttons for other sites', async () => {
  expect((await fetch(`${double.origin}/dashboard`)).status).toBe(401)
  const headers = { authorization, 'sec-fetch-site': 'cross-site' }
  expect((await fetch(`${double.origin}/dashboard/settle`, { method: 'POST', headers })).status).toBe(403)
})

test('a charge is voided before its settlement, and refunded, charged back and given back after it', async () => {
  expect(await see()).toContain('No charges yet.')
  const [first, second] = [double.atVendor.sellAtTerminal(2_500), double.atVendor.sellAtTerminal(4_000)]
  expect(await press(`charges/${second}/refund`, { amount: '10.00' })).toBe(422)
  expect(await press(`charges/${first}/void`)).toBe(303)
  expect(await press('settle')).toBe(303)
  for (const amount of ['', '41.00']) expect(await press(`charges/${second}/refund`, { amount })).toBe(422)
  expect(await press(`charges/${second}/refund`, { amount: '10.00' })).toBe(303)
  expect([double.heldOf(first), double.heldOf(second)]).toEqual([0, 3_000])
  expect(await press(`charges/${second}/charge-back`)).toBe(303)
  expect(await see()).toContain('Reverse the chargeback')
  expect(await press(`charges/${second}/reverse`)).toBe(303)
  expect(double.heldOf(second)).toBe(3_000)
  expect(await press('charges/1/void')).toBe(422)
  const page = await see()
  for (const text of ['voided', 'settledSuccessfully', 'XXXX1111', '$30.00', 'No customers yet.'])
    expect(page).toContain(text)
})

test('news are sent with their signature, and once more when the portal does not take them', async () => {
  await expect.poll(() => portal.received.length).toBe(double.notices().length)
  const { length } = portal.received
  let answers = 0
  portal.answer = () => (answers++ === 0 ? 503 : 200)
  double.atVendor.sellAtTerminal(1_234)
  await expect.poll(() => portal.received.length).toBe(length + 2)
  const [refused, taken] = portal.received.slice(length)
  expect(taken?.rawBody).toBe(refused?.rawBody)
  expect(taken?.body).toMatchObject({ eventType: 'net.authorize.payment.authcapture.created' })
  const hash = createHmac('sha512', signatureKey)
    .update(taken?.rawBody ?? '')
    .digest('hex')
  expect(taken?.headers['x-anet-signature']).toBe(`sha512=${hash.toUpperCase()}`)
})
