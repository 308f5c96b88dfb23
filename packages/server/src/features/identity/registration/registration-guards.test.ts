import type { AnswerOf } from '@coopline/contract/endpoint'
import { registration } from '@coopline/contract/identity/registration/registration.contract'
import { anAccount } from '@coopline/testing/builders/account'
import type { LightMyRequestResponse } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { recordStatements } from '../../../testing/record-statements.ts'
import {
  applicant,
  askForCode,
  chosenContact,
  lastCode,
  lookUp,
  messagesOf,
  register,
  seedApplicant,
  sentCode,
  tryCode,
  verifiedRegistration,
} from '../../../testing/registering.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { adaSignedIn, seedLogin } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { insertGrant } from './grant.store.ts'
import { withoutRandom } from '../../../testing/without-random.ts'

const portal = useTestPortal()
const statementsOf = recordStatements(portal)
beforeEach(async () => seedApplicant(portal))

const shape = (response: LightMyRequestResponse) => {
  const { requestId: _own, ...body } = response.json<Record<string, unknown>>()
  const { date: _date, 'x-request-id': _id, 'set-cookie': cookie, ...rest } = response.headers
  const headers = { ...rest, 'set-cookie': String(cookie).replace(/=[\w-]{43};/u, '=…;') }
  return { status: response.statusCode, body, headers }
}
/** Seeds Ada with a login, account 300 without contacts and the closed account 400. */
async function seedOthers() {
  await seedAccount(portal.db)
  await seedLogin(portal)
  const silent = { memberNumber: '10300', name: 'Silent', phones: [], emails: [] }
  await seedAccount(portal.db, anAccount('300').of(silent))
  await seedAccount(portal.db, anAccount('400').of({ memberNumber: '10400', name: 'Gone' }).inactive())
}
const withoutProof = ['999', '100100101', '300', '400']
const kept = async () =>
  portal.db.selectFrom('portal.verification_code').select(['attempts', 'used_at']).executeTakeFirst()
const otherThan = (code: string): string => (code === '123456' ? '654321' : '123456')

describe('what strangers learn', () => {
  test('an unknown, a registered, a closed account and one without contacts are answered alike, by the same work [SEC-04]', async () => {
    await seedOthers()
    for (const allowUserProvidedContact of [false, true]) {
      portal.set({ allowUserProvidedContact })
      const [unknown, ...others] = await Promise.all(
        withoutProof.map(async (account) => shape(await lookUp(portal, account))),
      )
      expect(unknown?.status).toBe(allowUserProvidedContact ? 200 : 400)
      for (const other of others) expect(other).toEqual(unknown)
    }
    const work = []
    for (const account of withoutProof) work.push(await statementsOf(async () => lookUp(portal, account)))
    expect(work[0]?.length).toBeGreaterThan(3)
    for (const other of work) expect(other).toEqual(work[0])
  })

  test('contacts are masked, and there is no member number before the code [SEC-04]', async () => {
    const { body } = await lookUp(portal)
    expect(withoutRandom(body)).not.toMatch(/5554246|tess|10020|Hartley/u)
    expect(body).toMatch(/"\(\*\*\*\) \*\*\*-\*\*[0-9]{2}"/u)
    expect(body).toMatch(/"[a-z]\*\*\*@example\.org"/u)
    const sent = await askForCode(portal, await chosenContact(portal))
    expect(sent.body).not.toContain('10020')
  })

  test('one client address may look up thirty accounts in an hour [SEC-04, SEC-12]', async () => {
    for (let n = 0; n < 30; n += 1) expect((await lookUp(portal, '999')).statusCode).toBe(400)
    const forged = { headers: { 'x-forwarded-for': '203.0.113.7' } }
    expect((await lookUp(portal, applicant.accountNumber, forged)).statusCode).toBe(429)
    expect((await lookUp(portal, applicant.accountNumber, { from: '203.0.113.7' })).statusCode).toBe(200)
  })

  test('usernames can be checked only with the token of a registration, twenty times an hour [SEC-04]', async () => {
    await seedLogin(portal)
    const ask = async (username: string, bearer?: string) =>
      portal.call(registration.usernameAvailability, {
        params: { username },
        ...(bearer === undefined ? {} : { bearer }),
      })
    expect((await ask('ada.lindqvist')).statusCode).toBe(401)
    expect((await ask('ada.lindqvist', 'x'.repeat(43))).statusCode).toBe(401)
    const { registrationToken } = await verifiedRegistration(portal)
    for (let n = 0; n < 20; n += 1) expect((await ask(`free.name.${n}`, registrationToken)).statusCode).toBe(200)
    expect((await ask('ada.lindqvist', registrationToken)).statusCode).toBe(429)
    portal.clock.advance(3600)
    const again = (await verifiedRegistration(portal)).registrationToken
    expect((await ask('ada.lindqvist', again)).statusCode).toBe(409)
  })

  test('every wrong code runs the same statements in the same order [SEC-02]', async () => {
    await seedOthers()
    const validatorResource = await chosenContact(portal)
    const verificationCode = await sentCode(portal)
    const wrong = otherThan(verificationCode)
    const work = async (accountNumber: string, code: string) =>
      statementsOf(async () => tryCode(portal, { accountNumber, verificationCode: code, validatorResource }))
    const unknown = await work('999', wrong)
    expect(unknown.length).toBeGreaterThan(4)
    for (const account of [...withoutProof, applicant.accountNumber])
      expect(await work(account, wrong)).toEqual(unknown)
    expect(await work(applicant.accountNumber, verificationCode)).not.toEqual(unknown)
  })
})

describe('guessing the code', () => {
  test('checks five of two hundred wrong codes at once, and then refuses the right one too [SEC-08]', async () => {
    const validatorResource = await chosenContact(portal)
    const verificationCode = await sentCode(portal)
    const wrong = otherThan(verificationCode)
    const attempts = Array.from({ length: 200 }, async (_none, n) =>
      tryCode(portal, { verificationCode: wrong, validatorResource }, { from: `203.0.${n}.1` }),
    )
    const answers = await Promise.all(attempts)
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([400]))
    expect(await kept()).toEqual({ attempts: 5, used_at: null })
    expect((await tryCode(portal, { verificationCode, validatorResource })).statusCode).toBe(400)
  })

  test('the fifth attempt is still checked [SEC-08]', async () => {
    const validatorResource = await chosenContact(portal)
    const verificationCode = await sentCode(portal)
    for (let n = 0; n < 4; n += 1)
      await tryCode(portal, { verificationCode: otherThan(verificationCode), validatorResource })
    expect((await tryCode(portal, { verificationCode, validatorResource })).statusCode).toBe(200)
  })

  test('requesting another code while one is valid adds no attempts; after five failures a new code has five again [SEC-08]', async () => {
    const validatorResource = await chosenContact(portal)
    const first = await sentCode(portal)
    for (let n = 0; n < 4; n += 1) await tryCode(portal, { verificationCode: otherThan(first), validatorResource })
    const second = await sentCode(portal)
    expect(await kept()).toMatchObject({ attempts: 4 })
    await tryCode(portal, { verificationCode: otherThan(second), validatorResource })
    expect((await tryCode(portal, { verificationCode: second, validatorResource })).statusCode).toBe(400)
    const third = await sentCode(portal)
    expect(await kept()).toMatchObject({ attempts: 0 })
    expect((await tryCode(portal, { verificationCode: third, validatorResource })).statusCode).toBe(200)
  })

  test('a code works once, for its account and contact only, and not after a newer one [SEC-08]', async () => {
    await seedAccount(
      portal.db,
      anAccount('300').of({ memberNumber: '10300', name: 'Other', emails: ['tess.hartley@example.org'] }),
    )
    const validatorResource = await chosenContact(portal)
    const phone = await chosenContact(portal, 'cellPhones')
    const verificationCode = await sentCode(portal)
    const status = async (over: { accountNumber?: string; validatorResource?: string } = {}) =>
      (await tryCode(portal, { verificationCode, validatorResource, ...over })).statusCode
    expect(await status({ accountNumber: '300' })).toBe(400)
    expect(await status({ validatorResource: phone })).toBe(400)
    expect(await status()).toBe(200)
    expect(await status()).toBe(400)
    await sentCode(portal)
    expect(await status()).toBe((await lastCode(portal)) === verificationCode ? 200 : 400)
  })

  test('opens the form for one of twenty right codes at once [SEC-08]', async () => {
    const validatorResource = await chosenContact(portal)
    const verificationCode = await sentCode(portal)
    const attempts = Array.from({ length: 20 }, async () => tryCode(portal, { verificationCode, validatorResource }))
    const statuses = (await Promise.all(attempts)).map((answer) => answer.statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  test('neither the code nor the token is kept as it is, in the outbox neither [SEC-14]', async () => {
    const { registrationToken } = await verifiedRegistration(portal)
    const code = await lastCode(portal)
    const rows = [
      await portal.db.selectFrom('portal.verification_code').selectAll().execute(),
      await portal.db.selectFrom('portal.registration_grant').selectAll().execute(),
      await portal.db.selectFrom('outbox.message').selectAll().execute(),
    ]
    const text = JSON.stringify(rows, (_key, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    )
    expect(text).not.toMatch(new RegExp(`\\b${code}\\b`, 'u'))
    expect(text).not.toContain(registrationToken)
  })

  test('codes are drawn evenly from all six digits', async () => {
    const { newCode } = await import('../../../platform/verification-code/verification-code.ts')
    const codes = Array.from({ length: 20_000 }, () => newCode(portal.deps.random))
    expect(codes.every((code) => /^[0-9]{6}$/u.test(code))).toBe(true)
    const byFirst = Array.from(
      { length: 10 },
      (_none, digit) => codes.filter((code) => code.startsWith(`${digit}`)).length,
    )
    // 2000 of each are expected. Six standard deviations are about 255.
    for (const count of byFirst) expect(Math.abs(count - 2000)).toBeLessThan(255)
    // It draws again when the number is above the largest multiple of a million.
    const bytes = [0xff_ff_ff_ff, 123_456]
    const scripted = { bytes: () => Buffer.from((bytes.shift() ?? 0).toString(16).padStart(8, '0'), 'hex') }
    expect(newCode(scripted)).toBe('123456')
  })
})

describe('sending codes', () => {
  const count = async () => (await messagesOf(portal)).length

  test('sends three messages in fifteen minutes and five in a day for twenty requests, and answers all alike [SEC-09]', async () => {
    const validatorResource = await chosenContact(portal)
    const answers = []
    for (let n = 0; n < 20; n += 1)
      answers.push(shape(await askForCode(portal, validatorResource, { from: `203.0.113.${n}` })))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await count()).toBe(3)
    portal.clock.advance(900)
    for (let n = 0; n < 20; n += 1) await askForCode(portal, validatorResource, { from: `203.0.113.${n}` })
    expect(await count()).toBe(5)
    portal.clock.advance(24 * 3600)
    await askForCode(portal, validatorResource, { from: '203.0.113.1' })
    expect(await count()).toBe(6)
  })

  test('a message that may not leave does not spoil the code before [SEC-09]', async () => {
    const validatorResource = await chosenContact(portal)
    for (let n = 0; n < 3; n += 1) await askForCode(portal, validatorResource)
    const verificationCode = await lastCode(portal)
    await askForCode(portal, validatorResource)
    expect((await tryCode(portal, { verificationCode, validatorResource })).statusCode).toBe(200)
  })

  test('one client address gets ten messages in an hour, over any number of accounts [SEC-09]', async () => {
    const numbers = Array.from({ length: 50 }, (_none, n) => String(5000 + n))
    for (const number of numbers) {
      await seedAccount(
        portal.db,
        anAccount(number).of({ memberNumber: `M${number}`, name: 'Somebody', emails: [`m${number}@example.org`] }),
      )
    }
    const chosen = new Map<string, string>()
    for (const number of numbers) {
      const answer = (await lookUp(portal, number, { from: `198.51.${number.slice(2)}.1` })).json<
        AnswerOf<typeof registration.authenticationTypes>
      >()
      chosen.set(number, answer.emails[0]?.id ?? '')
    }
    const answers = []
    for (const [accountNumber, validatorResource] of chosen)
      answers.push(shape(await portal.call(registration.verifyAccount, { body: { accountNumber, validatorResource } })))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await count()).toBe(10)
  })

  test('no code is sent for an account that is unknown or registered, or to a contact of another account', async () => {
    await seedOthers()
    const validatorResource = await chosenContact(portal)
    const answers = []
    for (const accountNumber of withoutProof)
      answers.push(shape(await portal.call(registration.verifyAccount, { body: { accountNumber, validatorResource } })))
    for (const answer of answers) expect(answer).toEqual(shape(await askForCode(portal, validatorResource)))
    expect((await messagesOf(portal)).map(({ recipient }) => recipient)).not.toContain('ada.lindqvist@example.org')
  })
})

describe('the token of a registration', () => {
  test('registration needs a verified code; no other token is enough [SEC-40]', async () => {
    const ada = await adaSignedIn(portal)
    for (const bearer of ['', 'x'.repeat(43), ada.bearer]) {
      expect((await register(portal, bearer, {}, { cookie: ada.cookie })).statusCode).toBe(401)
    }
    expect(await portal.db.selectFrom('portal.login').select('login_id').execute()).toHaveLength(1)
  })

  test('a registration token works once, within an hour, for its own account and member [SEC-40]', async () => {
    await seedAccount(portal.db)
    const token = (await verifiedRegistration(portal)).registrationToken
    const status = async (over: { accountNumber?: string; memberNumber?: string } = {}) =>
      (await register(portal, token, over)).statusCode
    expect(await status({ accountNumber: '100100101' })).toBe(401)
    expect(await status({ memberNumber: '10001' })).toBe(401)
    portal.clock.advance(3600)
    expect(await status()).toBe(401)
    portal.clock.advance(-1)
    expect(await status()).toBe(200)
    expect(await status()).toBe(401)
  })

  test('the same form sent ten times at once makes one login and one event [SEC-40]', async () => {
    const token = (await verifiedRegistration(portal)).registrationToken
    const answers = await Promise.all(Array.from({ length: 10 }, async () => register(portal, token)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.every(({ statusCode }) => [200, 401].includes(statusCode))).toBe(true)
    expect(await portal.db.selectFrom('outbox.event').select('id').execute()).toHaveLength(1)
  })
})

describe('unusual input', () => {
  const odd = [
    '\0',
    '\ud800',
    '﷽'.repeat(60),
    '‮abc',
    '<b>x</b>',
    "' or 1=1 --",
    '../../x',
    '{{7*7}}',
    '%00',
    ' ',
    '😀'.repeat(30),
  ]

  test('odd texts in any field of the form are refused or kept, and never a fault of ours [SEC-53]', async () => {
    for (const field of ['loginId', 'email', 'password', 'secQuestion', 'secAnswer'] as const) {
      for (const text of odd) {
        const tokenHash = new Uint8Array(Buffer.from(`${field}${odd.indexOf(text)}`.padEnd(32, '.')))
        const bearer = await freshToken(tokenHash)
        const response = await register(portal, bearer, { [field]: text })
        expect([field, text, response.statusCode < 500]).toEqual([field, text, true])
        await portal.db.deleteFrom('portal.login').execute()
      }
    }
  })

  test('an address with a line end never becomes the recipient of a mail [SEC-57]', async () => {
    portal.set({ allowUserProvidedContact: true })
    for (const address of ['a@b.test\r\nBcc: x@y.test', 'a@b.test\nTo: x@y.test', 'a@b.test%0d%0aCc:x@y.test']) {
      expect((await askForCode(portal, address)).statusCode).toBe(400)
      const bearer = (await verifiedRegistration(portal)).registrationToken
      expect((await register(portal, bearer, { email: address })).statusCode).toBe(400)
      await portal.db.deleteFrom('portal.attempt_counter').execute()
    }
    for (const { recipient } of await messagesOf(portal)) expect(recipient).toBe('tess.hartley@example.org')
  })

  async function freshToken(seed: Uint8Array): Promise<string> {
    const token = Buffer.from(seed).toString('base64url').slice(0, 43)
    const { accountNumber, memberNumber, email: contact } = applicant
    const expiresAt = new Date(portal.clock.now().getTime() + 60_000)
    await portal.db
      .transaction()
      .execute(async (tx) =>
        insertGrant(tx, { tokenHash: sha256(token), accountNumber, memberNumber, contact, expiresAt }),
      )
    return token
  }
})
