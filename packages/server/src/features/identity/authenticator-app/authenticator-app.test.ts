import { authenticatorApp } from '@coopline/contract/identity/authenticator-app/authenticator-app.contract'
import type { AnswerOf, Endpoint } from '@coopline/contract/endpoint'
import { signIn } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { Secret } from 'otpauth'
import { create } from 'qrcode'
import { beforeEach, describe, expect, test } from 'vitest'
import { keyIdOf } from '../../../platform/secrets/encrypt-at-rest.ts'
import { codeOf, setUpOf } from './authenticator-app.fixtures.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import {
  appCode,
  giveApp,
  halvesOf,
  login,
  seedLogin,
  seedSession,
  type SignedIn,
} from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'

const portal = useTestPortal({ settings: { MfaEnabled: true } })
let loginId: string
let ada: SignedIn & { readonly sessionId: string }
beforeEach(async () => {
  await seedAccount(portal.db)
  loginId = await seedLogin(portal)
  ada = await seedSession(portal, loginId)
})

const call = async (endpoint: Endpoint, body?: unknown, who: SignedIn = ada, headers = {}) => {
  const { memberNumber, bearer, cookie } = who
  return portal.call(endpoint, { params: { memberNumber }, bearer, cookie, body, headers })
}

type Activation = AnswerOf<typeof authenticatorApp.activate>
const activate = async (form: object, who = ada) => call(authenticatorApp.activate, form, who)
/** Sets up and activates an app. */
const activated = async () => {
  const form = await setUpOf(portal, ada)
  const answer = (await activate(form)).json<Activation>()
  return { ...form, answer, recoveryCodes: answer.recoveryCodes ?? [] }
}
const status = async (who = ada) => (await call(authenticatorApp.status, undefined, who)).json<unknown>()
const loginRow = async () =>
  portal.db.selectFrom('portal.login').selectAll().where('login_id', '=', loginId).executeTakeFirstOrThrow()
const statusesOf = (answers: readonly { readonly statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
const mails = async () =>
  (await portal.db.selectFrom('outbox.message').select('subject').orderBy('id').execute()).map(({ subject }) => subject)
const audit = async () =>
  (
    await portal.db
      .selectFrom('portal.audit')
      .select('kind')
      .where('kind', 'like', 'credentials.%')
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)

/** Completes the second step of a sign-in of Ada with a code. */
const secondStep = async (token: string, from = '192.0.2.1') => {
  const { mfaAuthenticateModel } = (await login(portal, { from })).json<{ mfaAuthenticateModel: object }>()
  return portal.call(signIn.verifyMfa, { body: { userName: 'ada.lindqvist', token, ...mfaAuthenticateModel }, from })
}

describe('setting up', () => {
  test('a new secret is returned as an address, a key and a QR code, and is not active yet [AC-17]', async () => {
    const response = await call(authenticatorApp.qrCode, {})
    expect(response.statusCode).toBe(200)
    const setUp = response.json<AnswerOf<typeof authenticatorApp.qrCode>>()
    expect(setUp.secretNewKey).toMatch(/^[A-Z2-7]{32}$/u)
    const uri = new URL(setUp.totpUri)
    const { coopName } = portal.deps.settings.current()
    expect(decodeURIComponent(uri.pathname)).toBe(`/${coopName}:ada.lindqvist`)
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: coopName,
      secret: setUp.secretNewKey,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    expect(await status()).toEqual({ mfaEnabled: false, recoveryCodesLeft: 0 })
  })

  test('the drawn QR code has exactly the modules of the address, with a quiet zone of four around them', async () => {
    const { totpUri, qrCode } = (await call(authenticatorApp.qrCode, {})).json<
      AnswerOf<typeof authenticatorApp.qrCode>
    >()
    const { modules } = create(totpUri, { errorCorrectionLevel: 'M' })
    const dark = new Set<string>()
    for (const [, x, y, width] of qrCode.path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/gu))
      for (let step = 0; step < Number(width); step += 1) dark.add(`${Number(x) + step} ${y}`)
    expect(qrCode.path.replaceAll(/M\d+ \d+h(\d+)v1h-\1z/gu, '')).toBe('')
    expect(qrCode.size).toBe(modules.size + 8)
    for (let row = 0; row < qrCode.size; row += 1)
      for (let column = 0; column < qrCode.size; column += 1) {
        const isInside = [row, column].every((one) => one >= 4 && one < modules.size + 4)
        const isDark = isInside && Boolean(modules.get(row - 4, column - 4))
        expect(dark.has(`${column} ${row}`), `${column} ${row}`).toBe(isDark)
      }
  })

  test('the right code activates the app, which is mailed and audited [AC-18, MA-09, MA-13]', async () => {
    const { answer } = await activated()
    expect(answer).toMatchObject({
      verificationSatus: true,
      transactionStatus: true,
      mfaEnabled: true,
      message: 'Multi-factor authentication is now active.',
    })
    expect(await mails()).toEqual(['An authenticator app was added'])
    expect(await audit()).toEqual(['credentials.app-added'])
  })

  test('once the app is active, the status says so and signing in asks for its code [AC-16]', async () => {
    const { key } = await activated()
    expect(await status()).toEqual({ mfaEnabled: true, recoveryCodesLeft: 10 })
    const first = (await login(portal)).json<object>()
    expect(first).toMatchObject({ accessToken: null, memberMfaEnabled: true })
    portal.clock.advance(60)
    expect((await secondStep(codeOf(portal, key))).json()).toMatchObject({
      memberNumber: '10001',
      memberMfaEnabled: true,
    })
  })

  test('a code that is wrong or has not exactly six digits activates nothing, and the set-up stays open [MA-07, MA-13]', async () => {
    const form = await setUpOf(portal, ada)
    for (const code of [codeOf(portal, form.key, 2), form.code.slice(0, 5), '', `${form.code}0`]) {
      const response = await activate({ ...form, code })
      expect(response.statusCode).toBe(200)
      expect(response.json()).toEqual({
        verificationSatus: false,
        transactionStatus: false,
        mfaEnabled: false,
        message: 'The code is incorrect. Please try again.',
        recoveryCodes: null,
      })
    }
    expect(await status()).toEqual({ mfaEnabled: false, recoveryCodesLeft: 0 })
    expect((await activate(form)).json()).toMatchObject({ verificationSatus: true })
  })

  test('the messages are in Spanish for members who read Spanish', async () => {
    const spanish = { 'accept-language': 'es' }
    const form = await setUpOf(portal, ada)
    const wrong = await call(authenticatorApp.activate, { ...form, code: '000000' }, ada, spanish)
    expect(wrong.json()).toMatchObject({ message: 'El código es incorrecto. Inténtelo de nuevo.' })
    const right = await call(authenticatorApp.activate, form, ada, spanish)
    expect(right.json()).toMatchObject({ message: 'La autenticación de varios factores está activa.' })
  })

  test('five wrong codes and the set-up waits, also for the right one', async () => {
    const form = await setUpOf(portal, ada)
    const wrong = Array.from({ length: 20 }, async () => activate({ ...form, code: '000000' }))
    const statuses = statusesOf(await Promise.all(wrong))
    expect(statuses).toEqual([...Array.from({ length: 5 }, () => 200), ...Array.from({ length: 15 }, () => 429)])
    expect((await activate({ ...form, code: codeOf(portal, form.key) })).statusCode).toBe(429)
    expect(await status()).toMatchObject({ mfaEnabled: false })
  })

  test('a set-up lasts fifteen minutes', async () => {
    const form = await setUpOf(portal, ada)
    portal.clock.advance(15 * 60)
    const later = await seedSession(portal, loginId)
    const response = await activate({ ...form, code: codeOf(portal, form.key) }, later)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ errors: [{ code: 'set-up-over' }] })
  })

  test('the code that activated is used up for signing in [SEC-19]', async () => {
    const { code } = await activated()
    expect((await secondStep(code)).statusCode).toBe(400)
  })

  test('the same set-up activated twice at once is activated once', async () => {
    const form = await setUpOf(portal, ada)
    const answers = await Promise.all([activate(form), activate(form), activate(form)])
    expect(statusesOf(answers)).toEqual([200, 400, 400])
    expect(await mails()).toHaveLength(1)
  })

  test('activating ends the other sessions of the login and leaves this one', async () => {
    const other = await seedSession(portal, loginId)
    await activated()
    expect((await portal.call(signIn.session, other)).statusCode).toBe(401)
    expect((await portal.call(signIn.session, ada)).statusCode).toBe(200)
  })
})

describe('a secret of another member [SEC-21]', () => {
  test('a key that the server did not make is refused with its matching code, and so are mixed ones [SEC-21]', async () => {
    const former = await setUpOf(portal, ada)
    const form = await setUpOf(portal, ada)
    const own = new Secret({ size: 20 }).base32
    const sam = await seedLogin(portal, { username: 'sam.whitfield', memberNumber: '10019' })
    const sams = await setUpOf(portal, await seedSession(portal, sam))
    const attempts = [
      { ...form, key: own, code: codeOf(portal, own) },
      { ...form, key: form.key.toLowerCase() },
      { ...form, key: '' },
      { ...form, encryptedMember: 'x' },
      former,
      { ...former, encryptedMember: form.encryptedMember },
      { ...form, encryptedMember: former.encryptedMember },
      sams,
      { ...form, encryptedMember: sams.encryptedMember },
    ]
    for (const attempt of attempts) {
      const response = await activate(attempt)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ errors: [{ code: 'set-up-over' }] })
    }
    expect((await loginRow()).app_secret).toBeNull()
    expect((await activate(form)).statusCode).toBe(200)
  })

  test('the secret is 160 bits, new each time, encrypted at rest, and never returned again [SEC-21]', async () => {
    const first = await setUpOf(portal, ada)
    const { key } = await activated()
    expect(key).not.toBe(first.key)
    expect(Secret.fromBase32(key).bytes).toHaveLength(20)
    const row = JSON.stringify(await loginRow(), (_name, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
    )
    expect(row).not.toContain(Buffer.from(Secret.fromBase32(key).bytes).toString('hex'))
    portal.clock.advance(60)
    const session = halvesOf(await secondStep(codeOf(portal, key)))
    const answers = [
      await call(authenticatorApp.status, undefined, session),
      await call(authenticatorApp.newRecoveryCodes, {}, session),
      await call(authenticatorApp.qrCode, {}, session),
      await portal.call(signIn.session, session),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200)
      expect(answer.body).not.toContain(key)
    }
    expect(portal.logLines.join('\n')).not.toContain(key)
    expect(portal.logLines.join('\n')).not.toContain(first.key)
  })
})

describe('recovery codes', () => {
  test('ten are made, of letters that are not taken for others, and only encrypted hashes are kept', async () => {
    const { recoveryCodes } = await activated()
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[bcdfghjkmnpqrstvwxyz]{5}-[bcdfghjkmnpqrstvwxyz]{5}$/u)
    const kept = await portal.db.selectFrom('portal.recovery_code').select('code_hash').execute()
    expect(kept.map(({ code_hash: hash }) => keyIdOf(hash))).toEqual(Array.from({ length: 10 }, () => 'test'))
    const bytes = Buffer.concat(kept.map((row) => row.code_hash))
    for (const code of recoveryCodes) expect(bytes.includes(code)).toBe(false)
  })

  test('every letter is about as likely as any other', async () => {
    const counts = new Map<string, number>()
    await giveApp(portal, loginId)
    for (let round = 0; round < 20; round += 1) {
      const answer = await call(authenticatorApp.newRecoveryCodes, {})
      for (const letter of answer.json<{ recoveryCodes: string[] }>().recoveryCodes.join('').replaceAll('-', ''))
        counts.set(letter, (counts.get(letter) ?? 0) + 1)
    }
    // 2,000 letters, with 100 of each expected. The limits are six standard deviations.
    expect(counts.size).toBe(20)
    for (const count of counts.values()) expect(Math.abs(count - 100)).toBeLessThan(60)
  })

  test('each recovery code signs in once, in any spelling, and the member is notified', async () => {
    const { recoveryCodes } = await activated()
    const [code = '', next = ''] = recoveryCodes
    expect((await secondStep(code.toUpperCase().replace('-', ' '))).statusCode).toBe(200)
    expect((await secondStep(code)).statusCode).toBe(400)
    expect((await secondStep(next)).statusCode).toBe(200)
    expect(await mails()).toContain('A recovery code was used')
    expect(await status()).toEqual({ mfaEnabled: true, recoveryCodesLeft: 8 })
  })

  test('new ones take the place of the old', async () => {
    const { recoveryCodes: old } = await activated()
    const response = await call(authenticatorApp.newRecoveryCodes, {})
    const { recoveryCodes } = response.json<{ recoveryCodes: string[] }>()
    expect(recoveryCodes).toHaveLength(10)
    expect(recoveryCodes.filter((code) => old.includes(code))).toEqual([])
    expect((await secondStep(old[0] ?? '')).statusCode).toBe(400)
    expect((await secondStep(recoveryCodes[0] ?? '')).statusCode).toBe(200)
    expect(await audit()).toEqual(['credentials.app-added', 'credentials.recovery-codes-made'])
    expect(await mails()).toContain('New recovery codes were created')
  })

  test('without an app there are none to make', async () => {
    const response = await call(authenticatorApp.newRecoveryCodes, {})
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ errors: [{ message: 'Multi-factor authentication is not active.' }] })
  })
})

describe('changing and removing', () => {
  test('the old app stays until the first code of the new one, and is nothing worth afterwards', async () => {
    await giveApp(portal, loginId)
    const form = await setUpOf(portal, ada)
    expect(await status()).toMatchObject({ mfaEnabled: true })
    expect((await activate({ ...form, code: appCode(portal) })).json()).toMatchObject({
      verificationSatus: false,
      mfaEnabled: true,
    })
    expect((await secondStep(appCode(portal))).statusCode).toBe(200)
    expect((await activate({ ...form, code: codeOf(portal, form.key) })).json()).toMatchObject({
      verificationSatus: true,
    })
    portal.clock.advance(60)
    expect((await secondStep(appCode(portal))).statusCode).toBe(400)
    expect((await secondStep(codeOf(portal, form.key))).statusCode).toBe(200)
  })

  test('a fresh code of the app removes it, with its recovery codes and the other sessions [AC-19, MA-13]', async () => {
    const other = await seedSession(portal, loginId)
    await giveApp(portal, loginId)
    await call(authenticatorApp.newRecoveryCodes, {})
    const response = await call(authenticatorApp.remove, { code: appCode(portal) })
    expect(response.json()).toEqual({
      message: 'Multi-factor authentication has been removed.',
      mfaEnabled: false,
    })
    expect(await status()).toEqual({ mfaEnabled: false, recoveryCodesLeft: 0 })
    expect((await login(portal)).json()).toMatchObject({ memberNumber: '10001', memberMfaEnabled: false })
    expect((await portal.call(signIn.session, other)).statusCode).toBe(401)
    expect(await mails()).toContain('The authenticator app was removed')
    expect(await audit()).toContain('credentials.app-removed')
  })

  test('a recovery code removes it too', async () => {
    const { recoveryCodes } = await activated()
    expect((await call(authenticatorApp.remove, { code: recoveryCodes[3] })).statusCode).toBe(200)
    expect(await status()).toMatchObject({ mfaEnabled: false })
  })

  test('a wrong or a used code does not, however fresh the session, and five of them close the way [SEC-21]', async () => {
    const { code, key } = await activated()
    for (const bad of ['000000', code, '', 'bcdfg-hjkmn', codeOf(portal, key, 3)]) {
      const response = await call(authenticatorApp.remove, { code: bad })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ errors: [{ message: 'The code is incorrect. Please try again.' }] })
    }
    expect((await call(authenticatorApp.remove, { code: codeOf(portal, key, 1) })).statusCode).toBe(400)
    expect(await status()).toMatchObject({ mfaEnabled: true })
    portal.clock.advance(15 * 60)
    const session = await seedSession(portal, loginId)
    expect((await call(authenticatorApp.remove, { code: codeOf(portal, key) }, session)).statusCode).toBe(200)
  })

  test('an app that is not there cannot be removed', async () => {
    const response = await call(authenticatorApp.remove, { code: '123456' })
    expect(response.json()).toMatchObject({ status: 400, errors: [{ code: 'app-missing' }] })
  })
})

test('where the cooperative does not offer it, every call is a 403 and changes nothing [SEC-35]', async () => {
  const form = await setUpOf(portal, ada)
  await giveApp(portal, loginId)
  portal.set({ MfaEnabled: false })
  const bodies = new Map<Endpoint, unknown>([
    [authenticatorApp.status, undefined],
    [authenticatorApp.qrCode, {}],
    [authenticatorApp.activate, form],
    [authenticatorApp.remove, { code: appCode(portal) }],
    [authenticatorApp.newRecoveryCodes, {}],
  ])
  const before = await loginRow()
  for (const endpoint of Object.values(authenticatorApp))
    expect((await call(endpoint, bodies.get(endpoint))).statusCode, endpoint.id).toBe(403)
  expect(await loginRow()).toEqual(before)
  expect(bodies.size).toBe(Object.values(authenticatorApp).length)
  // A member with an app still signs in with it.
  expect((await login(portal)).json()).toMatchObject({ memberMfaEnabled: true, accessToken: null })
})
