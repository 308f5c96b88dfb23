import { isPlainLine } from '../../accounts/account-profile/profile-fields.ts'
import { type CalendarDate, isBefore, parseCalendarDate } from '../../kernel/calendar-date.ts'
import { isDigits } from '../../kernel/digits.ts'
import { bankAccountKinds, type DraftOption, needsDraftDay, offeredDraftTypes } from './draft-types.ts'
import { isRoutingNumber } from './routing-number.ts'

export const bankAccountLengths = { min: 4, max: 18 } as const
export const routingNumberLength = 9
export const maxBankNameLength = 256
const firstDay = '1990-01-01' as CalendarDate

/** A selected account, with its values as the member typed them (DR-67). */
export interface DraftItem {
  readonly accountNumber: string
  /** A `DraftType`. */
  readonly draftMethod: string
  /** Empty for a type that needs no day. */
  readonly draftDay: string
  /** yyyy-MM-dd */
  readonly draftStartDate: string
}

/** The bank form (DR-40 to DR-53). */
interface BankForm {
  /** Checking or Savings. */
  readonly draftType: string
  readonly bankAccountNumber: string
  readonly confirmBankAccountNumber: string
  readonly routingNumber: string
  readonly bankName: string
}

export interface DraftForm extends BankForm {
  readonly option: DraftOption
  readonly draftAccounts: readonly DraftItem[]
  readonly authorize: boolean
}

/** The limits of an account's draft, from the cooperative's system. */
export interface DraftLimits {
  readonly eligibleDraftDate: CalendarDate | null
  /** The day of the month must be after this day and before the next one; `null` for no window. */
  readonly allowAfterBilledDay: number | null
  readonly allowBeforeBilledDay: number | null
}

export interface DraftCircumstances {
  /** By account number. */
  readonly limits: ReadonlyMap<string, DraftLimits>
  readonly maxDaysAfterBilling: number
  /** True when the member enters the bank numbers in the portal, and not on the provider's page. */
  readonly takesBankNumbers: boolean
  /** True when the directory lists a bank for the routing number. */
  readonly hasBank: boolean
}

type ItemField = 'draftMethod' | 'draftDay' | 'draftStartDate'

type DraftItemProblem =
  | { readonly code: 'type-missing' | 'day-missing' | 'day-too-late' | 'start-missing' }
  | { readonly code: 'day-outside-window'; readonly after: number; readonly before: number }
  | { readonly code: 'days-after-out-of-range'; readonly max: number }
  | { readonly code: 'start-too-early'; readonly earliest: CalendarDate }

type BankProblem = {
  readonly code:
    | 'kind-missing'
    | 'account-missing'
    | 'account-not-digits'
    | 'account-length'
    | 'confirm-missing'
    | 'confirm-differs'
    | 'routing-missing'
    | 'routing-not-valid'
    | 'bank-name-missing'
    | 'bank-name-too-long'
    | 'bank-name-not-valid'
  readonly field: keyof BankForm
}

export type DraftProblem =
  | (DraftItemProblem & { readonly field: string; readonly accountNumber: string })
  | BankProblem
  | { readonly code: 'no-account'; readonly field: 'draftAccounts' }
  | { readonly code: 'not-authorized'; readonly field: 'authorize' }

/** Lists the problems of a draft that is being set up, in the order of the form and at most one for each field. */
export const checkDraft = (form: DraftForm, circumstances: DraftCircumstances): readonly DraftProblem[] => [
  ...(form.draftAccounts.length === 0 ? [{ code: 'no-account', field: 'draftAccounts' } as const] : []),
  ...form.draftAccounts.flatMap((item, index) =>
    checkItem(item, circumstances).map(([field, problem]) => ({
      ...problem,
      field: `draftAccounts.${index}.${field}`,
      accountNumber: item.accountNumber,
    })),
  ),
  ...(form.option === 'BANK' && circumstances.takesBankNumbers ? checkBankForm(form, circumstances.hasBank) : []),
  ...(form.authorize ? [] : [{ code: 'not-authorized', field: 'authorize' } as const]),
]

type ItemFinding = readonly [field: ItemField, problem: DraftItemProblem]

function checkItem(item: DraftItem, circumstances: DraftCircumstances): readonly ItemFinding[] {
  const limits = circumstances.limits.get(item.accountNumber)
  const isOffered = offeredDraftTypes.some((type) => type === item.draftMethod)
  const day = checkDraftDay(item, limits, circumstances.maxDaysAfterBilling)
  const start = checkStart(item.draftStartDate, limits?.eligibleDraftDate ?? null)
  return [
    ...(isOffered ? [] : [['draftMethod', { code: 'type-missing' }] as const]),
    ...(day === null ? [] : [['draftDay', day] as const]),
    ...(start === null ? [] : [['draftStartDate', start] as const]),
  ]
}

function checkDraftDay(
  { draftMethod, draftDay }: DraftItem,
  limits: DraftLimits | undefined,
  max: number,
): DraftItemProblem | null {
  if (!needsDraftDay(draftMethod)) return null
  const day = isDigits(draftDay) && draftDay.length <= 4 ? Number(draftDay) : Number.NaN
  if (draftMethod === 'DAYS_AFTER_BILLING')
    return day >= 1 && day <= max ? null : { code: 'days-after-out-of-range', max }
  if (draftDay !== '' && Number.isNaN(day)) return { code: 'day-too-late' }
  if (!(day >= 1)) return { code: 'day-missing' }
  if (day > 28) return { code: 'day-too-late' }
  const [after, before] = [limits?.allowAfterBilledDay ?? null, limits?.allowBeforeBilledDay ?? null]
  if (after === null || before === null || isInWindow(day, after, before)) return null
  return { code: 'day-outside-window', after, before }
}

/**
 * True for a day between `after` and `before`, both excluded. A window whose end is before its start continues past the end of the
 * month (DR-38). A window that starts and ends on the same day is empty (REQ-D-272).
 */
const isInWindow = (day: number, after: number, before: number): boolean =>
  after <= before ? day > after && day < before : day > after || day < before

/** True when at least one of the days that a draft may be taken on (1 to 28) is in the window. */
export const admitsDraftDay = (after: number, before: number): boolean =>
  Array.from({ length: 28 }, (_none, index) => index + 1).some((day) => isInWindow(day, after, before))

function checkStart(text: string, eligible: CalendarDate | null): DraftItemProblem | null {
  const date = parseCalendarDate(text)
  if (date === null) return { code: 'start-missing' }
  const earliest = earliestStart(eligible)
  return isBefore(date, earliest) ? { code: 'start-too-early', earliest } : null
}

/** A draft starts on 1990-01-01 at the earliest, and not before the cooperative's own date for the account (DR-55). */
export const earliestStart = (eligible: CalendarDate | null): CalendarDate =>
  eligible === null || isBefore(eligible, firstDay) ? firstDay : eligible

function checkBankForm(form: BankForm, hasBank: boolean): readonly BankProblem[] {
  const findings: readonly (readonly [keyof BankForm, BankProblem['code'] | null])[] = [
    ['draftType', bankAccountKinds.some((kind) => kind === form.draftType) ? null : 'kind-missing'],
    ['routingNumber', checkRouting(form.routingNumber, hasBank)],
    ['bankName', checkBankName(form.bankName)],
    ['bankAccountNumber', checkAccountNumber(form.bankAccountNumber)],
    ['confirmBankAccountNumber', checkConfirmation(form)],
  ]
  return findings.flatMap(([field, code]) => (code === null ? [] : [{ code, field }]))
}

function checkAccountNumber(text: string): BankProblem['code'] | null {
  if (text === '') return 'account-missing'
  if (!isDigits(text)) return 'account-not-digits'
  return text.length < bankAccountLengths.min || text.length > bankAccountLengths.max ? 'account-length' : null
}

function checkConfirmation({ bankAccountNumber, confirmBankAccountNumber }: BankForm): BankProblem['code'] | null {
  if (confirmBankAccountNumber === '') return 'confirm-missing'
  return confirmBankAccountNumber === bankAccountNumber ? null : 'confirm-differs'
}

function checkRouting(text: string, hasBank: boolean): BankProblem['code'] | null {
  if (text === '') return 'routing-missing'
  return isRoutingNumber(text) && hasBank ? null : 'routing-not-valid'
}

function checkBankName(text: string): BankProblem['code'] | null {
  if (text.trim() === '') return 'bank-name-missing'
  if (text.trim().length > maxBankNameLength) return 'bank-name-too-long'
  return isPlainLine(text.trim()) ? null : 'bank-name-not-valid'
}
