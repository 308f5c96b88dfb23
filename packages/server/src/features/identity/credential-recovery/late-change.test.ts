import { accountProfile, type Profile } from '@coopline/contract/accounts/account-profile/account-profile.contract'
import { authenticatorApp } from '@coopline/contract/identity/authenticator-app/authenticator-app.contract'
import { calendar } from '@coopline/contract/accounts/calendar/calendar.contract'
import { connectedApps } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import { myProfile } from '@coopline/contract/accounts/my-profile/my-profile.contract'
import { passkeys } from '@coopline/contract/identity/passkeys/passkeys.contract'
import { Secret, TOTP } from 'otpauth'
import { describe, expect, it, vi } from 'vitest'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { newPassword, openedLink, reset } from '../../../testing/forgetting.ts'
import { openSealedCode } from '../../../testing/read-code.ts'
import { adaSignedIn, adasPassword, giveApp, login } from '../../../testing/seed-login.ts'
import { seedProfile } from '../../../testing/seed-profile.ts'
import { createSoftwareAuthenticator } from '../../../testing/software-authenticator.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { untilWaiting } from '../../../testing/until-waiting.ts'
import { updateOf } from '../../accounts/account-profile/account-profile.fixtures.ts'
import { endCalendar } from '../../accounts/calendar/public.ts'
import { choice } from '../../usage/connected-apps/connected-apps.fixtures.ts'
import { endConnections } from '../../usage/connected-apps/public.ts'
import { adasUpdate } from '../../accounts/my-profile/my-profile.fixtures.ts'
import { suspendPasskeys } from '../passkeys/public.ts'
import { seedChallenge, seedPasskey } from '../passkeys/passkeys.fixtures.ts'
import { changePassword } from '../sign-in/public.ts'

const portal = useTestPortal({ settings: { connectEnabled: true, MfaEnabled: true } })
const thief = useFresh(async () => {
  const ada = await adaSignedIn(portal)
  await portal.db
    .updateTable('portal.login')
    .set({ secret_question: 'first-pet', secret_answer_hash: 'kept' })
    .execute()
  await portal.db.insertInto('cis.meter').values({ account_number: '100100101', meter_number: 'M1' }).execute()
  return { ...ada, params: { memberNumber: '10001' } }
})

describe('a change by a thief who knows the former password, which began before the reset', () => {
  it.each([
    ['the email address', { userName: 'thief@example.org' }],
    ['the password', { password: 'Tamarack*Creek71' }],
    ['the user name', { loginId: 'the.thief' }],
  ])('does not change %s after it', async (_what, changes) => {
    const otc = await openedLink(portal)
    portal.clock.advance(1)
    const wanted = { currentPassword: adasPassword, ...changes }
    // The code for the new address was sent and read before.
    const isCoded = 'userName' in changes
    if (isCoded) await portal.call(myProfile.update, { ...thief, body: adasUpdate(wanted) })
    const body = adasUpdate({ ...wanted, ...(isCoded && { emailCode: await openSealedCode(portal) }) })
    vi.spyOn(portal.deps.heavyWork.hashing, 'run').mockImplementationOnce(async (piece) => {
      const result = await piece()
      expect((await reset(portal, otc)).statusCode).toBe(200)
      return result
    })
    const before = portal.db.selectFrom('portal.login').select(['email', 'username'])
    const known = await before.execute()
    const answer = await portal.call(myProfile.update, { ...thief, body })
    expect([answer.statusCode, answer.body]).toEqual([401, expect.any(String)])
    expect(await before.execute()).toEqual(known)
    expect((await login(portal, { password: newPassword, from: '192.0.2.9' })).statusCode).toBe(200)
  })
})

/** Resets the password in a transaction that ends when the call waits for it, or after the call. */
async function duringReset(call: () => PromiseLike<{ readonly statusCode: number }>): Promise<number> {
  const { loginId } = thief
  const now = new Date(portal.clock.now().getTime() + 1)
  const { answer } = await inTransaction(portal.db, async (tx) => {
    await changePassword(tx, loginId, { passwordHash: 'new', reason: 'password-reset', now })
    const under = { isOver: false }
    const answered = Promise.resolve(call()).finally(() => (under.isOver = true))
    await untilWaiting(portal.db, 1, () => under.isOver)
    await suspendPasskeys(tx, loginId, now)
    await endCalendar(tx, '10001')
    await endConnections(tx, loginId, now)
    return { answer: answered }
  })
  return (await answer).statusCode
}

describe('what a thief adds while the password is reset', () => {
  const passkeysThatSignIn = async () =>
    portal.db.selectFrom('portal.passkey').select('name').where('suspended_at', 'is', null).execute()

  it('a thief who adds a passkey while the password is reset gets none', async () => {
    const challenge = await seedChallenge(portal, thief.loginId)
    const body = { name: 'Telephone', credential: createSoftwareAuthenticator().create({ challenge }) }
    expect(await duringReset(() => portal.call(passkeys.add, { ...thief, body }))).toBe(401)
    expect(await passkeysThatSignIn()).toEqual([])
  })

  it('a thief who confirms a passkey while the password is reset gains nothing', async () => {
    const { id } = await seedPasskey(portal, thief.loginId, { suspended: true })
    const call = { ...thief, params: { ...thief.params, id }, body: {} }
    expect(await duringReset(() => portal.call(passkeys.confirm, call))).toBe(401)
    expect(await passkeysThatSignIn()).toEqual([])
  })

  it('a thief who makes an access token while the password is reset gets none', async () => {
    const body = { ...choice, name: 'Script' }
    expect(await duringReset(() => portal.call(connectedApps.makeToken, { ...thief, body }))).toBe(401)
    const live = portal.db.selectFrom('portal.connected_grant').select('name').where('end_reason', 'is', null)
    expect(await live.execute()).toEqual([])
  })

  it('a thief who asks for a calendar address while the password is reset gets none', async () => {
    expect(await duringReset(() => portal.call(calendar.turnOn, { ...thief, body: {} }))).toBe(401)
    expect(await portal.db.selectFrom('portal.calendar_address').select('created_at').execute()).toEqual([])
  })

  it('a thief who changes the profile while the password is reset changes nothing', async () => {
    portal.set({ ALLOW_ADDRESS_UPDATE: true, ALLOW_PROFILE_DB_UPDATE: true })
    await seedProfile(portal.db)
    const own = { ...thief, params: { ...thief.params, accountNumber: '100100101' } }
    const profile = (await portal.call(accountProfile.load, own)).json<Profile>()
    const body = updateOf(profile, { streetName: 'Hidden' })
    expect(await duringReset(() => portal.call(accountProfile.update, { ...own, body }))).toBe(401)
    expect(await portal.db.selectFrom('portal.profile_change').select('value').execute()).toEqual([])
  })

  it('a thief who adds an authenticator app while the password is reset gets none', async () => {
    const begun = await portal.call(authenticatorApp.qrCode, { ...thief, body: {} })
    const { encryptedValidator: encryptedMember, secretNewKey: key } = begun.json<Record<string, string>>()
    const totp = new TOTP({ secret: Secret.fromBase32(key ?? '') })
    const body = { encryptedMember, key, code: totp.generate({ timestamp: portal.clock.now().getTime() }) }
    expect(await duringReset(() => portal.call(authenticatorApp.activate, { ...thief, body }))).toBe(401)
    const apps = portal.db.selectFrom('portal.login').select('login_id').where('app_secret', 'is not', null)
    expect(await apps.execute()).toEqual([])
  })

  it('a thief who asks for recovery codes while the password is reset gets none', async () => {
    await giveApp(portal, thief.loginId)
    expect(await duringReset(() => portal.call(authenticatorApp.newRecoveryCodes, { ...thief, body: {} }))).toBe(401)
    expect(await portal.db.selectFrom('portal.recovery_code').select('login_id').execute()).toEqual([])
  })
})
