import { allEndpoints } from '@coopline/contract/endpoints'
import { connectedApps } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import { calendar } from '@coopline/contract/accounts/calendar/calendar.contract'
import { passkeys } from '@coopline/contract/identity/passkeys/passkeys.contract'
import { signIn } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { anAccount } from '@coopline/testing/builders/account'
import { beforeEach, describe, expect, test } from 'vitest'
import { loadFeatures } from '../../../features.ts'
import { createServer } from '../../../platform/http/create-server.ts'
import { forget, lastLink, newPassword, openedLink, reset, validate, writeMails } from '../../../testing/forgetting.ts'
import { seedConnection } from '../../usage/connected-apps/connected-apps.fixtures.ts'
import { handleOf, seedChallenge, seedPasskey } from '../passkeys/passkeys.fixtures.ts'
import { notifyingSettings, seedContact } from '../../messages/notifications/notifications.fixtures.ts'
import { messagesOf } from '../../../testing/registering.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { adasPassword, appCode, halvesOf, login, seedLogin } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { createCredentialRecovery } from './credential-recovery.routes.ts'
import { deleteExpired } from '../../../platform/retention/delete-expired.job.ts'
import type { PasswordReset } from './password-reset.ts'
import { credentialRecoveryFeature } from './credential-recovery.routes.ts'

const portal = useTestPortal()
let loginId: string
beforeEach(async () => {
  await seedAccount(portal.db)
  loginId = await seedLogin(portal)
})

const invalid = {
  status: 400,
  errors: [{ code: 'link-not-valid', message: 'The reset link is invalid or has expired.' }],
}
const status = async (password: string) => (await login(portal, { password, from: '192.0.2.1' })).statusCode

describe('a reset link', () => {
  test('says whose it is [AC-13, FP-10]', async () => {
    const response = await validate(portal, await openedLink(portal))
    expect([response.statusCode, response.json()]).toEqual([200, { memberName: 'Ada Lindqvist' }])
  })

  test('sets the new password and answers 2011 with a message [AC-14, FP-12]', async () => {
    const response = await reset(portal, await openedLink(portal))
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { code: 2011, message: 'Your password has been changed. Sign in with your new password.' },
    ])
    expect([await status(adasPassword), await status(newPassword)]).toEqual([400, 200])
  })

  test('opens the browser that used up its wrong passwords, so that the new password works there at once', async () => {
    for (let attempts = 0; attempts < 6; attempts++) await status('Wrong!2026')
    expect(await status(adasPassword)).toBe(400)
    portal.clock.advance(60)
    await reset(portal, await openedLink(portal))
    expect(await status(newPassword)).toBe(200)
  })

  test('a reset link that was never made is refused with its sentence, by both calls [FP-11]', async () => {
    for (const otc of ['x', 'x'.repeat(43), '../../etc', "' or 1=1 --"]) {
      expect((await validate(portal, otc)).json()).toMatchObject(invalid)
      expect((await reset(portal, otc)).json()).toMatchObject(invalid)
    }
  })

  test('a reset link works once [SEC-18]', async () => {
    const otc = await openedLink(portal)
    await reset(portal, otc)
    expect((await validate(portal, otc)).json()).toMatchObject(invalid)
    expect((await reset(portal, otc, { password: 'Other!Wq29zk', cnfpassword: 'Other!Wq29zk' })).json()).toMatchObject(
      invalid,
    )
    expect(await status(newPassword)).toBe(200)
  })

  test('sent ten times at once sets the password once [SEC-18]', async () => {
    const otc = await openedLink(portal)
    const answers = await Promise.all(Array.from({ length: 10 }, async () => reset(portal, otc)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect((await messagesOf(portal)).filter(({ subject }) => subject === 'Your password was changed')).toHaveLength(1)
  })

  test('a reset link is valid for exactly thirty minutes, or as long as the cooperative sets [SEC-18]', async () => {
    const otc = await openedLink(portal)
    portal.clock.advance(1799)
    expect((await validate(portal, otc)).statusCode).toBe(200)
    portal.clock.advance(1)
    expect((await validate(portal, otc)).json()).toMatchObject(invalid)
    expect((await reset(portal, otc)).json()).toMatchObject(invalid)
    portal.set({ resetLinkMinutes: 120 })
    const longer = await openedLink(portal)
    portal.clock.advance(7199)
    expect((await validate(portal, longer)).statusCode).toBe(200)
  })

  test('a newer reset link replaces the older one [SEC-18]', async () => {
    const [older, newer] = [await openedLink(portal), await openedLink(portal)]
    expect((await reset(portal, older)).json()).toMatchObject(invalid)
    expect((await reset(portal, newer)).statusCode).toBe(200)
  })

  test('a reset link has 256 random bits, of which the database holds a hash [SEC-18]', async () => {
    const otc = await openedLink(portal)
    expect(Buffer.from(otc, 'base64url')).toHaveLength(32)
    const [row] = await portal.db.selectFrom('portal.reset_link').selectAll().execute()
    expect(row?.token_hash).toHaveLength(32)
    expect(Buffer.from(row?.token_hash ?? []).toString('base64url')).not.toBe(otc)
    const waiting = await portal.db.selectFrom('outbox.message').selectAll().execute()
    expect(JSON.stringify(waiting)).not.toContain(otc)
    expect(portal.logLines.join('\n')).not.toContain(otc)
  })

  test('a reset link stays valid when the new password is refused [SEC-18]', async () => {
    const otc = await openedLink(portal)
    expect((await reset(portal, otc, { password: 'short', cnfpassword: 'short' })).statusCode).toBe(400)
    expect((await reset(portal, otc, { password: 'Password1!', cnfpassword: 'Password1!' })).statusCode).toBe(400)
    expect((await reset(portal, otc)).statusCode).toBe(200)
  })

  test('a reset link that ended a day ago is forgotten', async () => {
    await openedLink(portal)
    portal.clock.advance(24 * 3600 + 1801)
    await deleteExpired(portal.deps)
    expect(await portal.db.selectFrom('portal.reset_link').selectAll().execute()).toEqual([])
  })
})

describe('the new password', () => {
  const refusal = async (password: string, cnfpassword = password) =>
    (await reset(portal, await openedLink(portal), { password, cnfpassword }))
      .json<{ errors: { field: string; message: string }[] }>()
      .errors.map(({ field, message }) => [field, message])
  const criteria =
    'Password entry does not meet criteria. Password must be 8 characters and contain at least 1 lowercase character, 1 uppercase character, 1 number and 1 special character (!@#$%^&*).'

  test('a new password and its confirmation are required [FP-19, FP-21]', async () => {
    expect(await refusal('', '')).toEqual([
      ['password', 'Please enter a password.'],
      ['cnfpassword', 'Please enter a confirm password.'],
    ])
  })

  test('a new password has 8 to 50 characters [FP-14, FP-20]', async () => {
    for (const password of ['gX7#pLq', `gX7#${'p'.repeat(47)}`])
      expect(await refusal(password)).toEqual([['password', criteria]])
  })

  test('a new password has a lowercase and an uppercase letter [FP-15, FP-16]', async () => {
    for (const password of ['GX7#PLQ2VR', 'gx7#plq2vr'])
      expect(await refusal(password)).toEqual([['password', criteria]])
  })

  test('a new password has a digit and one of the documented special characters [FP-17, FP-18]', async () => {
    for (const password of ['gXx#pLqtvR', 'gX7-pLq2vR'])
      expect(await refusal(password)).toEqual([['password', criteria]])
  })

  test('a new password must match its confirmation [FP-22]', async () => {
    expect(await refusal(newPassword, `${newPassword}x`)).toEqual([
      ['cnfpassword', 'Password and Confirm Password does not match.'],
    ])
  })

  test('a new password is no disguised common one and holds no name or account number of the member [SEC-15]', async () => {
    portal.set({ resetMailsPerHour: 20, coopName: 'Prairie Ridge Electric Cooperative' })
    await seedAccount(portal.db, anAccount('100100777'))
    const sentence = (why: string) => [
      ['password', `This password is too easy to guess: ${why}. Please choose a different password.`],
    ]
    expect(await refusal('Summer2026!')).toEqual(sentence('it is close to a common password'))
    expect(await refusal('Pr@irie#77xq')).toEqual(sentence('it contains the cooperative’s name'))
    expect(await refusal('x9!Lindqvist')).toEqual(sentence('it contains your username'))
    expect(await refusal('zQ!100100777')).toEqual(sentence('it contains your account number'))
  })
})

describe('after a reset', () => {
  test('a reset ends every session, signs no one in, and notifies the member by mail [SEC-18, SEC-26]', async () => {
    const sessions = [halvesOf(await login(portal)), halvesOf(await login(portal, { from: '203.0.113.9' }))]
    const response = await reset(portal, await openedLink(portal))
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(response.body).not.toContain('accessToken')
    for (const { bearer, cookie } of sessions)
      expect((await portal.call(signIn.session, { bearer, cookie })).statusCode).toBe(401)
    const notice = (await messagesOf(portal)).at(-1)
    expect(notice).toMatchObject({ recipient: 'ada.lindqvist@example.org', subject: 'Your password was changed' })
  })

  test('the second step is still required, and a sign-in that was waiting for it cannot continue [SEC-18]', async () => {
    const sam = { username: 'sam.whitfield', memberNumber: '10019' }
    await seedLogin(portal, { ...sam, withApp: true })
    const halfWay = (await login(portal, sam)).json()
    await forget(portal, { username: sam.username })
    await writeMails(portal)
    await reset(portal, (await lastLink(portal)).searchParams.get('otc') ?? '')
    const verify = async (model: object) =>
      portal.call(signIn.verifyMfa, { body: { userName: sam.username, token: appCode(portal), ...model } })
    expect((await verify(halfWay.mfaAuthenticateModel)).statusCode).toBe(400)
    const again = (await login(portal, { ...sam, password: newPassword })).json()
    expect(again).toMatchObject({ accessToken: null, mfaAuthenticateModel: expect.anything() })
    expect((await verify(again.mfaAuthenticateModel)).statusCode).toBe(200)
  })

  test('suspends passkeys, ends the calendar and connected apps, and lists them in the mail [SEC-18, SEC-26]', async () => {
    portal.set({ ...notifyingSettings, passkeysEnabled: true, connectEnabled: true })
    const { token } = await seedConnection(portal, loginId)
    const read = async () =>
      (await portal.call(connectedApps.daily, { headers: { authorization: `Bearer ${token}` } })).statusCode
    expect(await read()).toBe(200)
    const passkey = await seedPasskey(portal, loginId)
    const session = halvesOf(await login(portal))
    const params = { memberNumber: '10001' }
    const { address } = (await portal.call(calendar.turnOn, { ...session, params, body: {} })).json<{
      address: string
    }>()
    await seedContact(portal)
    await reset(portal, await openedLink(portal))

    const signedIn = async () => {
      const [challenge, userHandle] = [await seedChallenge(portal, null), handleOf(loginId)]
      return (await portal.call(passkeys.signIn, { body: { credential: passkey.get({ challenge, userHandle }) } }))
        .statusCode
    }
    expect(await signedIn()).toBe(400)
    expect((await portal.inject({ method: 'GET', url: new URL(address).pathname })).statusCode).toBe(404)
    expect(await read()).toBe(401)
    expect(await portal.db.selectFrom('portal.known_device').selectAll().execute()).toEqual([])
    const text = (await messagesOf(portal)).at(-1)?.body_text ?? ''
    for (const line of [
      'Devices: we signed you out on all of them and no longer remember any browser.',
      '1 passkey: suspended. You cannot sign in with it until you confirm it in My Profile, Passkeys.',
      'Due date calendar: its address no longer works.',
      '1 connected app or access token: it can no longer read your usage.',
      '1 more notification contact: no change.',
    ])
      expect(text).toContain(line)
    expect(text).not.toContain('Authenticator app')
    expect(text).not.toContain('you do not need to do anything')

    // The member confirms the passkey once, after a fresh proof of identity.
    const again = {
      ...halvesOf(await login(portal, { password: newPassword })),
      params: { ...params, id: passkey.id },
      body: {},
    }
    portal.clock.advance(11 * 60)
    expect((await portal.call(passkeys.confirm, again)).json()).toMatchObject({
      errors: [{ code: 'step-up-required' }],
    })
    expect(await signedIn()).toBe(400)
    const fresh = { ...again, ...halvesOf(await login(portal, { password: newPassword })) }
    expect((await portal.call(passkeys.confirm, fresh)).json()).toMatchObject({ passkey: { isSuspended: false } })
    expect((await portal.call(passkeys.confirm, fresh)).statusCode).toBe(404)
    expect(await signedIn()).toBe(200)
    expect((await messagesOf(portal)).at(-1)?.subject).toBe('A passkey was confirmed')
  })

  test('the mail lists the authenticator app, in the language of the member', async () => {
    await seedLogin(portal, { username: 'sam.whitfield', memberNumber: '10019', withApp: true, language: 'es' })
    await forget(portal, { username: 'sam.whitfield' })
    await writeMails(portal)
    await reset(portal, (await lastLink(portal)).searchParams.get('otc') ?? '')
    const text = (await messagesOf(portal)).at(-1)?.body_text ?? ''
    expect(text).toContain('Aplicación de autenticación: sin cambios.')
    expect(text).not.toContain('llave de acceso')
  })

  test('a login that was locked or closed by wrong attempts is open again [SEC-10]', async () => {
    const later = new Date(portal.clock.now().getTime() + 3_600_000)
    await portal.db
      .updateTable('portal.login')
      .set({ failures: 100, locked_until: later, disabled_at: portal.clock.now() })
      .where('login_id', '=', loginId)
      .execute()
    expect(await status(adasPassword)).toBe(400)
    await reset(portal, await openedLink(portal))
    expect(await status(newPassword)).toBe(200)
  })

  test('a reset of the password is recorded for the member', async () => {
    await reset(portal, await openedLink(portal), {}, { from: '203.0.113.7' })
    const rows = await portal.db
      .selectFrom('portal.audit')
      .select(['kind', 'member_number', 'client_address'])
      .where('kind', '=', 'credentials.password-changed')
      .execute()
    expect(rows).toEqual([
      { kind: 'credentials.password-changed', member_number: '10001', client_address: '203.0.113.7' },
    ])
  })
})

test('a customer system that stores the passwords works with the same two calls [FP-24, AC-15]', async () => {
  const passwords: string[] = []
  const cis: PasswordReset = {
    validate: async (_deps, otc) =>
      otc === 'cis-link' && passwords.length === 0 ? { memberName: 'Kept Elsewhere' } : null,
    reset: async (_deps, _facts, { password }) => passwords.push(password) === 1,
  }
  const server = await createServer({
    deps: portal.deps,
    features: (await loadFeatures()).map((feature) =>
      feature === credentialRecoveryFeature ? createCredentialRecovery(cis) : feature,
    ),
    endpoints: allEndpoints,
    readiness: portal.readiness,
  })
  const send = async (path: string, body: object) =>
    server.inject({ method: 'POST', url: `/api/v3/${path}`, headers: { applicationid: 'Web' }, payload: body })
  const form = { membername: 'Kept Elsewhere', password: newPassword, cnfpassword: newPassword, otc: 'cis-link' }
  expect((await send('reset-password/validate', { otc: 'cis-link' })).json()).toEqual({ memberName: 'Kept Elsewhere' })
  expect((await send('reset-password', { ...form, password: 'short' })).statusCode).toBe(400)
  expect((await send('reset-password', form)).json()).toMatchObject({ code: 2011 })
  expect((await send('reset-password', form)).json()).toMatchObject(invalid)
  expect(passwords).toEqual([newPassword])
  await server.close()
})
