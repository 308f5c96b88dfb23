import { expect, it } from 'vitest'
import { calendarDate } from '../../kernel/calendar-date.ts'
import { findFormerMeter } from './former-meter.ts'

const meter = (meterNumber: string, from: string | null, to: string | null, unit = 'kWh') => ({
  meterNumber,
  unit,
  inServiceFrom: from === null ? null : calendarDate(from),
  inServiceTo: to === null ? null : calendarDate(to),
})
const formerOf = (...[newest, ...others]: ReturnType<typeof meter>[]) =>
  newest === undefined ? undefined : findFormerMeter(newest, [newest, ...others])?.meterNumber

const newest = meter('E-3', '2026-03-10', null)

it('finds the meter of the same unit that ended on the day or within 31 days before', () => {
  const water = meter('W-1', null, '2026-03-10', 'Gallons')
  for (const end of ['2026-03-10', '2026-03-09', '2026-02-07'])
    expect(formerOf(newest, water, meter('E-1', null, '2025-03-01'), meter('E-2', '2025-03-01', end))).toBe('E-2')
  for (const end of ['2026-03-11', '2026-02-06', null])
    expect(formerOf(newest, water, meter('E-2', '2025-03-01', end))).toBeUndefined()
})

it('finds one at each exchange of the same service', () => {
  const [first, second] = [meter('E-1', null, '2026-03-01'), meter('E-2', '2026-03-02', '2026-05-01')]
  const third = meter('E-3', '2026-05-02', null)
  expect(formerOf(second, first, third)).toBe('E-1')
  expect(formerOf(third, first, second)).toBe('E-2')
})

it('finds none where dates are unknown or do not say which meter followed which', () => {
  const ended = meter('E-1', '2020-01-01', '2026-03-10')
  expect(formerOf(meter('E-3', null, null), ended)).toBeUndefined()
  expect(formerOf(newest, ended, meter('E-2', null, '2026-03-10'))).toBeUndefined()
  expect(formerOf(newest, ended, meter('E-4', '2026-03-12', null))).toBeUndefined()
  const sameDay = [meter('E-1', '2026-03-10', '2026-03-10'), meter('E-2', '2026-03-10', '2026-03-10')]
  expect(formerOf(...sameDay)).toBeUndefined()
})
