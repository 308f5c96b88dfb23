import { addDays, type CalendarDate, isAfter, isBefore } from '../../kernel/calendar-date.ts'
import { type Cents, zeroCents } from '../../kernel/money.ts'

/** Members are notified of a charge this many days ahead. */
export const announcedDaysAhead = 2

/** The most days before the due date on which AutoPay may charge. */
export const mostDaysBefore = 20

/** AutoPay of an account. */
export interface AutopayTerms {
  readonly daysBefore: number
  /** Above this amount the member is asked instead of charged; `null` for no limit. */
  readonly maxAmount: Cents | null
  /** The day on which it was last changed. */
  readonly changedOn: CalendarDate
}

export interface PlannedCharge {
  readonly chargeOn: CalendarDate
  readonly amount: Cents
  readonly isAboveLimit: boolean
}

/** The day on which a bill is charged. */
export const chargeDay = (dueDate: CalendarDate, daysBefore: number): CalendarDate => addDays(dueDate, -daysBefore)

/** True when AutoPay was set up in time to announce the charge of that due date; else it begins with the next bill. */
export const coversDueDate = ({ daysBefore, changedOn }: AutopayTerms, dueDate: CalendarDate): boolean =>
  !isBefore(chargeDay(dueDate, daysBefore), addDays(changedOn, announcedDaysAhead))

/**
 * The charge to announce today; `null` while there is none. A charge whose day the portal missed is announced a day ahead, as
 * long as that is not after the due date.
 *
 * @param owed what is due on the account; open payments are not taken off.
 */
export function planCharge(
  terms: AutopayTerms,
  { owed, dueDate }: { readonly owed: Cents; readonly dueDate: CalendarDate | null },
  today: CalendarDate,
): PlannedCharge | null {
  if (dueDate === null || owed <= zeroCents || !coversDueDate(terms, dueDate)) return null
  const day = chargeDay(dueDate, terms.daysBefore)
  if (isBefore(today, addDays(day, -announcedDaysAhead))) return null
  const tomorrow = addDays(today, 1)
  const chargeOn = isBefore(day, tomorrow) ? tomorrow : day
  if (isAfter(chargeOn, dueDate)) return null
  return { chargeOn, amount: owed, isAboveLimit: terms.maxAmount !== null && owed > terms.maxAmount }
}

/** The reason that an account cannot be enrolled. */
export type AutopayObstacle = 'draft' | 'elsewhere' | 'prepaid' | 'closed' | 'restricted'

export interface AutopayCandidate {
  readonly isActive: boolean
  readonly isPrepaid: boolean
  readonly hasDraft: boolean
  /** The cooperative's system has AutoPay on the account, which the portal did not set up. */
  readonly hasOtherAutopay: boolean
  /** Neither a card nor a bank account may pay it. */
  readonly isRestricted: boolean
}

/** The reason that an enrolled account is not charged: it has become prepaid, or the cooperative's system collects it by draft. */
export const chargeObstacle = ({
  isPrepaid,
  hasDraft,
}: Pick<AutopayCandidate, 'isPrepaid' | 'hasDraft'>): 'prepaid' | 'draft' | null =>
  isPrepaid ? 'prepaid' : hasDraft ? 'draft' : null

export function autopayObstacle(account: AutopayCandidate): AutopayObstacle | null {
  if (!account.isActive) return 'closed'
  if (account.isPrepaid) return 'prepaid'
  if (account.hasDraft) return 'draft'
  if (account.hasOtherAutopay) return 'elsewhere'
  return account.isRestricted ? 'restricted' : null
}
