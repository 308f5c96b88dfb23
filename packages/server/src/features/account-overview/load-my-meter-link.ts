import { serviceUnavailableMessage } from '@coopline/rules/service-error/service-unavailable.messages'
import type { Deps } from '../../platform/deps.ts'
import { RuleRefused } from '../../platform/errors.ts'
import { findAccount } from '../accounts/public.ts'
import { type Asked, refuseForeignAccount } from './refuse-foreign-account.ts'

/**
 * Where MyMeter shows an account: the cooperative's address of it, which is told the member and the account.
 *
 * @throws NotFound when the account does not exist or is another member's.
 * @throws RuleRefused when the cooperative has no MyMeter.
 */
export async function loadMyMeterLink(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  asked: Asked,
  accountNumber: string,
): Promise<{ readonly link: string }> {
  const { memberNumber, request } = asked
  if ((await findAccount(deps.db, memberNumber, accountNumber)) === undefined)
    return refuseForeignAccount(deps, asked, accountNumber)
  const { myMeterUrl } = deps.settings.current()
  if (myMeterUrl === '')
    throw new RuleRefused([{ code: 'my-meter-unavailable', message: serviceUnavailableMessage(request.language) }])
  const link = new URL(myMeterUrl)
  link.searchParams.set('memberNumber', memberNumber)
  link.searchParams.set('accountNumber', accountNumber)
  return { link: link.href }
}
