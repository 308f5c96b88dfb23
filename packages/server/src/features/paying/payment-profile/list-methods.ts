import type { AnswerOf } from '@coopline/contract/endpoint'
import type { paymentProfile } from '@coopline/contract/paying/payment-profile/payment-profile.contract'
import type { Deps } from '../../../platform/deps.ts'
import { todayOf } from '../../../platform/today.ts'
import { isOutOfReach, listMethodUses, listStoredMethods, storableKinds } from '../payments/public.ts'

/** Lists the member's stored methods, each with the enrollments that it pays. */
export async function listMethods(
  deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'gateways'>,
  memberNumber: string,
): Promise<AnswerOf<(typeof paymentProfile)['list']>> {
  const { db } = deps
  const methods = await listStoredMethods(db, memberNumber)
  const uses = await listMethodUses(
    db,
    memberNumber,
    methods.map((method) => method.methodId),
  )
  return {
    results: methods.map(
      ({ methodId, paymentType, cardType, lastFour, expiry, nickname, isDefault, provider, isGone }) => ({
        methodId,
        paymentType,
        cardType,
        lastFour,
        expiry,
        nickname,
        isDefault,
        ...(isOutOfReach(deps, { provider, paymentType, isGone }) && { isOutOfReach: true }),
        uses: uses.flatMap((use) =>
          use.methodId === methodId ? [{ kind: use.kind, accountNumber: use.accountNumber }] : [],
        ),
      }),
    ),
    kinds: [...storableKinds(deps)],
    month: todayOf(deps).slice(0, 7),
  }
}
