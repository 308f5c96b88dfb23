import type { ArrangementChoices } from '@coopline/contract/paying/arrangements/arrangements.contract'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { arrangementChoices, type ArrangementLimits } from '@coopline/rules/paying/arrangement/arrangement-choices'
import { arrangementMessage } from '@coopline/rules/paying/arrangement/arrangement.messages'
import { checkArrangement, nextArrangementOn } from '@coopline/rules/paying/arrangement/check-arrangement'
import { yesNo } from '@coopline/rules/kernel/flag'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import { todayOf } from '../../../platform/today.ts'
import { type Account, owedOn } from '../../accounts/accounts/public.ts'
import { findArrangeable } from './arrangements.store.ts'

/** Returns the cooperative's limits for an account. It has no installments when parts of its balance cannot be paid online. */
export const limitsOf = (settings: Settings, { cutoffAmount }: Pick<Account, 'cutoffAmount'>): ArrangementLimits => ({
  extensionDays: settings.arrangementExtensionDays,
  maxInstallments:
    settings.allowUnderPay && (cutoffAmount <= 0 || settings.payOnlineAllowCutoffPaymentOverride)
      ? settings.arrangementMaxInstallments
      : 0,
  installmentDays: settings.arrangementInstallmentDays,
  downPaymentPercent: settings.arrangementDownPaymentPercent,
  monthsBetween: settings.arrangementMonthsBetween,
})

/**
 * Lists the arrangements that a member may make for an account, or the reason why there are none.
 *
 * @throws NotOwned for another member's account.
 */
export async function listChoices(
  { db, clock, settings }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { caller, request }: MemberRequest,
  accountNumber: string,
): Promise<ArrangementChoices> {
  const account = requireOwnAccount(await findArrangeable(db, caller.memberNumber, accountNumber), accountNumber)
  const limits = limitsOf(settings.current(), account)
  const today = todayOf({ settings, clock })
  const owed = owedOn(account)
  const problem = checkArrangement({ ...account, owed }, limits.monthsBetween, today)
  return {
    owed,
    pastDue: account.pastDue,
    today,
    obstacle: problem && { code: problem.code, message: arrangementMessage(problem, request.language) },
    results:
      problem === null
        ? arrangementChoices(owed, limits, today).map((choice) => ({ ...choice, payments: [...choice.payments] }))
        : [],
    againOn: nextArrangementOn(today, limits.monthsBetween),
    hasCutoff: yesNo(account.cutoffDate !== null || account.cutoffAmount > 0),
  }
}
