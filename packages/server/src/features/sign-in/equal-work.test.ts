import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordStatements } from '../../testing/record-statements.ts'
import { login, seedLogin } from '../../testing/seed-login.ts'
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal
let statementsTaken: ReturnType<typeof recordStatements>
beforeAll(async () => {
  portal = await startTestPortal()
  statementsTaken = recordStatements(portal)
})
beforeEach(async () => {
  await portal.reset()
  await seedLogin(portal)
  await seedLogin(portal, { username: 'locked.one', memberNumber: '10002' })
  const later = new Date(portal.clock.now().getTime() + 3_600_000)
  await portal.db
    .updateTable('portal.login')
    .set({ locked_until: later, failures: 10 })
    .where('username', '=', 'locked.one')
    .execute()
})
afterAll(async () => portal.close())

test('whatever is wrong with a sign-in, the same statements run in the same order; what is right runs others [SEC-01] [SEC-02]', async () => {
  const unknown = await statementsTaken(async () => login(portal, { username: 'nobody', from: '203.0.1.1' }))
  expect(unknown.length).toBeGreaterThan(3)
  const wrong = { password: 'Wrong!2026', from: '203.0.2.1' }
  expect(await statementsTaken(async () => login(portal, wrong))).toEqual(unknown)
  const locked = { username: 'locked.one', from: '203.0.3.1' }
  expect(await statementsTaken(async () => login(portal, locked))).toEqual(unknown)
  // The control: the recorder does see a difference where there is one.
  expect(await statementsTaken(async () => login(portal, { from: '203.0.5.1' }))).not.toEqual(unknown)
})
