import { addDays, type CalendarDate, daysBetween } from '../../kernel/calendar-date.ts'
import { type Cents, cents } from '../../kernel/money.ts'
import { billCharges, type ExplainedBill } from './bill-charges.ts'
import { type DailyUse, total } from './readings.ts'

/** A forecast of the next bill, with the error the same method had on past bills. */
export interface ProjectedBill {
  readonly from: CalendarDate
  readonly to: CalendarDate
  /** Days of the period with readings. */
  readonly daysRead: number
  readonly usedSoFar: number
  /** Usage of the whole period, in Wh. */
  readonly used: number
  readonly amount: Cents
  readonly low: Cents
  readonly high: Cents
  /** Number of past bills the method was tested on, each with readings up to the same day of its period. */
  readonly triedOn: number
  /** Median error of those tests, as a share of the bill. `band` is the 80th percentile. */
  readonly medianError: number
  readonly band: number
}

const minDays = 5
const minTries = 4
const maxTries = 12

/**
 * Projects the next bill at the last bill's rates. The remaining days use last year's same days, scaled by how this period
 * compares so far; without last year's readings they use this period's daily average. Tests the same method on each past bill,
 * using only what was known then.
 *
 * @param bills newest first.
 * @param through the last day with readings.
 * @returns `null` with too few readings or bills, and for budget and average billing, which do not follow usage.
 */
export function projectBill(
  bills: readonly ExplainedBill[],
  use: DailyUse,
  through: CalendarDate,
): ProjectedBill | null {
  const next = forecast(bills, use, through)
  if (next === null) return null
  const errors = bills.slice(0, maxTries).flatMap((bill, index) => {
    if (bill.start === null || bill.amount <= 0) return []
    const tried = forecast(bills.slice(index + 1), use, addDays(bill.start, next.daysRead - 1))
    // A forecast does not include late fees.
    return tried === null ? [] : [Math.abs(tried.amount - (bill.amount - bill.lateFee)) / bill.amount]
  })
  if (errors.length < minTries) return null
  const sorted = [...errors].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0
  const band = at(0.8)
  const side = Math.round(next.amount * band)
  const share = (value: number) => Math.round(value * 1_000) / 1_000
  return {
    ...next,
    low: cents(Math.max(0, next.amount - side)),
    high: cents(next.amount + side),
    triedOn: errors.length,
    medianError: share(at(0.5)),
    band: share(band),
  }
}

/**
 * Chooses the energy that an account's bills count: what was delivered, or for net metering the same less what was sent to the grid.
 * It is the one whose sum is nearer to the kWh of the newest bill with readings.
 *
 * @param bills newest first.
 */
export function billedUse(
  bills: readonly ExplainedBill[],
  { used, net }: { readonly used: DailyUse; readonly net: DailyUse | null },
): DailyUse {
  if (net === null) return used
  for (const bill of bills) {
    const billed = billCharges(bill)?.metered.get('kwh')?.quantity ?? bill.usageKwh
    if (billed === undefined || billed === null || bill.start === null || bill.end === null) continue
    const [delivered, netted] = [total(used, bill.start, bill.end), total(net, bill.start, bill.end)]
    if (delivered === null || netted === null || delivered === netted) continue
    const miss = (sum: number) => Math.abs(sum / 1_000 - billed)
    return miss(netted) < miss(delivered) ? net : used
  }
  return used
}

type Forecast = Pick<ProjectedBill, 'from' | 'to' | 'daysRead' | 'usedSoFar' | 'used' | 'amount'>

function forecast(bills: readonly ExplainedBill[], use: DailyUse, through: CalendarDate): Forecast | null {
  const [last] = bills
  if (last === undefined || last.end === null) return null
  const from = addDays(last.end, 1)
  const daysRead = daysBetween(from, through) + 1
  const length = usualLength(bills)
  if (length === null || daysRead < minDays || daysRead > length + minDays) return null
  const to = addDays(from, Math.max(length, daysRead) - 1)
  const usedSoFar = total(use, from, through)
  if (usedSoFar === null) return null
  const used = usedSoFar + remaining(use, { from, through, to, usedSoFar })
  const amount = charge(last, Math.max(0, used) / 1_000)
  return amount === null ? null : { from, to, daysRead, usedSoFar, used, amount }
}

/** Median length of the last twelve periods, in days. */
function usualLength(bills: readonly ExplainedBill[]): number | null {
  const lengths = bills
    .slice(0, 12)
    .flatMap(({ start, end }) => (start === null || end === null ? [] : [daysBetween(start, end) + 1]))
    .filter((days) => days > 0 && days < 100)
    .sort((a, b) => a - b)
  return lengths[Math.floor(lengths.length / 2)] ?? null
}

interface Period {
  readonly from: CalendarDate
  readonly through: CalendarDate
  readonly to: CalendarDate
  readonly usedSoFar: number
}

function remaining(use: DailyUse, { from, through, to, usedSoFar }: Period): number {
  const left = daysBetween(through, to)
  if (left <= 0) return 0
  const ago = (day: CalendarDate) => addDays(day, -364)
  const [then, rest] = [total(use, ago(from), ago(through)), total(use, ago(addDays(through, 1)), ago(to))]
  if (then === null || rest === null || then <= 0)
    return Math.round((usedSoFar / (daysBetween(from, through) + 1)) * left)
  return Math.round(rest * Math.min(2, Math.max(0.5, usedSoFar / then)))
}

/** Prices usage at a bill's rates; `null` when the bill has no itemized kWh or uses budget or average billing. */
function charge(bill: ExplainedBill, kwh: number): Cents | null {
  const charges = billCharges(bill)
  const energy = charges?.metered.get('kwh')
  if (charges === null || energy === undefined || energy.quantity <= 0) return null
  if (charges.lines.some(({ kind }) => kind === 'leveling')) return null
  const sum = (kinds: readonly string[]) =>
    charges.lines.reduce((amount, line) => (kinds.includes(line.kind) ? amount + line.amount : amount), 0)
  const fixed = sum(['fees']) - bill.lateFee
  const taxable = fixed + energy.amount
  const taxShare = taxable > 0 ? sum(['taxes']) / taxable : 0
  return cents(Math.round((fixed + (energy.amount / energy.quantity) * kwh) * (1 + taxShare)))
}
