import { signIn } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { site } from '@coopline/contract/site/site/site.contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { halvesOf, login, seedLogin } from '../../../testing/seed-login.ts'
import { startTestPortal, type TestPortal, useTestPortal } from '../../../testing/test-portal.ts'
import { createSettingsReader, type SettingsReader, setSetting } from '../../site/site/public.ts'

// The portals are like those behind a load balancer: each has its own memory, and all have one database.
const first = useTestPortal()
let portals: readonly TestPortal[] = []
let readers: readonly SettingsReader[] = []

beforeAll(async () => {
  const { database } = first
  readers = [1, 2].map(() => createSettingsReader({ db: database.db, log: { warn: () => undefined }, pollMs: 20 }))
  for (const reader of readers) await reader.start()
  const others = await Promise.all(
    readers.map(async (settings) => startTestPortal({ database, deps: { settings, clock: first.clock } })),
  )
  portals = [first, ...others]
})
afterAll(async () => {
  for (const reader of readers) await reader.stop()
  for (const portal of portals.slice(1)) await portal.server.close()
})

const portalOf = (call: number): TestPortal => portals[call % portals.length] ?? first

test('a session opened at one portal holds at the others and ends at all of them', async () => {
  await seedLogin(first)
  const halves = halvesOf(await login(portalOf(0)))
  const statuses = async () =>
    Promise.all(portals.map(async (portal) => (await portal.call(signIn.session, halves)).statusCode))
  expect(await statuses()).toEqual([200, 200, 200])
  expect((await portalOf(2).call(signIn.signOut, { ...halves, body: { everywhere: false } })).statusCode).toBe(200)
  expect(await statuses()).toEqual([401, 401, 401])
})

test('wrong passwords given to different portals lock the login at all of them [SEC-10]', async () => {
  await seedLogin(first)
  for (let n = 0; n < 9; n += 1) await login(portalOf(n), { password: 'Wrong!2026', from: `203.0.113.${n}` })
  expect((await login(portalOf(1), { from: '198.51.100.1' })).statusCode).toBe(200)
  for (let n = 0; n < 10; n += 1) await login(portalOf(n), { password: 'Wrong!2026', from: `203.0.113.${n + 20}` })
  for (const portal of portals) expect((await login(portal, { from: '198.51.100.2' })).statusCode).toBe(400)
})

test('twenty failures of an address at different portals make it wait at all of them [SEC-11]', async () => {
  for (let n = 0; n < 20; n += 1) await login(portalOf(n), { username: `nobody.${n}`, password: 'Wrong!2026' })
  for (const portal of portals) expect((await login(portal, { username: 'nobody.else' })).statusCode).toBe(429)
})

test('a setting changed at one portal applies at the others', async () => {
  await setSetting(first.deps, 'coopName', 'Prairie Ridge', 'test')
  const names = async () =>
    Promise.all(
      portals
        .slice(1)
        .map(
          async (portal) =>
            (await portal.call(site.start)).json<{ settings: { coopName: string } }>().settings.coopName,
        ),
    )
  await expect.poll(names).toEqual(['Prairie Ridge', 'Prairie Ridge'])
})
