import type { ServiceOrder } from '@coopline/contract/service/service-requests/service-requests.contract'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { isDigits } from '@coopline/rules/kernel/digits'
import {
  checkServiceRequest,
  movingOut,
  type ServiceRequest,
  type ServiceRequestLimits,
} from '@coopline/rules/service/service-requests/check-service-request'
import {
  requestReceived,
  serviceRequestMessage,
} from '@coopline/rules/service/service-requests/service-requests.messages'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { recordAttempt, requireAllowed } from '../../../platform/attempts/record-attempt.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import { insertEvent } from '../../../platform/events/event.store.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { findAccount } from '../../accounts/accounts/public.ts'
import { notifyMember } from '../../identity/sign-in/public.ts'
import { insertServiceRequest } from './service-requests.store.ts'

/** Formats ten digits the way the rules expect; returns anything else unchanged. */
const written = (digits: string): string =>
  digits.length === 10 && isDigits(digits) ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : digits

const addressParts = ['streetNumber', 'streetName', 'streetType', 'unit', 'city', 'state', 'zip'] as const

/** Converts the wire body to the rules' form. */
function toRequest(order: ServiceOrder): ServiceRequest {
  const [streetNumber = '', streetName = '', streetType = '', unit = '', city = '', state = '', zip = ''] =
    addressParts.map((part) => order[part])
  const forwarding = { streetNumber, streetName, streetType, unit, city, state, zip }
  return {
    workType: order.workType,
    phone: written(order.phone),
    comments: order.comments,
    forwarding: Object.values(forwarding).every((part) => part === '') ? null : forwarding,
    landlordName: order.landlordname ?? '',
    landlordPhone: written(order.landlordphonenumber ?? ''),
    completionDate: order.requestedCompletionDate ?? '',
  }
}

/** Builds the event body. Includes the fields of a move only for a move, and only those that are filled (SR-46). */
function toEventBody(order: ServiceOrder): Readonly<Record<string, unknown>> {
  const { accountNumber, workType, comments, phone, landlordname, landlordphonenumber, requestedCompletionDate } = order
  const { forwarding } = toRequest(order)
  return {
    accountNumber,
    workType,
    comments,
    phone,
    ...(workType === movingOut && {
      ...forwarding,
      ...(isFilled(landlordname) && { landlordname }),
      ...(isFilled(landlordphonenumber) && { landlordphonenumber }),
      ...(isFilled(requestedCompletionDate) && { requestedCompletionDate }),
    }),
  }
}

const isFilled = (text: string | undefined): boolean => text !== undefined && text !== ''

/** Checks the request against the rules. @throws Refused. */
function requireSound(order: ServiceOrder, settings: Settings, now: Date): ServiceRequestLimits {
  const limits = {
    requiresForwarding: settings.DISC_SO_REQUIRE_FORWARDING_ADDR,
    ruralAddresses: settings.RURAL_ADDRESSES,
    maxDays: settings.DISC_SO_MAX_REQ_DAYS,
    today: calendarDateIn(settings.timeZone, now),
  }
  const isOffered = settings.serviceOrderTypes.some(({ id }) => id === order.workType)
  const problems = checkServiceRequest({ ...toRequest(order), workType: isOffered ? order.workType : '' }, limits)
  if (problems.length === 0) return limits
  throw new Refused(...problems.map((problem) => refusal(serviceRequestMessage, problem)))
}

/** Requests of one member in 24 hours: each is work for the cooperative's staff. */
const requestsPerDay = 20

/** @throws TooManyAttempts when the member has sent as many. */
async function countRequest({ db, clock }: Pick<Deps, 'db' | 'clock'>, memberNumber: string): Promise<void> {
  const limit = { kind: 'service-requests.submit', subject: memberNumber, windowSeconds: 86_400, limit: requestsPerDay }
  await requireAllowed(db, [await recordAttempt(db, limit, clock.now())])
}

/** Notifies the member, who may not be the one who sent it. */
async function notifyOfRequest(
  deps: Pick<Deps, 'clock' | 'settings'>,
  tx: Tx,
  loginId: string,
  { number, workType }: { readonly number: string; readonly workType: string },
): Promise<void> {
  const type = deps.settings.current().serviceOrderTypes.find(({ id }) => id === workType)
  await notifyMember(deps, tx, loginId, 'service-requested', number, () =>
    type === undefined ? [number] : [type.description, number],
  )
}

/**
 * Records a service request, notifies the member, and sends an event to the cooperative, in one transaction. Repeating the request for the same account
 * on the same day returns the first number.
 *
 * @throws NotOwned for another member's account; Refused for form problems; TooManyAttempts.
 */
export async function requestService(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { caller: { memberNumber, loginId }, request }: MemberRequest,
  order: ServiceOrder,
): Promise<{ readonly message: string }> {
  const { db, clock, settings } = deps
  const { accountNumber } = order
  requireOwnAccount(await findAccount(db, memberNumber, accountNumber), accountNumber)
  const now = clock.now()
  const { today } = requireSound(order, settings.current(), now)
  await countRequest(deps, memberNumber)
  const body = toEventBody(order)
  const digest = sha256(JSON.stringify([memberNumber, body]))
  const requestNumber = await inTransaction(db, async (tx) => {
    const { workType } = order
    const { id, isNew } = await insertServiceRequest(tx, {
      memberNumber,
      accountNumber,
      workType,
      digest,
      now,
      requestedOn: today,
    })
    const number = `P-${id}`
    if (!isNew) return number
    const event = await insertEvent(tx, {
      accountNumber,
      kind: 'service-order.requested',
      body: { memberNumber, requestNumber: number, requestedOn: today, ...body },
      now,
    })
    await recordAudit(tx, {
      kind: 'service-requests.requested',
      at: now,
      memberNumber,
      accountNumber,
      clientAddress: request.clientAddress,
      requestId: request.id,
      detail: { event, workType },
    })
    await notifyOfRequest(deps, tx, loginId, { number, workType })
    return number
  })
  return { message: requestReceived(requestNumber, request.language) }
}
