import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { degreeDaysOf, expectedUse, fitDegreeDays } from './degree-days.ts'

describe('degree days', () => {
  it('counts degrees below 65 °F as heating and above it as cooling', () => {
    expect(degreeDaysOf(20)).toEqual({ heating: 45, cooling: 0 })
    expect(degreeDaysOf(65)).toEqual({ heating: 0, cooling: 0 })
    expect(degreeDaysOf(71.5)).toEqual({ heating: 0, cooling: 6.5 })
  })

  const year = Array.from({ length: 12 }, (_, month) => degreeDaysOf(45 - 30 * Math.cos((month / 12) * 2 * Math.PI)))

  it('recovers the base and both slopes from generated usage', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 60, noNaN: true }),
        fc.double({ min: 0.1, max: 4, noNaN: true }),
        fc.double({ min: 0.1, max: 4, noNaN: true }),
        (base, heating, cooling) => {
          const slopes = { base, heating, cooling }
          const fit = fitDegreeDays(year.map((day) => ({ ...day, used: expectedUse(slopes, day) })))
          expect(fit?.base).toBeCloseTo(base, 5)
          expect(fit?.heating).toBeCloseTo(heating, 5)
          expect(fit?.cooling).toBeCloseTo(cooling, 5)
          expect(fit?.share).toBeCloseTo(1, 5)
        },
      ),
    )
  })

  it('returns null with fewer than ten points, without variance, and when usage does not follow the weather', () => {
    const heated = year.map((day) => ({ ...day, used: 10 + day.heating }))
    expect(fitDegreeDays(heated.slice(0, 9))).toBeNull()
    expect(fitDegreeDays(heated.slice(0, 10))).not.toBeNull()
    expect(fitDegreeDays(year.map((day) => ({ ...day, used: 7 })))).toBeNull()
    expect(fitDegreeDays(year.map((day, month) => ({ ...day, used: month % 2 === 0 ? 90 : 1 })))).toBeNull()
    expect(fitDegreeDays(year.map(() => ({ heating: 5, cooling: 0, used: 3 })))).toBeNull()
  })

  it('leaves out heating or cooling when its slope would be negative', () => {
    const fit = fitDegreeDays(year.map((day) => ({ ...day, used: 20 + day.heating - day.cooling * 0.01 })))
    expect(fit?.cooling).toBe(0)
    expect(fit?.heating).toBeGreaterThan(0.9)
  })

  it('never expects negative usage', () => {
    expect(expectedUse({ base: -5, heating: 0, cooling: 0 }, { heating: 1, cooling: 1 })).toBe(0)
  })
})
