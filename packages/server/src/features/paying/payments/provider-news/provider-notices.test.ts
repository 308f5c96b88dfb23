import type { LightMyRequestResponse } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TooBusy, Unavailable } from '../../../../platform/errors.ts'
import { createFailPoints, noFailPoints } from '../../../../platform/fail-points.ts'
import { gatewaysOf } from '../../../../platform/payment-gateway/gateways.ts'
import type { NewsSubject, ProviderEvent } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { listRaisedAlarms } from '../../../../platform/health/alarms.ts'
import { anEvent } from '../../../../testing/payment-in-test.ts'
import { pay, payingSettings, verified } from '../../../../testing/quick-payer.ts'
import { createRedirectProvider, redirectSignature } from '../../../../testing/redirect-provider.ts'
import { seedAccount } from '../../../../testing/seed-account.ts'
import { useTestPortal } from '../../../../testing/test-portal.ts'
import { readNoticesJob } from './read-notices.job.ts'

const provider = createRedirectProvider()
const portal = useTestPortal({
  settings: { ...payingSettings, allowOverPay: true, quickPayRequisitionsPerHour: 1_000 },
  gateways: async (given) => gatewaysOf([provider.gateway], given),
})

beforeEach(async () => {
  await portal.jobs.runWaiting()
  await seedAccount(portal.db)
  provider.answers.clear()
  provider.mode = 'answers'
})
afterEach(() => {
  vi.restoreAllMocks()
  Object.assign(portal.deps, { failPoints: noFailPoints })
})

const figures = { amount: 14_237, convenienceFee: 420, totalAmount: 14_657 } as Pick<
  ProviderEvent,
  'amount' | 'convenienceFee' | 'totalAmount'
>

/** Requests payments that are paid at the provider. The calls of the requests are forgotten. */
async function paid(count = 1): Promise<readonly string[]> {
  const transNos: string[] = []
  for (let n = 0; n < count; n += 1) {
    const { transNo } = (await pay(portal, await verified(portal), 14_237)).paymentRequisitionSettings
    const event = anEvent({ transNo, ...figures, eventId: `of_${transNo}`, occurredAt: '2026-11-20T15:01:00Z' })
    provider.answers.set(`page_${transNo}`, {
      kind: 'events',
      events: [event],
      standing: { status: 'succeeded', netAmount: figures.totalAmount },
    })
    transNos.push(transNo)
  }
  provider.calls.length = 0
  return transNos
}

const about = (transNo: string): NewsSubject => ({ about: 'payment', transNo })

const send = async (noticeId: string, subject: NewsSubject): Promise<LightMyRequestResponse> =>
  portal.inject({
    method: 'POST',
    url: '/api/v3/payments/postback/stripe',
    headers: { 'content-type': 'application/json', 'x-signature': redirectSignature },
    payload: JSON.stringify([{ kind: 'look-up', noticeId, subject }]),
  })

const read = async () => portal.jobs.run(readNoticesJob, {})
const fetches = () => provider.calls.filter((call) => call.startsWith('fetch'))
const awaited = () => portal.jobs.waiting.filter(({ name }) => name === readNoticesJob.name).length
const notices = async () =>
  portal.db.selectFrom('pay.provider_notice').select(['tries', 'due_at', 'done_at']).orderBy('id').execute()
const open = async () => (await notices()).filter(({ done_at }) => done_at === null)
const states = async () => {
  const rows = await portal.db.selectFrom('pay.payment').select('state').execute()
  return [...new Set(rows.map(({ state }) => state))]
}
const bookings = async () => (await portal.db.selectFrom('pay.booking').select('id').execute()).length

describe('news that give a reason to look', () => {
  it('are answered before the provider is asked, and looked up once for all open ones about a payment [REQ-D-425]', async () => {
    const transNos = await paid(2)
    for (const [index, transNo] of transNos.entries())
      for (let n = 0; n < 8; n += 1) expect((await send(`n${index}-${n}`, about(transNo))).statusCode).toBe(200)
    expect([provider.calls, await states(), awaited()]).toEqual([[], ['handed-off'], 1])
    await portal.jobs.runWaiting()
    expect(fetches().toSorted()).toEqual(transNos.map((transNo) => `fetch ${transNo}`).toSorted())
    expect([await states(), await bookings(), await open()]).toEqual([['confirmed'], 2, []])
  })

  it('are looked up in windows, as many as there are [REQ-D-425]', async () => {
    await paid()
    const [transNo = ''] = await paid()
    for (let n = 0; n < 120; n += 1) await send(`n${n}`, { about: 'reference', reference: `dispute_of_none${n}` })
    await send('last', about(transNo))
    await portal.jobs.runWaiting()
    expect([provider.calls.length, await open()]).toEqual([121, []])
  })

  it('are looked up again when they come after the look began [REQ-D-425]', async () => {
    const [transNo = ''] = await paid()
    await send('first', about(transNo))
    const { fetch } = provider.gateway
    vi.spyOn(provider.gateway, 'fetch').mockImplementationOnce(async (payment) => {
      const answer = await fetch(payment)
      await send('second', about(transNo))
      return answer
    })
    await read()
    expect([fetches().length, await open()]).toEqual([2, []])
  })

  it('are known when they come again, before the look and after it [REQ-D-426]', async () => {
    const [transNo = ''] = await paid()
    await send('n', about(transNo))
    await send('n', about(transNo))
    await portal.jobs.runWaiting()
    expect((await send('n', about(transNo))).statusCode).toBe(200)
    expect(awaited()).toBe(0)
    await read()
    expect([fetches().length, (await notices()).length]).toEqual([1, 1])
  })

  it.each([
    'postback.after-verify',
    'postback.after-store',
    'notices.after-claim',
    'notices.after-fetch',
    'notices.before-done',
  ])('are lost by no process that dies at %s [REQ-D-426]', async (point) => {
    const [transNo = ''] = await paid()
    Object.assign(portal.deps, { failPoints: createFailPoints(`${point}:throw`) })
    const { statusCode } = await send('n', about(transNo))
    await read().catch(() => null)
    Object.assign(portal.deps, { failPoints: noFailPoints })
    // The provider repeats what was not answered.
    if (point === 'postback.after-verify') await send('n', about(transNo))
    portal.clock.advance(30)
    await read()
    expect([statusCode, await states(), await bookings(), await open()]).toEqual([
      point.startsWith('postback') ? 500 : 200,
      ['confirmed'],
      1,
      [],
    ])
  })
})

describe('a look that fails', () => {
  const failing = (error: Error) => vi.spyOn(provider.gateway, 'fetch').mockRejectedValue(error)

  it('is tried again after delays that double up to an hour, and given up with an alarm after thirty [REQ-D-427]', async () => {
    const [transNo = ''] = await paid()
    const tried = failing(new Unavailable('The payment provider'))
    await send('n', about(transNo))
    const delays: number[] = []
    for (let n = 0; n < 30; n += 1) {
      await read()
      await read()
      const [notice] = await notices()
      delays.push(((notice?.due_at.getTime() ?? 0) - portal.clock.now().getTime()) / 1000)
      portal.clock.advance(delays.at(-1) ?? 0)
    }
    expect(delays.slice(0, 9)).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
    expect(delays.slice(0, -1).reduce((sum, one) => sum + one) / 3600).toBeCloseTo(23, 0)
    expect([tried.mock.calls.length, await open()]).toEqual([30, []])
    expect(await portal.db.selectFrom('pay.alarm').select(['kind', 'trans_no', 'detail']).execute()).toEqual([
      { kind: 'unread-news', trans_no: transNo, detail: { provider: 'stripe', about: 'payment', reference: transNo } },
    ])
  })

  it('holds up no other one [REQ-D-427]', async () => {
    const [bad = '', good = ''] = await paid(2)
    const { fetch } = provider.gateway
    vi.spyOn(provider.gateway, 'fetch').mockImplementation(async (payment) => {
      if (payment.transNo === bad) throw new Error('A fault of ours')
      return fetch(payment)
    })
    await send('bad', about(bad))
    await send('good', about(good))
    await portal.jobs.runWaiting()
    expect([await bookings(), (await open()).map(({ tries }) => tries)]).toEqual([1, [1]])
  })

  it('lets the other news of a provider that is down wait, without a try [REQ-D-427]', async () => {
    const transNos = await paid(12)
    for (const transNo of transNos) await send(transNo, about(transNo))
    provider.mode = 'down'
    await read()
    expect(fetches()).toHaveLength(1)
    expect((await open()).reduce((sum, { tries }) => sum + tries, 0)).toBe(1)
    provider.mode = 'answers'
    portal.clock.advance(30)
    await read()
    expect([await bookings(), await open()]).toEqual([12, []])
  })

  it('is not given up because of earlier news about the same thing [REQ-D-427]', async () => {
    const [transNo = ''] = await paid()
    failing(new Error('A fault of ours'))
    await send('early', about(transNo))
    await portal.db.updateTable('pay.provider_notice').set({ tries: 29 }).execute()
    await send('late', about(transNo))
    await read()
    expect((await open()).map(({ tries }) => tries)).toEqual([30, 1])
    expect(await portal.db.selectFrom('pay.alarm').select('kind').execute()).toEqual([])
  })

  it('raises an alarm of operators while news have waited for more than an hour [REQ-D-427]', async () => {
    const [transNo = ''] = await paid()
    failing(new TooBusy('The payment provider', '600'))
    await send('n', about(transNo))
    await read()
    portal.clock.advance(3_600)
    expect([...(await listRaisedAlarms(portal.deps))]).toEqual([])
    portal.clock.advance(1)
    expect([...(await listRaisedAlarms(portal.deps))]).toEqual([['news-waiting', 1]])
    expect((await portal.inject({ url: '/metrics' })).body).toContain('coopline_waiting{kind="provider-news"} 1\n')
  })

  it('at a provider without keys ends in an alarm after its last try [REQ-D-427]', async () => {
    const [transNo = ''] = await paid()
    await send('n', about(transNo))
    await portal.db.updateTable('pay.provider_notice').set({ provider: 'authorize-net', tries: 29 }).execute()
    await read()
    expect(await open()).toEqual([])
    expect(await portal.db.selectFrom('pay.alarm').select('kind').execute()).toEqual([{ kind: 'unread-news' }])
  })

  it('because a busy provider answers late waits as long as it says, and counts as no try [REQ-D-429]', async () => {
    const [transNo = ''] = await paid()
    await send('n', about(transNo))
    failing(new Unavailable('The payment provider'))
    vi.spyOn(provider.gateway, 'ping').mockRejectedValue(new TooBusy('The payment provider', '120'))
    await read()
    const [notice] = await notices()
    expect([notice?.tries, (notice?.due_at.getTime() ?? 0) - portal.clock.now().getTime()]).toEqual([0, 120_000])
  })

  it('because the provider gets too many calls waits as long as it says, and counts as no try [REQ-D-429]', async () => {
    const transNos = await paid(8)
    for (const transNo of transNos) await send(transNo, about(transNo))
    const refused = failing(new TooBusy('The payment provider', '120'))
    await read()
    expect(refused).toHaveBeenCalledOnce()
    expect(portal.logLines.filter((line) => line.includes('News of a provider wait'))).toHaveLength(1)
    const dueIn = (await open()).map(({ tries, due_at }) => [tries, due_at.getTime() - portal.clock.now().getTime()])
    expect(dueIn).toEqual(transNos.map(() => [0, 120_000]))
    refused.mockClear()
    portal.clock.advance(119)
    await read()
    expect(refused).not.toHaveBeenCalled()
    vi.restoreAllMocks()
    portal.clock.advance(1)
    await read()
    expect([await bookings(), await open()]).toEqual([8, []])
  })

  it('because the provider got too many calls is looked up by the same run when that lasts longer than the rest [REQ-D-429]', async () => {
    const transNos = await paid(3)
    for (const transNo of transNos) await send(transNo, about(transNo))
    const { fetch } = provider.gateway
    vi.spyOn(provider.gateway, 'fetch')
      .mockImplementationOnce(fetch)
      .mockRejectedValueOnce(new TooBusy('The payment provider', '5'))
      .mockImplementationOnce(async (payment) => {
        portal.clock.advance(12)
        return fetch(payment)
      })
    await read()
    expect([await bookings(), await open()]).toEqual([3, []])
  })
})

it('an address of no provider is refused before its body is read [REQ-D-428]', async () => {
  const post = async (path: string) =>
    portal.inject({
      method: 'POST',
      url: `/api/v3/payments/postback${path}`,
      headers: { 'content-type': 'application/json', 'x-signature': redirectSignature },
      payload: 'x'.repeat(70_000),
    })
  expect((await post('/stripe')).statusCode).toBe(413)
  // The portal has no hosted form, to which the former address belongs.
  for (const path of ['/authorize-net', '/none', '']) expect([path, (await post(path)).statusCode]).toEqual([path, 404])
})
