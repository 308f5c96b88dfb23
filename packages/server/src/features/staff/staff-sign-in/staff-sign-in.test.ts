import { allEndpoints } from '@coopline/contract/endpoints'
import { signIn } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { staffSignIn } from '@coopline/contract/staff/staff-sign-in/staff-sign-in.contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { createEndpointFixtures } from '../../../testing/endpoint-fixtures.ts'
import { adaSignedIn, appCode } from '../../../testing/seed-login.ts'
import {
  asStaff,
  seedStaff,
  seedStaffSession,
  signInAsStaff,
  staffHalves,
  type StaffHalves,
  staffPassword,
  staffSignedIn,
} from '../../../testing/seed-staff.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { runStaffCommand } from './run-staff-command.ts'
import { newSetUpToken, pendingCode } from './staff-sign-in.fixtures.ts'

const portal = useTestPortal()

const session = async (halves: Partial<StaffHalves>) => portal.call(staffSignIn.session, halves)
const staff = async (...args: readonly string[]) => runStaffCommand(portal.deps, args)
const wrong = { status: 400, errors: [{ code: 'wrong-staff-sign-in' }] }

const audit = async (kind: string) =>
  portal.db.selectFrom('portal.audit').select(['kind', 'detail', 'member_number']).where('kind', 'like', kind).execute()

describe('signing in', () => {
  it('takes username, password and code together and sets a cookie of its own', async () => {
    await seedStaff(portal, 'billing')
    const response = await signInAsStaff(portal, { username: 'Dana.Billing' })
    expect(response.json()).toMatchObject({ name: 'Dana Reyes', username: 'dana.billing', role: 'billing' })
    expect(response.cookies.map(({ name }) => name)).toEqual(['__Host-staff_fp'])
    expect((await session(staffHalves(response))).json()).toEqual({
      name: 'Dana Reyes',
      username: 'dana.billing',
      role: 'billing',
      idleSecondsLeft: 900,
      secondsLeft: 28_800,
    })
  })

  it('answers a wrong password, a wrong code, an unknown name and a login that is not set up alike', async () => {
    await seedStaff(portal)
    await newSetUpToken(portal)
    const answers = [
      await signInAsStaff(portal, { password: 'Prairie!2026' }),
      await signInAsStaff(portal, { code: '000000' }),
      await signInAsStaff(portal, { username: 'nobody.here' }),
      await signInAsStaff(portal, { username: 'lee.newcomer' }),
    ]
    const bodies = answers.map((answer) => {
      const { requestId: _own, ...body } = answer.json<Record<string, unknown>>()
      return body
    })
    for (const body of bodies) {
      expect(body).toMatchObject(wrong)
      expect(body).toEqual(bodies[0])
    }
    expect(answers.flatMap(({ cookies }) => cookies)).toEqual([])
    expect((await audit('staff-sign-in.failed')).map(({ detail }) => detail)).toEqual([
      { by: 'dana.support' },
      { by: 'dana.support' },
      { by: null },
      { by: 'lee.newcomer' },
    ])
  })

  it('accepts each code once', async () => {
    await seedStaff(portal)
    expect((await signInAsStaff(portal)).statusCode).toBe(200)
    expect((await signInAsStaff(portal)).json()).toMatchObject(wrong)
    portal.clock.advance(30)
    expect((await signInAsStaff(portal)).statusCode).toBe(200)
  })

  it('opens one session when the same code is sent twice at once', async () => {
    await seedStaff(portal)
    const both = await Promise.all([signInAsStaff(portal), signInAsStaff(portal)])
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  it('always creates a new session, even when the browser sends the halves of another one', async () => {
    const planted = await staffSignedIn(portal)
    portal.clock.advance(60)
    const victim = staffHalves(await signInAsStaff(portal, { ...planted }))
    expect(victim.bearer).not.toBe(planted.bearer)
    expect(victim.cookie).not.toBe(planted.cookie)
  })

  it('is refused while the console is off, and so is a session', async () => {
    const halves = await staffSignedIn(portal)
    portal.set({ staffConsole: false })
    portal.clock.advance(60)
    expect((await signInAsStaff(portal)).statusCode).toBe(403)
    expect((await session(halves)).statusCode).toBe(403)
    expect((await portal.call(staffSignIn.beginSetUp, { body: { token: 'x' } })).statusCode).toBe(403)
  })

  it('does not keep what a stranger typed as a username', async () => {
    await seedStaff(portal)
    await signInAsStaff(portal, { username: 'My-Own-Password1!' })
    expect(JSON.stringify(await audit('%'))).not.toContain('My-Own-Password1!')
  })
})

describe('guessing', () => {
  const guess = async (from: string, count: number) => {
    for (let n = 0; n < count; n += 1) await signInAsStaff(portal, { password: 'Wrong!2026', from })
  }

  it('is stopped per client, and the right password is then answered like a wrong one', async () => {
    await seedStaff(portal)
    await guess('203.0.113.5', 5)
    expect((await signInAsStaff(portal, { from: '203.0.113.5' })).json()).toMatchObject(wrong)
    expect((await signInAsStaff(portal, { from: '203.0.113.6' })).statusCode).toBe(200)
  })

  it('from everywhere locks the login for strangers, and not for an address where it signed in before', async () => {
    await seedStaff(portal)
    expect((await signInAsStaff(portal, { from: '192.0.2.10' })).statusCode).toBe(200)
    portal.clock.advance(60)
    for (let n = 0; n < 5; n += 1) await guess(`203.0.113.${n}`, 2)
    expect((await signInAsStaff(portal, { from: '198.51.100.99' })).json()).toMatchObject(wrong)
    expect((await signInAsStaff(portal, { from: '192.0.2.10' })).statusCode).toBe(200)
    portal.clock.advance(60)
    expect(await staff('unlock', 'dana.support', '--by', 'Operator')).toMatchObject({ exitCode: 0 })
    expect((await signInAsStaff(portal, { from: '198.51.100.99' })).statusCode).toBe(200)
  })

  it('from an address where the login signed in before locks it for those addresses, until it is unlocked', async () => {
    await seedStaff(portal)
    for (const from of ['192.0.2.10', '192.0.2.11']) {
      expect((await signInAsStaff(portal, { from })).statusCode).toBe(200)
      portal.clock.advance(60)
    }
    await guess('192.0.2.10', 10)
    expect((await signInAsStaff(portal, { from: '192.0.2.11' })).json()).toMatchObject(wrong)
    expect(await staff('unlock', 'dana.support', '--by', 'Operator')).toMatchObject({ exitCode: 0 })
    expect((await signInAsStaff(portal, { from: '192.0.2.11' })).statusCode).toBe(200)
  })

  it('from one address no longer counts after an unlock, so that the right password works there at once', async () => {
    await seedStaff(portal)
    await guess('192.0.2.10', 5)
    expect((await signInAsStaff(portal, { from: '192.0.2.10' })).json()).toMatchObject(wrong)
    portal.clock.advance(60)
    await staff('unlock', 'dana.support', '--by', 'Operator')
    expect((await signInAsStaff(portal, { from: '192.0.2.10' })).statusCode).toBe(200)
  })

  it('has the limits of unknown names too', async () => {
    portal.set({ staffConsole: true, loginTriesPerClientPerMinute: 3 })
    const codes: number[] = []
    for (let n = 0; n < 4; n += 1)
      codes.push((await signInAsStaff(portal, { username: `nobody.${n}x`, from: '203.0.113.5' })).statusCode)
    expect(codes).toEqual([400, 400, 400, 429])
  })
})

describe('a staff session', () => {
  it('ends after fifteen minutes without a call, and a background call does not extend it', async () => {
    const halves = await staffSignedIn(portal)
    portal.clock.advance(14 * 60)
    expect((await session(halves)).json()).toMatchObject({ idleSecondsLeft: 60 })
    portal.clock.advance(60)
    expect((await session(halves)).statusCode).toBe(401)
  })

  it('ends after eight hours even when it is in use', async () => {
    portal.set({ staffIdleMinutes: 60 })
    const halves = await staffSignedIn(portal)
    await portal.db
      .updateTable('portal.staff_session')
      .set({ last_seen_at: new Date('2026-11-20T22:59:00Z') })
      .execute()
    portal.clock.set('2026-11-20T22:59:59Z')
    expect((await session(halves)).statusCode).toBe(200)
    portal.clock.set('2026-11-20T23:00:00Z')
    expect((await session(halves)).statusCode).toBe(401)
  })

  it('ends when its token is sent without its cookie, or with another one', async () => {
    for (const cookie of ['', '__Host-staff_fp=stolen', '__Host-portal_fp=stolen']) {
      const halves = await staffSignedIn(portal)
      expect((await session({ bearer: halves.bearer, cookie })).statusCode).toBe(401)
      expect((await session(halves)).statusCode).toBe(401)
      await portal.reset()
    }
  })

  it('ends when staff sign in again in its browser, and is not taken for a copied one', async () => {
    const former = await staffSignedIn(portal)
    const elsewhere = await seedStaffSession(portal, 'dana.support')
    portal.clock.advance(30)
    const next = staffHalves(await signInAsStaff(portal, { cookie: former.cookie }))
    expect((await session({ bearer: former.bearer, cookie: next.cookie })).statusCode).toBe(401)
    expect(await audit('staff-sign-in.stolen')).toEqual([])
    for (const live of [next, elsewhere]) expect((await session(live)).statusCode).toBe(200)
  })

  it('ends by signing out, which takes the cookie away', async () => {
    const halves = await staffSignedIn(portal)
    const response = await portal.call(staffSignIn.signOut, { ...halves, body: {} })
    expect(String(response.headers['set-cookie'])).toMatch(/^__Host-staff_fp=; Max-Age=0;/u)
    expect((await session(halves)).statusCode).toBe(401)
  })

  it('needs its token: the cookie alone makes no call', async () => {
    const { cookie } = await staffSignedIn(portal)
    expect((await session({ cookie })).statusCode).toBe(401)
  })

  it('follows a change of the role at once, and ends with the login', async () => {
    const halves = await staffSignedIn(portal)
    await staff('role', 'dana.support', 'content', '--by', 'Operator')
    expect((await session(halves)).json()).toMatchObject({ role: 'content' })
    await staff('remove', 'dana.support', '--by', 'Operator')
    expect((await session(halves)).statusCode).toBe(401)
  })
})

describe('members and staff', () => {
  it('no call of staff takes the session of a member, and no call of a member takes that of staff', async () => {
    const fixtures = await createEndpointFixtures(portal)
    const admin = await staffSignedIn(portal, 'billing')
    const login = await portal.db.selectFrom('portal.login').select('login_id').executeTakeFirstOrThrow()
    const { seedSession } = await import('../../../testing/seed-login.ts')
    const ada = await seedSession(portal, login.login_id)
    const member = { authorization: `Bearer ${ada.bearer}`, cookie: ada.cookie }
    const ofStaff = asStaff(admin).headers
    for (const { endpoint, send } of fixtures.filter((one) => ['staff', 'member'].includes(one.endpoint.auth))) {
      const foreign = endpoint.auth === 'staff' ? member : ofStaff
      expect((await send({ headers: foreign })).statusCode, endpoint.id).toBe(401)
      // Both cookies and the foreign token: as a browser sends it in which both are signed in.
      const cookie = `${ada.cookie}; ${admin.cookie}`
      expect((await send({ headers: { ...foreign, cookie } })).statusCode, endpoint.id).toBe(401)
    }
    expect(allEndpoints.filter(({ auth }) => auth === 'staff').length).toBeGreaterThanOrEqual(2)
  })

  it('a member’s password does not sign in as staff, and staff are no members', async () => {
    await adaSignedIn(portal)
    await seedStaff(portal)
    expect((await signInAsStaff(portal, { username: 'ada.lindqvist' })).statusCode).toBe(400)
    const body = { username: 'dana.support', password: staffPassword }
    expect((await portal.call(signIn.login, { body })).statusCode).toBe(400)
  })
})

describe('the audit', () => {
  it('has who signed in, signed out and called', async () => {
    const halves = await staffSignedIn(portal)
    await session(halves)
    await portal.call(staffSignIn.signOut, { ...halves, body: {} })
    expect((await audit('%')).map(({ kind, detail }) => [kind, detail])).toEqual([
      ['staff-sign-in.succeeded', { by: 'dana.support', role: 'support' }],
      ['console.called', { by: 'dana.support', role: 'support', endpoint: 'staffSignIn.signOut' }],
    ])
  })
})

describe('a set-up link', () => {
  const password = 'gX7#pLq2vR9w'
  const setUp = async (token: string, more: Partial<Record<'password' | 'cnfpassword' | 'code', string>> = {}) => {
    const code = await pendingCode(portal, token).catch(() => '123456')
    return portal.call(staffSignIn.setUp, { body: { token, password, cnfpassword: password, code, ...more } })
  }
  const begin = async (token: string) => portal.call(staffSignIn.beginSetUp, { body: { token } })

  beforeEach(() => portal.set({ staffConsole: true }))

  it('sets the password and the app, once, and signs no one in', async () => {
    const token = await newSetUpToken(portal)
    const begun = await begin(token)
    expect(begun.json()).toMatchObject({ username: 'lee.newcomer', totpUri: expect.stringMatching(/^otpauth:/u) })
    // Wrong passwords from before the new one do not count.
    for (let n = 0; n < 6; n += 1) await signInAsStaff(portal, { username: 'lee.newcomer', password: 'Wrong!2026' })
    portal.clock.advance(60)
    const response = await setUp(token)
    expect([response.statusCode, response.json(), response.cookies]).toEqual([200, { username: 'lee.newcomer' }, []])
    for (const again of [await begin(token), await setUp(token)])
      expect(again.json()).toMatchObject({ errors: [{ code: 'link-not-valid' }] })
    portal.clock.advance(60)
    const { Secret, TOTP } = await import('otpauth')
    const { secretNewKey } = begun.json<{ secretNewKey: string }>()
    const code = new TOTP({ secret: Secret.fromBase32(secretNewKey) }).generate({
      timestamp: portal.clock.now().getTime(),
    })
    expect((await signInAsStaff(portal, { username: 'lee.newcomer', password, code })).statusCode).toBe(200)
  })

  it('expires after a day', async () => {
    const token = await newSetUpToken(portal)
    await begin(token)
    portal.clock.advance(24 * 3600)
    expect((await setUp(token)).json()).toMatchObject({ errors: [{ code: 'link-not-valid' }] })
  })

  it('stays good after a weak password or a wrong code', async () => {
    const token = await newSetUpToken(portal)
    await begin(token)
    for (const [more, code] of [
      [{ password: 'weak', cnfpassword: 'weak' }, 'password-below-criteria'],
      [{ password: 'gX7#pLq2vR9', cnfpassword: 'gX7#pLq2vR9' }, 'password-below-criteria'],
      [{ password: 'Password123!', cnfpassword: 'Password123!' }, 'password-common'],
      [{ cnfpassword: 'Other&7410' }, 'confirm-password-differs'],
      [{ code: '12345' }, 'code-incomplete'],
      [{ code: '000000' }, 'wrong-code'],
    ] as const)
      expect((await setUp(token, more)).json(), code).toMatchObject({ errors: [{ code }] })
    expect((await setUp(token)).statusCode).toBe(200)
  })

  it('does not let guess the first code', async () => {
    const token = await newSetUpToken(portal)
    await begin(token)
    for (let n = 0; n < 5; n += 1) await setUp(token, { code: '000000' })
    expect((await setUp(token)).statusCode).toBe(429)
  })

  it('is the only way in after a reset, which ends every session', async () => {
    const halves = await staffSignedIn(portal)
    portal.clock.advance(60)
    const first = await newSetUpToken(portal, 'dana.support')
    const second = await newSetUpToken(portal, 'dana.support')
    expect((await session(halves)).statusCode).toBe(401)
    expect((await signInAsStaff(portal)).json()).toMatchObject(wrong)
    expect((await begin(first)).statusCode).toBe(400)
    expect((await begin(second)).statusCode).toBe(200)
  })
})

describe('coopline staff', () => {
  it('adds, lists, changes and removes logins, and the audit says who did it', async () => {
    portal.set({ staffConsole: true })
    const added = await staff('add', 'kim.billing', '--name', 'Kim Tran', '--role', 'billing', '--by', 'Operator')
    expect(added.output).toMatch(
      /^Added kim\.billing\. They set a password and an authenticator app here:\nhttp:\/\/127\.0\.0\.1:8080\/staff\/set-up#[\w-]{43}\nThe link works once, for 24 hours\./u,
    )
    expect((await staff('list')).output).toBe(
      'kim.billing  billing  Kim Tran  waits for its set-up link, good until 2026-11-21T15:00:00.000Z',
    )
    expect((await staff('role', 'kim.billing', 'admin', '--by', 'Operator')).exitCode).toBe(0)
    expect((await staff('remove', 'kim.billing', '--by', 'Operator')).exitCode).toBe(0)
    expect((await staff('list')).output).toBe('There are no staff logins.')
    expect((await audit('staff-sign-in.%')).map(({ kind, detail }) => [kind, detail])).toEqual([
      ['staff-sign-in.added', { by: 'Operator', staff: 'kim.billing', role: 'billing' }],
      ['staff-sign-in.role-changed', { by: 'Operator', staff: 'kim.billing', role: 'admin' }],
      ['staff-sign-in.removed', { by: 'Operator', staff: 'kim.billing' }],
    ])
  })

  it('keeps no token and no password that could sign in', async () => {
    const token = await newSetUpToken(portal)
    const rows = await portal.db.selectFrom('portal.staff_login').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows[0]).toMatchObject({ password_hash: null, app_secret: null })
  })

  it('says how to turn the console on while it is off', async () => {
    const words = ['--name', 'Kim Tran', '--role', 'billing', '--by', 'Operator']
    expect((await staff('add', 'kim.billing', ...words)).output).toContain('coopline settings set staffConsole Y')
  })

  it('refuses a second login of a name, and changes of a login that is not there', async () => {
    await seedStaff(portal)
    const words = ['--name', 'Kim Tran', '--role', 'billing', '--by', 'Operator']
    expect((await staff('add', 'DANA.support', ...words)).exitCode).toBe(1)
    for (const args of [
      ['role', 'nobody.here', 'admin'],
      ['reset', 'nobody.here'],
      ['unlock', 'nobody.here'],
      ['remove', 'nobody.here'],
    ])
      expect(await staff(...args, '--by', 'Operator')).toEqual({
        output: 'There is no staff login nobody.here.',
        exitCode: 1,
      })
    expect(await audit('staff-sign-in.%')).toEqual([])
  })

  it.each([
    [[]],
    [['promote', 'dana.support']],
    [['add', 'dana.support', '--name', 'Dana', '--role', 'owner', '--by', 'Operator']],
    [['add', 'dana', '--name', 'Dana', '--role', 'admin', '--by', 'Operator']],
    [['add', 'dana.support', '--role', 'admin', '--by', 'Operator']],
    [['role', 'dana.support', 'owner', '--by', 'Operator']],
    [['reset', 'dana.support']],
    [['remove', 'dana.support', '--by', 'Operator', '--force']],
    [['list', 'all']],
  ])('staff %j is refused as wrong usage', async (args) => {
    expect(await staff(...args)).toMatchObject({ exitCode: 2, output: expect.stringMatching(/^staff: /u) })
  })
})

it('checks the code of now and its neighbors only', async () => {
  await seedStaff(portal)
  expect((await signInAsStaff(portal, { code: appCode(portal, -2) })).statusCode).toBe(400)
  expect((await signInAsStaff(portal, { code: appCode(portal, 2) })).statusCode).toBe(400)
  expect((await signInAsStaff(portal, { code: appCode(portal, 1) })).statusCode).toBe(200)
})
