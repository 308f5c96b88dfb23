import { addDays, type CalendarDate, isAfter } from '../../kernel/calendar-date.ts'

/**
 * The consequence of a bank return for the draft.
 *
 * - `retry`: the account lacks money at the moment; the debit may be presented again.
 * - `stop`: the account cannot be debited; the member sets up another draft.
 * - `no-more-checks`: the payer or the bank forbids debits, so the account of the member takes no electronic checks either.
 */
export type ReturnAction = 'retry' | 'stop' | 'no-more-checks'

/** Insufficient and uncollected funds. */
const retried: ReadonlySet<string> = new Set(['R01', 'R09'])

/** Closed, not found, or no valid number: errors of administration in the rates of Nacha. */
const administrative: ReadonlySet<string> = new Set(['R02', 'R03', 'R04'])

/** Unauthorized, revoked or stopped by the payer; frozen, or no account for debits. */
const forbidden: ReadonlySet<string> = new Set(['R05', 'R07', 'R08', 'R10', 'R11', 'R16', 'R20', 'R29', 'R51'])

/** The rules of Nacha allow a debit twice more after the first return, within 180 days of its settlement. */
const [mostRetries, mostRetryDays] = [2, 180]

/** A returned entry. */
export interface ReturnedEntry {
  readonly isPrenote: boolean
  /** The number of times that the debit was presented again before. */
  readonly retries: number
  /** The day on which the original debit settled. */
  readonly originalOn: CalendarDate
  /** The day on which the debit could be presented again. */
  readonly retryOn: CalendarDate
}

export function returnAction(code: string, entry: ReturnedEntry): ReturnAction {
  // A prenote moves no money: there is nothing to present again, and a mistyped account may be corrected.
  if (entry.isPrenote) return forbidden.has(code) ? 'no-more-checks' : 'stop'
  if (forbidsChecks(code)) return 'no-more-checks'
  const isTooLate = isAfter(entry.retryOn, addDays(entry.originalOn, mostRetryDays))
  return retried.has(code) && entry.retries < mostRetries && !isTooLate ? 'retry' : 'stop'
}

/** The rates of returned debits that Nacha limits. */
export type ReturnRate = 'unauthorized' | 'administrative' | 'overall'

/** The codes of each limited rate, and the most of 1,000 debits that banks may return with them; all codes count overall. */
export const returnRates: Readonly<Record<ReturnRate, { readonly codes: readonly string[]; readonly most: number }>> = {
  unauthorized: { codes: ['R05', 'R07', 'R10', 'R11', 'R29', 'R51'], most: 5 },
  administrative: { codes: [...administrative], most: 30 },
  overall: { codes: [], most: 150 },
}

/** The rates that are above their limit, with returned debits per 1,000, rounded down. */
export function listExceededRates(
  debits: number,
  returned: Readonly<Record<ReturnRate, number>>,
): readonly { readonly rate: ReturnRate; readonly perMille: number }[] {
  if (debits <= 0) return []
  return (Object.keys(returnRates) as ReturnRate[])
    .filter((rate) => returned[rate] * 1000 > debits * returnRates[rate].most)
    .map((rate) => ({ rate, perMille: Math.floor((returned[rate] * 1000) / debits) }))
}

/** True for the codes of a bank that takes a debit back; others dispute a return, and need a person. */
export const isReturnCode = (code: string): boolean => /^R(?:0[1-9]|[1-4][0-9]|5[0-3]|8[0-5])$/u.test(code)

/** The member's bank account lacked money, was closed, never existed, takes no debits, or had a stop payment order. */
const charged: ReadonlySet<string> = new Set(['R01', 'R02', 'R03', 'R04', 'R08', 'R09', 'R20'])

/**
 * True when the reason for a return is one the member pays a fee for. Errors and corrections of banks, deaths, frozen accounts
 * and disputed debits are free. A reason without a return code counts as lack of money.
 *
 * @param reason text of a bank or provider, such as "R01 insufficient funds".
 */
export function isFeeCharged(reason: string): boolean {
  const code = findReturnCode(reason)
  return code === undefined || charged.has(code)
}

/** The return code in a reason of a bank or provider, such as `R07` in "R07 authorization revoked"; `undefined` without one. */
export const findReturnCode = (reason: string): string | undefined => /\b(R[0-9]{2})\b/u.exec(reason)?.[1]

/** True for the codes after which an account takes no more electronic checks when a debit, not a prenote, is returned (REL-19). */
export const forbidsChecks = (code: string): boolean => forbidden.has(code) || administrative.has(code)

/** The new details of a notification of change, as far as the code corrects them. */
export interface BankCorrection {
  readonly routingNumber?: string
  readonly bankAccountNumber?: string
  readonly accountKind?: 'Checking' | 'Savings'
}

const kindOf = (transactionCode: string) => (transactionCode.startsWith('3') ? 'Savings' : 'Checking')

/**
 * True for an account number that a bank may give: letters, digits, hyphens and blanks between them, as the field of a bank file holds
 * them (up to 17 characters). Members type digits only.
 */
export const isBanksAccountNumber = (text: string): boolean =>
  /^[0-9A-Za-z](?:[0-9A-Za-z -]{0,15}[0-9A-Za-z])?$/u.test(text) && /[0-9]/u.test(text)

/** Reads the corrected data of a notification of change; `null` for a code that corrects no account. */
export function readCorrection(code: string, data: string): BankCorrection | null {
  const field = (start: number, end: number) => data.slice(start, end).trim()
  if (code === 'C01') return { bankAccountNumber: field(0, 17) }
  if (code === 'C02') return { routingNumber: field(0, 9) }
  if (code === 'C03') return { routingNumber: field(0, 9), bankAccountNumber: field(12, 29) }
  if (code === 'C05') return { accountKind: kindOf(field(0, 2)) }
  if (code === 'C06') return { bankAccountNumber: field(0, 17), accountKind: kindOf(field(20, 22)) }
  return code === 'C07'
    ? { routingNumber: field(0, 9), bankAccountNumber: field(9, 26), accountKind: kindOf(field(26, 28)) }
    : null
}
