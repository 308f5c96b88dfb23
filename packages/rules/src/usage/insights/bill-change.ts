import { type CalendarDate, daysBetween } from '../../kernel/calendar-date.ts'
import { addCents, type Cents, cents, subtractCents, zeroCents } from '../../kernel/money.ts'
import { type BillCharges, billCharges, type ExplainedBill, lineKinds, type MeteredCharge } from './bill-charges.ts'
import type { DegreeDays } from './degree-days.ts'

export const partCodes = ['days', 'weather', 'usage', 'rate', ...lineKinds, 'other'] as const
export type PartCode = (typeof partCodes)[number]

/**
 * Kinds of figures: days, degree days, a quantity, this part's share of the quantity change (`after` only), cents per unit, or
 * the amount of a line in cents.
 */
export const figureKinds = ['days', 'heating', 'cooling', 'quantity', 'share', 'price', 'line'] as const

/** A figure from both bills; `null` for a bill that lacks it. */
export interface ChangeFigure {
  readonly kind: (typeof figureKinds)[number]
  /** The unit, or the description of the line. */
  readonly name: string
  readonly before: number | null
  readonly after: number | null
}

/** The amount that one cause added to the bill, in cents; negative when it lowered the bill. */
export interface ChangePart {
  readonly code: PartCode
  readonly amount: Cents
  readonly figures: readonly ChangeFigure[]
}

export const changeNotes = [
  'not-itemized',
  'no-period',
  'periods-differ',
  'weather-unknown',
  'weather-unclear',
  'offsetting',
  'estimated',
  'meter-changed',
] as const
/** A caveat to show with the split. */
export type ChangeNote = (typeof changeNotes)[number]

/** The difference between two bills. The parts add up to `difference` to the cent. */
export interface BillChange {
  readonly billDate: CalendarDate
  readonly before: Cents
  readonly after: Cents
  readonly difference: Cents
  /** Causes with a nonzero amount, in the order of `partCodes`. */
  readonly parts: readonly ChangePart[]
  readonly notes: readonly ChangeNote[]
}

/** Facts from outside the two bills. */
export interface ChangeFacts {
  /** Usage per degree day, in the unit of the bill; `null` when usage does not follow the weather. */
  readonly slopes: DegreeDays | null
  /** Degree days of both periods; `null` without weather data and for services that weather does not affect. */
  readonly weather: { readonly before: DegreeDays; readonly after: DegreeDays } | null
  /** Cents per kWh on another bill of the account, for when neither bill is itemized. */
  readonly knownPrice: number | null
  /** True for services that weather affects; missing weather then adds a note. */
  readonly isWeatherDriven: boolean
  /** True for delivered fuel, whose quantity does not depend on the number of days. */
  readonly isDelivered: boolean
  readonly hasEstimates: boolean
  readonly hasNewMeter: boolean
}

/**
 * Splits the difference between a bill and an earlier one into its causes (decision 0076). Days, weather and usage are valued at
 * the earlier price; the price change applies to the later usage. Fees, taxes, credits and the budget or average billing
 * adjustment are compared line by line. Every part except usage is rounded to the cent; usage takes the remainder, so the parts
 * add up exactly.
 */
export function explainBillChange(bill: ExplainedBill, earlier: ExplainedBill, facts: ChangeFacts): BillChange {
  const [after, before] = [billCharges(bill), billCharges(earlier)]
  const periods = { before: periodDays(earlier), after: periodDays(bill), facts }
  const parts =
    after === null || before === null
      ? roughParts(bill, earlier, after ?? before, periods)
      : itemizedParts(before, after, periods)
  const difference = subtractCents(bill.amount, earlier.amount)
  const kept = partCodes.flatMap((code) => {
    const same = parts.filter((part) => part.code === code)
    const amount = addCents(...same.map((part) => part.amount))
    return amount === 0 ? [] : [{ code, amount, figures: same.flatMap(({ figures }) => figures) }]
  })
  return {
    billDate: earlier.billDate,
    before: earlier.amount,
    after: bill.amount,
    difference,
    parts: kept,
    notes: notesOf(kept, { bill, earlier, periods, isItemized: after !== null && before !== null }),
  }
}

interface Periods {
  readonly before: number | null
  readonly after: number | null
  readonly facts: ChangeFacts
}

/** Days in the service period, both ends included; `null` when the period is unknown or ends before it starts. */
function periodDays({ start, end }: ExplainedBill): number | null {
  if (start === null || end === null) return null
  const days = daysBetween(start, end) + 1
  return days > 0 ? days : null
}

function itemizedParts(before: BillCharges, after: BillCharges, periods: Periods): readonly ChangePart[] {
  const main = mainUnit(before, after)
  const units = [...new Set([...before.metered.keys(), ...after.metered.keys()])]
  return [
    ...units.flatMap((unit) =>
      meteredParts(before.metered.get(unit), after.metered.get(unit), unit === main ? periods : null),
    ),
    ...lineKinds.flatMap((kind) => lineParts(kind, before, after)),
    ...partOf('other', cents(after.rest - before.rest), []),
  ]
}

/**
 * The unit that depends on days and weather: kWh, or else the unit with the largest charge. Demand in kW depends on neither.
 */
function mainUnit(before: BillCharges, after: BillCharges): string | undefined {
  const amounts = new Map<string, number>()
  for (const [unit, { amount }] of [...before.metered, ...after.metered])
    amounts.set(unit, (amounts.get(unit) ?? 0) + amount)
  if (amounts.has('kwh')) return 'kwh'
  return [...amounts].filter(([unit]) => unit !== 'kw').sort((a, b) => b[1] - a[1])[0]?.[0]
}

const none = (unit: string): MeteredCharge => ({ unit, quantity: 0, amount: zeroCents, lineCount: 1 })

function meteredParts(
  before: MeteredCharge | undefined,
  after: MeteredCharge | undefined,
  periods: Periods | null,
): readonly ChangePart[] {
  const unit = (after ?? before)?.unit ?? ''
  const [then, now] = [before ?? none(unit), after ?? none(unit)]
  const price = comparePrices(then, now)
  return [
    ...usageParts({ before: then.quantity, after: now.quantity, unit, price, periods }),
    ...partOf('rate', cents(now.amount - then.amount - price.used), [
      { kind: 'price', name: unit, before: unitPrice(then), after: unitPrice(now) },
    ]),
  ]
}

const unitPrice = ({ quantity, amount }: MeteredCharge): number | null => (quantity > 0 ? amount / quantity : null)

/** Rounds to whole cents within ±$10 billion, because a unit price from almost no usage can explode. */
const bounded = (amount: number): Cents => cents(Math.round(Math.min(Math.max(amount, -1e12), 1e12)))

interface Price {
  /** Cents per unit. */
  readonly perUnit: number
  /** Cost of the change in quantity at this price. */
  readonly used: Cents
}

/**
 * Compares quantities at the earlier price. Amounts are rounded to the cent, so one price can produce two slightly different unit
 * prices. Within that tolerance, the whole difference is usage and there is no price change.
 */
function comparePrices(then: MeteredCharge, now: MeteredCharge): Price {
  const [p0, p1] = [unitPrice(then), unitPrice(now)]
  if (p0 === null) return { perUnit: p1 ?? 0, used: p1 === null ? zeroCents : now.amount }
  if (p1 === null) return { perUnit: p0, used: subtractCents(zeroCents, then.amount) }
  const tolerance = (0.5 * then.lineCount) / then.quantity + (0.5 * now.lineCount) / now.quantity
  if (Math.abs(p0 - p1) <= tolerance * 1.000_001)
    return { perUnit: then.quantity >= now.quantity ? p0 : p1, used: subtractCents(now.amount, then.amount) }
  return { perUnit: p0, used: subtractCents(bounded(p0 * now.quantity), then.amount) }
}

interface UsageChange {
  readonly before: number
  readonly after: number
  readonly unit: string
  readonly price: Price
  /** `null` for a unit that depends on neither days nor weather. */
  readonly periods: Periods | null
}

/** Splits the cost of a quantity change into days, weather and the rest. */
function usageParts({ before, after, unit, price: { perUnit, used }, periods }: UsageChange): readonly ChangePart[] {
  const days = periods === null || periods.facts.isDelivered ? null : dayChange(before, periods)
  const weather = periods === null || days === null ? null : weatherChange(before + days.quantity, periods)
  const valued = (change: QuantityChange | null) => bounded((change?.quantity ?? 0) * perUnit)
  const [forDays, forWeather] = [valued(days), valued(weather)]
  const explained = (days?.quantity ?? 0) + (weather?.quantity ?? 0)
  const share = (quantity: number): ChangeFigure => ({
    kind: 'share',
    name: unit,
    before: null,
    after: Math.round(quantity * 10) / 10,
  })
  const quantity: ChangeFigure = { kind: 'quantity', name: unit, before, after }
  return [
    ...partOf('days', forDays, days === null ? [] : [...days.figures, share(days.quantity)]),
    ...partOf('weather', forWeather, weather === null ? [] : [...weather.figures, share(weather.quantity)]),
    ...partOf(
      'usage',
      cents(used - forDays - forWeather),
      forDays === 0 && forWeather === 0 ? [quantity] : [quantity, share(after - before - explained)],
    ),
  ]
}

interface QuantityChange {
  readonly quantity: number
  readonly figures: readonly ChangeFigure[]
}

function dayChange(then: number, { before, after }: Periods): QuantityChange | null {
  if (before === null || after === null) return null
  return { quantity: then * (after / before - 1), figures: [{ kind: 'days', name: '', before, after }] }
}

/**
 * Usage the later period's weather adds over the earlier period's, for the same number of days; never a larger drop than the
 * expected usage.
 */
function weatherChange(
  expected: number,
  { before, after, facts: { slopes, weather } }: Periods,
): QuantityChange | null {
  if (slopes === null || weather === null || before === null || after === null) return null
  const change = (kind: 'heating' | 'cooling') =>
    slopes[kind] * (weather.after[kind] - weather.before[kind] * (after / before))
  const figure = (kind: 'heating' | 'cooling'): ChangeFigure => ({
    kind,
    name: '',
    before: Math.round(weather.before[kind]),
    after: Math.round(weather.after[kind]),
  })
  return {
    quantity: Math.max(-expected, change('heating') + change('cooling')),
    figures: (['heating', 'cooling'] as const).filter((kind) => slopes[kind] > 0).map(figure),
  }
}

function lineParts(kind: (typeof lineKinds)[number], before: BillCharges, after: BillCharges): readonly ChangePart[] {
  const sumOf = ({ lines }: BillCharges, name: string): Cents | null => {
    const named = lines.filter((line) => line.kind === kind && line.description === name)
    return named.length === 0 ? null : addCents(...named.map(({ amount }) => amount))
  }
  const names = new Set(
    [...before.lines, ...after.lines].flatMap((line) => (line.kind === kind ? line.description : [])),
  )
  return [...names].flatMap((name) => {
    const [then, now] = [sumOf(before, name), sumOf(after, name)]
    return partOf(kind, cents((now ?? 0) - (then ?? 0)), [{ kind: 'line', name, before: then, after: now }])
  })
}

/**
 * The split when a bill is not itemized. Days, weather and usage are valued at the itemized bill's price, or else at the price of
 * another bill of the account. Late fees are their own part; everything else is "other".
 */
function roughParts(
  bill: ExplainedBill,
  earlier: ExplainedBill,
  itemized: BillCharges | null,
  periods: Periods,
): readonly ChangePart[] {
  const kwh = itemized?.metered.get('kwh')
  const perUnit = kwh === undefined ? periods.facts.knownPrice : unitPrice(kwh)
  const [before, after] = [earlier.usageKwh, bill.usageKwh]
  const canValue = perUnit !== null && before !== null && after !== null
  const used = canValue ? bounded(perUnit * (after - before)) : zeroCents
  const lateFees = subtractCents(bill.lateFee, earlier.lateFee)
  const quantity: readonly ChangeFigure[] =
    before === null || after === null ? [] : [{ kind: 'quantity', name: 'kWh', before, after }]
  return [
    ...(canValue ? usageParts({ before, after, unit: 'kWh', price: { perUnit, used }, periods }) : []),
    ...partOf('fees', lateFees, [{ kind: 'line', name: 'Late fee', before: earlier.lateFee, after: bill.lateFee }]),
    ...partOf('other', cents(bill.amount - earlier.amount - used - lateFees), canValue ? [] : quantity),
  ]
}

const partOf = (code: PartCode, amount: Cents, figures: readonly ChangeFigure[]): readonly ChangePart[] =>
  amount === 0 ? [] : [{ code, amount, figures }]

/** A larger ratio of period lengths means a first bill, a final bill or a late meter reading. */
const maxRatio = 1.2

function notesOf(
  parts: readonly ChangePart[],
  {
    bill,
    earlier,
    periods: { before, after, facts },
    isItemized,
  }: {
    readonly bill: ExplainedBill
    readonly earlier: ExplainedBill
    readonly periods: Periods
    readonly isItemized: boolean
  },
): readonly ChangeNote[] {
  const has = (code: PartCode) => parts.some((part) => part.code === code)
  const isUsed = has('usage') || has('days') || has('weather')
  const differs = before !== null && after !== null && Math.max(before / after, after / before) > maxRatio
  const largest = Math.max(...parts.map(({ amount }) => Math.abs(amount)), 0)
  const isLargerThanBills = largest > Math.max(Math.abs(bill.amount), Math.abs(earlier.amount))
  const found: Readonly<Record<ChangeNote, boolean>> = {
    'not-itemized': !isItemized,
    'no-period': isUsed && !facts.isDelivered && (before === null || after === null),
    'periods-differ': isUsed && !facts.isDelivered && differs,
    'weather-unknown': isUsed && facts.isWeatherDriven && facts.weather === null,
    'weather-unclear': isUsed && facts.isWeatherDriven && facts.weather !== null && facts.slopes === null,
    offsetting: isLargerThanBills,
    estimated: facts.hasEstimates,
    'meter-changed': facts.hasNewMeter,
  }
  return changeNotes.filter((note) => found[note])
}

/**
 * The causes for the summary sentence: the largest one, and the largest in the other direction if it offsets at least half of it.
 */
export function mainCauses({ difference, parts }: Pick<BillChange, 'difference' | 'parts'>): {
  readonly main: ChangePart | null
  readonly offset: ChangePart | null
} {
  const largest = (sign: number) =>
    parts.filter(({ amount }) => Math.sign(amount) === sign).sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount))[0]
  const main = difference === 0 ? largest(1) : largest(Math.sign(difference))
  const offset = largest(-(difference === 0 ? 1 : Math.sign(difference)))
  const isLarge = main !== undefined && offset !== undefined && Math.abs(offset.amount) * 2 >= Math.abs(main.amount)
  return { main: main ?? null, offset: isLarge ? offset : null }
}
