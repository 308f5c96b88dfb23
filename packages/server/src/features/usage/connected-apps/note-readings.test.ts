import { featureData } from '../../../features.ts'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { expect, it } from 'vitest'
import { seedAccount, giveToBen } from '../../../testing/seed-account.ts'
import { seedLogin } from '../../../testing/seed-login.ts'
import { seedDays, seedIntervals, seedMeter } from '../../../testing/seed-usage.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { sumIntervalDays, updateReceived } from '../usage/write-readings.store.ts'
import { seedApp, seedConnection } from './connected-apps.fixtures.ts'

const portal = useTestPortal()
const first = { accountNumber: '100100101', meterNumber: 'M1' }
const endsAt = new Date('2099-01-01T00:00:00Z')

/** Stores readings of every kind. @returns the first day of new readings that each step noted for the live connection. */
async function notesOfEachStep() {
  await portal.reset()
  portal.set({ connectEnabled: true })
  await seedAccount(portal.db)
  for (const meterNumber of ['M1', 'M2']) await seedMeter(portal.db, { meterNumber })
  const loginId = await seedLogin(portal)
  const notes: string[] = []
  let live = 'none'
  const store = async (work: () => Promise<unknown>) => {
    await portal.db.deleteFrom('portal.connected_notification_log').execute()
    await work()
    const rows = await portal.db
      .selectFrom('portal.connected_notification_log')
      .select(({ fn }) => ['grant_id', 'meter_number', fn.min('day').as('day')])
      .groupBy(['grant_id', 'meter_number'])
      .execute()
    notes.push(
      rows.map((row) => `${row.grant_id === live ? 'live' : 'other'} ${row.meter_number} ${row.day}`).join(', '),
    )
  }
  const days = async () => seedDays(portal.db, { ...first, day: '2026-11-12' }, { ...first, day: '2026-11-10' })
  await store(days)
  const clientId = await seedApp(portal, 'Planner', { notifyUri: 'https://app.example.org/' })
  await seedConnection(portal, loginId, { clientId, meters: [first], endsAt: new Date('2026-01-01T00:00:00Z') })
  live = (await seedConnection(portal, loginId, { clientId, meters: [first], endsAt })).grantId
  await store(days)
  await store(async () =>
    seedDays(portal.db, { ...first, used: 2_000, day: '2026-11-12' }, { ...first, used: 2_000, day: '2026-11-11' }),
  )
  await store(async () => seedDays(portal.db, { ...first, meterNumber: 'M2', day: '2026-11-10' }))
  await store(async () => seedDays(portal.db, { ...first, day: '2025-10-31' }))
  await store(async () => seedDays(portal.db, { ...first, day: '2025-10-30' }, { ...first, day: '2025-11-01' }))
  await store(async () => seedIntervals(portal.db, { ...first, day: '2026-11-09' }))
  await store(async () => sumIntervalDays(portal.db, [{ ...first, day: calendarDate('2026-11-09'), unit: 'kWh' }]))
  await store(async () => updateReceived(portal.db, [{ ...first, day: calendarDate('2026-11-10'), received: 5 }]))
  await giveToBen(portal.db)
  await store(async () => seedDays(portal.db, { ...first, day: '2026-11-08' }))
  return notes
}

it('apps are notified of the same readings where these are distributed and have no triggers', async () => {
  const byTriggers = await notesOfEachStep()
  expect(byTriggers).toEqual([
    '',
    '',
    'live M1 2026-11-11',
    '',
    '',
    'live M1 2025-11-01',
    'live M1 2026-11-09',
    'live M1 2026-11-09',
    'live M1 2026-11-10',
    '',
  ])
  for (const { table, triggers } of featureData.distributed.tables)
    for (const trigger of triggers) await portal.database.runScript(`drop trigger ${trigger} on ${table}`)
  expect(await notesOfEachStep()).toEqual(byTriggers)
})
