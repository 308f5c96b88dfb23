import type { AddressProblem, AddressRule } from '../../accounts/account-profile/check-address.ts'
import {
  isPlainLine,
  lengthOf,
  maxProfileLengths,
  type ProfileAddress,
} from '../../accounts/account-profile/profile-fields.ts'
import { contactPreferences } from '../../accounts/capital-credits/check-claim.ts'
import { checkEmail } from '../../identity/email-address/check-email.ts'
import { type CalendarDate, parseCalendarDate } from '../../kernel/calendar-date.ts'
import { parseUsPhone } from '../../kernel/phone.ts'
import { checkForwardingAddress, completionDays } from '../service-requests/check-service-request.ts'

/** The form of an application for new service (REQ-D-093). The address fields hold the service address. */
export interface ServiceApplication extends ProfileAddress {
  /** Account type id; empty when the cooperative offers none. */
  readonly accountType: string
  readonly firstName: string
  readonly lastName: string
  /** Empty for a person. */
  readonly businessName: string
  /** '(715) 555-0100'. */
  readonly phone: string
  readonly email: string
  /** Id of a contact preference. */
  readonly contactPref: string
  /** yyyy-MM-dd, or empty. */
  readonly startDate: string
  readonly comments: string
}

export const emptyApplication: ServiceApplication = {
  accountType: '',
  firstName: '',
  lastName: '',
  businessName: '',
  phone: '',
  email: '',
  contactPref: '',
  streetNumber: '',
  streetName: '',
  streetType: '',
  unit: '',
  city: '',
  state: '',
  zip: '',
  startDate: '',
  comments: '',
}

export const applicationLengths = {
  firstName: maxProfileLengths.firstName,
  lastName: maxProfileLengths.lastName,
  businessName: 60,
  email: 60,
  comments: 400,
} as const

/** The fields of each form step, in form order. */
export const applicationSteps = {
  contact: ['accountType', 'firstName', 'lastName', 'businessName', 'phone', 'email', 'contactPref'],
  service: ['streetNumber', 'streetName', 'streetType', 'unit', 'city', 'state', 'zip', 'startDate', 'comments'],
} as const satisfies Record<string, readonly (keyof ServiceApplication)[]>

export type ApplicationStep = keyof typeof applicationSteps

/** The cooperative's limits for applications. */
export interface ApplicationLimits extends AddressRule {
  /** Account type ids. When empty, the form asks for none. */
  readonly accountTypes: readonly string[]
  /** DISC_SO_MAX_REQ_DAYS. */
  readonly maxDays: number
  /** Today in the cooperative's time zone. */
  readonly today: CalendarDate
}

export type ApplicationProblem =
  | {
      readonly code:
        | 'type-missing'
        | 'first-name-missing'
        | 'last-name-missing'
        | 'phone-missing'
        | 'phone-not-valid'
        | 'email-missing'
        | 'email-not-valid'
        | 'preference-missing'
        | 'date-not-valid'
        | 'not-valid'
      readonly field: keyof ServiceApplication
    }
  | { readonly code: 'too-long'; readonly field: keyof typeof applicationLengths; readonly most: number }
  | { readonly code: 'address'; readonly field: AddressProblem['field']; readonly problem: AddressProblem }

type Code = Exclude<ApplicationProblem['code'], 'too-long' | 'address'>

/** The first and last possible start date of service. */
export const startDays = completionDays

/** Checks an application and returns every problem in form order, at most one per field. */
export function checkApplication(
  application: ServiceApplication,
  limits: ApplicationLimits,
): readonly ApplicationProblem[] {
  const ofAddress = checkForwardingAddress(application, limits)
  return [...applicationSteps.contact, ...applicationSteps.service].flatMap((field): readonly ApplicationProblem[] => {
    const problem = ofAddress.find((one) => one.field === field)
    if (problem !== undefined) return [{ code: 'address', field: problem.field, problem }]
    const code = checks[field]?.(application[field].trim(), application, limits) ?? null
    if (code !== null) return [{ code, field }]
    const most = field in applicationLengths ? applicationLengths[field as keyof typeof applicationLengths] : Infinity
    return lengthOf(application[field]) > most
      ? [{ code: 'too-long', field: field as keyof typeof applicationLengths, most }]
      : []
  })
}

/** Checks the fields of one step. */
export const checkApplicationStep = (
  application: ServiceApplication,
  limits: ApplicationLimits,
  step: ApplicationStep,
): readonly ApplicationProblem[] => {
  const fields: readonly string[] = applicationSteps[step]
  return checkApplication(application, limits).filter(({ field }) => fields.includes(field))
}

type Check = (text: string, application: ServiceApplication, limits: ApplicationLimits) => Code | null

const lineCode: Check = (text) => (isPlainLine(text) ? null : 'not-valid')

const checks: Partial<Record<keyof ServiceApplication, Check>> = {
  accountType: (text, _all, { accountTypes }) =>
    accountTypes.length === 0 || accountTypes.includes(text) ? null : 'type-missing',
  firstName: (text, ...rest) => (text === '' ? 'first-name-missing' : lineCode(text, ...rest)),
  lastName: (text, ...rest) => (text === '' ? 'last-name-missing' : lineCode(text, ...rest)),
  businessName: lineCode,
  phone: (text) => (text === '' ? 'phone-missing' : parseUsPhone(text) === null ? 'phone-not-valid' : null),
  email: (text, { contactPref }) => emailCode(text, contactPref),
  contactPref: (text) => (contactPreferences.some((one) => one === text) ? null : 'preference-missing'),
  startDate: (text, _all, limits) => (isStartDay(text, limits) ? null : 'date-not-valid'),
}

/** Requires an email address only when the office is to answer by email. */
function emailCode(email: string, contactPref: string): Code | null {
  if (email === '') return contactPref === 'Email' ? 'email-missing' : null
  return checkEmail(email, { strictEmailEnding: false }) === null ? null : 'email-not-valid'
}

function isStartDay(text: string, limits: ApplicationLimits): boolean {
  const day = parseCalendarDate(text)
  const { first, last } = startDays(limits)
  return day !== null && day >= first && day <= last
}
