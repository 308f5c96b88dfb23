import { alarmKinds } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import { site } from '@coopline/contract/site/site/site.contract'
import { afterEach, describe, expect, test } from 'vitest'
import { startTestPortal, useTestPortal } from '../../testing/test-portal.ts'
import { proofOf, samePortalPath } from './same-portal.ts'

const portal = useTestPortal()
afterEach(() => {
  portal.readiness.started = true
  portal.readiness.stopping = false
})

const get = async (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  portal.inject({ url, headers, remoteAddress })

describe('health', () => {
  test('a process that answers is alive, and ready with its database', async () => {
    for (const url of ['/healthz', '/livez']) expect((await get(url)).json()).toEqual({ status: 'ok' })
    expect((await get('/readyz')).json()).toEqual({ status: 'ready' })
  })

  test('the portal proves to a holder of its keys that it is this portal, and tells others nothing', async () => {
    const nonce = 'ab'.repeat(16)
    const answer = await get(`${samePortalPath}?nonce=${nonce}`)
    expect(answer.json()).toEqual({ proof: proofOf(portal.deps.keys, nonce) })
    for (const wrong of ['', '?nonce=', '?nonce=zz', `?nonce=${nonce}0`])
      expect((await get(samePortalPath + wrong)).statusCode).toBe(404)
  })

  test('a process is alive but not ready before it has started and while it stops [REL-30]', async () => {
    portal.readiness.started = false
    expect([(await get('/readyz')).statusCode, (await get('/readyz')).json()]).toEqual([503, { status: 'starting' }])
    portal.readiness.started = true
    portal.readiness.stopping = true
    expect([(await get('/readyz')).statusCode, (await get('/readyz')).json()]).toEqual([503, { status: 'stopping' }])
    expect((await get('/healthz')).statusCode).toBe(503)
    expect((await get('/livez')).headers['connection']).toBe('close')
    expect((await get('/livez')).statusCode).toBe(200)
  })
})

test('a process does not say "ready" when the stop begins while the database answers [REL-36]', async () => {
  let looks = 0
  const { readiness } = portal
  Object.defineProperty(readiness, 'stopping', { get: () => (looks += 1) > 1, configurable: true })
  const { statusCode } = await get('/readyz')
  Object.defineProperty(readiness, 'stopping', { value: false, writable: true, configurable: true })
  expect(statusCode).toBe(503)
})

describe('metrics', () => {
  test('count requests by route, method and status, without addresses or anything sent', async () => {
    await portal.call(site.content, {
      params: { key: 'legalContent' },
      from: '203.0.113.77',
      query: { canary: 'canary' },
    })
    await get('/api/v3/no-such-canary/100200300')
    const { body, headers } = await get('/metrics')
    expect(headers['content-type']).toContain('text/plain')
    expect(body).toMatch(
      /coopline_request_seconds_count\{method="GET",route="\/api\/v3\/site\/contents\/:key",status="400"\} 1/u,
    )
    expect(body).toMatch(/coopline_request_seconds_count\{method="GET",route="none",status="404"\} 1/u)
    expect(body).toMatch(/coopline_waiting\{kind="alarm"\} 0/u)
    expect(body).toMatch(/coopline_waiting\{kind="dead-letter"\} 0/u)
    expect(body).toMatch(/coopline_database_answers 1/u)
    expect(body).not.toMatch(/203\.0\.113|canary|100200300|legalContent/u)
  })

  test('count a payment under review [REL-30]', async () => {
    await portal.database.runScript(`
      insert into pay.payment (trans_no, member_number, account_number, origin, payment_type, state, amount, language,
        reconnect_meter, requested_at, expires_at, hand_off, idempotency_scope, idempotency_key, request_hash)
      select 'T' || n, '10001', '1', 'quick-pay', 'cc', state, 100, 'en', false, now(), now(), '{}', 's', n, ''
      from (values (1, 'under-review'), (2, 'under-review'), (3, 'handed-off'), (4, 'confirmed')) as payment (n, state)`)
    const { body } = await get('/metrics')
    expect(body).toContain('coopline_waiting{kind="review"} 2\n')
    expect(body).toContain('coopline_waiting{kind="payment"} 1\n')
  })

  test('count the unsettled alarms about payments of each kind, up to 10,000 of a kind', async () => {
    await portal.database.runScript(`
      insert into pay.alarm (kind, trans_no, detail, raised_at, settled_at, dedupe_key)
      select kind, 'T' || n, '{}', now(), case when n > unsettled then now() end, kind || n
      from (values ('double-charge', 3, 2), ('quarantined', 1, 1), ('unreadable', 1, 0), ('return-rate', 10001, 10001))
        as alarm (kind, raised, unsettled), generate_series(1, raised) as n`)
    const { body } = await get('/metrics')
    const counts = [...body.matchAll(/^coopline_payment_alarms\{kind="(.*)"\} (\d+)$/gmu)].map(([, ...pair]) => pair)
    const expected: Readonly<Record<string, string>> = {
      'double-charge': '2',
      quarantined: '1',
      'return-rate': '10000',
    }
    expect(counts).toEqual(alarmKinds.map((kind) => [kind, expected[kind] ?? '0']))
    expect(body).toContain('coopline_waiting{kind="alarm"} 10000\n')
  })

  test('stop counting what waits at 10,000', async () => {
    await portal.database.runScript(`
      insert into outbox.event (account_number, kind, body, created_at)
      select '1', 'draft.removed', '{"memberNumber": "1", "accountNumber": "1", "action": "REMOVE"}', now()
      from generate_series(1, 10001)`)
    expect((await get('/metrics')).body).toContain('coopline_waiting{kind="event"} 10000\n')
  })

  test('show the age of the oldest urgent message that is not sent, by channel', async () => {
    const ages = async () => (await get('/metrics')).body.match(/^coopline_oldest_message_seconds\{.*$/gmu)
    expect(await ages()).toEqual([
      'coopline_oldest_message_seconds{channel="email"} 0',
      'coopline_oldest_message_seconds{channel="text"} 0',
    ])
    await portal.database.runScript(`
      insert into outbox.message (dedupe_key, channel, recipient, subject, body_text, language, created_at, send_after,
        sent_at, priority, attempts)
      select note, channel, 'ada@example.com', '', '', 'en', portal_time - seconds * interval '1 second',
        portal_time + interval '1 hour', case when note = 'sent' then portal_time end, priority, attempts
      from (select timestamptz '${portal.clock.now().toISOString()}' as portal_time) as clock, (values
        ('new', 'email', 60, 0, 0), ('retried', 'email', 900, 0, 10), ('given up', 'email', 9000, 0, 11),
        ('sent', 'email', 5000, 0, 1), ('bulk', 'email', 7000, 2, 0), ('other channel', 'text', 30, 0, 0)
      ) as message (note, channel, seconds, priority, attempts)`)
    expect(await ages()).toEqual([
      'coopline_oldest_message_seconds{channel="email"} 900',
      'coopline_oldest_message_seconds{channel="text"} 30',
    ])
  })

  test('without a token are for this machine only, and not for a proxy that speaks for others', async () => {
    expect((await get('/metrics')).statusCode).toBe(200)
    expect((await get('/metrics', {}, '203.0.113.5')).statusCode).toBe(404)
    expect((await get('/metrics', { 'x-forwarded-for': '203.0.113.5' })).statusCode).toBe(404)
  })

  test('with a token are for its bearer only, from any address', async () => {
    const token = 'a-token-of-24-characters'
    const guarded = await startTestPortal({ env: { METRICS_TOKEN: token } })
    const ask = async (authorization: string, remoteAddress = '127.0.0.1') =>
      (await guarded.inject({ url: '/metrics', remoteAddress, headers: { authorization } })).statusCode
    expect(await ask(`Bearer ${token}`, '203.0.113.5')).toBe(200)
    for (const wrong of [
      '',
      `Bearer ${token}x`,
      `Bearer ${token.slice(1)}`,
      `bearer ${token}`,
      token,
      `Bearer ${'x'.repeat(24)}`,
    ])
      expect(await ask(wrong), wrong).toBe(404)
    await guarded.close()
  })

  test('metrics are served while the database is down, and report it [REL-20]', async () => {
    const away = await startTestPortal()
    expect((await away.inject({ url: '/readyz' })).statusCode).toBe(200)
    await away.database.close()
    const { statusCode, body } = await away.inject({ url: '/metrics' })
    expect(statusCode).toBe(200)
    expect(body).toMatch(/coopline_database_answers 0/u)
    expect(body).not.toMatch(/coopline_(?:waiting|payment_alarms|oldest_message_seconds)\{/u)
    expect((await away.inject({ url: '/readyz' })).json()).toEqual({ status: 'database away' })
    await away.server.close()
  })
})
