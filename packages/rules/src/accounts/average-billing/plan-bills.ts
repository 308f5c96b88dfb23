import { type CalendarDate, calendarDate, daysBetween, parseCalendarDate } from '../../kernel/calendar-date.ts'
import { addCents, type Cents, cents, subtractCents, zeroCents } from '../../kernel/money.ts'
import { billCharges, type ExplainedBill } from '../../usage/insights/bill-charges.ts'

/** A bill under a plan. */
interface PlannedAmount {
  readonly amount: Cents
  /** Usage billed later (above zero) or paid ahead (below zero) after this bill. */
  readonly difference: Cents
}

interface PlannedBill {
  readonly billDate: CalendarDate
  /** The amount of the bill at actual usage. */
  readonly standard: Cents
  readonly average: PlannedAmount
  readonly budget: PlannedAmount
  readonly isSettlement: boolean
}

export interface BillingPlan {
  readonly bills: readonly PlannedBill[]
  /** Dates of the oldest and the newest bill that the estimate uses. */
  readonly from: CalendarDate
  readonly to: CalendarDate
  readonly years: 1 | 2
  /** Whether the account had leveled bills whose actual usage is not itemized. */
  readonly usesLeveledBills: boolean
}

interface PlanFacts {
  /** 1 is January. */
  readonly settlementMonth: number
  /** Usage that leveled bills up to now have not charged (above zero) or have charged ahead (below zero). */
  readonly startingDifference: Cents
  readonly isLeveled: boolean
  readonly today: CalendarDate
}

const monthsPerYear = 12
const [leastDays, mostDays] = [20, 45]
const mostDaysSinceBill = 70

interface Charge {
  readonly billDate: CalendarDate
  readonly amount: Cents
  readonly isItemized: boolean
}

/**
 * Estimates the next twelve bills from an account's own bills, to the cent.
 *
 * Each coming bill is expected to be the same bill a year ago, or the mean of the last two years when there are 24 monthly bills
 * in a row; late fees and leveling adjustments do not count. Average Billing charges the mean of the latest twelve bills, the
 * coming one included. Budget Billing charges one amount: a twelfth of the twelve expected bills, rounded up to a dollar. The bill
 * in the settlement month charges or credits the whole difference between usage and bills.
 *
 * @param bills newest first.
 * @returns `null` without twelve monthly bills in a row up to now, and for prepaid accounts.
 */
export function planBills(bills: readonly ExplainedBill[], facts: PlanFacts): BillingPlan | null {
  const [newest] = bills
  if (newest === undefined || daysBetween(newest.billDate, facts.today) > mostDaysSinceBill) return null
  const charges = monthlyCharges(bills)
  if (charges.length < monthsPerYear) return null
  const years = charges.length < 2 * monthsPerYear ? 1 : 2
  const used = charges.slice(0, years * monthsPerYear).reverse()
  const [lastYear, yearBefore] = [used.slice(-monthsPerYear), used.slice(0, -monthsPerYear)]
  const expected = lastYear.map(({ amount }, index) => {
    const earlier = yearBefore[index]
    return earlier === undefined ? amount : cents(Math.round((amount + earlier.amount) / 2))
  })
  const dates = lastYear.map(({ billDate }) => nextYear(billDate))
  const year = { expected, settledAt: settlementIndex(dates, facts.settlementMonth), facts }
  const latest = [...lastYear.map(({ amount }) => amount), ...expected]
  const average = levelOut(year, (index) => mean(latest.slice(index + 1, index + 1 + monthsPerYear)))
  const budgetAmount = cents(Math.ceil(addCents(...expected) / monthsPerYear / 100) * 100)
  const budget = levelOut(year, () => budgetAmount)
  return {
    bills: expected.map((standard, index) => ({
      billDate: dates[index] ?? facts.today,
      standard,
      average: average[index] ?? nothing,
      budget: budget[index] ?? nothing,
      isSettlement: index === year.settledAt,
    })),
    from: used[0]?.billDate ?? newest.billDate,
    to: newest.billDate,
    years,
    usesLeveledBills: facts.isLeveled && used.some(({ isItemized }) => !isItemized),
  }
}

const nothing: PlannedAmount = { amount: zeroCents, difference: zeroCents }

/** Lists the charges for actual usage, newest first. Ends before the first bill that is prepaid or not monthly. */
function monthlyCharges(bills: readonly ExplainedBill[]): readonly Charge[] {
  const isMonthly = (bill: ExplainedBill, index: number): boolean => {
    const newer = bills[index - 1]
    const days = newer === undefined ? leastDays : daysBetween(bill.billDate, newer.billDate)
    return bill.prepaid === null && days >= leastDays && days <= mostDays
  }
  const last = bills.findIndex((bill, index) => !isMonthly(bill, index))
  return bills.slice(0, last === -1 ? undefined : last).map(chargeOf)
}

function chargeOf(bill: ExplainedBill): Charge {
  const lines = billCharges(bill)?.lines ?? []
  const leveling = lines.flatMap(({ kind, amount }) => (kind === 'leveling' ? amount : []))
  return {
    billDate: bill.billDate,
    amount: subtractCents(bill.amount, addCents(bill.lateFee, ...leveling)),
    isItemized: bill.lines.length > 0,
  }
}

const mean = (amounts: readonly Cents[]): Cents => cents(Math.round(addCents(...amounts) / amounts.length))

interface PlannedYear {
  readonly expected: readonly Cents[]
  readonly settledAt: number
  readonly facts: PlanFacts
}

/** The bills of a plan that charges `amountAt` each month, and the difference after each. */
function levelOut(
  { expected, settledAt, facts }: PlannedYear,
  amountAt: (index: number) => Cents,
): readonly PlannedAmount[] {
  let difference = facts.startingDifference
  return expected.map((standard, index) => {
    const owed = addCents(difference, standard)
    const amount = index === settledAt ? owed : amountAt(index)
    difference = subtractCents(owed, amount)
    return { amount, difference }
  })
}

/** The bill of the settlement month; the next one when no bill falls in that month. */
function settlementIndex(dates: readonly CalendarDate[], settlementMonth: number): number {
  const monthsAfter = (date: CalendarDate) =>
    (Number(date.slice(5, 7)) - settlementMonth + monthsPerYear) % monthsPerYear
  const inMonth = dates.findIndex((date) => monthsAfter(date) === 0)
  return inMonth === -1 ? dates.findIndex((date) => monthsAfter(date) === 1) : inMonth
}

/** Returns the date one year later; February 28 for February 29. */
function nextYear(date: CalendarDate): CalendarDate {
  const year = String(Number(date.slice(0, 4)) + 1).padStart(4, '0')
  return parseCalendarDate(`${year}${date.slice(4)}`) ?? calendarDate(`${year}-02-28`)
}
