import { beforeEach, describe, expect, it, vi } from 'vitest'
import { newPassword, openedLink, reset } from '../../../testing/forgetting.ts'
import { hashPassword } from '../../../platform/secrets/hash-password.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { adasPassword, giveApp, login, seedLogin } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'

const portal = useTestPortal()
let loginId: string
beforeEach(async () => {
  await seedAccount(portal.db)
  loginId = await seedLogin(portal)
})

/** Signs in with the current password while the member resets it. */
async function signInDuringReset() {
  const otc = await openedLink(portal)
  portal.clock.advance(1)
  vi.spyOn(portal.deps.heavyWork.hashing, 'run').mockImplementationOnce(async (piece) => {
    const result = await piece()
    expect((await reset(portal, otc)).statusCode).toBe(200)
    return result
  })
  return login(portal, { from: '192.0.2.7' })
}

describe('a sign-in with the former password that began before the reset', () => {
  it('opens no session and leaves no remembered browser', async () => {
    expect((await signInDuringReset()).statusCode).toBe(401)
    const open = await portal.db
      .selectFrom('portal.session')
      .select('session_id')
      .where('ended_at', 'is', null)
      .execute()
    const devices = await portal.db.selectFrom('portal.known_device').select('login_id').execute()
    expect([open, devices]).toEqual([[], []])
  })

  it('opens no second step', async () => {
    await giveApp(portal, loginId)
    expect((await signInDuringReset()).statusCode).toBe(400)
    const open = await portal.db
      .selectFrom('portal.second_step')
      .select('used_at')
      .where('used_at', 'is', null)
      .execute()
    expect(open).toEqual([])
  })

  it('a sign-in with the former password that began before the reset does not bring the former password back when its hash is outdated', async () => {
    const hashCost = { memory: 1_024, passes: 1, parallelism: 1 }
    const outdated = await hashPassword({ ...portal.deps, hashCost }, adasPassword)
    await portal.db.updateTable('portal.login').set({ password_hash: outdated }).execute()
    await signInDuringReset()
    expect((await login(portal, { from: '192.0.2.8' })).statusCode).toBe(400)
    expect((await login(portal, { password: newPassword, from: '192.0.2.9' })).statusCode).toBe(200)
  })
})
