import { serviceUnavailableMessage } from '@coopline/rules/site/service-error/service-unavailable.messages'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { findAccount } from '../accounts/public.ts'

/**
 * Builds the MyMeter address of an account: the cooperative's address with the member and the account.
 *
 * @throws NotOwned when the account is not the member's; Refused when the cooperative has no MyMeter.
 */
export async function loadMyMeterLink(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { caller: { memberNumber } }: Pick<MemberRequest, 'caller'>,
  accountNumber: string,
): Promise<{ readonly link: string }> {
  requireOwnAccount(await findAccount(deps.db, memberNumber, accountNumber), accountNumber)
  const { myMeterUrl } = deps.settings.current()
  if (myMeterUrl === '') throw new Refused(new Refusal('my-meter-unavailable', serviceUnavailableMessage))
  const link = new URL(myMeterUrl)
  link.searchParams.set('memberNumber', memberNumber)
  link.searchParams.set('accountNumber', accountNumber)
  return { link: link.href }
}
