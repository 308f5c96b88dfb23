import { createHash } from 'node:crypto'
import { staffApiKeys } from '@coopline/contract/site/system-api/staff-api-keys.contract'
import { systemApi } from '@coopline/contract/site/system-api/system-api.contract'
import { systemScopes } from '@coopline/rules/site/system-api/system-scopes'
import { describe, expect, it } from 'vitest'
import { insertEvent } from '../../../platform/events/event.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { asStaff, staffSignedIn } from '../../../testing/seed-staff.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { makeKey } from './change-keys.ts'
import { runApiKeysCommand } from './api-keys.command.ts'

const portal = useTestPortal()

const key = async (form: Partial<Parameters<typeof makeKey>[1]> = {}) =>
  makeKey(portal.deps, { name: 'Billing system', scopes: systemScopes, addresses: '', lastDay: '', ...form }, 'Kim, IT')

const withSecret = (secret: string) => ({ headers: { authorization: `Bearer ${secret}` } })
const about = async (secret: string, more: { readonly from?: string } = {}) =>
  (await portal.call(systemApi.about, { ...withSecret(secret), ...more })).statusCode

describe('keys of the system API', () => {
  it('prove a system, and only the hash of their secret is stored [REQ-D-500]', async () => {
    const { secret, keyId } = await key()
    const answer = await portal.call(systemApi.about, withSecret(secret))
    expect(answer.json()).toEqual({ name: 'Billing system', scopes: [...systemScopes], endsAt: null })
    const stored = await portal.db.selectFrom('portal.api_key_secret').select('secret_hash').executeTakeFirstOrThrow()
    expect(Buffer.from(stored.secret_hash)).toEqual(createHash('sha256').update(secret).digest())
    const row = await portal.db.selectFrom('portal.api_key').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(row).toMatchObject({ key_id: keyId, created_by: 'Kim, IT', last_used_at: portal.clock.now() })
    expect(portal.logLines.join('')).not.toContain(secret)
  })

  it('are refused alike when they are wrong, missing, of another form or from another address, with an audit entry [REQ-D-500]', async () => {
    const { secret } = await key({ addresses: '203.0.113.0/24, 2001:db8::/48' })
    expect([await about(secret, { from: '203.0.113.9' }), await about(secret, { from: '2001:db8:0:7::1' })]).toEqual([
      200, 200,
    ])
    const wrong = [secret.slice(0, -1), `${secret}x`, secret.replace(/.$/u, (last) => (last === 'A' ? 'B' : 'A')), '']
    const bodies = new Set<string>()
    for (const one of [...wrong, secret]) {
      const answer = await portal.call(systemApi.about, { ...withSecret(one), from: '198.51.100.7' })
      expect(answer.statusCode).toBe(401)
      bodies.add(JSON.stringify({ ...answer.json<object>(), requestId: '' }))
    }
    expect(bodies.size).toBe(1)
    const audited = await portal.db
      .selectFrom('portal.audit')
      .select('client_address')
      .where('kind', '=', 'system-api.refused')
      .execute()
    expect(audited).toHaveLength(wrong.length + 1)
    expect(audited.every(({ client_address: from }) => from === '198.51.100.7')).toBe(true)
  })

  it('end at the end of their last day, when they are ended, and with a restored backup [REQ-D-501]', async () => {
    const lasting = await key({ lastDay: '2026-11-21' })
    const ended = await key()
    const { bearer, cookie } = await staffSignedIn(portal, 'admin')
    expect(await about(ended.secret)).toBe(200)
    const end = async () => portal.call(staffApiKeys.end, { bearer, cookie, params: { keyId: ended.keyId } })
    expect([(await end()).statusCode, (await end()).statusCode]).toEqual([200, 409])
    expect(await about(ended.secret)).toBe(401)
    portal.clock.set('2026-11-22T05:59:59Z')
    expect(await about(lasting.secret)).toBe(200)
    portal.clock.set('2026-11-22T06:00:00Z')
    expect(await about(lasting.secret)).toBe(401)
    const left = await key()
    await inTransaction(portal.db, async (tx) => {
      for (const run of portal.deps.featureData.afterRestore) await run(tx, portal.clock.now())
    })
    expect(await about(left.secret)).toBe(401)
  })

  it('have two secrets while a system changes to the new one [REQ-D-501]', async () => {
    const { secret, keyId } = await key()
    const { bearer, cookie } = await staffSignedIn(portal, 'admin')
    const rotate = async (keepHours: number) =>
      portal.call(staffApiKeys.rotate, { bearer, cookie, params: { keyId }, body: { keepHours } })
    const { secret: second } = (await rotate(24)).json<{ secret: string }>()
    expect([await about(secret), await about(second)]).toEqual([200, 200])
    portal.clock.advance(24 * 3_600)
    expect([await about(secret), await about(second)]).toEqual([401, 200])
    const again = await staffSignedIn(portal, 'billing')
    expect(
      (await portal.call(staffApiKeys.rotate, { ...again, params: { keyId }, body: { keepHours: 0 } })).statusCode,
    ).toBe(403)
  })

  it('do what their scopes say and nothing else, and say which one is missing [REQ-D-500]', async () => {
    const { secret } = await key({ scopes: ['events:read'] })
    expect((await portal.call(systemApi.listEvents, withSecret(secret))).statusCode).toBe(200)
    const refused = await portal.call(systemApi.acknowledgeEvents, { ...withSecret(secret), body: { ids: [1] } })
    expect(refused.statusCode).toBe(403)
    expect(refused.json<{ detail: string }>().detail).toBe('The key lacks the scope events:ack')
    const numbers = await portal.call(systemApi.listEvents, { ...withSecret(secret), query: { bankNumbers: 'Y' } })
    expect(numbers.json<{ detail: string }>().detail).toBe('The key lacks the scope bank-numbers:read')
  })

  it('have a share of calls that the answer states, and more are answered 429 with the time to wait [REQ-D-500]', async () => {
    const { secret, keyId } = await key()
    const first = await portal.call(systemApi.about, withSecret(secret))
    expect(first.headers['ratelimit-policy']).toBe('"key";q=30000;w=300')
    expect(String(first.headers.ratelimit)).toMatch(/^"key";r=29999;t=[0-9]{1,3}$/u)
    for (let calls = 1; calls < 30_000; calls += 1) portal.deps.systemLimit.count(keyId)
    const refused = await portal.call(systemApi.about, withSecret(secret))
    expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  })
})

describe('the command and the console', () => {
  it('make, list, rotate and end the same keys, each with an audit entry [REQ-D-501]', async () => {
    const run = async (...args: readonly string[]) => runApiKeysCommand(portal.deps, args)
    const made = await run('add', 'SCADA', '--scopes', 'outages:write', '--from', '203.0.113.7', '--by', 'Kim, IT')
    const { keyId, secret } = made.value as { keyId: string; secret: string }
    expect(made.output).toContain(secret)
    const rotated = await run('rotate', keyId, '--keep-hours', '0', '--by', 'Kim, IT')
    expect(rotated.exitCode).toBe(0)
    expect(await about(secret, { from: '203.0.113.7' })).toBe(401)
    expect((await run('list')).output).toContain(`${keyId}  SCADA  outages:write  no end  never used`)
    const staff = asStaff(await staffSignedIn(portal, 'admin'))
    expect((await portal.call(staffApiKeys.list, staff)).json()).toMatchObject({
      keys: [{ keyId, name: 'SCADA', addresses: ['203.0.113.7'], createdBy: 'Kim, IT', isEnded: false }],
    })
    expect((await run('end', keyId, '--by', 'Kim, IT')).output).toBe(`Ended the key ${keyId}.`)
    expect((await run('end', keyId, '--by', 'Kim, IT')).output).toBe('This key has ended. Make a new one.')
    const audited = await portal.db
      .selectFrom('portal.audit')
      .select(['kind', 'detail'])
      .where('kind', 'like', 'system-api.key-%')
      .orderBy('id')
      .execute()
    expect(audited.map(({ kind }) => kind)).toEqual([
      'system-api.key-made',
      'system-api.key-rotated',
      'system-api.key-ended',
    ])
    expect(JSON.stringify(audited)).not.toContain(secret)
  })

  it('refuse what is not valid in words, and make nothing [REQ-D-501]', async () => {
    const staff = await staffSignedIn(portal, 'admin')
    const body = { name: ' ', scopes: [], addresses: '203.0.113.7, 2001:db8::1', lastDay: '2026-11-19' }
    const answer = await portal.call(staffApiKeys.make, { ...staff, body })
    expect(answer.statusCode).toBe(400)
    expect(
      answer.json<{ errors: { code: string; field: string }[] }>().errors.map(({ code, field }) => [code, field]),
    ).toEqual([
      ['name-missing', 'name'],
      ['scopes-missing', 'scopes'],
      ['last-day-past', 'lastDay'],
      ['addresses-not-valid', 'addresses'],
    ])
    for (const args of [
      [],
      ['add', 'X', '--scopes', 'everything', '--by', 'Kim'],
      ['add', 'X', '--scopes', 'events:read'],
      ['rotate', 'abc', '--keep-hours', '9999', '--by', 'Kim'],
      ['add', 'a', 'b', '--by', 'Kim'],
    ])
      expect((await runApiKeysCommand(portal.deps, args)).exitCode, args.join(' ')).toBe(2)
    expect((await runApiKeysCommand(portal.deps, ['end', 'nothing', '--by', 'Kim'])).output).toBe(
      'There is no key nothing.',
    )
    expect(await portal.db.selectFrom('portal.api_key').select('key_id').execute()).toEqual([])
  })
})

describe('events over the system API', () => {
  const addEvents = async (...accounts: readonly string[]) =>
    inTransaction(portal.db, async (tx) => {
      for (const accountNumber of accounts)
        await insertEvent(tx, {
          kind: 'account.paperless-changed',
          accountNumber,
          body: { memberNumber: '10001', accountNumber, isEmail: true, isPaperless: true, isPaperlessOther: false },
          now: portal.clock.now(),
        })
    })

  it('are listed in order by page and account until they are acknowledged by their numbers, all or none [REQ-D-502]', async () => {
    await addEvents('100100101', '100100102', '100100101')
    const { secret } = await key()
    const list = async (query: Readonly<Record<string, string>>) =>
      (await portal.call(systemApi.listEvents, { ...withSecret(secret), query })).json<{
        events: { id: number; accountNumber: string }[]
        next: number | null
      }>()
    const all = await list({})
    expect(all.events.map(({ accountNumber }) => accountNumber)).toEqual(['100100101', '100100102', '100100101'])
    expect(all.next).toBeNull()
    const page = await list({ limit: '2' })
    expect([page.events.length, page.next]).toEqual([2, all.events[1]?.id])
    expect((await list({ after: String(page.next) })).events).toEqual(all.events.slice(2))
    expect((await list({ account: '100100102' })).events).toEqual([all.events[1]])
    const ids = all.events.map(({ id }) => id)
    const ack = async (some: readonly number[]) =>
      portal.call(systemApi.acknowledgeEvents, { ...withSecret(secret), body: { ids: some } })
    const unknown = await ack([...ids, 999_999])
    expect(unknown.json<{ detail: string }>().detail).toBe('There is no event 999999. Nothing was acknowledged.')
    expect((await list({})).events).toHaveLength(3)
    expect((await ack(ids.slice(0, 2))).json()).toEqual({ acknowledged: 2 })
    expect((await ack(ids)).json()).toEqual({ acknowledged: 1 })
    expect((await list({})).events).toEqual([])
    expect((await list({ acknowledged: 'Y' })).events).toEqual(all.events)
    const one = await portal.call(systemApi.viewEvent, {
      ...withSecret(secret),
      params: { eventNumber: String(ids[0]) },
    })
    expect(one.json()).toEqual(all.events[0])
  })
})
