import { allEndpoints } from '@coopline/contract/endpoints'
import { signIn, type LoginResponse } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { hashRecoveryCode } from '../../../platform/secrets/recovery-code.ts'
import { anyParams } from '../../../testing/any-params.ts'
import { appCode, halvesOf, login, seedLogin } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { unlockLogin } from './public.ts'

const portal = useTestPortal()
let sam: string
beforeEach(async () => {
  sam = await seedLogin(portal, { username: 'sam.whitfield', memberNumber: '10019', withApp: true })
})

/** Signs in with the password. @returns the values to send with the second step. */
async function firstStep(username = 'sam.whitfield') {
  const { mfaAuthenticateModel } = (await login(portal, { username })).json<LoginResponse>()
  if (mfaAuthenticateModel === null) throw new Error('No second step')
  return { userName: username, ...mfaAuthenticateModel }
}

const verify = async (step: Awaited<ReturnType<typeof firstStep>>, token: string, from?: string) =>
  portal.call(signIn.verifyMfa, { body: { ...step, token }, ...(from === undefined ? {} : { from }) })

/** Changes the first character of the seal's authentication tag, because some bits of the last one are ignored. */
const withAnotherTag = (sealed: string) =>
  sealed.replace(/\.([^.])([^.]*)$/, (_all, first, rest) => `.${first === 'A' ? 'B' : 'A'}${rest}`)

const wrongCode = { status: 400, errors: [{ message: 'The code is incorrect. Please try again.' }] }
const over = { status: 400, errors: [{ code: 'second-step-over' }] }

async function giveRecoveryCode(code: string): Promise<void> {
  const hash = hashRecoveryCode(portal.deps, sam, code)
  await portal.db.insertInto('portal.recovery_code').values({ login_id: sam, code_hash: hash, used_at: null }).execute()
}

test('with an app, the password opens the second step and nothing else [LG-23, DM-11]', async () => {
  const response = await login(portal, { username: 'sam.whitfield' })
  expect(response.json()).toEqual({
    accessToken: null,
    memberNumber: null,
    expireInMinutes: null,
    memberMfaEnabled: true,
    mfaAuthenticateModel: { encryptedMember: expect.any(String), encryptedUserName: expect.any(String) },
    loginInfo: null,
  })
  expect(response.headers['set-cookie']).toBeUndefined()
})

test('the second step takes the code of the app with the tokens of the first step [MF-06]', async () => {
  const response = await verify(await firstStep(), appCode(portal))
  expect(response.json()).toMatchObject({ memberNumber: '10019', memberMfaEnabled: true, mfaAuthenticateModel: null })
})

test('the session of a completed second step is signed in [MF-07]', async () => {
  const session = halvesOf(await verify(await firstStep(), appCode(portal)))
  expect((await portal.call(signIn.session, session)).statusCode).toBe(200)
})

test('the second step is verified with userName, token, encryptedMember and encryptedUserName, each of them needed [AP-15, DM-12]', async () => {
  const names = ['userName', 'token', 'encryptedMember', 'encryptedUserName'] as const
  const body = { ...(await firstStep()), token: appCode(portal) }
  const post = async (sent: object) => portal.call(signIn.verifyMfa, { body: sent })
  for (const name of names) {
    const { [name]: _left, ...without } = body
    expect([name, (await post(without)).json<{ errors: { field?: string }[] }>().errors]).toEqual([
      name,
      [expect.objectContaining({ field: name })],
    ])
    expect([name, (await post({ ...body, [name]: 'x' })).statusCode]).toEqual([name, 400])
  }
  expect((await post(body)).json()).toMatchObject({ memberNumber: '10019', accessToken: expect.any(String) })
})

test('a code is valid one step early and late, and not two [SEC-19]', async () => {
  for (const [steps, status] of [
    [-2, 400],
    [2, 400],
    [-1, 200],
    [0, 200],
    [1, 200],
  ] as const)
    expect((await verify(await firstStep(), appCode(portal, steps))).statusCode, String(steps)).toBe(status)
})

test('a code works once, also for two simultaneous requests [SEC-19]', async () => {
  const steps = [await firstStep(), await firstStep()]
  const answers = await Promise.all(steps.map(async (step) => verify(step, appCode(portal))))
  expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
  expect((await verify(await firstStep(), appCode(portal))).json()).toMatchObject(wrongCode)
  // Codes of older time steps are refused too.
  expect((await verify(await firstStep(), appCode(portal, -1))).json()).toMatchObject(wrongCode)
  portal.clock.advance(60)
  expect((await verify(await firstStep(), appCode(portal))).statusCode).toBe(200)
})

test('five wrong codes close the second step for a quarter of an hour, for the right code too and from everywhere [SEC-20]', async () => {
  const step = await firstStep()
  for (let attempts = 0; attempts < 5; attempts++)
    expect((await verify(step, `00000${attempts}`, `203.0.113.${attempts}`)).json()).toMatchObject(wrongCode)
  // The answer after a right password names the lock. It is the same for a right code and a wrong one.
  const locked = {
    status: 400,
    errors: [{ code: 'codes-locked', message: 'Too many wrong codes. Try again after 9:15 AM.' }],
  }
  expect((await verify(step, '000009')).json()).toMatchObject(locked)
  expect((await verify(step, appCode(portal))).json()).toMatchObject(locked)
  expect((await verify(await firstStep(), appCode(portal), '198.51.100.9')).json()).toMatchObject(locked)
  portal.clock.advance(15 * 60)
  expect((await verify(await firstStep(), appCode(portal))).statusCode).toBe(200)
})

test('after wrong codes the second step opens when staff unlock the login', async () => {
  const step = await firstStep()
  for (let attempts = 0; attempts < 5; attempts++) await verify(step, `00000${attempts}`)
  expect((await verify(step, appCode(portal))).json()).toMatchObject({ errors: [{ code: 'codes-locked' }] })
  await inTransaction(portal.db, async (tx) => unlockLogin(tx, sam, portal.clock.now()))
  expect((await verify(step, appCode(portal))).json()).toMatchObject({ memberNumber: '10019' })
})

test('checks five of two hundred codes at once [SEC-20]', async () => {
  const step = await firstStep()
  const codes = Array.from({ length: 200 }, (_none, index) => String(100_000 + index))
  const statuses: number[] = []
  await Promise.all(
    codes.map(async (code, index) => statuses.push((await verify(step, code, `10.0.0.${index}`)).statusCode)),
  )
  expect(statuses.every((status) => status === 400)).toBe(true)
  const counter = await portal.db
    .selectFrom('portal.attempt_counter')
    .select(['attempted_at', 'refused'])
    .where('kind', '=', 'sign-in.code')
    .executeTakeFirstOrThrow()
  expect([counter.attempted_at.length, counter.refused]).toEqual([5, 195])
})

test('the two parts must be of one second step, and of the user who is named [SEC-20, SEC-38]', async () => {
  await seedLogin(portal, { username: 'eva.other', memberNumber: '10020', withApp: true })
  const [own, again, hers] = [await firstStep(), await firstStep(), await firstStep('eva.other')]
  const code = appCode(portal)
  for (const mixed of [
    { ...own, encryptedUserName: again.encryptedUserName },
    { ...own, encryptedMember: hers.encryptedMember },
    { ...own, encryptedUserName: hers.encryptedUserName },
    { ...own, userName: 'eva.other' },
    { ...own, encryptedMember: own.encryptedUserName },
    { ...own, encryptedMember: withAnotherTag(own.encryptedMember) },
    { ...own, encryptedMember: 'x' },
  ])
    expect((await verify(mixed, code)).json()).toMatchObject(over)
  expect((await verify(own, code)).statusCode).toBe(200)
})

test('a second step is over after five minutes, and after it was taken [SEC-20]', async () => {
  const [late, taken] = [await firstStep(), await firstStep()]
  expect((await verify(taken, appCode(portal))).statusCode).toBe(200)
  portal.clock.advance(60)
  expect((await verify(taken, appCode(portal))).json()).toMatchObject(over)
  portal.clock.advance(4 * 60)
  expect((await verify(late, appCode(portal))).json()).toMatchObject(over)
})

test('a token for the second step opens no call of a member [SEC-20]', async () => {
  const step = await firstStep()
  const members = allEndpoints.filter((endpoint) => endpoint.auth === 'member')
  const known = { memberNumber: '10019', sessionId: sam }
  expect(members.length).toBeGreaterThan(5)
  for (const endpoint of members)
    for (const bearer of [step.encryptedMember, step.encryptedUserName])
      expect(
        (await portal.call(endpoint, { bearer, params: anyParams(endpoint, known) })).statusCode,
        endpoint.id,
      ).toBe(401)
})

test('a recovery code works once, in any spelling, and the member is notified', async () => {
  await giveRecoveryCode('abcde-fghij')
  expect((await verify(await firstStep(), 'abcde-fghik')).json()).toMatchObject(wrongCode)
  expect((await verify(await firstStep(), ' ABCDE FGHIJ ')).statusCode).toBe(200)
  expect((await verify(await firstStep(), 'abcde-fghij')).json()).toMatchObject(wrongCode)
  const mails = await portal.db.selectFrom('outbox.message').select('subject').execute()
  expect(mails).toEqual([{ subject: 'A recovery code was used' }])
})

test('giving up at the second step ten times does not lock the member out [SEC-10]', async () => {
  for (let attempts = 0; attempts < 12; attempts++) await firstStep()
  expect((await verify(await firstStep(), appCode(portal))).statusCode).toBe(200)
})
