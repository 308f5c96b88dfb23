import { beforeEach, expect, test, vi } from 'vitest'
import { recordStatements } from '../../../testing/record-statements.ts'
import { login, seedLogin } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'

const portal = useTestPortal()
const statementsTaken = recordStatements(portal)
/** Lists the statements of a sign-in, and counts the passwords that it hashes. */
const workOf = async (form: Parameters<typeof login>[1]) => {
  const hashing = vi.spyOn(portal.deps.heavyWork.hashing, 'run')
  const statements = await statementsTaken(async () => login(portal, form))
  const hashes = hashing.mock.calls.length
  hashing.mockRestore()
  return { statements, hashes }
}
beforeEach(async () => {
  await seedLogin(portal)
  await seedLogin(portal, { username: 'locked.one', memberNumber: '10002' })
  const later = new Date(portal.clock.now().getTime() + 3_600_000)
  await portal.db
    .updateTable('portal.login')
    .set({ locked_until: later, failures: 10 })
    .where('username', '=', 'locked.one')
    .execute()
})

test('every failed sign-in runs the same statements in the same order and hashes one password [SEC-01, SEC-02]', async () => {
  const unknown = await workOf({ username: 'nobody', from: '203.0.1.1' })
  expect(unknown.statements.length).toBeGreaterThan(3)
  expect(unknown.hashes).toBe(1)
  expect(await workOf({ password: 'Wrong!2026', from: '203.0.2.1' })).toEqual(unknown)
  expect(await workOf({ username: 'locked.one', from: '203.0.3.1' })).toEqual(unknown)
  expect(await workOf({ username: 'x'.repeat(61), from: '203.0.4.1' })).toMatchObject({ hashes: 1 })
  // The control: the recorder detects a difference.
  expect((await workOf({ from: '203.0.5.1' })).statements).not.toEqual(unknown.statements)
})
