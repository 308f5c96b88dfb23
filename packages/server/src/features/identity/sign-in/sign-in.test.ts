import { signIn } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { describe, expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '../../../platform/secrets/hash-password.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { adasPassword, halvesOf, login, seedLogin } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { notifyLockedLoginsJob } from './notify-locked-logins.job.ts'

const portal = useTestPortal()

const audit = async (kind: string) =>
  portal.db.selectFrom('portal.audit').selectAll().where('kind', '=', kind).orderBy('id').execute()

const shape = (response: Awaited<ReturnType<typeof login>>) => {
  const { requestId: _own, ...body } = response.json<Record<string, unknown>>()
  const { 'content-length': length, date: _date, ...headers } = response.headers
  return { status: response.statusCode, body, headers: { ...headers, 'x-request-id': '' }, length }
}

describe('username and password', () => {
  test('open a session, answered in the documented shape [AP-14, DM-10, LG-24]', async () => {
    await seedLogin(portal)
    const response = await login(portal)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      accessToken: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/u),
      memberNumber: '10001',
      expireInMinutes: 15,
      memberMfaEnabled: false,
      mfaAuthenticateModel: null,
      loginInfo: { userName: 'ada.lindqvist' },
    })
    expect(await audit('sign-in.succeeded')).toMatchObject([{ member_number: '10001', detail: { proofs: 'password' } }])
  })

  test('the username may be written in any case, the password may not', async () => {
    await seedLogin(portal)
    expect((await login(portal, { username: 'ADA.Lindqvist' })).statusCode).toBe(200)
    expect((await login(portal, { password: adasPassword.toUpperCase() })).statusCode).toBe(400)
  })

  test('every missing value is reported with its field [LG-16, LG-18]', async () => {
    const response = await login(portal, { username: '', password: '' })
    expect(response.json()).toMatchObject({
      status: 400,
      errors: [
        { field: 'username', message: 'Please enter your username.' },
        { field: 'password', message: 'Please enter your password.' },
      ],
    })
  })

  test('an unknown name, a wrong password, a locked and a disabled login are answered alike [SEC-01]', async () => {
    await seedLogin(portal)
    await seedLogin(portal, { username: 'locked.one', memberNumber: '10002' })
    await seedLogin(portal, { username: 'disabled.one', memberNumber: '10003' })
    const later = new Date(portal.clock.now().getTime() + 3_600_000)
    const set = portal.db.updateTable('portal.login')
    await set.set({ locked_until: later, failures: 10 }).where('username', '=', 'locked.one').execute()
    await set.set({ disabled_at: portal.clock.now(), failures: 100 }).where('username', '=', 'disabled.one').execute()

    const wrong = shape(await login(portal, { password: 'Wrong!2026' }))
    expect(wrong.status).toBe(400)
    expect(wrong.body).toMatchObject({
      errors: [
        {
          message:
            'The username or password does not match our records. Try again or reset your password. After several wrong tries, you may have to wait before you try again.',
        },
      ],
    })
    for (const username of ['nobody.here', 'locked.one', 'disabled.one'])
      expect(shape(await login(portal, { username }))).toEqual(wrong)
    expect(shape(await login(portal, { username: 'x'.repeat(61) }))).toEqual(wrong)
    expect(shape(await login(portal, { password: `${adasPassword}${'x'.repeat(40)}` }))).toEqual(wrong)
  })

  test('the 51st character of a password is refused, not cut off [SEC-16]', async () => {
    const fifty = `Aa1!${'x'.repeat(46)}`
    await seedLogin(portal, { password: fifty })
    expect((await login(portal, { password: `${fifty}y` })).statusCode).toBe(400)
    expect((await login(portal, { password: fifty.slice(0, 49) })).statusCode).toBe(400)
    expect((await login(portal, { password: fifty })).statusCode).toBe(200)
  })

  test('a password is the same however its letters were composed [SEC-16]', async () => {
    await seedLogin(portal, { password: 'Crème!2026'.normalize('NFC') })
    expect((await login(portal, { password: 'Crème!2026'.normalize('NFD') })).statusCode).toBe(200)
  })

  test('a hash of older parameters is replaced when its owner signs in [SEC-14]', async () => {
    await seedLogin(portal)
    const hashCost = { memory: 8192, passes: 1, parallelism: 1 }
    const older = await hashPassword({ ...portal.deps, hashCost }, adasPassword)
    await portal.db.updateTable('portal.login').set({ password_hash: older }).execute()
    expect((await login(portal)).statusCode).toBe(200)
    const { password_hash: after } = await portal.db
      .selectFrom('portal.login')
      .select('password_hash')
      .executeTakeFirstOrThrow()
    expect(after).toMatch(/^\$sealed\$keyid=test\$/u)
    expect((await verifyPassword(portal.deps, adasPassword, after)).isOutdated).toBe(false)
    expect((await login(portal)).statusCode).toBe(200)
  })
})

describe('the cookie [SEC-24]', () => {
  test('has the host prefix and every flag, and is small [SEC-24]', async () => {
    await seedLogin(portal)
    const [header, device] = [(await login(portal)).headers['set-cookie']].flat()
    expect(header).toMatch(/^__Host-portal_fp=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/u)
    expect(device).toMatch(
      /^__Host-portal_device=[A-Za-z0-9_-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Strict$/u,
    )
  })
})

describe('guessing', () => {
  test('five wrong passwords from one address and the right one is refused there, not elsewhere [SEC-10]', async () => {
    await seedLogin(portal)
    for (let attempts = 0; attempts < 5; attempts++)
      await login(portal, { password: `Wrong!202${attempts}`, from: '203.0.113.1' })
    expect((await login(portal, { from: '203.0.113.1' })).statusCode).toBe(400)
    expect((await login(portal, { from: '203.0.113.2' })).statusCode).toBe(200)
    portal.clock.advance(15 * 60)
    expect((await login(portal, { from: '203.0.113.1' })).statusCode).toBe(200)
  })

  test('ten wrong passwords from anywhere lock the login for growing times [SEC-10]', async () => {
    await seedLogin(portal)
    const wrong = async (count: number, offset: number) => {
      for (let attempts = 0; attempts < count; attempts++)
        await login(portal, { password: 'Wrong!2026', from: `203.0.113.${offset + attempts}` })
    }
    await wrong(10, 1)
    expect((await login(portal, { from: '198.51.100.1' })).statusCode).toBe(400)
    portal.clock.advance(10 * 60)
    expect((await login(portal, { from: '198.51.100.1' })).statusCode).toBe(200)
    // The sign-in has proven the owner, so the count starts again.
    await wrong(10, 20)
    portal.clock.advance(11 * 60)
    await wrong(1, 40)
    portal.clock.advance(11 * 60)
    expect((await login(portal, { from: '198.51.100.2' })).statusCode).toBe(400)
    portal.clock.advance(10 * 60)
    expect((await login(portal, { from: '198.51.100.3' })).statusCode).toBe(200)
  })

  test('a hundred wrong ones in parallel are checked ten times at most [SEC-10]', async () => {
    await seedLogin(portal)
    await Promise.all(
      Array.from({ length: 100 }, async (_none, index) =>
        login(portal, { password: 'Wrong!2026', from: `203.0.113.${index}` }),
      ),
    )
    const { failures } = await portal.db.selectFrom('portal.login').select('failures').executeTakeFirstOrThrow()
    expect(failures).toBe(10)
  })

  test('a hundred wrong passwords in a row disable the login until a reset, and the member is notified once [SEC-10]', async () => {
    await seedLogin(portal)
    await portal.db.updateTable('portal.login').set({ failures: 99 }).execute()
    await login(portal, { password: 'Wrong!2026' })
    portal.clock.advance(48 * 3600)
    expect((await login(portal)).statusCode).toBe(400)
    for (let run = 0; run < 2; run++) await portal.jobs.run(notifyLockedLoginsJob, {})
    const [mail, ...more] = await portal.db.selectFrom('outbox.message').selectAll().execute()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      recipient: 'ada.lindqvist@example.org',
      subject: 'Reset your password to unlock your online account',
    })
    expect(mail?.body_text).toContain('“Forgot username or password?” on the sign-in page and set a new password')
    expect(mail?.body_text).not.toContain('there is nothing to do')
    expect(await audit('sign-in.disabled')).toHaveLength(1)
  })

  test('after twenty failures in a minute, over any names, an address has to wait [SEC-11]', async () => {
    await seedLogin(portal)
    const answers: number[] = []
    for (let attempts = 0; attempts < 25; attempts++)
      answers.push((await login(portal, { username: `somebody.${attempts}`, password: 'Wrong!2026' })).statusCode)
    expect(answers).toEqual([...Array.from({ length: 20 }, () => 400), ...Array.from({ length: 5 }, () => 429)])
    portal.clock.advance(1 * 60)
    expect((await login(portal)).statusCode).toBe(200)
  })

  test('sign-in is refused while attempts cannot be counted [SEC-13]', async () => {
    await seedLogin(portal)
    await portal.database.runScript('alter table portal.attempt_counter rename to attempt_counter_away')
    try {
      expect((await login(portal)).statusCode).toBe(503)
    } finally {
      await portal.database.runScript('alter table portal.attempt_counter_away rename to attempt_counter')
    }
  })

  test('an address that is only claimed does not make room for more attempts [SEC-12]', async () => {
    await seedLogin(portal)
    const answers: number[] = []
    for (let attempts = 0; attempts < 22; attempts++) {
      const headers = { 'x-forwarded-for': `198.51.100.${attempts}`, 'x-real-ip': `198.51.100.${attempts}` }
      answers.push((await login(portal, { username: `n${attempts}`, password: 'Wrong!2026', headers })).statusCode)
    }
    expect(answers.slice(20)).toEqual([429, 429])
  })
})

test('every sign-in is a new session with new halves, and the browser’s former one is over [SEC-28]', async () => {
  await seedAccount(portal.db)
  await seedLogin(portal)
  const first = halvesOf(await login(portal))
  const second = halvesOf(await login(portal, { cookie: first.cookie }))
  expect(second.bearer).not.toBe(first.bearer)
  expect(second.cookie).not.toBe(first.cookie)
  expect((await portal.call(signIn.session, first)).statusCode).toBe(401)
  expect((await portal.call(signIn.session, second)).statusCode).toBe(200)
})

test('attempts with a username before its registration do not count', async () => {
  await seedAccount(portal.db)
  for (let attempts = 0; attempts < 6; attempts++) await login(portal)
  await seedLogin(portal)
  expect((await login(portal)).statusCode).toBe(200)
})
