import { authenticatorApp } from '@coopline/contract/identity/authenticator-app/authenticator-app.contract'
import { signIn, type LoginResponse } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { beforeEach, expect, it } from 'vitest'
import { normalizeAnswer } from '../../features/identity/registration/secret-question.ts'
import { setUpOf } from '../../features/identity/authenticator-app/authenticator-app.fixtures.ts'
import { seedAccount } from '../../testing/seed-account.ts'
import { adasPassword, appCode, giveApp, login, seedLogin, seedSession } from '../../testing/seed-login.ts'
import { useTestPortal } from '../../testing/test-portal.ts'
import { createFailPoints, noFailPoints } from '../fail-points.ts'
import { createKeys, type Key } from '../keys.ts'
import { openBody, sealBody } from '../messages/sealed-body.ts'
import { insertMessage } from '../messages/message.store.ts'
import { hashPassword, verifyPassword } from '../secrets/hash-password.ts'
import { checkKeys, UnfitKeys } from './check-keys.ts'
import { runKeysCommand } from './run-keys-command.ts'

const key = (kid: string, fill: number): Key => ({ kid, secret: new Uint8Array(32).fill(fill) })
const [first, second] = [key('k1', 1), key('k2', 2)]

const portal = useTestPortal({ settings: { MfaEnabled: true } })
beforeEach(async () => {
  useKeys(first)
  Object.assign(portal.deps, { failPoints: noFailPoints })
  await seedAccount(portal.db)
})

const useKeys = (...keys: readonly Key[]) => void Object.assign(portal.deps, { keys: createKeys(keys) })
const keysCommand = async (verb: string) => runKeysCommand(portal.deps, [verb])

const answer = normalizeAnswer('Blue heron')
const newLogin = async (username: string, memberNumber: string, passwordHash: string) =>
  seedLogin(portal, { username, memberNumber, email: `${username}@example.org`, passwordHash })

/** Writes secrets of every kind under the present key. @returns what a member or the portal later needs them for. */
async function writeSecrets() {
  const hash = await hashPassword(portal.deps, adasPassword)
  const ada = await newLogin('ada.lindqvist', '10001', hash)
  await portal.db
    .updateTable('portal.login')
    .set({ secret_question: 'first-car', secret_answer_hash: await hashPassword(portal.deps, answer) })
    .execute()
  await giveApp(portal, ada)
  const session = await seedSession(portal, ada)
  const params = { memberNumber: session.memberNumber }
  const renewed = await portal.call(authenticatorApp.newRecoveryCodes, { ...session, params, body: {} })
  const { recoveryCodes } = renewed.json<{ recoveryCodes: string[] }>()
  const setUp = await setUpOf(portal, session)
  await portal.db.transaction().execute(async (tx) =>
    insertMessage(tx, {
      dedupeKey: 'code:1',
      channel: 'email',
      recipient: 'ada@example.org',
      subject: 'Code',
      bodyText: sealBody(portal.deps, 'code:1', 'Your code is 123456'),
      language: 'en',
      now: portal.clock.now(),
    }),
  )
  return { ada, session, recoveryCodes, setUp }
}

/** Signs in by password and second step. @returns the status of the second step. */
async function signInWith(username: string, token: string): Promise<number> {
  const { mfaAuthenticateModel } = (await login(portal, { username })).json<LoginResponse>()
  if (mfaAuthenticateModel === null) throw new Error('No second step')
  const body = { userName: username, ...mfaAuthenticateModel, token }
  return (await portal.call(signIn.verifyMfa, { body })).statusCode
}

it('retires a key without waiting for members: after rewrap everything works under the new key alone [SEC-14]', async () => {
  const { ada, recoveryCodes } = await writeSecrets()
  useKeys(second, first)
  await checkKeys(portal.deps)
  expect((await keysCommand('rewrap')).exitCode).toBe(0)
  useKeys(second)
  await checkKeys(portal.deps)

  expect(await signInWith('ada.lindqvist', appCode(portal))).toBe(200)
  expect(await signInWith('ada.lindqvist', recoveryCodes[0] ?? '')).toBe(200)
  const { secret_answer_hash: kept } = await portal.db
    .selectFrom('portal.login')
    .select('secret_answer_hash')
    .where('login_id', '=', ada)
    .executeTakeFirstOrThrow()
  expect((await verifyPassword(portal.deps, answer, kept ?? '')).matches).toBe(true)
  const message = await portal.db.selectFrom('outbox.message').selectAll().where('dedupe_key', '=', 'code:1').execute()
  expect(
    message.map((one) => openBody(portal.deps.keys, { dedupeKey: one.dedupe_key, bodyText: one.body_text })),
  ).toEqual(['Your code is 123456'])
})

it('completes the set-up of an app that began under the former key, also after rewrap', async () => {
  const { session, setUp } = await writeSecrets()
  useKeys(second, first)
  await keysCommand('rewrap')
  const params = { memberNumber: session.memberNumber }
  const activated = await portal.call(authenticatorApp.activate, { ...session, params, body: setUp })
  expect(activated.json()).toMatchObject({ mfaEnabled: true, verificationSatus: true })
})

it('refuses to start without a key that stored secrets need, and names the key and their kinds [SEC-14]', async () => {
  await writeSecrets()
  useKeys(second)
  await expect(checkKeys(portal.deps)).rejects.toThrow(UnfitKeys)
  await expect(checkKeys(portal.deps)).rejects.toThrow(
    'The key "k1" is missing, and these need it: passwords, secret answers, authenticator apps, authenticator apps being set up, recovery codes, sealed messages waiting to be sent.',
  )
})

it('refuses to start when a known key id comes with another secret', async () => {
  await checkKeys(portal.deps)
  useKeys(key('k1', 9))
  await expect(checkKeys(portal.deps)).rejects.toThrow('The key "k1" has another secret than before')
})

it('answers 503, not "wrong password", while a process lacks the key of a stored secret', async () => {
  await writeSecrets()
  useKeys(second)
  expect((await login(portal)).statusCode).toBe(503)
})

it('moves a password and an app to the current key when the member signs in', async () => {
  await writeSecrets()
  useKeys(second, first)
  expect(await signInWith('ada.lindqvist', appCode(portal))).toBe(200)
  const { output } = await keysCommand('status')
  const [underSecond = '', underFirst = ''] = output.split('k1 (former)')
  expect(underSecond).toContain('1 passwords')
  expect(underSecond).toContain('1 authenticator apps')
  expect(underFirst).not.toMatch(/passwords|authenticator apps$/mu)
  expect(underFirst).toContain('10 recovery codes')
})

it('continues a rewrap that was interrupted, and audits each batch', async () => {
  const hash = await hashPassword(portal.deps, adasPassword)
  for (let n = 0; n < 450; n += 1) await newLogin(`member.${n}`, String(20_000 + n), hash)
  useKeys(second, first)
  Object.assign(portal.deps, { failPoints: createFailPoints('keys.after-batch:throw') })
  await expect(keysCommand('rewrap')).rejects.toThrow('keys.after-batch')
  expect((await keysCommand('status')).output).toContain('200 passwords')
  Object.assign(portal.deps, { failPoints: noFailPoints })
  expect((await keysCommand('rewrap')).output).toContain('Rewrapped 250 passwords')
  expect((await keysCommand('status')).output).toContain('k1 (former): no stored secret needs it')
  const audit = await portal.db
    .selectFrom('portal.audit')
    .select('detail')
    .where('kind', '=', 'keys.rewrapped')
    .execute()
  expect(audit.map((entry) => entry.detail)).toEqual(
    [200, 200, 50].map((count) => ({ secrets: 'passwords', from: 'k1', to: 'k2', count })),
  )
})

it('shows verification codes with their end, which no rewrap moves', async () => {
  const [now, later] = [portal.clock.now(), new Date(portal.clock.now().getTime() + 60_000)]
  await portal.db
    .insertInto('portal.verification_code')
    .values({
      subject: '1',
      code_hash: Buffer.alloc(32),
      contact_hash: Buffer.alloc(32),
      key_id: 'k1',
      sent_at: now,
      expires_at: later,
    })
    .execute()
  useKeys(second, first)
  expect((await keysCommand('status')).output).toContain(`1 verification codes, which end by ${later.toISOString()}`)
})

it('answers wrong arguments of the keys command with exit code 2', async () => {
  expect((await runKeysCommand(portal.deps, [])).exitCode).toBe(2)
  expect((await runKeysCommand(portal.deps, ['rewrap', 'k1'])).exitCode).toBe(2)
})
