import { createHmac } from 'node:crypto'
import { accounts } from '@coopline/contract/accounts/accounts/accounts.contract'
import { allEndpoints } from '@coopline/contract/endpoints'
import { passkeys } from '@coopline/contract/identity/passkeys/passkeys.contract'
import { signIn } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { anAccount } from '@coopline/testing/builders/account'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anyParams } from '../../../testing/any-params.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import {
  adasPassword,
  adaSignedIn,
  halvesOf,
  login,
  benSignedIn,
  seedSession,
  type SignedIn,
} from '../../../testing/seed-login.ts'
import { testSigningKey, useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { hashPassword } from '../../../platform/secrets/hash-password.ts'
import { changePassword } from './change-login.ts'
import { deleteExpired } from '../../../platform/retention/delete-expired.job.ts'

const portal = useTestPortal()
const ada = useFresh(async () => adaSignedIn(portal))
beforeAll(async () => {
  // Every call of a member is tried in several ways, more than one address may make.
})

const list = async (who: SignedIn) => portal.call(accounts.list, { ...who, params: { memberNumber: who.memberNumber } })
const session = async (who: SignedIn) => portal.call(signIn.session, who)
const subjects = async () =>
  (await portal.db.selectFrom('outbox.message').select('subject').orderBy('id').execute()).map((row) => row.subject)

describe('the two halves', () => {
  test('a token without its cookie is refused, ends the session for its owner too, and notifies the member [SEC-23]', async () => {
    const cookie = '__Host-portal_fp=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    expect((await portal.call(signIn.session, { bearer: ada.bearer, cookie })).statusCode).toBe(401)
    expect((await session(ada)).statusCode).toBe(401)
    expect(await subjects()).toEqual(['We signed you out'])
    const kinds = await portal.db
      .selectFrom('portal.audit')
      .select('kind')
      .where('kind', '=', 'session.stolen')
      .execute()
    expect(kinds).toHaveLength(1)
  })

  test('no cookie at all is the same, and the cookie alone is nothing [SEC-23]', async () => {
    expect((await portal.call(signIn.session, { cookie: ada.cookie })).statusCode).toBe(401)
    expect((await session(ada)).statusCode).toBe(200)
    expect((await portal.call(signIn.session, { bearer: ada.bearer })).statusCode).toBe(401)
    expect((await session(ada)).statusCode).toBe(401)
  })

  test('tokens of another kind, cut, lengthened or made up are refused by every call of a member [SEC-25]', async () => {
    const members = allEndpoints.filter((endpoint) => endpoint.auth === 'member')
    const wrong = [
      '',
      'x',
      ada.bearer.slice(1),
      `${ada.bearer}A`,
      ada.bearer.toLowerCase(),
      'A'.repeat(43),
      `${ada.bearer} x`,
    ]
    const known = { memberNumber: '10001', sessionId: ada.loginId }
    for (const endpoint of members)
      for (const bearer of wrong)
        expect(
          (await portal.call(endpoint, { bearer, cookie: ada.cookie, params: anyParams(endpoint, known) })).statusCode,
          endpoint.id,
        ).toBe(401)
    expect((await session(ada)).statusCode).toBe(200)
  })

  test('renewing replaces both halves; the previous ones stay valid for half a minute, for calls in progress', async () => {
    const renewed = halvesOfRenewal(await portal.call(signIn.renew, { ...ada, body: {} }))
    expect((await session(ada)).statusCode).toBe(200)
    expect((await session({ ...ada, cookie: renewed.cookie })).statusCode).toBe(200)
    portal.clock.advance(30)
    expect((await session(renewed)).statusCode).toBe(200)
    portal.clock.advance(1)
    expect((await session(ada)).statusCode).toBe(401)
    // A caller who sends the previous halves so late has copied them, so the session ends.
    expect((await session(renewed)).statusCode).toBe(401)
  })

  const renew = async (who: SignedIn) => portal.call(signIn.renew, { ...who, body: {} })

  test('previous halves stay valid while no one has used the new ones, whose answer may be lost', async () => {
    const lost = halvesOfRenewal(await renew(ada))
    portal.clock.advance(31)
    expect((await session(ada)).statusCode).toBe(200)
    // The new cookie may have arrived without the token.
    expect((await session({ ...ada, cookie: lost.cookie })).statusCode).toBe(200)
    const renewed = halvesOfRenewal(await renew(ada))
    portal.clock.advance(31)
    expect((await session(renewed)).statusCode).toBe(200)
    expect(await subjects()).toEqual([])
  })

  test('previous halves that come late end the session and notify the member once the new ones are used [SEC-28]', async () => {
    const renewed = halvesOfRenewal(await renew(ada))
    portal.clock.advance(600)
    expect((await session(ada)).statusCode).toBe(200)
    expect((await session(renewed)).statusCode).toBe(200)
    expect((await session(ada)).statusCode).toBe(401)
    expect((await session(renewed)).statusCode).toBe(401)
    expect(await subjects()).toEqual(['We signed you out'])
  })

  test('a previous token without a cookie of its session ends the session although the new halves are unused [SEC-23]', async () => {
    await renew(ada)
    portal.clock.advance(31)
    expect((await session({ ...ada, cookie: '' })).statusCode).toBe(401)
    expect((await session(ada)).statusCode).toBe(401)
    expect(await subjects()).toEqual(['We signed you out'])
  })

  test('a new token with the previous cookie is refused after half a minute [SEC-23]', async () => {
    const renewed = halvesOfRenewal(await renew(ada))
    portal.clock.advance(31)
    expect((await session({ ...renewed, cookie: ada.cookie })).statusCode).toBe(401)
  })

  test('previous halves cannot renew the session once the new ones are used', async () => {
    const renewed = halvesOfRenewal(await renew(ada))
    expect((await session(renewed)).statusCode).toBe(200)
    expect((await renew(ada)).statusCode).toBe(401)
    portal.clock.advance(31)
    expect((await session(renewed)).statusCode).toBe(200)
    expect(await subjects()).toEqual([])
  })

  for (const kept of [0, 1] as const)
    test(`two tabs that renew with one token continue with answer ${kept + 1} when the browser keeps that one`, async () => {
      const answers = [halvesOfRenewal(await renew(ada)), halvesOfRenewal(await renew(ada))]
      const bearer = answers[kept]?.bearer ?? ''
      portal.clock.advance(31)
      expect((await session({ ...ada, bearer, cookie: answers[1]?.cookie ?? '' })).statusCode).toBe(200)
      expect(await subjects()).toEqual([])
    })

  describe('a proof whose answer is lost', () => {
    const addPasskey = async (who: SignedIn) =>
      portal.call(passkeys.options, { ...who, params: { memberNumber: '10001' }, body: {} })
    const stepUpRequired = { status: 403, errors: [{ code: 'step-up-required' }] }
    beforeEach(async () => {
      portal.set({ passkeysEnabled: true })
      portal.clock.advance(700)
      await portal.call(signIn.stepUp, { ...ada, body: { password: adasPassword } })
    })

    for (const seconds of [0, 31])
      test(`leaves the previous halves without that proof after ${seconds} seconds [SEC-28]`, async () => {
        portal.clock.advance(seconds)
        expect((await addPasskey(ada)).json()).toMatchObject(stepUpRequired)
      })

    for (const seconds of [0, 31])
      test(`is not given to previous halves that renew the session after ${seconds} seconds [SEC-28]`, async () => {
        portal.clock.advance(seconds)
        const renewed = halvesOfRenewal(await renew(ada))
        expect((await addPasskey(renewed)).json()).toMatchObject(stepUpRequired)
      })
  })

  test('an earlier proof stays with previous halves, for a call in progress in another tab, and with what they renew', async () => {
    portal.set({ passkeysEnabled: true })
    const addPasskey = async (who: SignedIn) =>
      (await portal.call(passkeys.options, { ...who, params: { memberNumber: '10001' }, body: {} })).statusCode
    portal.clock.advance(60)
    await renew(ada)
    expect(await addPasskey(ada)).toBe(200)
    expect(await addPasskey(halvesOfRenewal(await renew(ada)))).toBe(200)
  })

  const halvesOfRenewal = (response: Awaited<ReturnType<typeof login>>): SignedIn => {
    const { accessToken } = response.json<{ accessToken: string }>()
    const [cookie] = response.cookies
    return { bearer: accessToken, cookie: `${cookie?.name}=${cookie?.value}`, memberNumber: '10001' }
  }
})

describe('time', () => {
  test('a session ends after fifteen minutes without a call [SEC-27]', async () => {
    portal.clock.advance(14 * 60 + 59)
    expect((await list(ada)).statusCode).toBe(200)
    portal.clock.advance(15 * 60 + 1)
    expect((await list(ada)).statusCode).toBe(401)
  })

  test('a session ends after twelve hours, however much is called [SEC-27]', async () => {
    for (let passed = 0; passed < 12 * 60 - 5; passed += 5) {
      portal.clock.advance(300)
      expect((await list(ada)).statusCode).toBe(200)
    }
    portal.clock.advance(300)
    expect((await list(ada)).statusCode).toBe(401)
  })

  test('asking how long it lasts does not lengthen it, and says when to warn', async () => {
    portal.clock.advance(60)
    expect((await session(ada)).json()).toEqual({
      memberNumber: '10001',
      userName: 'ada.lindqvist',
      memberMfaEnabled: false,
      signedInAt: '2026-11-20T15:00:00.000Z',
      idleSecondsLeft: 14 * 60,
      secondsLeft: 12 * 3600 - 60,
      warningSeconds: 60,
    })
    portal.clock.advance(13 * 60)
    expect((await session(ada)).json()).toMatchObject({ idleSecondsLeft: 60 })
    await portal.call(signIn.renew, { ...ada, body: {} })
    expect((await session(ada)).json()).toMatchObject({ idleSecondsLeft: 900 })
  })

  test('sessions that ended long ago are forgotten', async () => {
    portal.clock.advance(91 * 86_400)
    await deleteExpired(portal.deps)
    expect(await portal.db.selectFrom('portal.session').select('session_id').execute()).toEqual([])
  })
})

describe('signing out', () => {
  test('ends the session at once and takes the cookie away [SEC-26, SH-64]', async () => {
    const response = await portal.call(signIn.signOut, { ...ada, body: { everywhere: false } })
    expect(response.json()).toEqual({ ended: 1 })
    expect(response.headers['set-cookie']).toMatch(/^__Host-portal_fp=; Max-Age=0; /u)
    expect((await list(ada)).statusCode).toBe(401)
    expect((await session(ada)).statusCode).toBe(401)
  })

  test('signing out everywhere ends every session of the member and no other [SEC-26]', async () => {
    const phone = await seedSession(portal, ada.loginId)
    const ben = await benSignedIn(portal)
    expect((await portal.call(signIn.signOut, { ...ada, body: { everywhere: true } })).json()).toEqual({ ended: 2 })
    expect((await session(phone)).statusCode).toBe(401)
    expect((await session(ben)).statusCode).toBe(200)
  })
})

describe('own sessions', () => {
  test('sessions are listed with device and time, this one first, and can be ended individually [SEC-32]', async () => {
    portal.clock.advance(60)
    const agent =
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36'
    const phone = halvesOf(await login(portal, { headers: { 'user-agent': agent }, from: '203.0.113.7' }))
    const params = { memberNumber: '10001' }
    const { sessions } = (await portal.call(signIn.sessions, { ...ada, params })).json<{ sessions: { id: string }[] }>()
    expect(sessions).toMatchObject([
      { isThisOne: true },
      {
        isThisOne: false,
        device: 'Chrome · Android',
        clientAddress: '203.0.113.7',
        signedInAt: '2026-11-20T15:01:00.000Z',
      },
    ])
    const sessionId = sessions[1]?.id ?? ''
    const ended = await portal.call(signIn.endSession, { ...ada, params: { ...params, sessionId } })
    expect(ended.json()).toEqual({ ended: 1 })
    expect((await session(phone)).statusCode).toBe(401)
    expect((await portal.call(signIn.endSession, { ...ada, params: { ...params, sessionId } })).statusCode).toBe(404)
  })

  test('sessions of another member are answered like ones that do not exist [SEC-33]', async () => {
    const ben = await benSignedIn(portal)
    const params = { memberNumber: '10001', sessionId: ben.sessionId }
    expect((await portal.call(signIn.endSession, { ...ada, params })).statusCode).toBe(404)
    expect((await session(ben)).statusCode).toBe(200)
    expect((await portal.call(signIn.sessions, { ...ada, params: { memberNumber: '10002' } })).statusCode).toBe(404)
  })
})

describe('a fresh proof', () => {
  const stepUp = async (body: unknown) => portal.call(signIn.stepUp, { ...ada, body })

  test('a fresh proof is the password, and changes both halves [SEC-28]', async () => {
    portal.clock.advance(600)
    expect((await stepUp({ password: 'Wrong!2026' })).json()).toMatchObject({
      status: 400,
      errors: [{ message: 'The password does not match our records. Try again.' }],
    })
    const { proven_at: before } = await portal.db
      .selectFrom('portal.session')
      .select('proven_at')
      .executeTakeFirstOrThrow()
    const answer = await stepUp({ password: adasPassword })
    expect(answer.statusCode).toBe(200)
    expect(answer.json<{ accessToken: string }>().accessToken).not.toBe(ada.bearer)
    const { proven_at: after } = await portal.db
      .selectFrom('portal.session')
      .select('proven_at')
      .executeTakeFirstOrThrow()
    expect(after.getTime() - before.getTime()).toBe(600_000)
  })

  test('a fresh proof cannot be guessed with a stolen session: five attempts in a quarter of an hour [SEC-10]', async () => {
    for (let attempts = 0; attempts < 5; attempts++) await stepUp({ password: 'Wrong!2026' })
    expect((await stepUp({ password: adasPassword })).statusCode).toBe(400)
  })
})

test('the last ten events of the login are listed, newest first', async () => {
  for (let minute = 0; minute < 12; minute++) {
    portal.clock.advance(60)
    await login(portal, minute % 2 === 0 ? { password: 'Wrong!2026', from: `203.0.113.${minute}` } : {})
  }
  const { activities } = (await portal.call(signIn.activity, { ...ada, params: { memberNumber: '10001' } })).json<{
    activities: { kind: string; at: string; clientAddress: string }[]
  }>()
  expect(activities).toHaveLength(10)
  expect(activities.slice(0, 2)).toEqual([
    { kind: 'sign-in.succeeded', at: '2026-11-20T15:12:00.000Z', clientAddress: '127.0.0.1', reason: null },
    { kind: 'sign-in.failed', at: '2026-11-20T15:11:00.000Z', clientAddress: '203.0.113.10', reason: null },
  ])
})

describe('the code of a partner site', () => {
  const issue = async (memberNumber: string, eventId = 'event-1') => {
    const payload = JSON.stringify({ memberNumber })
    const seconds = String(Math.floor(portal.clock.now().getTime() / 1000))
    const hash = createHmac('sha256', testSigningKey.secret).update(`${eventId}.${seconds}.${payload}`)
    return portal.inject({
      method: 'POST',
      url: '/api/v3/partner/hand-offs',
      payload,
      headers: {
        'content-type': 'application/json',
        'webhook-id': eventId,
        'webhook-timestamp': seconds,
        'webhook-signature': `v1,${hash.digest('base64')}`,
      },
    })
  }
  const exchange = async (token: string, member = '10001') => portal.call(signIn.exchange, { body: { token, member } })

  test('an invalid code of a partner site leaves the session of the browser alone; a valid one replaces it [SEC-31]', async () => {
    const before = halvesOf(await login(portal))
    const { token } = (await issue('10001')).json<{ token: string }>()
    const exchangeWith = async (code: string) =>
      portal.call(signIn.exchange, { body: { token: code, member: '10001' }, cookie: before.cookie })
    expect((await exchangeWith('x')).statusCode).toBe(401)
    expect((await session(before)).statusCode).toBe(200)
    expect((await session(halvesOf(await exchangeWith(token)))).statusCode).toBe(200)
    expect((await session(before)).statusCode).toBe(401)
  })

  test('the code of a partner site is exchanged for a session once, within a minute, for its member only [SEC-31, XL-02]', async () => {
    const answer = (await issue('10001')).json<{ token: string; address: string; expiresInSeconds: number }>()
    expect(answer).toMatchObject({
      expiresInSeconds: 60,
      address: `http://127.0.0.1:8080/external-redirect?token=${answer.token}&member=10001`,
    })
    expect((await session(halvesOf(await exchange(answer.token)))).statusCode).toBe(200)
    expect((await exchange(answer.token)).statusCode).toBe(401)

    const late = (await issue('10001', 'event-2')).json<{ token: string }>()
    portal.clock.advance(60)
    expect((await exchange(late.token)).statusCode).toBe(401)

    const other = (await issue('10001', 'event-3')).json<{ token: string }>()
    expect((await exchange(other.token, '10002')).statusCode).toBe(401)
    expect((await exchange(other.token)).statusCode).toBe(401)
  })

  test('a hand-off code is issued to partners only, once for each signed call, for a member with a login [SEC-31]', async () => {
    expect((await issue('10001')).statusCode).toBe(200)
    expect((await issue('10001')).statusCode).toBe(401)
    expect((await issue('10002', 'event-2')).statusCode).toBe(404)
    const unsigned = await portal.call(signIn.issueHandOff, { body: { memberNumber: '10001' } })
    expect(unsigned.statusCode).toBe(401)
  })

  test('the code of a partner site is no fresh proof: credentials stay closed until the member gives the password here [SEC-17]', async () => {
    portal.set({ passkeysEnabled: true })
    const { token } = (await issue('10001')).json<{ token: string }>()
    const guest = halvesOf(await exchange(token))
    const add = { ...guest, params: { memberNumber: '10001' }, body: {} }
    expect((await portal.call(passkeys.options, add)).json()).toMatchObject({
      status: 403,
      errors: [{ code: 'step-up-required' }],
    })
    expect((await portal.call(passkeys.options, { ...add, ...ada })).statusCode).toBe(200)
  })

  test('the code of a partner site ends with all sessions of its member, and no other member’s does [SEC-26, SEC-31]', async () => {
    const ben = await benSignedIn(portal)
    const tokenFor = async (member: string, eventId: string) =>
      (await issue(member, eventId)).json<{ token: string }>().token
    const codes = [await tokenFor('10001', 'event-1'), await tokenFor('10002', 'event-2')] as const
    await portal.call(signIn.signOut, { ...ada, body: { everywhere: true } })
    expect((await exchange(codes[0])).statusCode).toBe(401)
    expect((await exchange(codes[1], ben.memberNumber)).statusCode).toBe(200)
    const own = await tokenFor('10001', 'event-3')
    const now = portal.clock.now()
    const change = { passwordHash: await hashPassword(portal.deps, adasPassword), reason: 'password-reset', now }
    await inTransaction(portal.db, async (tx) => changePassword(tx, ada.loginId, change))
    expect((await exchange(own)).statusCode).toBe(401)
  })

  test('the code of a partner site is not in the log [SEC-31]', async () => {
    const { token } = (await issue('10001')).json<{ token: string }>()
    await exchange(token)
    expect(portal.logLines.join('')).not.toContain(token)
  })
})

describe('accounts', () => {
  test('accounts are listed for the member, the primary one first, in pages [AP-16]', async () => {
    for (const number of ['100100103', '100100102']) await seedAccount(portal.db, anAccount(number).secondary())
    const params = { memberNumber: '10001' }
    const all = (await list(ada)).json<{ results: { accountNumber: string }[]; totalRecords: number }>()
    expect(all.results.map((one) => one.accountNumber)).toEqual(['100100101', '100100102', '100100103'])
    expect(all.totalRecords).toBe(3)
    expect(all.results[0]).toEqual({
      accountNumber: '100100101',
      accountHolderName: 'Ada Lindqvist',
      accountType: 'Electric',
      serviceAddress: '1234 Oak St, Eau Claire, WI 54701',
      accountStatus: 'Active',
      derivedStatus: 'Current',
      isPrimaryAccount: true,
      isPrepaidAccount: 'N',
      prepaidLabel: '',
      accountBalance: 14_237,
      pastDueAmount: 0,
      dueDate: '2026-12-04',
    })
    const second = await portal.call(accounts.list, { ...ada, params, query: { page: '2', pageSize: '2' } })
    expect(second.json()).toMatchObject({ results: [{ accountNumber: '100100103' }], totalRecords: 3 })
    const numbersWith = async (first: string) => {
      const answer = await portal.call(accounts.list, { ...ada, params, query: { first, pageSize: '2' } })
      return answer.json().results.map((one: { accountNumber: string }) => one.accountNumber)
    }
    expect(await numbersWith('100100103')).toEqual(['100100103', '100100101'])
    // Another member's account changes nothing.
    expect(await numbersWith('100200101')).toEqual(['100100101', '100100102'])
  })
})
