import { usage } from '@coopline/contract/usage/usage/usage.contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { seedIntervals, seedMeter } from '../../../testing/seed-usage.ts'
import { useFresh } from '../../../testing/use-fresh.ts'

const portal = useTestPortal({ settings: { MDMEnabled: true, MdmCloudEnabled: true } })
const ada = useFresh(async () => adaSignedIn(portal))
const params = { memberNumber: '10001', accountNumber: '100100101' }
const today = '2026-11-20'

describe('blocks of intervals', () => {
  beforeEach(async () => seedMeter(portal.db))
  const ask = async (fromDate: string, toDate: string, more = {}) =>
    portal.call(usage.intervalBlocks, { ...ada, params, query: { fromDate, toDate, ...more } })
  const hours = (count: number, first = 0) => Array.from({ length: count }, (_none, hour) => first + hour)
  const blocksOf = async (fromDate: string, toDate: string) =>
    (await ask(fromDate, toDate)).json<{ blocks: unknown[] }>().blocks

  it('join the days without a gap between them, with null where an interval is missing', async () => {
    await seedIntervals(
      portal.db,
      { day: '2026-11-17', used: [null, ...hours(23)] },
      { day: '2026-11-18', used: hours(20) },
    )
    expect((await ask('2026-11-01', '2026-11-19')).json()).toEqual({
      meterId: 'E-1',
      unitOfMeasure: 'kWh',
      blocks: [
        {
          startTime: '2026-11-17T00:00:00-06:00',
          minutes: 60,
          used: [null, ...hours(23), ...hours(20), null, null, null, null],
        },
      ],
    })
  })

  it('start again after a missing day, at another length, and where energy sent to the grid begins', async () => {
    const half = { minutes: 30, used: hours(48) }
    await seedIntervals(
      portal.db,
      { day: '2026-11-14' },
      { day: '2026-11-16' },
      { day: '2026-11-17', ...half },
      { day: '2026-11-18', ...half, received: hours(48) },
    )
    expect(await blocksOf('2026-11-14', '2026-11-18')).toEqual([
      { startTime: '2026-11-14T00:00:00-06:00', minutes: 60, used: hours(24, 1) },
      { startTime: '2026-11-16T00:00:00-06:00', minutes: 60, used: hours(24, 1) },
      { startTime: '2026-11-17T00:00:00-06:00', ...half },
      { startTime: '2026-11-18T00:00:00-06:00', ...half, received: hours(48) },
    ])
  })

  it('have one UTC offset each when clocks change', async () => {
    await seedIntervals(portal.db, { day: '2026-10-31' }, { day: '2026-11-01' }, { day: '2026-11-02' })
    expect(await blocksOf('2026-10-31', '2026-11-02')).toEqual([
      { startTime: '2026-10-31T00:00:00-05:00', minutes: 60, used: [...hours(24, 1), 1, 2] },
      { startTime: '2026-11-01T01:00:00-06:00', minutes: 60, used: [...hours(23, 3), ...hours(24, 1)] },
    ])
    portal.set({ MDMEnabled: false })
    await seedIntervals(portal.db, { day: '2026-03-08' })
    expect(await blocksOf('2026-03-08', '2026-03-08')).toEqual([
      { startTime: '2026-03-08T00:00:00-06:00', minutes: 60, used: [1, 2] },
      { startTime: '2026-03-08T03:00:00-05:00', minutes: 60, used: hours(21, 3) },
    ])
  })

  it('end today with the last value, and are none in a range without one', async () => {
    await seedIntervals(portal.db, { day: today, used: [5, null, 7, null, null] }, { day: '2026-11-10', used: [null] })
    expect(await blocksOf(today, today)).toEqual([
      { startTime: `${today}T00:00:00-06:00`, minutes: 60, used: [5, null, 7] },
    ])
    expect(await blocksOf('2026-11-10', '2026-11-10')).toEqual([])
  })

  it('are offered with either kind of MDM, for meters of the account only', async () => {
    const status = async (more = {}) => (await ask(today, today, more)).statusCode
    expect(await status({ meterId: 'X' })).toBe(404)
    portal.set({ MdmCloudEnabled: false })
    expect(await status()).toBe(200)
    portal.set({ MDMEnabled: false })
    expect(await status()).toBe(403)
  })
})
