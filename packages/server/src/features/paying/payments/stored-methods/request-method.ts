import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import type { Language } from '@coopline/rules/kernel/problem'
import { acceptedCardTypes, type PaymentType } from '@coopline/rules/paying/payment-method/payment-methods'
import { storedMethodMessage } from '@coopline/rules/paying/stored-method/stored-method.messages'
import { inTransaction } from '../../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { NotAllowed, NotFound, Unavailable } from '../../../../platform/errors.ts'
import { refusal } from '../../../../platform/refusal.ts'
import {
  type DraftOfMethod,
  type PaymentGateway,
  providerOf,
} from '../../../../platform/payment-gateway/payment-gateway.ts'
import { failAfterLast } from '../../../../platform/jobs/isolate-failures.ts'
import { randomText } from '../../../../platform/random.ts'
import { applyMethodEvent } from './apply-method-event.ts'
import {
  findMethodRequest,
  insertMethodRequest,
  listUnansweredRequests,
  type MethodRequest,
  noteMethodAsking,
  storeMethodReference,
} from './method-requests.store.ts'
import { storingSettings } from './method-settings.ts'
import { requisitionOf, utilityNameOf } from '../payment.ts'
import { putAsideUnreadable } from '../alarms/alarms.ts'

export interface MethodToStore {
  readonly memberNumber: string
  readonly language: Language
  /** The kinds that the member may choose from, without kinds and brands that the cooperative does not accept. */
  readonly kinds: readonly PaymentType[]
  /** Paths on the portal to which the provider returns the member, with a signed `encodedParam`. */
  readonly returnPath: string
  readonly cancelPath: string
  /** The draft that the method is stored for, if any. */
  readonly draft?: DraftOfMethod
}

/** The provider is asked about one request at most this often, however often a page asks. */
const askAgainAfterMs = 2_000

/** Lists the kinds of methods that members may store: the cooperative accepts them, and its provider stores them (REQ-D-405). */
export function storableKinds(deps: Pick<Deps, 'settings' | 'gateways'>): readonly PaymentType[] {
  const current = storingSettings(deps)
  const takesCards = current.utilityAllowCreditCard && acceptedCardTypes(current).length > 0
  return [...(takesCards ? (['cc'] as const) : []), ...(current.utilityAllowEcheck ? (['echeck'] as const) : [])]
}

/**
 * Returns the form that hands the member to the provider's page, on which they store a card or a bank account without being
 * charged. `transNo` in the answer is the reference with which `lookUpMethodRequest` finds the outcome.
 *
 * @throws NotAllowed when the cooperative accepts none of the kinds, or its provider stores none of them.
 */
export async function requestMethod(deps: Deps, wanted: MethodToStore): Promise<Requisition> {
  const settings = deps.settings.current()
  const kinds = storableKinds(deps).filter((kind) => wanted.kinds.includes(kind))
  if (kinds.length === 0)
    throw new NotAllowed('No such payment method can be stored', refusal(storedMethodMessage, { code: 'not-stored' }))
  const now = deps.clock.now()
  const reference = `M${randomText(deps.random, 15)}`
  const expiresAt = new Date(now.getTime() + settings.requisitionExpiryMinutes * 60_000)
  const gateway = deps.gateways.current
  const { memberNumber } = wanted
  await inTransaction(deps.db, async (tx) =>
    insertMethodRequest(tx, { reference, memberNumber, expiresAt, now, provider: gateway.name }),
  )
  const page = await gateway.startMethod({
    reference,
    memberNumber,
    expiresAt,
    coopNumber: settings.pgClientId,
    utilityName: utilityNameOf(settings),
    applicationId: settings.applicationWebId,
    enableCard: kinds.includes('cc'),
    enableEcheck: kinds.includes('echeck'),
    acceptedCardTypes: acceptedCardTypes(settings),
    ...deps.gateways.returnAddresses(gateway.name, reference, {
      returnUrl: deps.env.PUBLIC_ORIGIN + wanted.returnPath,
      cancelUrl: deps.env.PUBLIC_ORIGIN + wanted.cancelPath,
    }),
    language: wanted.language,
    requestedAt: now,
    ...(wanted.draft && { draft: wanted.draft }),
  })
  if (page.reference !== null) await storeMethodReference(deps.db, reference, page.reference)
  return requisitionOf(page.target, { transNo: reference, clientId: settings.pgClientId })
}

/**
 * Finds the request from which the provider returned the member. While no method is stored it asks the provider, so that the result does
 * not depend on a postback.
 *
 * @param encodedParam the pointer that the provider added to the return address.
 * @returns the id of the stored method; `null` while the provider has stored none.
 * @throws NotFound when the provider did not make the pointer, or the request is another member's.
 */
export async function lookUpMethodRequest(
  deps: Deps,
  memberNumber: string,
  encodedParam: string,
): Promise<{ readonly methodId: string | null }> {
  const { methodId } = await lookUpMethodOf(deps, { memberNumber, reference: deps.gateways.readReturn(encodedParam) })
  return { methodId }
}

type RequestName = Pick<MethodRequest, 'memberNumber' | 'reference'>

/**
 * Looks up a request by its reference, and asks the provider while no method is stored.
 *
 * @returns the id of the stored method. `isFinal` is false while the provider may have stored a method without reporting it.
 * @throws NotFound when the member has no such request.
 */
export async function lookUpMethodOf(
  deps: Deps,
  name: RequestName,
): Promise<{ readonly methodId: string | null; readonly isFinal: boolean }> {
  const request = await findMethodOf(deps, name)
  if (request.methodId !== null) return { methodId: request.methodId, isFinal: true }
  const isStored = await askProvider(deps, request)
  return { methodId: isStored ? (await findMethodOf(deps, name)).methodId : null, isFinal: isStored !== null }
}

/** Finds a request by its reference, without asking the provider. @throws NotFound when the member has no such request. */
export async function findMethodOf(
  { db }: Pick<Deps, 'db'>,
  { memberNumber, reference }: RequestName,
): Promise<MethodRequest> {
  const request = await findMethodRequest(db, reference)
  if (request?.memberNumber !== memberNumber) throw new NotFound('The member has no such request')
  return request
}

/** Fetches a request that a provider has news about, and stores its method. Other providers' requests stay as they are. @throws Unavailable. */
export async function fetchNamedRequest(deps: Deps, gateway: PaymentGateway, reference: string): Promise<void> {
  const request = await findMethodRequest(deps.db, reference)
  if (request !== undefined && providerOf(request.provider) === gateway.name) await fetchMethodOf(deps, request)
}

/** Fetches a request from its provider and stores its method. @returns true when the provider has stored one. @throws Unavailable. */
async function fetchMethodOf(deps: Deps, request: MethodRequest): Promise<boolean> {
  const status = await deps.gateways.of(request.provider).fetchMethod(request)
  if (status.kind === 'unreadable') await putAsideUnreadable(deps, status.payment, 'status')
  if (status.kind !== 'stored') return false
  await applyMethodEvent(deps, status.event, 'status')
  return true
}

/** @returns true when the provider has stored a method; `null` when it did not answer or was asked within two seconds. */
async function askProvider(deps: Deps, request: MethodRequest): Promise<boolean | null> {
  const { reference } = request
  const now = deps.clock.now()
  if (!(await noteMethodAsking(deps.db, reference, now, new Date(now.getTime() - askAgainAfterMs)))) return null
  try {
    return await fetchMethodOf(deps, request)
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    deps.log.warn({ reference, reason: error.message }, 'The provider did not answer a status request')
    return null
  }
}

/** Requests checked per run. Each takes at most ten seconds, and the next run starts five minutes later. */
const maxPerRun = 25
const sweepAgainAfterMs = 10 * 60_000
/** A member who opened the provider's page in time may still enter a card after the request expired. */
const askedAfterExpiryMs = 60 * 60_000

/** Asks the provider about pending requests to store a method, so that none depends on a postback or on the member's return. */
export async function sweepMethodRequests(deps: Deps): Promise<void> {
  const now = deps.clock.now().getTime()
  const span = { askedBefore: new Date(now - sweepAgainAfterMs), expiredAfter: new Date(now - askedAfterExpiryMs) }
  await failAfterLast(deps.log, async (take) => {
    for (const request of await listUnansweredRequests(deps.db, span, maxPerRun))
      await take([request], async () => void (await askProvider(deps, request)))
  })
}
