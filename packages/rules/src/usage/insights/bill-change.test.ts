import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, calendarDate } from '../../kernel/calendar-date.ts'
import { cents } from '../../kernel/money.ts'
import { type ChangeFacts, explainBillChange, mainCauses } from './bill-change.ts'
import type { ChargeLine, ExplainedBill } from './bill-charges.ts'

const noFacts: ChangeFacts = {
  slopes: null,
  weather: null,
  knownPrice: null,
  isWeatherDriven: false,
  isDelivered: false,
  hasEstimates: false,
  hasNewMeter: false,
}

const plain = (description: string, amount: number): ChargeLine => ({
  description,
  quantity: null,
  unit: '',
  amount: cents(amount),
})
const energy = (quantity: number, amount: number, unit = 'kWh'): ChargeLine => ({
  description: 'Energy charge',
  quantity,
  unit,
  amount: cents(amount),
})

/** Builds a 30-day bill whose amount is the sum of its lines. */
function aBill(lines: readonly ChargeLine[], changes: Partial<ExplainedBill> = {}): ExplainedBill {
  return {
    billDate: calendarDate('2026-11-13'),
    start: calendarDate('2026-10-14'),
    end: calendarDate('2026-11-12'),
    amount: cents(lines.reduce((sum, { amount }) => sum + amount, 0)),
    usageKwh: lines.find(({ unit }) => unit === 'kWh')?.quantity ?? null,
    lateFee: cents(0),
    lines,
    prepaid: null,
    ...changes,
  }
}

const amounts = (bill: ExplainedBill, earlier: ExplainedBill, facts: Partial<ChangeFacts> = {}) =>
  Object.fromEntries(
    explainBillChange(bill, earlier, { ...noFacts, ...facts }).parts.map(({ code, amount }) => [code, amount]),
  )
const notes = (bill: ExplainedBill, earlier: ExplainedBill, facts: Partial<ChangeFacts> = {}) =>
  explainBillChange(bill, earlier, { ...noFacts, ...facts }).notes

describe('explaining a bill change', () => {
  it('values days, weather and usage at the earlier price and applies the new price to the later usage', () => {
    // 600 kWh at 10¢ in 30 days; 775 kWh at 12¢ in 31 days, 50 heating degree days colder at 2 kWh each.
    const earlier = aBill([energy(600, 6_000)])
    const later = aBill([energy(775, 9_300)], { end: calendarDate('2026-11-13') })
    const weather = { before: { heating: 300, cooling: 0 }, after: { heating: 360, cooling: 0 } }
    const change = explainBillChange(later, earlier, { ...noFacts, slopes: { heating: 2, cooling: 0 }, weather })
    expect(change).toMatchObject({ before: 6_000, after: 9_300, difference: 3_300, notes: [] })
    expect(change.parts).toEqual([
      {
        code: 'days',
        amount: 200,
        figures: [
          { kind: 'days', name: '', before: 30, after: 31 },
          { kind: 'share', name: 'kWh', before: null, after: 20 },
        ],
      },
      {
        code: 'weather',
        amount: 1_000,
        figures: [
          { kind: 'heating', name: '', before: 300, after: 360 },
          { kind: 'share', name: 'kWh', before: null, after: 100 },
        ],
      },
      {
        code: 'usage',
        amount: 550,
        figures: [
          { kind: 'quantity', name: 'kWh', before: 600, after: 775 },
          { kind: 'share', name: 'kWh', before: null, after: 55 },
        ],
      },
      { code: 'rate', amount: 1_550, figures: [{ kind: 'price', name: 'kWh', before: 10, after: 12 }] },
    ])
  })

  it('reports no price change when rounding explains the difference in unit price', () => {
    // At 12.75¢, 3.1 kWh cost 40¢ (39.525) and 903.3 kWh cost 11,517¢ (11,517.075).
    expect(amounts(aBill([energy(903.3, 11_517)]), aBill([energy(3.1, 40)]))).toEqual({ usage: 11_477 })
    expect(amounts(aBill([energy(3.1, 40)]), aBill([energy(903.3, 11_517)]))).toEqual({ usage: -11_477 })
  })

  it('allows half a cent of rounding for each line of a price', () => {
    const earlier = aBill([energy(10, 51), energy(10, 50)])
    expect(amounts(aBill([energy(2_000, 10_000), energy(2_000, 9_999)]), earlier)).toEqual({ usage: 19_898 })
    expect(amounts(aBill([energy(2_000, 10_000), energy(2_000, 9_998)]), earlier)).toEqual({
      usage: 20_099,
      rate: -202,
    })
  })

  it('values days at the price of the bill with more usage, or of the earlier one, when only rounding differs', () => {
    const threeDays = { start: calendarDate('2026-11-10') }
    const sixtyDays = { start: calendarDate('2026-09-14') }
    expect(amounts(aBill([energy(903.3, 11_517)]), aBill([energy(3.1, 40)], threeDays))).toMatchObject({ days: 356 })
    expect(amounts(aBill([energy(3.1, 40)], sixtyDays), aBill([energy(903.3, 11_517)]))).toMatchObject({ days: 11_517 })
    expect(amounts(aBill([energy(10, 101)], sixtyDays), aBill([energy(10, 100)]))).toMatchObject({ days: 100 })
  })

  it('shows what days and weather leave to usage as a share', () => {
    const figuresOf = (bill: ExplainedBill, facts: Partial<ChangeFacts> = {}) =>
      explainBillChange(bill, aBill([energy(600, 6_000)]), { ...noFacts, ...facts }).parts.map(({ figures }) => figures)
    const share = (after: number) => ({ kind: 'share', name: 'kWh', before: null, after })
    const longer = aBill([energy(700, 7_000)], { end: calendarDate('2026-11-13') })
    expect(figuresOf(longer)).toEqual([
      [{ kind: 'days', name: '', before: 30, after: 31 }, share(20)],
      [{ kind: 'quantity', name: 'kWh', before: 600, after: 700 }, share(80)],
    ])
    const weather = { before: { heating: 300, cooling: 10 }, after: { heating: 310, cooling: 20 } }
    expect(figuresOf(aBill([energy(725, 7_250)]), { slopes: { heating: 2, cooling: 3 }, weather })).toEqual([
      [
        { kind: 'heating', name: '', before: 300, after: 310 },
        { kind: 'cooling', name: '', before: 10, after: 20 },
        share(50),
      ],
      [{ kind: 'quantity', name: 'kWh', before: 600, after: 725 }, share(75)],
    ])
  })

  it('values the weather of a bill after one without usage at its own price', () => {
    const service = plain('Service charge', 2_800)
    const facts = {
      slopes: { heating: 2, cooling: 0 },
      weather: { before: { heating: 300, cooling: 0 }, after: { heating: 360, cooling: 0 } },
    }
    expect(amounts(aBill([energy(300, 3_600), service]), aBill([service]), facts)).toEqual({
      weather: 1_440,
      usage: 2_160,
    })
  })

  it('lists fees, taxes, credits and the budget billing adjustment line by line', () => {
    const earlier = aBill([
      energy(500, 5_000),
      plain('Service charge', 2_800),
      plain('Taxes', 400),
      plain('Late fee', 237),
      plain('Budget billing adjustment', 1_563),
    ])
    const later = aBill([
      energy(700, 7_000),
      plain('Service charge', 2_800),
      plain('Taxes', 500),
      plain('Capital credit refund', -1_864),
      plain('Budget billing adjustment', -300),
    ])
    expect(explainBillChange(later, earlier, noFacts).parts.slice(1)).toEqual([
      { code: 'fees', amount: -237, figures: [{ kind: 'line', name: 'Late fee', before: 237, after: null }] },
      { code: 'taxes', amount: 100, figures: [{ kind: 'line', name: 'Taxes', before: 400, after: 500 }] },
      {
        code: 'credits',
        amount: -1_864,
        figures: [{ kind: 'line', name: 'Capital credit refund', before: null, after: -1_864 }],
      },
      {
        code: 'leveling',
        amount: -1_863,
        figures: [{ kind: 'line', name: 'Budget billing adjustment', before: 1_563, after: -300 }],
      },
    ])
    expect(amounts(later, earlier)).toMatchObject({ usage: 2_000 })
  })

  it('ignores days and weather for demand in kW', () => {
    const withDemand = (kwh: number, kw: number) => [energy(kwh, kwh * 10), energy(kw, kw * 800, 'kW')]
    const later = aBill(withDemand(620, 10), { end: calendarDate('2026-11-13') })
    const change = explainBillChange(later, aBill(withDemand(600, 8)), noFacts)
    expect(change.parts).toEqual([
      {
        code: 'days',
        amount: 200,
        figures: [
          { kind: 'days', name: '', before: 30, after: 31 },
          { kind: 'share', name: 'kWh', before: null, after: 20 },
        ],
      },
      {
        code: 'usage',
        amount: 1_600,
        figures: [{ kind: 'quantity', name: 'kW', before: 8, after: 10 }],
      },
    ])
  })

  it('compares a unit that only one of the bills has', () => {
    const demand = (kw: number, amount: number) => aBill([energy(600, 6_000), energy(kw, amount, 'kW')])
    const quantity = (before: number, after: number) => ({ kind: 'quantity', name: 'kW', before, after })
    const partsOf = (later: ExplainedBill) => explainBillChange(later, demand(8, 6_400), noFacts).parts
    expect(partsOf(aBill([energy(600, 6_000)]))).toEqual([{ code: 'usage', amount: -6_400, figures: [quantity(8, 0)] }])
    // A minimum charge without demand has no price.
    expect(partsOf(demand(0, 500))).toEqual([
      { code: 'usage', amount: -6_400, figures: [quantity(8, 0)] },
      { code: 'rate', amount: 500, figures: [{ kind: 'price', name: 'kW', before: 800, after: null }] },
    ])
  })

  it('applies days to kWh, or else to the unit with the largest charge, but never to demand', () => {
    const daysOf = (...units: readonly ChargeLine[]) =>
      amounts(aBill(units, { start: calendarDate('2026-09-14'), usageKwh: null }), aBill(units, { usageKwh: null }))
    const others = [energy(100, 1_000, 'gal'), energy(10, 5_000, 'ccf'), energy(20, 2_000, 'therm')]
    expect(daysOf(...others, energy(8, 6_400, 'kW'))).toEqual({ days: 5_000, usage: -5_000 })
    expect(daysOf(...others, energy(30, 300))).toEqual({ days: 300, usage: -300 })
    expect(daysOf(energy(8, 6_400, 'kW'))).toEqual({})
  })

  it('counts energy once when a rider repeats it and adds up price tiers', () => {
    const rider = aBill([energy(600, 6_000), { ...energy(600, 300), description: 'Power cost adjustment' }])
    const steps = aBill([energy(500, 5_000), energy(200, 1_600)], { usageKwh: 700 })
    const change = explainBillChange(steps, rider, noFacts)
    expect(change.parts.map(({ code, amount }) => [code, amount])).toEqual([
      ['usage', 1_050],
      ['rate', -750],
    ])
  })

  it('compares water in gallons without a weather part or a weather note', () => {
    const water = (gallons: number) => aBill([energy(gallons, Math.round(gallons * 0.85), 'gal')], { usageKwh: null })
    const weather = { before: { heating: 1, cooling: 1 }, after: { heating: 9, cooling: 9 } }
    expect(amounts(water(3_000), water(2_000), { weather })).toEqual({ usage: 850 })
    expect(notes(water(3_000), water(2_000), { weather })).toEqual([])
  })

  it('does not adjust delivered fuel for the number of days', () => {
    const propane = (gallons: number, days: number) =>
      aBill([energy(gallons, gallons * 219, 'gal')], { end: addDays(calendarDate('2026-10-13'), days) })
    expect(amounts(propane(100, 60), propane(50, 10), { isDelivered: true })).toEqual({ usage: 10_950 })
    expect(notes(propane(100, 60), propane(50, 10), { isDelivered: true })).toEqual([])
  })

  it('uses the usage, charges and taxes of a prepaid period when there are no lines', () => {
    const prepaid = (kwh: number, parts: { usage: number; charges: number; taxes: number }) =>
      aBill([], {
        amount: cents(parts.usage + parts.charges + parts.taxes),
        usageKwh: kwh,
        prepaid: { usage: cents(parts.usage), charges: cents(parts.charges), taxes: cents(parts.taxes) },
      })
    const change = explainBillChange(
      prepaid(700, { usage: 7_000, charges: 2_800, taxes: 500 }),
      prepaid(600, { usage: 6_000, charges: 2_700, taxes: 450 }),
      noFacts,
    )
    expect(Object.fromEntries(change.parts.map(({ code, amount }) => [code, amount]))).toEqual({
      usage: 1_000,
      fees: 100,
      taxes: 50,
    })
    expect(change.notes).toEqual([])
  })

  it('values usage at the price of the itemized bill and puts the rest in "other"', () => {
    const earlier = aBill([], { amount: cents(9_000), usageKwh: 600 })
    const later = aBill([energy(700, 7_000), plain('Late fee', 237), plain('Taxes', 1_763)], { lateFee: cents(237) })
    expect(explainBillChange(later, earlier, noFacts).parts).toEqual([
      { code: 'usage', amount: 1_000, figures: [{ kind: 'quantity', name: 'kWh', before: 600, after: 700 }] },
      { code: 'fees', amount: 237, figures: [{ kind: 'line', name: 'Late fee', before: 0, after: 237 }] },
      { code: 'other', amount: -1_237, figures: [] },
    ])
    expect(notes(later, earlier)).toEqual(['not-itemized'])
    expect(notes(earlier, later)).toEqual(['not-itemized'])
  })

  it('shows the usage of both bills but no price when neither is itemized', () => {
    const earlier = aBill([], { amount: cents(9_000), usageKwh: 600 })
    const later = aBill([], { amount: cents(9_500), usageKwh: 640 })
    expect(explainBillChange(later, earlier, noFacts).parts).toEqual([
      { code: 'other', amount: 500, figures: [{ kind: 'quantity', name: 'kWh', before: 600, after: 640 }] },
    ])
  })

  it('uses the price of another bill when neither is itemized', () => {
    const earlier = aBill([], { amount: cents(9_000), usageKwh: 600 })
    const later = aBill([], { amount: cents(9_500), usageKwh: 640 })
    expect(amounts(later, earlier, { knownPrice: 12.5 })).toEqual({ usage: 500 })
    expect(notes(later, earlier, { knownPrice: 12.5 })).toEqual(['not-itemized'])
  })

  it('shows no usage when one of the bills does not report it', () => {
    const earlier = aBill([], { amount: cents(9_000), usageKwh: 600 })
    const later = aBill([], { amount: cents(9_500), usageKwh: 640 })
    const other = [{ code: 'other', amount: 500, figures: [] }]
    for (const facts of [noFacts, { ...noFacts, knownPrice: 12.5 }]) {
      expect(explainBillChange(later, { ...earlier, usageKwh: null }, facts).parts).toEqual(other)
      expect(explainBillChange({ ...later, usageKwh: null }, earlier, facts).parts).toEqual(other)
    }
  })

  it('notes unknown weather, usage that does not follow it, and an unknown period', () => {
    const [earlier, later] = [aBill([energy(600, 6_000)]), aBill([energy(700, 7_000)])]
    const weather = { before: { heating: 1, cooling: 0 }, after: { heating: 2, cooling: 0 } }
    expect(notes(later, earlier, { isWeatherDriven: true })).toEqual(['weather-unknown'])
    expect(notes(later, earlier, { isWeatherDriven: true, weather })).toEqual(['weather-unclear'])
    expect(notes(later, { ...earlier, start: null })).toEqual(['no-period'])
    expect(amounts(later, { ...earlier, start: null })).toEqual({ usage: 1_000 })
    expect(notes({ ...later, end: null }, earlier)).toEqual(['no-period'])
    expect(amounts({ ...later, end: null }, earlier)).toEqual({ usage: 1_000 })
    const slopes = { heating: 2, cooling: 0 }
    expect(notes(later, earlier, { isWeatherDriven: true, weather, slopes })).toEqual([])
    expect(notes(later, earlier, { hasEstimates: true, hasNewMeter: true })).toEqual(['estimated', 'meter-changed'])
  })

  it('notes nothing about periods and weather when usage is the same', () => {
    const taxed = (tax: number) => aBill([energy(600, 6_000), plain('Taxes', tax)])
    const [earlier, later] = [taxed(400), taxed(500)]
    const weather = { before: { heating: 1, cooling: 0 }, after: { heating: 1, cooling: 0 } }
    expect(notes({ ...later, start: null }, earlier)).toEqual([])
    expect(notes(later, earlier, { isWeatherDriven: true })).toEqual([])
    expect(notes(later, earlier, { isWeatherDriven: true, weather })).toEqual([])
    // The longer period explains all of the usage.
    const longer = aBill([energy(620, 6_200)], { end: calendarDate('2026-11-13') })
    expect(notes(longer, aBill([energy(600, 6_000)]), { isWeatherDriven: true })).toEqual(['weather-unknown'])
  })

  it('notes periods of which one is more than a fifth longer', () => {
    const energyIn = (days: number) =>
      aBill([energy(days * 20, days * 200)], { end: addDays(calendarDate('2026-10-13'), days) })
    expect(notes(energyIn(36), energyIn(30))).toEqual([])
    expect(notes(energyIn(37), energyIn(30))).toEqual(['periods-differ'])
    expect(notes(energyIn(30), energyIn(37))).toEqual(['periods-differ'])
    // Nothing but weather differs.
    const slopes = { heating: 2, cooling: 0 }
    const weather = { before: { heating: 300, cooling: 0 }, after: { heating: 420, cooling: 0 } }
    const colder = aBill([energy(40, 480)], { end: calendarDate('2026-11-22') })
    expect(amounts(colder, aBill([energy(0, 0)]), { slopes, weather })).toEqual({ weather: 480 })
    expect(notes(colder, aBill([energy(0, 0)]), { slopes, weather })).toEqual(['periods-differ'])
  })

  it('notes why a part is larger than both bills', () => {
    const short = aBill([energy(300, 3_000)], { start: calendarDate('2026-11-08') })
    const change = explainBillChange(aBill([energy(310, 3_100)]), short, noFacts)
    expect(Object.fromEntries(change.parts.map(({ code, amount }) => [code, amount]))).toEqual({
      days: 15_000,
      usage: -14_900,
    })
    expect(change.notes).toEqual(['periods-differ', 'offsetting'])
  })

  it('never attributes a larger drop to milder weather than the usage itself', () => {
    const weather = { before: { heating: 900, cooling: 0 }, after: { heating: 0, cooling: 0 } }
    const facts = { slopes: { heating: 5, cooling: 0 }, weather }
    expect(amounts(aBill([energy(100, 1_000)]), aBill([energy(600, 6_000)]), facts)).toEqual({
      weather: -6_000,
      usage: 1_000,
    })
    // In twice the days, twice the usage was expected.
    const longer = aBill([energy(100, 1_000)], { start: calendarDate('2026-09-14') })
    expect(amounts(longer, aBill([energy(600, 6_000)]), facts)).toEqual({ days: 6_000, weather: -12_000, usage: 1_000 })
  })

  it('puts charges that no line explains in "other"', () => {
    const later = aBill([energy(600, 6_000)], { amount: cents(6_150) })
    const { parts } = explainBillChange(later, aBill([energy(600, 6_000)]), noFacts)
    expect(parts).toEqual([{ code: 'other', amount: 150, figures: [] }])
  })
})

describe('main causes of a bill change', () => {
  it('names the largest cause in the direction of the change and any cause that offset half of it or more', () => {
    const part = (code: 'days' | 'usage' | 'rate', amount: number) => ({ code, amount: cents(amount), figures: [] })
    const causes = (difference: number, parts: ReturnType<typeof part>[]) => {
      const { main, offset } = mainCauses({ difference: cents(difference), parts })
      return [main?.code, offset?.code]
    }
    expect(causes(700, [part('days', 100), part('usage', 1_000), part('rate', -400)])).toEqual(['usage', undefined])
    expect(causes(600, [part('days', 100), part('usage', 1_000), part('rate', -500)])).toEqual(['usage', 'rate'])
    expect(causes(-400, [part('days', 100), part('rate', -500)])).toEqual(['rate', undefined])
    expect(causes(0, [part('usage', 500), part('rate', -500)])).toEqual(['usage', 'rate'])
    expect(causes(500, [part('usage', 500)])).toEqual(['usage', undefined])
    expect(causes(0, [])).toEqual([undefined, undefined])
  })
})

const anAmount = fc.integer({ min: -2_000_000, max: 5_000_000 })
const aQuantity = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 200_000 }).map((tenths) => tenths / 10),
)
const aLine: fc.Arbitrary<ChargeLine> = fc.oneof(
  fc
    .record({ quantity: aQuantity, amount: anAmount, unit: fc.constantFrom('kWh', 'kW', 'gal') })
    .map(({ quantity, amount, unit }) => energy(quantity, amount, unit)),
  fc
    .record({
      description: fc.constantFrom('Service charge', 'Taxes', 'Late fee', 'Refund', 'Average billing adjustment'),
      amount: anAmount,
    })
    .map(({ description, amount }) => plain(description, amount)),
)
const anyBill = fc
  .record({
    lines: fc.array(aLine, { maxLength: 8 }),
    usageKwh: fc.option(aQuantity),
    amount: anAmount,
    days: fc.option(fc.integer({ min: -3, max: 400 })),
    lateFee: fc.integer({ min: 0, max: 9_000 }),
    isPrepaid: fc.boolean(),
  })
  .map(({ days, isPrepaid, lateFee, amount, ...rest }) =>
    aBill(rest.lines, {
      ...rest,
      amount: cents(amount),
      lateFee: cents(lateFee),
      end: days === null ? null : addDays(calendarDate('2026-10-14'), days),
      prepaid: isPrepaid ? { usage: cents(amount - 300), charges: cents(200), taxes: cents(100) } : null,
    }),
  )
const degreeDays = fc.record({
  heating: fc.double({ min: 0, max: 3_000, noNaN: true }),
  cooling: fc.double({ min: 0, max: 3_000, noNaN: true }),
})
const anyFacts: fc.Arbitrary<ChangeFacts> = fc.record({
  slopes: fc.option(degreeDays.map(({ heating, cooling }) => ({ heating: heating / 100, cooling: cooling / 100 }))),
  weather: fc.option(fc.record({ before: degreeDays, after: degreeDays })),
  knownPrice: fc.option(fc.double({ min: 0.01, max: 90, noNaN: true })),
  isWeatherDriven: fc.boolean(),
  isDelivered: fc.boolean(),
  hasEstimates: fc.boolean(),
  hasNewMeter: fc.boolean(),
})

describe('for any two bills', () => {
  it('the parts add up to the difference to the cent, without duplicates or zero parts', () => {
    fc.assert(
      fc.property(anyBill, anyBill, anyFacts, (bill, earlier, facts) => {
        const { parts, difference } = explainBillChange(bill, earlier, facts)
        expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(difference)
        expect(difference).toBe(bill.amount - earlier.amount)
        expect(new Set(parts.map(({ code }) => code)).size).toBe(parts.length)
        expect(parts.every(({ amount }) => Number.isSafeInteger(amount) && amount !== 0)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('a part larger than both bills always carries a note', () => {
    fc.assert(
      fc.property(anyBill, anyBill, anyFacts, (bill, earlier, facts) => {
        const change = explainBillChange(bill, earlier, facts)
        const largest = Math.max(0, ...change.parts.map(({ amount }) => Math.abs(amount)))
        const isLarger = largest > Math.max(Math.abs(bill.amount), Math.abs(earlier.amount))
        expect(change.notes.includes('offsetting')).toBe(isLarger)
      }),
    )
  })

  it('a bill compared with itself has no parts', () => {
    fc.assert(
      fc.property(anyBill, anyFacts, (bill, facts) => {
        const weather = facts.weather && { before: facts.weather.before, after: facts.weather.before }
        expect(explainBillChange(bill, bill, { ...facts, weather }).parts).toEqual([])
      }),
    )
  })
})
