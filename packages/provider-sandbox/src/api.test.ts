import { afterAll, beforeAll, expect, test } from 'vitest'
import { signApiCall } from './api-signature.ts'
import {
  callApi,
  currentKey,
  oldKey,
  openPayment,
  payByCard,
  setMode,
  startUnderTest,
  type UnderTest,
} from './sandbox-under-test.ts'

let under: UnderTest
beforeAll(async () => {
  under = await startUnderTest({ slowMs: 120 })
})
afterAll(() => under.close())

const seconds = (): number => Math.floor(Date.now() / 1000)
const getWith = async (path: string, authorization: string): Promise<number> =>
  (await fetch(`${under.sandbox.origin}${path}`, { headers: { authorization } })).status

test('an open payment is returned with the fee of the preselected method and no events', async () => {
  const session = await openPayment(under.sandbox, { paymentType: 'echeck' })
  expect((await callApi(under.sandbox, 'GET', `/api/payments/${session.transNo}`)).body).toEqual({
    transNo: session.transNo,
    accountNumber: '100200300',
    status: 'open',
    amount: 12_345,
    convenienceFee: 50,
    totalAmount: 12_395,
    currency: 'USD',
    paymentType: 'echeck',
    cardType: null,
    lastFour: null,
    confirmationNumber: null,
    message: null,
    netAmount: 0,
    occurredAt: expect.any(String),
    events: [],
  })
})

test('a call that is not signed for exactly this method and path within 300 seconds is answered with 401', async () => {
  const { transNo } = await openPayment(under.sandbox)
  const path = `/api/payments/${transNo}`
  const good = signApiCall(currentKey, 'GET', path, seconds())
  expect(await getWith(path, good)).toBe(200)
  expect(await getWith(path, signApiCall(oldKey ?? currentKey, 'GET', path, seconds()))).toBe(200)
  expect(await getWith(path, signApiCall(currentKey, 'GET', path, seconds() - 290))).toBe(200)
  const bad = [
    '',
    good.slice(0, -1),
    good.replace('now:', 'gone:'),
    signApiCall({ kid: 'now', secret: Buffer.alloc(32, 9) }, 'GET', path, seconds()),
    signApiCall(currentKey, 'POST', path, seconds()),
    signApiCall(currentKey, 'GET', `${path}1`, seconds()),
    signApiCall(currentKey, 'GET', path, seconds() - 305),
    signApiCall(currentKey, 'GET', path, seconds() + 305),
  ]
  expect(await Promise.all(bad.map((header) => getWith(path, header)))).toEqual(bad.map(() => 401))
})

test('a refund answers with the payment, a second one changes nothing, and an unpaid one is refused', async () => {
  const session = await openPayment(under.sandbox)
  const path = `/api/payments/${session.transNo}/refund`
  expect(await callApi(under.sandbox, 'POST', path)).toMatchObject({
    status: 409,
    body: { error: 'not-refundable', status: 'open' },
  })
  await payByCard(session)
  expect(await callApi(under.sandbox, 'POST', path)).toMatchObject({
    status: 200,
    body: { status: 'refunded', totalAmount: 12_709 },
  })
  const again = await callApi(under.sandbox, 'POST', path)
  expect(again).toMatchObject({ status: 200, body: { status: 'refunded' } })
  expect(again.body['events']).toHaveLength(2)
  expect((await payByCard(session)).headers.get('location')).toContain('/pay/')
  expect(await callApi(under.sandbox, 'POST', '/api/payments/T-none/refund')).toMatchObject({ status: 404 })
})

test('the report of a day holds what happened on that UTC day and no open payment', async () => {
  let clock = Date.now()
  const day = await startUnderTest({ now: () => clock })
  const report = async (date: string): Promise<string[]> => {
    const path = `/api/payments?date=${date}`
    const authorization = signApiCall(currentKey, 'GET', path, Math.floor(clock / 1000))
    const answer = await fetch(`${day.sandbox.origin}${path}`, { headers: { authorization } })
    const body: { payments: { transNo: string }[] } = JSON.parse(await answer.text())
    return body.payments.map(({ transNo }) => transNo)
  }
  try {
    const [first, second] = [await openPayment(day.sandbox), await openPayment(day.sandbox)]
    await openPayment(day.sandbox)
    clock = Date.parse('2026-03-01T23:59:59.999Z')
    await payByCard(first)
    clock = Date.parse('2026-03-02T00:00:00.000Z')
    await payByCard(second)
    expect(await report('2026-03-01')).toEqual([first.transNo])
    expect(await report('2026-03-02')).toEqual([second.transNo])
  } finally {
    await day.close()
  }
})

test.each(['', '?date=2026-02-30', '?date=yesterday'])('a report request with "%s" is refused', async (query) => {
  expect(await callApi(under.sandbox, 'GET', `/api/payments${query}`)).toMatchObject({ status: 400 })
})

test('mode down answers 503 to the portal, while the payment page still works', async () => {
  const session = await openPayment(under.sandbox)
  const path = `/api/payments/${session.transNo}`
  expect(await setMode(under.sandbox, 'down')).toEqual({ status: 200, body: { mode: 'down' } })
  expect(await callApi(under.sandbox, 'GET', path)).toEqual({ status: 503, body: { error: 'down' } })
  expect((await payByCard(session)).status).toBe(303)
  await setMode(under.sandbox, 'ok')
  expect(await callApi(under.sandbox, 'GET', path)).toMatchObject({ status: 200, body: { status: 'succeeded' } })
})

test('mode slow makes the answers of the page and of the status call slow', async () => {
  await setMode(under.sandbox, 'slow')
  const session = await openPayment(under.sandbox)
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const started = performance.now()
    await work()
    return performance.now() - started
  }
  expect(await timed(() => payByCard(session))).toBeGreaterThanOrEqual(119)
  expect(await timed(() => callApi(under.sandbox, 'GET', `/api/payments/${session.transNo}`))).toBeGreaterThanOrEqual(
    119,
  )
  await setMode(under.sandbox, 'ok')
})

test('an unknown mode and an unsigned request change nothing', async () => {
  expect(await setMode(under.sandbox, 'chaos')).toMatchObject({ status: 400 })
  const headers = { 'content-type': 'application/json' }
  const unsigned = await fetch(`${under.sandbox.origin}/api/mode`, { method: 'POST', headers, body: '{"mode":"down"}' })
  expect(unsigned.status).toBe(401)
  const health = await fetch(`${under.sandbox.origin}/healthz`)
  expect(JSON.parse(await health.text())).toMatchObject({ status: 'ok', mode: 'ok' })
})

test('an unknown address is answered with 404, a wrong method with 405', async () => {
  expect((await fetch(`${under.sandbox.origin}/nothing`)).status).toBe(404)
  const wrong = await fetch(`${under.sandbox.origin}/healthz`, { method: 'POST' })
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET'])
})

test('a refund of a part is made once for its id, leaves the rest, and never more than was paid', async () => {
  const session = await openPayment(under.sandbox)
  await payByCard(session)
  const path = `/api/payments/${session.transNo}/refund`
  const order = async (refundId: string, amount: number) =>
    callApi(under.sandbox, 'POST', path, { refundId, amount }, true)
  const moved = ({ body }: Awaited<ReturnType<typeof order>>) =>
    (body['events'] as readonly Record<string, unknown>[]).map(({ type, movedAmount, confirmationNumber }) => [
      type,
      movedAmount,
      confirmationNumber,
    ])
  const part = await order('R1', 2_000)
  expect(part).toMatchObject({ status: 200, body: { status: 'succeeded', totalAmount: 12_709, netAmount: 10_709 } })
  expect(moved(part).slice(1)).toEqual([['payment.refunded', 2_000, 'R1']])
  expect(moved(await order('R1', 2_000))).toHaveLength(2)
  expect(await order('R2', 10_710)).toMatchObject({ status: 409, body: { error: 'not-refundable' } })
  expect(await order('R3', 10_709)).toMatchObject({ status: 200, body: { status: 'refunded', netAmount: 0 } })
  for (const wrong of [{}, { refundId: 'R4', amount: 0 }, { refundId: '', amount: 1 }, { refundId: 'R4', amount: 1.5 }])
    expect(await callApi(under.sandbox, 'POST', path, wrong, true)).toMatchObject({ status: 400 })
  expect(await callApi(under.sandbox, 'POST', path, { refundId: 'R5', amount: 1 })).toMatchObject({ status: 401 })
})

test('a refund without a body gives back what is left, and its event says how much', async () => {
  const session = await openPayment(under.sandbox)
  await payByCard(session)
  const path = `/api/payments/${session.transNo}/refund`
  await callApi(under.sandbox, 'POST', path, { refundId: 'R1', amount: 2_000 }, true)
  const { body } = await callApi(under.sandbox, 'POST', path)
  expect(body).toMatchObject({ status: 'refunded', netAmount: 0, events: [{}, {}, { movedAmount: 10_709 }] })
})
