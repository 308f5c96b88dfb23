import { calendar, type CalendarAddress } from '@coopline/contract/accounts/calendar/calendar.contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { untilWaiting } from '../../../testing/until-waiting.ts'
import { runMemberCommand } from '../../staff/member-support/run-member-command.ts'

const portal = useTestPortal()
const ada = useFresh(async () => adaSignedIn(portal))
const own = () => ({ ...ada, params: { memberNumber: ada.memberNumber } })

const ends: Readonly<Record<string, () => Promise<unknown>>> = {
  'the member turns the calendar off': async () => portal.call(calendar.turnOff, own()),
  'the member is erased': async () =>
    runMemberCommand(portal.deps, ['erase', ada.memberNumber, '--by', 'Pat', '--yes']),
}

it.each(Object.keys(ends))('stores no due dates of a read that is under way when %s', async (what) => {
  const answer = await portal.call(calendar.turnOn, { ...own(), body: {} })
  const url = new URL(answer.json<CalendarAddress>().address).pathname
  const { read } = await inTransaction(portal.db, async (tx) => {
    // A read is counted after it has found the address.
    await sql`lock table portal.attempt_counter in exclusive mode`.execute(tx)
    const done = portal.inject({ method: 'GET', url })
    await untilWaiting(portal.db)
    await ends[what]?.()
    expect(await portal.db.selectFrom('portal.calendar_address').select('language').execute()).toEqual([])
    return { read: done }
  })
  expect((await read).statusCode).toBe(200)
  expect(await portal.db.selectFrom('portal.calendar_entry').selectAll().execute()).toEqual([])
})

it('erases an address that is being made while the member is erased', async () => {
  const { made, erased } = await inTransaction(portal.db, async (tx) => {
    // The audit entry is the last write of the call that creates an address.
    await sql`lock table portal.audit in exclusive mode`.execute(tx)
    const turnedOn = portal.call(calendar.turnOn, { ...own(), body: {} })
    await untilWaiting(portal.db)
    const erasure = runMemberCommand(portal.deps, ['erase', ada.memberNumber, '--by', 'Pat', '--yes'])
    await untilWaiting(portal.db, 2)
    return { made: turnedOn, erased: erasure }
  })
  expect([(await made).statusCode, (await erased).exitCode]).toEqual([200, 0])
  expect(await portal.db.selectFrom('portal.calendar_address').select('language').execute()).toEqual([])
})
