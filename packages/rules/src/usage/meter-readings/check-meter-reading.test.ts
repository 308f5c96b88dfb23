import { describe, expect, it } from 'vitest'
import { calendarDate } from '../../kernel/calendar-date.ts'
import { checkMeterReading, doubtReading } from './check-meter-reading.ts'
import { doubtMessage, meterReadingMessage } from './meter-readings.messages.ts'

const today = calendarDate('2026-11-20')
const sound = { meterNumber: 'W-1', reading: '004512', readOn: '2026-11-20' }
const problemsOf = (changes: Partial<typeof sound>) =>
  checkMeterReading({ ...sound, ...changes }, { meters: ['W-1'], today }).map(({ field, code }) => [field, code])

describe('checking a meter reading', () => {
  it.each([{}, { reading: '0' }, { reading: ' 999999999 ' }, { readOn: '2026-10-21' }])('accepts %j', (changes) => {
    expect(problemsOf(changes)).toEqual([])
  })

  it.each([
    [{ meterNumber: '' }, 'meterNumber', 'meter-missing'],
    [{ meterNumber: 'W-2' }, 'meterNumber', 'meter-missing'],
    [{ reading: ' ' }, 'reading', 'reading-missing'],
    [{ reading: '4,512' }, 'reading', 'reading-not-valid'],
    [{ reading: '4512.5' }, 'reading', 'reading-not-valid'],
    [{ reading: '-4512' }, 'reading', 'reading-not-valid'],
    [{ reading: '\uFF14\uFF15' }, 'reading', 'reading-not-valid'],
    [{ reading: '1234567890' }, 'reading', 'reading-not-valid'],
    [{ readOn: '' }, 'readOn', 'date-not-valid'],
    [{ readOn: '2026-02-30' }, 'readOn', 'date-not-valid'],
    [{ readOn: '2026-10-20' }, 'readOn', 'date-not-valid'],
    [{ readOn: '2026-11-21' }, 'readOn', 'date-not-valid'],
  ])('reports %j', (changes, field, code) => {
    expect(problemsOf(changes)).toEqual([[field, code]])
  })

  it('names the first and last date in the sentence, in both languages', () => {
    const [problem] = checkMeterReading({ ...sound, readOn: '' }, { meters: ['W-1'], today })
    if (problem === undefined) throw new Error('no problem')
    expect(meterReadingMessage(problem, 'en')).toBe('Choose a date from 10/21/2026 to 11/20/2026.')
    expect(meterReadingMessage(problem, 'es')).toBe('Elija una fecha del 10/21/2026 al 11/20/2026.')
  })
})

describe('comparing a reading with the history', () => {
  const doubt = (reading: number, previous: number, usualPerDay: number | null = 30) =>
    doubtReading(
      { reading, day: today },
      { previous: { reading: previous, day: calendarDate('2026-11-10') }, usualPerDay },
    )

  it.each([
    ['the same reading', 4_512, 4_512],
    ['usual use', 4_812, 4_512],
    ['exactly four times the usual use', 5_712, 4_512],
  ])('finds %s plausible', (_what, reading, previous) => {
    expect(doubt(reading, previous)).toBeNull()
  })

  it('questions more than four times the usual daily use', () => {
    expect(doubt(5_713, 4_512)).toMatchObject({ code: 'high', perDay: 120.1, usualPerDay: 30 })
    expect(doubt(4_513, 4_512, 0)?.code).toBe('high')
  })

  it('does not question high use without a usage history or an earlier reading', () => {
    expect(doubt(900_000, 4_512, null)).toBeNull()
    expect(doubtReading({ reading: 900_000, day: today }, { previous: null, usualPerDay: 30 })).toBeNull()
    const sameDay = { previous: { reading: 5_000, day: today }, usualPerDay: 30 }
    expect(doubtReading({ reading: 4_000, day: today }, sameDay)).toBeNull()
  })

  it('tells a register that started again at zero from a lower reading', () => {
    expect(doubt(120, 99_900)?.code).toBe('rollover')
    expect(doubt(120, 99_900, null)?.code).toBe('rollover')
    expect(doubt(120, 90_000)?.code).toBe('lower')
    expect(doubt(4_511, 4_512)?.code).toBe('lower')
    expect(doubt(1, 89_999, null)?.code).toBe('lower')
  })

  it('asks with the figures that the member can compare', () => {
    const high = doubt(8_512, 4_512)
    const lower = doubt(4_000, 14_512)
    if (high === null || lower === null) throw new Error('no doubt')
    expect(doubtMessage(high, 'kWh', 'en')).toBe(
      'This reading means about 400 kWh a day since 11/10/2026. Your usual use is about 30 kWh a day. Please compare it with your meter.',
    )
    expect(doubtMessage(high, 'Gallons', 'es')).toContain('unos 400 galones por día')
    expect(doubtMessage(lower, 'kWh', 'es')).toBe(
      'Esta lectura es menor que la última que tenemos: 14,512 del 11/10/2026. Compárela con su medidor.',
    )
  })
})
