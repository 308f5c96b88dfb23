import { signIn, type LoginResponse } from '@coopline/contract/identity/sign-in/sign-in.contract'
import { sql } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { openedLink, reset } from '../../../testing/forgetting.ts'
import { adaSignedIn, appCode, giveApp, login } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { untilWaiting } from '../../../testing/until-waiting.ts'

const portal = useTestPortal({ settings: { MfaEnabled: true } })
const ada = useFresh(async () => adaSignedIn(portal))

const liveSessions = async () =>
  portal.db.selectFrom('portal.session').select('session_id').where('ended_at', 'is', null).execute()

it('opens no session by the password alone once there is an authenticator app', async () => {
  vi.spyOn(portal.deps.heavyWork.hashing, 'run').mockImplementationOnce(async (piece) => {
    const result = await piece()
    await giveApp(portal, ada.loginId)
    return result
  })
  const before = await liveSessions()
  expect((await login(portal, { from: '192.0.2.9' })).statusCode).toBe(401)
  expect(await liveSessions()).toEqual(before)
  expect((await login(portal)).json()).toMatchObject({ accessToken: null, memberMfaEnabled: true })
})

const lock = 7001
afterEach(async () => {
  await sql`drop function if exists portal.wait_for_test cascade`.execute(portal.database.owner)
})

/** Runs `work` while no second step can be stored. */
async function whileStepsWait<T extends object>(work: () => Promise<T>): Promise<T> {
  await sql`
    create function portal.wait_for_test() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(${sql.lit(lock)}); return new; end'`.execute(portal.database.owner)
  await sql`
    create trigger wait_for_test before insert on portal.second_step
      for each row execute function portal.wait_for_test()`.execute(portal.database.owner)
  return inTransaction(portal.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${lock})`.execute(tx)
    return work()
  })
}

it('leaves no second step open for a password that was reset meanwhile', async () => {
  await giveApp(portal, ada.loginId)
  await portal.db
    .updateTable('portal.login')
    .set({ secret_question: 'first-pet', secret_answer_hash: 'kept' })
    .execute()
  const otc = await openedLink(portal)
  portal.clock.advance(1)
  const running = await whileStepsWait(async () => {
    const first = Promise.resolve(login(portal, { from: '192.0.2.9' }))
    await untilWaiting(portal.db, 1, () => false)
    const under = { isOver: false }
    const second = reset(portal, otc).finally(() => (under.isOver = true))
    await untilWaiting(portal.db, 2, () => under.isOver)
    return { first, second }
  })
  const { mfaAuthenticateModel: step } = (await running.first).json<LoginResponse>()
  expect((await running.second).statusCode).toBe(200)
  const body = { userName: 'ada.lindqvist', token: appCode(portal), ...step }
  const answer = await portal.call(signIn.verifyMfa, { body, from: '192.0.2.9' })
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { errors: [{ code: 'second-step-over' }] }])
})
