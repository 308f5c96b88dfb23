import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { forget, writeMails } from '../../../testing/forgetting.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { seedLogin } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { untilWaiting } from '../../../testing/until-waiting.ts'
import { changeEmail } from '../sign-in/public.ts'
import { endRecovery } from './end-recovery.ts'

const portal = useTestPortal()
let loginId: string
beforeEach(async () => {
  await seedAccount(portal.db)
  loginId = await seedLogin(portal)
})

/** Changes the email address while the requested email is written. */
async function changeWhileWriting(address: string): Promise<void> {
  const { written } = await inTransaction(portal.db, async (tx) => {
    // The job counts its emails after it has read the login.
    await sql`lock table portal.attempt_counter in exclusive mode`.execute(tx)
    const done = writeMails(portal)
    await untilWaiting(portal.db)
    await changeEmail(tx, loginId, address)
    await endRecovery(tx, loginId, { changed: 'email', now: portal.clock.now() })
    return { written: done }
  })
  await written
}

it('mails a link to the address that the member has just given, not to the one they gave up', async () => {
  await forget(portal)
  await changeWhileWriting('ada@new.example.org')
  const mails = await portal.db.selectFrom('outbox.message').select(['recipient', 'subject']).execute()
  expect(mails).toEqual([{ recipient: 'ada@new.example.org', subject: expect.any(String) }])
})
