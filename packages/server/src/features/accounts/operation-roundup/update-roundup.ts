import type { RoundUpItem } from '@coopline/contract/accounts/operation-roundup/operation-roundup.contract'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { calendarDateIn, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { checkRoundUpChoice } from '@coopline/rules/accounts/operation-roundup/check-roundup'
import { roundUpMessage, roundUpNotice } from '@coopline/rules/accounts/operation-roundup/operation-roundup.messages'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { requireOwnAccount } from '../../../platform/http/require-own.ts'
import {
  type AccountChoices,
  listAccountChoices,
  lockLogin,
  type RoundUp,
  roundUpDiff,
  saveAccountChanges,
} from '../my-profile/public.ts'

/**
 * Applies the chosen enrollments in one transaction and sends an event for each account that changes. If an account occurs twice,
 * the last item wins.
 *
 * @returns the message for the member.
 * @throws NotOwned for another member's account; Refused with every problem, or when a change belongs to a mode that is off (OR-22
 *   to OR-24). Then nothing changes.
 */
export async function updateRoundUp(
  deps: Deps,
  { caller, request }: MemberRequest,
  sent: readonly RoundUpItem[],
): Promise<{ readonly message: string }> {
  const { memberNumber, loginId } = caller
  const items = [...new Map(sent.map((item) => [item.accountNumber, item])).values()]
  const settings = deps.settings.current()
  const now = deps.clock.now()
  const today = calendarDateIn(settings.timeZone, now)
  await inTransaction(deps.db, async (tx) => {
    await lockLogin(tx, loginId)
    const saved = new Map((await listAccountChoices(tx, memberNumber)).map((one) => [one.accountNumber, one]))
    const changes = items.map((item) => ({
      item,
      before: requireOwnAccount(saved.get(item.accountNumber), item.accountNumber),
    }))
    const problems = changes.flatMap((change, index) =>
      problemsOf(change, { settings, today }).map(({ code, field }) => {
        const place = `items.${index}.${field}`
        return code === 'not-offered' ? refusal(roundUpNotice, code, place) : refusal(roundUpMessage, code, place)
      }),
    )
    if (problems.length > 0) throw new Refused(...problems)
    for (const { item, before } of changes) {
      const { accountNumber } = item
      const roundUp = toRoundUp(item)
      const diff = roundUpDiff(roundUp, before.roundUp)
      if (!diff.enrollment && !diff.plus) continue
      await saveAccountChanges(tx, { memberNumber, now }, { accountNumber, roundUp })
      await recordAudit(tx, {
        kind: 'profile.account-changed',
        at: now,
        memberNumber,
        accountNumber,
        clientAddress: request.clientAddress,
        requestId: request.id,
        detail: { roundUp: roundUp.isEnrolled },
      })
    }
  })
  return { message: roundUpNotice('updated', request.language) }
}

const toRoundUp = ({ isRoundUp, amount, expireDate }: RoundUpItem): RoundUp => ({
  isEnrolled: isRoundUp,
  amount,
  expiration: expireDate,
})

const choiceOf = ({ isEnrolled, amount, expiration }: RoundUp) => ({
  isRoundup: isEnrolled,
  amount,
  expiration: expiration ?? '',
})

function problemsOf(
  { item, before }: { readonly item: RoundUpItem; readonly before: AccountChoices },
  { settings, today }: { readonly settings: Settings; readonly today: CalendarDate },
) {
  const after = toRoundUp(item)
  const diff = roundUpDiff(after, before.roundUp)
  return [
    ...(diff.enrollment && !settings.RoundUpEnabled ? [{ code: 'not-offered', field: 'isRoundUp' } as const] : []),
    ...(diff.plus && !settings.RoundUpPlusEnabled ? [{ code: 'not-offered', field: 'amount' } as const] : []),
    ...checkRoundUpChoice(choiceOf(after), choiceOf(before.roundUp), today).map(({ code, field }) => ({
      code,
      field: field === 'expiration' ? 'expireDate' : field,
    })),
  ]
}
