import type { BodyOf } from '@coopline/contract/endpoint'
import type { paymentProfile } from '@coopline/contract/paying/payment-profile/payment-profile.contract'
import { paymentProfileText } from '@coopline/rules/paying/stored-method/payment-profile.messages'
import { storedMethodName } from '@coopline/rules/paying/stored-method/stored-method.messages'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotOwned } from '../../../platform/errors.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { changeStoredMethod, removeStoredMethods } from '../payments/public.ts'
import { notifyMember } from '../../identity/sign-in/public.ts'

interface Done {
  readonly message: string
}

/**
 * Sets the name of a method of the member, or makes it the default.
 *
 * @throws NotOwned when the method is not the member's.
 */
export async function updateMethod(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, request }: MemberRequest,
  methodId: string,
  { nickname, isDefault }: BodyOf<(typeof paymentProfile)['update']>,
): Promise<Done> {
  const { memberNumber } = caller
  await inTransaction(deps.db, async (tx) => {
    const isTheirs = await changeStoredMethod(tx, { memberNumber, methodId }, { nickname, isDefault })
    if (!isTheirs) throw new NotOwned('Not a stored method of the member')
    await recordAudit(tx, {
      kind: 'payment-method.changed',
      at: deps.clock.now(),
      memberNumber,
      clientAddress: request.clientAddress,
      requestId: request.id,
      detail: { methodId, isDefault },
    })
  })
  return { message: paymentProfileText('updated', request.language) }
}

/**
 * Removes a method of the member and notifies them.
 *
 * @throws NotOwned when the method is not the member's; Conflict when an active enrollment uses it (MP-20).
 */
export async function removeMethod(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { caller, request }: MemberRequest,
  methodId: string,
): Promise<Done> {
  const { memberNumber, loginId } = caller
  await inTransaction(deps.db, async (tx) => {
    const [removed] = await removeStoredMethods(
      deps,
      tx,
      { memberNumber, request },
      (method) => method.methodId === methodId,
    )
    if (removed === undefined) throw new NotOwned('Not a stored method of the member')
    await notifyMember(deps, tx, loginId, 'payment-method-removed', methodId, (language) => [
      storedMethodName(removed, language),
    ])
  })
  return { message: paymentProfileText('removed', request.language) }
}
