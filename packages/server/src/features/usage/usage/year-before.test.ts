import { usage } from '@coopline/contract/usage/usage/usage.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { beforeEach, describe, expect, it } from 'vitest'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { seedDays, seedMeter } from '../../../testing/seed-usage.ts'
import { useFresh } from '../../../testing/use-fresh.ts'

const portal = useTestPortal({ settings: { MDMEnabled: true, MdmCloudEnabled: true } })
const ada = useFresh(async () => adaSignedIn(portal))
const params = { memberNumber: '10001', accountNumber: '100100101' }

describe('the year before of an exchanged meter', () => {
  beforeEach(async () => {
    await seedMeter(portal.db, { meterNumber: 'E-0' })
    await seedMeter(portal.db, { meterNumber: 'E-1' })
  })
  const inService = async (number: string, dates: { from?: string; to?: string }) => {
    const [from, to] = [dates.from, dates.to].map((day) => (day === undefined ? null : calendarDate(day)))
    return portal.db
      .updateTable('cis.meter')
      .set({ in_service_from: from ?? null, in_service_to: to ?? null })
      .where('meter_number', '=', number)
      .execute()
  }
  const compared = async () => {
    const query = { fromDate: '2026-11-01', toDate: '2026-11-20', previousYear: 'Y' }
    const { usagesByMeter } = (await portal.call(usage.daily, { ...ada, params, query })).json<{
      usagesByMeter: { meterId: string; previousYear: { date: string; usageValue: number }[] }[]
    }>()
    return usagesByMeter.map(({ meterId, previousYear }) => [
      meterId,
      ...previousYear.map(({ date, usageValue }) => `${date} ${usageValue}`),
    ])
  }

  it('includes the days of its former meter, and both parts of the day of the exchange', async () => {
    await seedMeter(portal.db, { meterNumber: 'W-2', unit: 'Gallons' })
    for (const former of ['E-0', 'W-2']) await inService(former, { to: '2025-11-14' })
    await inService('E-1', { from: '2025-11-14' })
    await seedDays(
      portal.db,
      { day: '2026-11-13' },
      { day: '2025-11-12', meterNumber: 'E-0', used: 2_500 },
      { day: '2025-11-13', meterNumber: 'W-2', used: 90_000, unit: 'Gallons' },
      { day: '2025-11-14', meterNumber: 'E-0', used: 2_500 },
      { day: '2025-11-14', used: 4_000 },
      { day: '2025-11-15', used: 4_000 },
    )
    expect(await compared()).toEqual([['E-1', '2026-11-12 2.5', '2026-11-14 6.5', '2026-11-15 4']])
  })

  it('starts with the day of an exchange in this year, and each of both meters has its own days', async () => {
    await inService('E-0', { to: '2026-11-13' })
    await inService('E-1', { from: '2026-11-14' })
    await seedDays(
      portal.db,
      { day: '2026-11-13', meterNumber: 'E-0' },
      { day: '2026-11-14' },
      { day: '2025-11-13', meterNumber: 'E-0', used: 3_000 },
      { day: '2025-11-14', meterNumber: 'E-0', used: 3_000 },
    )
    expect(await compared()).toEqual([
      ['E-0', '2026-11-13 3', '2026-11-14 3'],
      ['E-1', '2026-11-14 3'],
    ])
  })
})
