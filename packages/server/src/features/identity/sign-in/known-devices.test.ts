import { createHash } from 'node:crypto'
import { signIn } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { deleteExpired } from '../../../platform/retention/delete-expired.job.ts'
import { appCode, deviceOf, halvesOf, login, seedLogin } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'

const portal = useTestPortal()
beforeEach(async () => seedLogin(portal))

/** Signs Ada in. @returns the cookie by which her login recognizes the browser. */
const knownDevice = async (cookie = '') => deviceOf(await login(portal, { cookie }))

async function guess(times: number, more: { cookie?: string; from?: string } = {}): Promise<void> {
  for (let attempts = 0; attempts < times; attempts++)
    await login(portal, { password: 'Wrong!2026', from: `203.0.113.${attempts}`, ...more })
}

const status = async (more: { cookie?: string; from?: string; username?: string }) =>
  (await login(portal, more)).statusCode

const devices = async () => portal.db.selectFrom('portal.known_device').selectAll().execute()

describe('a browser that has signed in before', () => {
  it('gets in from any address while strangers lock the login every day [SEC-10]', async () => {
    const cookie = await knownDevice()
    await portal.db.updateTable('portal.login').set({ failures: 20 }).execute()
    for (let day = 0; day < 3; day++) {
      await guess(1)
      expect(await status({ from: '198.51.100.7' })).toBe(400)
      portal.clock.advance(86_400)
    }
    await guess(1)
    expect(await status({ cookie, from: '198.51.100.8' })).toBe(200)
  })

  it('gets in although a stranger has used up the attempts of its address [SEC-10]', async () => {
    const cookie = await knownDevice()
    await guess(5, { from: '192.0.2.9' })
    expect(await status({ from: '192.0.2.9' })).toBe(400)
    expect(await status({ cookie, from: '192.0.2.9' })).toBe(200)
  })

  it('a browser that has signed in before is not known by its address', async () => {
    await knownDevice()
    await guess(10)
    expect(await status({})).toBe(400)
  })

  it('a browser that has signed in before is known to each login that was used in it', async () => {
    await seedLogin(portal, { username: 'eva.other', memberNumber: '10020' })
    const cookie = await knownDevice()
    expect(deviceOf(await login(portal, { cookie, username: 'eva.other' }))).toBe(cookie)
    expect(await devices()).toHaveLength(2)
  })

  it('a browser that has signed in before is known after the second step only', async () => {
    await seedLogin(portal, { username: 'sam.whitfield', memberNumber: '10019', withApp: true })
    const halfWay = await login(portal, { username: 'sam.whitfield' })
    expect(deviceOf(halfWay)).toBe('')
    const { mfaAuthenticateModel } = halfWay.json()
    const body = { userName: 'sam.whitfield', token: appCode(portal), ...mfaAuthenticateModel }
    expect(deviceOf(await portal.call(signIn.verifyMfa, { body }))).not.toBe('')
  })

  it('a browser that has signed in before is forgotten 90 days after the last sign-in, and the eleventh displaces the first', async () => {
    const first = await knownDevice()
    for (let count = 0; count < 10; count++) {
      portal.clock.advance(60)
      await knownDevice()
    }
    expect(await devices()).toHaveLength(10)
    const [, value = ''] = first.split('=')
    const hashes = (await devices()).map((device) => Buffer.from(device.device_hash).toString('hex'))
    expect(hashes).not.toContain(createHash('sha256').update(value).digest('hex'))

    const last = await knownDevice()
    portal.clock.advance(90 * 86_400)
    await guess(10)
    expect(await status({ cookie: last })).toBe(400)
    portal.clock.advance(1)
    await deleteExpired(portal.deps)
    expect(await devices()).toEqual([])
  })
})

describe('a guesser', () => {
  it('with the cookie of the member has five attempts in it, however many addresses it comes from [SEC-10]', async () => {
    const cookie = await knownDevice()
    await guess(12, { cookie })
    const { failures } = await portal.db.selectFrom('portal.login').select('failures').executeTakeFirstOrThrow()
    expect(failures).toBe(5)
    expect(await status({ cookie, from: '198.51.100.9' })).toBe(400)
  })

  it('gains nothing by a cookie of another login [SEC-10]', async () => {
    await seedLogin(portal, { username: 'eva.other', memberNumber: '10020' })
    const cookie = deviceOf(await login(portal, { username: 'eva.other' }))
    await guess(12, { cookie })
    const ofAda = portal.db.selectFrom('portal.login').select('failures').where('member_number', '=', '10001')
    expect((await ofAda.executeTakeFirstOrThrow()).failures).toBe(10)
    expect(await status({ cookie, from: '198.51.100.9' })).toBe(400)
  })

  it('a guesser cannot use a cookie of their own making', async () => {
    const planted = `__Host-portal_device=${'A'.repeat(43)}`
    const given = await knownDevice(planted)
    expect(given).not.toBe(planted)
    await guess(10)
    expect(await status({ cookie: planted })).toBe(400)
    expect(await status({ cookie: given })).toBe(200)
  })
})

it('the cookie alone opens nothing, and the database holds its hash only [SEC-14]', async () => {
  const answer = await login(portal)
  const cookie = deviceOf(answer)
  const { bearer } = halvesOf(answer)
  expect((await portal.call(signIn.session, { bearer, cookie })).statusCode).toBe(401)
  expect(JSON.stringify(await devices())).not.toContain(cookie.split('=')[1])
})

it('signing out everywhere forgets every browser', async () => {
  const answer = await login(portal)
  await portal.call(signIn.signOut, { ...halvesOf(answer), body: { everywhere: true } })
  expect(await devices()).toEqual([])
})
