import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakePortal, startFakePortal } from '../sandbox-under-test.ts'
import { type RunningStripeDouble, startStripeDouble } from './start-stripe-double.ts'

let portal: FakePortal
let double: RunningStripeDouble
beforeAll(async () => {
  portal = await startFakePortal()
  double = await startStripeDouble({
    secretKey: 'sk_test_sandbox',
    webhookSecret: 'whsec_sandbox',
    webhookUrl: portal.url,
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
const press = async (path: string, fields: Record<string, string> = {}): Promise<Response> =>
  fetch(`${double.origin}/dashboard/${path}`, {
    method: 'POST',
    headers: { authorization, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })

/** Makes a page, pays on it as a payer does in a browser, and returns the id of the charge. */
async function charge(amount: number, fields: Record<string, string>): Promise<string> {
  const created = await fetch(`${double.origin}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams({
      mode: 'payment',
      success_url: 'http://portal.test/back',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': String(amount),
      'line_items[0][price_data][product_data][name]': 'Electric account',
    }),
  })
  const { id } = (await created.json()) as { readonly id: string }
  const paid = await fetch(`${double.origin}/c/pay/${id}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  expect([paid.status, paid.headers.get('location')]).toEqual([303, 'http://portal.test/back'])
  const [first = ''] = (await see()).match(/ch_[0-9a-f]+/u) ?? []
  return first
}

const card = { method: 'cc', cardNumber: '4242 4242 4242 4242', cardExpiry: '08/30', cardCvc: '123' }
const bank = { method: 'echeck', routingNumber: '110000000', bankAccount: '000222222227' }

const states = async (): Promise<readonly string[]> =>
  [...(await see()).matchAll(/class="state \w+">([^<]+)</gu)].map(([, state = '']) => state)

test('the dashboard requires the password, and takes no press from a page of another site', async () => {
  expect((await fetch(`${double.origin}/dashboard`)).status).toBe(401)
  const headers = { authorization, 'sec-fetch-site': 'cross-site' }
  expect((await fetch(`${double.origin}/dashboard/pay-out`, { method: 'POST', headers })).status).toBe(403)
})

test('a charge is refunded in parts, up to what is left, and each press notifies the portal', async () => {
  const id = await charge(14_237, card)
  expect((await press(`charges/${id}/refund`, { amount: '20.00' })).status).toBe(303)
  expect(await states()).toEqual(['refunded in part'])
  const tooMuch = await press(`charges/${id}/refund`, { amount: '122.38' })
  expect([tooMuch.status, await tooMuch.text()]).toEqual([422, expect.stringContaining('is greater than')])
  for (const amount of ['', '0.00', '-1.00', '1,00'])
    expect([amount, (await press(`charges/${id}/refund`, { amount })).status]).toEqual([amount, 422])
  await press(`charges/${id}/refund`, { amount: '122.37' })
  expect(await states()).toEqual(['refunded'])
  const types = () => portal.received.map(({ body }) => body['type'])
  await expect.poll(() => types().filter((type) => type === 'refund.created')).toHaveLength(2)
})

test('a dispute is opened and won once, and another charge loses one', async () => {
  const won = await charge(5_000, card)
  await press(`charges/${won}/dispute`)
  expect((await states())[0]).toBe('dispute: needs response')
  await press(`charges/${won}/win`)
  expect((await states())[0]).toBe('dispute: won')
  expect((await press(`charges/${won}/win`)).status).toBe(422)
  const lost = await charge(6_000, card)
  expect((await press(`charges/${lost}/lose`)).status).toBe(422)
  await press(`charges/${lost}/dispute`)
  await press(`charges/${lost}/lose`)
  expect((await states())[0]).toBe('dispute: lost')
  expect((await press('charges/ch_unknown/dispute')).status).toBe(422)
})

test('a debit of a bank account ends when the button is pressed, as the bank of the test number says', async () => {
  const id = await charge(7_000, bank)
  expect((await states())[0]).toBe('pending')
  await press(`charges/${id}/end-debit`)
  expect((await states())[0]).toBe('failed')
  expect((await press(`charges/${id}/end-debit`)).status).toBe(422)
})

test('the balance is paid out once', async () => {
  await press('pay-out')
  await expect.poll(() => portal.received.filter(({ body }) => body['type'] === 'payout.paid')).toHaveLength(1)
  await press('pay-out')
  expect(double.notices.list().filter(({ type }) => type === 'payout.paid')).toHaveLength(1)
})
