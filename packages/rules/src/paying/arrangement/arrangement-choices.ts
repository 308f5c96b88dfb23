import { addDays, type CalendarDate } from '../../kernel/calendar-date.ts'
import { addCents, type Cents, cents, percentOf, subtractCents, zeroCents } from '../../kernel/money.ts'

/** The limits that the cooperative sets for arrangements. */
export interface ArrangementLimits {
  /** The number of days by which the whole debt may be extended; 0: no extension. */
  readonly extensionDays: number
  /** Installments after the down payment; fewer than 2: none. */
  readonly maxInstallments: number
  /** The last installment is due this many days from today. */
  readonly installmentDays: number
  /** Part of the debt that is due today, in whole percent. */
  readonly downPaymentPercent: number
  /** Months from one arrangement of an account to the next; 0: any time. */
  readonly monthsBetween: number
}

/** A payment of an arrangement. */
export interface Installment {
  readonly dueOn: CalendarDate
  readonly amount: Cents
}

/** One way to pay later. Its payments sum to the debt. */
export interface ArrangementChoice {
  /** `extension`: everything on one later day. `installments`: a down payment today, if any, and the rest in parts. */
  readonly kind: 'extension' | 'installments'
  /** Parts of the rest; 1 for an extension. */
  readonly count: number
  readonly payments: readonly Installment[]
}

/** Every way to pay a debt later that the limits allow, the fewest payments first. */
export function arrangementChoices(
  debt: Cents,
  limits: ArrangementLimits,
  today: CalendarDate,
): readonly ArrangementChoice[] {
  if (debt <= 0) return []
  const { extensionDays, maxInstallments } = limits
  const extension: ArrangementChoice = {
    kind: 'extension',
    count: 1,
    payments: [{ dueOn: addDays(today, extensionDays), amount: debt }],
  }
  const counts = Array.from({ length: Math.max(0, maxInstallments - 1) }, (_none, index) => index + 2)
  return [
    ...(extensionDays > 0 ? [extension] : []),
    ...counts.flatMap((count) => installments(debt, count, limits, today) ?? []),
  ]
}

/** `null` when there are fewer cents or days than installments. */
function installments(
  debt: Cents,
  count: number,
  { downPaymentPercent, installmentDays }: ArrangementLimits,
  today: CalendarDate,
): ArrangementChoice | null {
  const down = percentOf(debt, String(downPaymentPercent))
  const rest = subtractCents(debt, down)
  if (rest < count || installmentDays < count) return null
  const parts = Array.from({ length: count }, (_none, index) => ({
    dueOn: addDays(today, Math.floor((installmentDays * (index + 1)) / count)),
    amount: partOf(rest, count, index),
  }))
  return {
    kind: 'installments',
    count,
    payments: down === zeroCents ? parts : [{ dueOn: today, amount: down }, ...parts],
  }
}

/** Equal parts; the cents that cannot be divided are paid with the first ones. */
const partOf = (sum: Cents, count: number, index: number): Cents =>
  addCents(cents(Math.floor(sum / count)), cents(index < sum % count ? 1 : 0))
