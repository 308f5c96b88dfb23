import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi, openPayment, payByCard, startUnderTest, type UnderTest } from './sandbox-under-test.ts'

let under: UnderTest
beforeAll(async () => {
  under = await startUnderTest({ backofficePassword: 'open sesame' })
})
afterAll(() => under.close())

const basic = (password: string): string => `Basic ${Buffer.from(`anyone:${password}`).toString('base64')}`
const see = (path: string, authorization = basic('open sesame')): Promise<Response> =>
  fetch(`${under.sandbox.origin}${path}`, { headers: { authorization } })
const press = (path: string, headers: Record<string, string>): Promise<Response> =>
  fetch(`${under.sandbox.origin}${path}`, {
    method: 'POST',
    headers: { authorization: basic('open sesame'), ...headers },
    redirect: 'manual',
  })
const ours = { 'sec-fetch-site': 'same-origin' }
const statusOf = async (transNo: string): Promise<unknown> =>
  (await callApi(under.sandbox, 'GET', `/api/payments/${transNo}`)).body['status']

test('the back office requires the password', async () => {
  const answer = await fetch(`${under.sandbox.origin}/backoffice`)
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Basic /u)])
  expect((await see('/backoffice', basic('sandbox'))).status).toBe(401)
  expect((await see('/backoffice')).status).toBe(200)
})

test('the list shows the newest first, twenty-five to a page, and filters by state', async () => {
  const sessions = []
  for (let count = 0; count < 27; count += 1) sessions.push(await openPayment(under.sandbox))
  const newest = sessions.at(-1)
  if (newest !== undefined) await payByCard(newest)
  const numbersIn = async (path: string): Promise<string[]> =>
    [...(await (await see(path)).text()).matchAll(/payments\/(T-[\d-]+)"/gu)].map((match) => match[1] ?? '')
  const first = await numbersIn('/backoffice')
  expect(first).toHaveLength(25)
  expect(first.slice(0, 2)).toEqual([newest?.transNo, sessions.at(-2)?.transNo])
  expect(await numbersIn('/backoffice?page=2')).toContain(sessions[0]?.transNo)
  expect(await numbersIn('/backoffice?state=succeeded')).toEqual([newest?.transNo])
  expect(await numbersIn('/backoffice?state=refunded')).toEqual([])
})

test('the detail shows the events and every postback attempt', async () => {
  const session = await openPayment(under.sandbox)
  under.portal.answer = () => (under.portal.received.length < 2 ? 503 : 200)
  under.portal.received.length = 0
  await payByCard(session)
  await under.portal.waitFor(2)
  const page = async (): Promise<string> => (await see(`/backoffice/payments/${session.transNo}`)).text()
  await expect.poll(page).toContain('response 200')
  const text = await page()
  expect(text).toContain('payment.succeeded')
  expect(text).toContain('response 503')
  expect(text).toContain('VI ···· 1111')
})

test('a dispute is won, and money goes back twice under different ids, with the sum that the provider holds', async () => {
  const [won, refunded] = [await openPayment(under.sandbox), await openPayment(under.sandbox)]
  await payByCard(won)
  await payByCard(refunded)
  const pressAll = async (transNo: string, names: readonly string[]) => {
    for (const name of names) await press(`/backoffice/payments/${transNo}/${name}`, ours)
    const { body } = await callApi(under.sandbox, 'GET', `/api/payments/${transNo}`)
    const events = body['events'] as readonly { readonly id: string; readonly type: string }[]
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
    const total = Number(body['totalAmount'])
    return [body['status'], Number(body['netAmount']) / total, events.map(({ type }) => type.slice('payment.'.length))]
  }
  expect(await pressAll(won.transNo, ['reinstate', 'dispute', 'return-again'])).toEqual([
    'returned',
    -1,
    ['succeeded', 'returned', 'returned'],
  ])
  expect(await pressAll(won.transNo, ['reinstate', 'reinstate'])).toEqual([
    'succeeded',
    0,
    ['succeeded', 'returned', 'returned', 'reinstated'],
  ])
  expect(await pressAll(refunded.transNo, ['refund-again', 'refund', 'refund-again', 'reinstate'])).toEqual([
    'refunded',
    -1,
    ['succeeded', 'refunded', 'refunded'],
  ])
})

test('refund, late decline and a repeated postback work by their buttons', async () => {
  const [one, two] = [await openPayment(under.sandbox), await openPayment(under.sandbox)]
  await payByCard(one)
  await payByCard(two)
  await press(`/backoffice/payments/${one.transNo}/refund`, ours)
  await press(`/backoffice/payments/${two.transNo}/decline`, ours)
  expect(await statusOf(one.transNo)).toBe('refunded')
  expect(await statusOf(two.transNo)).toBe('declined')
  const typesOf = (transNo: string): unknown[] =>
    under.portal.received.filter(({ body }) => body['transNo'] === transNo).map(({ body }) => body['type'])
  await expect.poll(() => typesOf(two.transNo)).toEqual(['payment.succeeded', 'payment.declined'])
  await press(`/backoffice/payments/${two.transNo}/resend`, ours)
  await expect.poll(() => typesOf(two.transNo)).toEqual(['payment.succeeded', 'payment.declined', 'payment.declined'])
  const ids = under.portal.received
    .filter(({ body }) => body['transNo'] === two.transNo)
    .map(({ headers }) => headers['webhook-id'])
  expect(ids[2]).toBe(ids[1])
})

test.each([
  ['return', 'Your bank returned the payment.'],
  ['dispute', 'The card company reversed the payment after a dispute.'],
])('%s reverses a succeeded payment once and notifies the portal', async (button, message) => {
  const session = await openPayment(under.sandbox)
  await press(`/backoffice/payments/${session.transNo}/${button}`, ours)
  expect(await statusOf(session.transNo)).toBe('open')
  await payByCard(session)
  await press(`/backoffice/payments/${session.transNo}/${button}`, ours)
  await press(`/backoffice/payments/${session.transNo}/${button}`, ours)
  expect(await statusOf(session.transNo)).toBe('returned')
  const postbacks = () => under.portal.received.filter(({ body }) => body['transNo'] === session.transNo)
  await expect
    .poll(() => postbacks().map(({ body }) => body['type']))
    .toEqual(['payment.succeeded', 'payment.returned'])
  expect(postbacks()[1]?.body['message']).toBe(message)
  expect(await (await fetch(session.page)).text()).toContain(message)
})

test('charging again sends a second success with another event id and confirmation number', async () => {
  const session = await openPayment(under.sandbox)
  await payByCard(session)
  await press(`/backoffice/payments/${session.transNo}/charge-again`, ours)
  const postbacks = () => under.portal.received.filter(({ body }) => body['transNo'] === session.transNo)
  await expect
    .poll(() => postbacks().map(({ body }) => body['type']))
    .toEqual(['payment.succeeded', 'payment.succeeded'])
  expect(new Set(postbacks().map(({ body }) => body['confirmationNumber'])).size).toBe(2)
  expect(new Set(postbacks().map(({ headers }) => headers['webhook-id'])).size).toBe(2)
  expect(await statusOf(session.transNo)).toBe('succeeded')
})

test('a payment that the bank took back cannot be paid again on its page', async () => {
  const session = await openPayment(under.sandbox)
  await payByCard(session)
  await press(`/backoffice/payments/${session.transNo}/decline`, ours)
  await payByCard(session)
  expect(await statusOf(session.transNo)).toBe('declined')
  expect(await (await fetch(session.page)).text()).toContain('This payment was reversed')
})

test('a lost postback can be sent after all', async () => {
  const session = await openPayment(under.sandbox)
  await payByCard(session, '4000000000000341')
  await press(`/backoffice/payments/${session.transNo}/resend`, ours)
  await expect
    .poll(() => under.portal.received.at(-1)?.body)
    .toMatchObject({ transNo: session.transNo, type: 'payment.succeeded' })
})

test.each([
  ['a form of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a form of a neighbor', { 'sec-fetch-site': 'same-site' }],
  ['another origin', { origin: 'http://evil.test' }],
  ['no origin at all', {}],
])('a button pressed from %s does nothing', async (_from, headers) => {
  const session = await openPayment(under.sandbox)
  await payByCard(session)
  expect((await press(`/backoffice/payments/${session.transNo}/refund`, headers)).status).toBe(403)
  expect(await statusOf(session.transNo)).toBe('succeeded')
})

test('an older browser that sends only its origin may press the buttons', async () => {
  const session = await openPayment(under.sandbox)
  await payByCard(session)
  await press(`/backoffice/payments/${session.transNo}/refund`, { origin: under.sandbox.origin })
  expect(await statusOf(session.transNo)).toBe('refunded')
})
