import type { BodyOf } from '@coopline/contract/endpoint'
import type { autoPay } from '@coopline/contract/paying/auto-pay/auto-pay.contract'
import { autopayObstacle } from '@coopline/rules/paying/auto-pay/auto-pay'
import { autopayObstacleText, autopayText } from '@coopline/rules/paying/auto-pay/auto-pay.messages'
import { notPayableMessage } from '@coopline/rules/paying/payment-method/payment-method.messages'
import { type PaymentMethods, paymentMethods } from '@coopline/rules/paying/payment-method/payment-methods'
import { storedMethodMessage } from '@coopline/rules/paying/stored-method/stored-method.messages'
import { requireFreshProof } from '../../../platform/http/require-fresh-proof.ts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Conflict, NotOwned, Refused } from '../../../platform/errors.ts'
import { Refusal, refusal } from '../../../platform/refusal.ts'
import { insertEvent } from '../../../platform/events/event.store.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { eligibilityOf } from '../../accounts/accounts/public.ts'
import { lastingProblemOf, lockStoredMethod, type StoredMethod } from '../payments/public.ts'
import {
  type AutopayAccount,
  type Enrollment,
  lockAutopayAccount,
  stopWaitingCharges,
  upsertEnrollment,
} from './auto-pay.store.ts'
import { notifyChanged } from './notify-autopay.ts'

/**
 * Enrolls an account in AutoPay, or changes, pauses or resumes it. A pause stops the announced charge. A change applies to the announced
 * charge too, except for its day and amount.
 *
 * @throws NotOwned for another member's account or method; StepUpRequired unless it only pauses with the same terms, because AutoPay takes
 *   money; Conflict when the account cannot be enrolled; Refused when it does not accept the method or the limit is not an amount.
 */
export async function saveAutopay(
  deps: Deps,
  { caller, request }: MemberRequest,
  accountNumber: string,
  wanted: BodyOf<(typeof autoPay)['save']>,
): Promise<{ readonly message: string }> {
  const { memberNumber } = caller
  if (!wanted.isPaused) requireFreshProof(deps, caller)
  if (wanted.maxAmount !== null && wanted.maxAmount <= 0) throw new Refused(refusal(autopayText, 'limit', 'maxAmount'))
  await inTransaction(deps.db, async (tx) => {
    const account = requireOwnAccount(await lockAutopayAccount(tx, memberNumber, accountNumber), accountNumber)
    const method = await lockStoredMethod(tx, memberNumber, wanted.methodId)
    if (method === undefined) throw new NotOwned('Not a stored method of the member')
    if (!onlyPauses(account, wanted)) {
      requireFreshProof(deps, caller)
      requireEligible(deps, account, method)
    }
    if (wanted.isPaused) await stopWaitingCharges(tx, accountNumber, 'paused')
    const { methodId, daysBefore, maxAmount } = wanted
    const state = wanted.isPaused ? 'paused' : 'active'
    await record(deps, tx, { caller, request }, account, {
      kind: account.enrollment === null ? 'enrolled' : wanted.isPaused ? 'paused' : 'changed',
      enrollment: { state, methodId, daysBefore, maxAmount },
      method,
    })
  })
  return { message: autopayText(wanted.isPaused ? 'paused' : 'saved', request.language) }
}

/** True for a pause that keeps the terms. It needs no proof of identity, because it charges nothing new later. */
const onlyPauses = (
  { enrollment }: AutopayAccount,
  wanted: Pick<Enrollment, 'methodId' | 'daysBefore' | 'maxAmount'> & { readonly isPaused: boolean },
): boolean =>
  wanted.isPaused &&
  enrollment !== null &&
  enrollment.methodId === wanted.methodId &&
  enrollment.daysBefore === wanted.daysBefore &&
  enrollment.maxAmount === wanted.maxAmount

/** Cancels AutoPay of an account and stops the charge that was announced. @throws NotOwned; Conflict when there is none. */
export async function cancelAutopay(
  deps: Deps,
  { caller, request }: MemberRequest,
  accountNumber: string,
): Promise<{ readonly message: string }> {
  await inTransaction(deps.db, async (tx) => {
    const account = requireOwnAccount(await lockAutopayAccount(tx, caller.memberNumber, accountNumber), accountNumber)
    if (account.enrollment === null)
      throw new Conflict(new Refusal('not-enrolled', (language) => autopayText('notEnrolled', language)))
    await stopWaitingCharges(tx, accountNumber, 'canceled')
    await record(deps, tx, { caller, request }, account, { kind: 'canceled', enrollment: null, method: null })
  })
  return { message: autopayText('canceled', request.language) }
}

function requireEligible(
  deps: Pick<Deps, 'settings' | 'gateways'>,
  account: AutopayAccount,
  method: StoredMethod,
): void {
  const { paymentType } = method
  const methods = paymentMethods(eligibilityOf(account), deps.settings.current())
  const obstacle = obstacleOf(account, methods)
  if (obstacle !== null) throw new Conflict(refusal(autopayObstacleText, obstacle))
  const code = lastingProblemOf(deps, method)
  if (code !== null) throw new Refused(refusal(storedMethodMessage, { code }, 'methodId'))
  if (paymentType === 'cc' ? methods.card : methods.echeck) return
  const restricted = { code: 'method-restricted', field: 'paymentType', method: paymentType } as const
  throw new Refused(new Refusal(restricted.code, (language) => notPayableMessage(restricted, '', language), 'methodId'))
}

export const obstacleOf = (account: AutopayAccount, methods: PaymentMethods) =>
  autopayObstacle({
    isActive: account.accountStatus === 'Active',
    isPrepaid: account.isPrepaid,
    hasDraft: account.hasDraft,
    hasOtherAutopay: account.hasAutopay && account.enrollment === null,
    isRestricted: methods.restriction === 'both',
  })

interface Change {
  readonly kind: 'enrolled' | 'changed' | 'paused' | 'canceled'
  readonly enrollment: Parameters<typeof upsertEnrollment>[1]['enrollment']
  readonly method: StoredMethod | null
}

/** Stores a change with the event for the cooperative's system, an audit entry and a notice to the member. */
async function record(
  deps: Deps,
  tx: Tx,
  { caller, request }: MemberRequest,
  { accountNumber }: AutopayAccount,
  { kind, enrollment, method }: Change,
): Promise<void> {
  const { memberNumber } = caller
  const now = deps.clock.now()
  const eventId = await insertEvent(tx, {
    accountNumber,
    kind: `autopay.${kind}`,
    body: {
      memberNumber,
      accountNumber,
      ...(enrollment !== null && { daysBefore: enrollment.daysBefore, maxAmount: enrollment.maxAmount }),
      ...(method !== null && { paymentMethod: method.paymentType === 'cc' ? 'CHARGE' : 'ECHECK' }),
    },
    now,
  })
  await upsertEnrollment(tx, { accountNumber, memberNumber, enrollment, eventId, now })
  await recordAudit(tx, {
    kind: `autopay.${kind}`,
    at: now,
    memberNumber,
    accountNumber,
    clientAddress: request.clientAddress,
    requestId: request.id,
    detail: { event: eventId },
  })
  await notifyChanged(deps, tx, { memberNumber, accountNumber }, { kind, eventId, method, language: request.language })
}
