import { notifications } from '@coopline/contract/messages/notifications/notifications.contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { notifiedAda } from '../../../testing/notified.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { untilWaiting } from '../../../testing/until-waiting.ts'
import { runMemberCommand } from '../../staff/member-support/run-member-command.ts'
import { seedContact } from './notifications.fixtures.ts'

const portal = useTestPortal()
const ada = useFresh(async () => notifiedAda(portal))

const address = 'only.hers@example.org'
const calls = {
  'a contact is added': async (memberNumber: string) =>
    portal.call(notifications.addContact, {
      ...ada,
      params: { memberNumber },
      body: { channel: 'email', value: address },
    }),
  'a contact is changed': async (memberNumber: string) =>
    portal.call(notifications.changeContact, {
      ...ada,
      params: { memberNumber, contactId: await seedContact(portal) },
      body: { value: address },
    }),
} as const

it.each(Object.keys(calls) as (keyof typeof calls)[])(
  'keeps no address when the member is erased while %s',
  async (what) => {
    const { late } = await inTransaction(portal.db, async (tx) => {
      // A code is counted before its contact is stored.
      await sql`lock table portal.attempt_counter in exclusive mode`.execute(tx)
      const done = calls[what](ada.memberNumber)
      await untilWaiting(portal.db)
      const erased = await runMemberCommand(portal.deps, ['erase', ada.memberNumber, '--by', 'Pat', '--yes'])
      expect(erased.exitCode).toBe(0)
      return { late: done }
    })
    expect((await late).statusCode).toBe(401)
    expect(await portal.db.selectFrom('portal.contact').select('value').execute()).toEqual([])
    expect(await portal.db.selectFrom('outbox.message').select('recipient').execute()).toEqual([])
    const events = await portal.db.selectFrom('outbox.event').select('body').execute()
    expect(JSON.stringify(events)).not.toContain(address)
  },
)
