import {
  type AddressProblem,
  type AddressRule,
  checkProfileAddress,
} from '../../accounts/account-profile/check-address.ts'
import { lengthOf, type ProfileAddress } from '../../accounts/account-profile/profile-fields.ts'
import { addDays, type CalendarDate, parseCalendarDate } from '../../kernel/calendar-date.ts'
import { isWrittenPhone } from '../../kernel/phone.ts'

/** The move-out work type, which asks for a forwarding address (REQ-D-375). */
export const movingOut = '2'

/** The cooperative's limits for service requests. */
export interface ServiceRequestLimits extends AddressRule {
  /** DISC_SO_REQUIRE_FORWARDING_ADDR. */
  readonly requiresForwarding: boolean
  /** DISC_SO_MAX_REQ_DAYS. */
  readonly maxDays: number
  /** Today in the cooperative's time zone. */
  readonly today: CalendarDate
}

/** The service request form. Phone numbers have the form '(715) 555-0100'. */
export interface ServiceRequest {
  readonly workType: string
  readonly phone: string
  readonly comments: string
  /** `null` when the member gives none. */
  readonly forwarding: ProfileAddress | null
  readonly landlordName: string
  readonly landlordPhone: string
  /** yyyy-MM-dd, or empty. */
  readonly completionDate: string
}

export type ServiceRequestProblem =
  | { readonly code: 'type-missing'; readonly field: 'workType' }
  | { readonly code: 'phone-missing'; readonly field: 'phone' }
  | { readonly code: 'phone-not-valid'; readonly field: 'phone' | 'landlordPhone' }
  | { readonly code: 'comments-too-long'; readonly field: 'comments'; readonly most: number }
  | { readonly code: 'landlord-too-long'; readonly field: 'landlordName' }
  | { readonly code: 'forwarding-missing'; readonly field: 'forwarding' }
  | { readonly code: 'forwarding-not-valid'; readonly field: 'forwarding'; readonly problem: AddressProblem }
  | { readonly code: 'date-not-valid'; readonly field: 'completionDate' }

export const maxLandlordName = 60

/** Maximum length of the comment in characters: 340 when a forwarding address is required, otherwise 400 (SR-25, SR-26). */
export const maxComments = (workType: string, limits: Pick<ServiceRequestLimits, 'requiresForwarding'>): number =>
  workType === movingOut && limits.requiresForwarding ? 340 : 400

/** The first and last completion date the member can choose (SR-43, SR-44). */
export const completionDays = ({ today, maxDays }: Pick<ServiceRequestLimits, 'today' | 'maxDays'>) => ({
  first: today,
  last: addDays(today, maxDays),
})

/** Checks a request and returns every problem, in form order (SR-20 to SR-44). */
export function checkServiceRequest(
  request: ServiceRequest,
  limits: ServiceRequestLimits,
): readonly ServiceRequestProblem[] {
  const { workType, phone } = request
  const most = maxComments(workType, limits)
  return [
    ...problemIf(workType === '', { code: 'type-missing', field: 'workType' }),
    ...problemIf(phone === '', { code: 'phone-missing', field: 'phone' }),
    ...problemIf(phone !== '' && !isWrittenPhone(phone), { code: 'phone-not-valid', field: 'phone' }),
    ...(workType === movingOut ? moveProblems(request, limits) : []),
    ...problemIf(lengthOf(request.comments) > most, { code: 'comments-too-long', field: 'comments', most }),
  ]
}

function moveProblems(request: ServiceRequest, limits: ServiceRequestLimits): readonly ServiceRequestProblem[] {
  const { forwarding, landlordName, landlordPhone, completionDate } = request
  const ofAddress: readonly ServiceRequestProblem[] =
    forwarding === null
      ? problemIf(limits.requiresForwarding, { code: 'forwarding-missing', field: 'forwarding' })
      : checkForwardingAddress(forwarding, limits)
          .slice(0, 1)
          .map((problem) => ({ code: 'forwarding-not-valid', field: 'forwarding', problem }))
  // Only a move with a required address requires its day.
  const needsDay = limits.requiresForwarding || completionDate !== ''
  const isPhone = landlordPhone === '' || isWrittenPhone(landlordPhone)
  return [
    ...ofAddress,
    ...problemIf(lengthOf(landlordName) > maxLandlordName, { code: 'landlord-too-long', field: 'landlordName' }),
    ...problemIf(!isPhone, { code: 'phone-not-valid', field: 'landlordPhone' }),
    ...problemIf(needsDay && !isOfferedDay(completionDate, limits), {
      code: 'date-not-valid',
      field: 'completionDate',
    }),
  ]
}

function isOfferedDay(text: string, limits: ServiceRequestLimits): boolean {
  const day = parseCalendarDate(text)
  const { first, last } = completionDays(limits)
  return day !== null && day >= first && day <= last
}

/**
 * Returns every problem of a forwarding address (SR-29 to SR-42). Town names may contain an apostrophe here, and a ZIP code may
 * have one part of zeros.
 */
export const checkForwardingAddress = (address: ProfileAddress, rule: AddressRule): readonly AddressProblem[] =>
  checkProfileAddress({ ...address, city: address.city.replaceAll(/["'^`|~]/gu, 'x') }, { ...rule, isForwarding: true })

const problemIf = (isWrong: boolean, problem: ServiceRequestProblem): readonly ServiceRequestProblem[] =>
  isWrong ? [problem] : []
