import { createHmac } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { maxAttempts, standardRetryDelays } from './postback-sender.ts'
import {
  callApi,
  openPayment,
  payByCard,
  postForm,
  type ReceivedPostback,
  setMode,
  startUnderTest,
  testSigningKeys,
  type UnderTest,
  wait,
} from './sandbox-under-test.ts'

let under: UnderTest
afterEach(() => under.close())

const idOf = (postback: ReceivedPostback | undefined): unknown => postback?.headers['webhook-id']

/** Checks a postback as the Standard Webhooks document says, with the secret as it is in the key list. */
function isSignedBy(postback: ReceivedPostback, kid: string): boolean {
  const pair = testSigningKeys.split(',').find((one) => one.startsWith(`${kid}:`)) ?? ''
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': list } = postback.headers
  const text = `${String(id)}.${String(time)}.${postback.rawBody}`
  const expected = createHmac('sha256', Buffer.from(pair.split(':')[1] ?? '', 'base64'))
    .update(text)
    .digest('base64')
  return String(list).split(' ').includes(`v1,${expected}`)
}

test('the postback of a success has the amounts, the last four digits and a signature of every key', async () => {
  under = await startUnderTest()
  const session = await openPayment(under.sandbox)
  await payByCard(session)
  const [postback] = await under.portal.waitFor(1)
  expect(postback?.body).toEqual({
    type: 'payment.succeeded',
    transNo: session.transNo,
    accountNumber: '100200300',
    currency: 'USD',
    amount: 12_345,
    convenienceFee: 364,
    totalAmount: 12_709,
    paymentType: 'cc',
    cardType: 'VI',
    lastFour: '1111',
    confirmationNumber: expect.stringMatching(/^SB/u),
    message: null,
    netAmount: 12_709,
    occurredAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/u),
  })
  expect(postback?.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-key-id': 'now' })
  expect(Math.abs(Number(postback?.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(120)
  expect(postback !== undefined && isSignedBy(postback, 'now') && isSignedBy(postback, 'old')).toBe(true)
})

test('decline, success, cancel and refund each send a postback', async () => {
  under = await startUnderTest()
  const paid = await openPayment(under.sandbox)
  await payByCard(paid, '4000000000000002')
  await under.portal.waitFor(1)
  await payByCard(paid)
  await under.portal.waitFor(2)
  await callApi(under.sandbox, 'POST', `/api/payments/${paid.transNo}/refund`)
  await under.portal.waitFor(3)
  const canceled = await openPayment(under.sandbox)
  await postForm(`${canceled.page}/cancel`, {})
  const all = await under.portal.waitFor(4)
  expect(all.map(({ body }) => body['type'])).toEqual([
    'payment.declined',
    'payment.succeeded',
    'payment.refunded',
    'payment.canceled',
  ])
  expect(all[2]?.body).toMatchObject({ amount: 12_345, convenienceFee: 364, totalAmount: 12_709 })
})

test('no postback is sent when the portal did not ask for one', async () => {
  under = await startUnderTest()
  await payByCard(await openPayment(under.sandbox, { postbackRequired: 'N' }))
  await wait(100)
  expect(under.portal.received).toHaveLength(0)
})

test.each([500, 503, 401, 400, 204, 301])(
  'an answer of %i is tried again under the same id with a new signature',
  async (status) => {
    let seconds = Math.floor(Date.now() / 1000)
    under = await startUnderTest({ now: () => (seconds += 1) * 1000 })
    under.portal.answer = () => (under.portal.received.length < 3 ? status : 200)
    await payByCard(await openPayment(under.sandbox))
    const all = await under.portal.waitFor(3)
    await wait(60)
    expect(all).toHaveLength(3)
    expect(new Set(all.map(idOf)).size).toBe(1)
    expect(new Set(all.map(({ rawBody }) => rawBody)).size).toBe(1)
    expect(new Set(all.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3)
    expect(all.every((one) => isSignedBy(one, 'now'))).toBe(true)
  },
)

test('the pauses double from one second to a minute, and at least twelve attempts are made', async () => {
  expect([1, 2, 3, 6, 7, 20].map(standardRetryDelays)).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000])
  under = await startUnderTest({ retryDelays: () => 1 })
  under.portal.answer = () => 503
  await payByCard(await openPayment(under.sandbox))
  const all = await under.portal.waitFor(maxAttempts)
  await wait(100)
  expect(all).toHaveLength(maxAttempts)
  expect(maxAttempts).toBeGreaterThanOrEqual(12)
})

test('a portal that does not answer does not delay the payment page', async () => {
  under = await startUnderTest({ postbackUrl: 'http://127.0.0.1:9/postback' })
  const started = performance.now()
  expect((await payByCard(await openPayment(under.sandbox))).status).toBe(303)
  expect(performance.now() - started).toBeLessThan(20_000)
})

test('an undelivered postback is sent after a restart', async () => {
  under = await startUnderTest()
  under.portal.answer = () => 503
  await payByCard(await openPayment(under.sandbox))
  const [first] = await under.portal.waitFor(1)
  await under.sandbox.close()
  const before = under.portal.received.length
  under.portal.answer = () => 200
  await under.restart()
  const all = await under.portal.waitFor(before + 1)
  expect(idOf(all.at(-1))).toBe(idOf(first))
})

test('the lost card is charged without a postback, and a later event of the payment sends one', async () => {
  under = await startUnderTest()
  const session = await openPayment(under.sandbox)
  await payByCard(session, '4000000000000341')
  await wait(100)
  expect(under.portal.received).toHaveLength(0)
  expect((await callApi(under.sandbox, 'GET', `/api/payments/${session.transNo}`)).body).toMatchObject({
    status: 'succeeded',
  })
  await callApi(under.sandbox, 'POST', `/api/payments/${session.transNo}/refund`)
  expect((await under.portal.waitFor(1))[0]?.body).toMatchObject({ type: 'payment.refunded' })
})

test('the doubled card sends two postbacks at once under one id and one more under another', async () => {
  under = await startUnderTest()
  await payByCard(await openPayment(under.sandbox), '4000000000000358')
  const [first, second, third] = await under.portal.waitFor(3)
  expect(idOf(first)).toBe(idOf(second))
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeLessThan(5_000)
  expect(idOf(third)).not.toBe(idOf(first))
  expect(third?.rawBody).toBe(first?.rawBody)
})

test('the late card sends its postback after the delay', async () => {
  under = await startUnderTest({ lateMs: 3_000 })
  const session = await openPayment(under.sandbox)
  const before = performance.now()
  await payByCard(session, '4000000000000366')
  await under.portal.waitFor(1)
  expect(performance.now() - before).toBeGreaterThanOrEqual(3_000)
})

test('the lying card sends a correctly signed postback with another amount than was charged', async () => {
  under = await startUnderTest()
  const session = await openPayment(under.sandbox)
  await payByCard(session, '4000000000000374')
  const [lie] = await under.portal.waitFor(1)
  expect(lie?.body).toMatchObject({ amount: 12_445, totalAmount: 12_809 })
  expect(lie !== undefined && isSignedBy(lie, 'now')).toBe(true)
  expect((await callApi(under.sandbox, 'GET', `/api/payments/${session.transNo}`)).body).toMatchObject({
    amount: 12_345,
  })
})

test('mode silent sends nothing, not even what waits, until it ends', async () => {
  under = await startUnderTest()
  under.portal.answer = () => 503
  await payByCard(await openPayment(under.sandbox))
  await under.portal.waitFor(2)
  await setMode(under.sandbox, 'silent')
  await wait(50)
  const before = under.portal.received.length
  const lost = await openPayment(under.sandbox)
  await payByCard(lost)
  await wait(100)
  expect(under.portal.received).toHaveLength(before)
  under.portal.answer = () => 200
  await setMode(under.sandbox, 'ok')
  await under.portal.waitFor(before + 1)
  expect(under.portal.received.some(({ body }) => body['transNo'] === lost.transNo)).toBe(false)
})

test('mode duplicate sends every event three times under two ids', async () => {
  under = await startUnderTest({ mode: 'duplicate' })
  await payByCard(await openPayment(under.sandbox))
  expect(new Set((await under.portal.waitFor(3)).map(idOf)).size).toBe(2)
})

test('mode reorder lets the second event of a payment overtake the first', async () => {
  under = await startUnderTest({ mode: 'reorder', reorderMs: 200 })
  const session = await openPayment(under.sandbox)
  await payByCard(session, '4000000000000002')
  await payByCard(session)
  const all = await under.portal.waitFor(2)
  expect(all.map(({ body }) => body['type'])).toEqual(['payment.succeeded', 'payment.declined'])
})

test('the unreadable card has a brand that the protocol does not know, in postback, status and report', async () => {
  under = await startUnderTest()
  const session = await openPayment(under.sandbox)
  await payByCard(session, '4000000000000382')
  const [firstPostback] = await under.portal.waitFor(1)
  expect(firstPostback?.body).toMatchObject({ type: 'payment.succeeded', cardType: 'JC', lastFour: '0382' })
  const status = await callApi(under.sandbox, 'GET', `/api/payments/${session.transNo}`)
  expect(status.body).toMatchObject({ status: 'succeeded', cardType: 'JC' })
})

test('mode wrong-amount sends a wrong amount for every payment', async () => {
  under = await startUnderTest({ mode: 'wrong-amount' })
  await payByCard(await openPayment(under.sandbox))
  expect((await under.portal.waitFor(1))[0]?.body).toMatchObject({ amount: 12_445 })
})

test('mode wrong-key signs with unknown bytes, and queued postbacks are signed correctly afterwards', async () => {
  under = await startUnderTest({ mode: 'wrong-key' })
  under.portal.answer = (postback) => (isSignedBy(postback, 'now') ? 200 : 401)
  await payByCard(await openPayment(under.sandbox))
  const [forged] = await under.portal.waitFor(1)
  expect(forged?.headers['webhook-key-id']).toBe('now')
  expect(forged !== undefined && isSignedBy(forged, 'now')).toBe(false)
  await setMode(under.sandbox, 'ok')
  const right = (): boolean => under.portal.received.some((one) => isSignedBy(one, 'now'))
  await expect.poll(right).toBe(true)
})

test('forty payments at once all send their postbacks, several at a time', async () => {
  under = await startUnderTest()
  const sessions = await Promise.all(Array.from({ length: 40 }, () => openPayment(under.sandbox)))
  await Promise.all(sessions.map((session) => payByCard(session)))
  const all = await under.portal.waitFor(40)
  expect(new Set(all.map(({ body }) => body['transNo']))).toEqual(new Set(sessions.map(({ transNo }) => transNo)))
})
