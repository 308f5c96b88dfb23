import { draftObstacle } from '@coopline/rules/drafts/draft-eligibility'
import { addDays, type CalendarDate, calendarDate, calendarDateIn, isAfter } from '@coopline/rules/kernel/calendar-date'
import { addBankingDays, hourIn } from '@coopline/rules/runs/banking-days'
import { dueDates, lookBackDays } from '@coopline/rules/runs/due-drafts'
import { bookBankDebit, lockOwed } from '../payments/public.ts'
import { findPageEnd, listRunningDrafts, lockRunningDraft, type RunningDraft } from './due-drafts.store.ts'
import type { Deps } from '../../platform/deps.ts'
import type { DueItem, RunSource } from '../../platform/runs/run-source.ts'

/** A bank may report a wrong account for this many banking days after a prenote settled. */
const prenoteBankingDays = 3
const longestDaysAfterBilling = 28
const never = calendarDate('9999-01-04')

/** Bank drafts that members set up on the portal: due on their days, each with a prenote first where the cooperative wants one. */
export const draftSource: RunSource = {
  name: 'draft',
  listDue: async (deps, run, page) => {
    if (!deps.settings.current().portalRunsDrafts) return { due: [], next: undefined }
    const billedSince = addDays(run.runDate, -lookBackDays - longestDaysAfterBilling)
    const next = await findPageEnd(deps.db, page)
    const drafts = next === undefined ? [] : await listRunningDrafts(deps.db, page, billedSince)
    return { due: drafts.flatMap((draft) => dueItems(deps, draft, { from: run.fromDate, to: run.runDate })), next }
  },
  settle: async (tx, deps, due) => {
    const { accountNumber, memberNumber } = due
    const found = await lockOwed(tx, deps, due)
    const draft = await lockRunningDraft(tx, accountNumber, Number(due.enrollmentId))
    if (found === undefined || draft === undefined) return { state: 'skipped', reason: 'removed' }
    const { account, owed: amount } = found
    if (draft.isReplaced) return { state: 'failed', reason: 'replaced' }
    const obstacle = draftObstacle(
      { ...account, hasDraft: false, hasAutopay: draft.hasAutopay, isCardEligible: true },
      'BANK',
      false,
    )
    if (obstacle !== null) return { state: 'skipped', reason: obstacle }
    const bank = { payerName: account.holderName, accountKind: draft.accountKind, bankNumbers: draft.bankNumbers }
    if (due.kind === 'prenote') return { state: 'booked', bank }
    if (amount <= 0) return { state: 'skipped', reason: 'nothing-due' }
    const transNo = await bookBankDebit(tx, deps, {
      memberNumber,
      accountNumber,
      amount,
      language: draft.language,
      lastFour: draft.accountEnding,
      key: `${due.kind}:${due.enrollmentId}:${due.dueDate}`,
    })
    if (transNo === undefined) return { state: 'skipped', reason: 'booked-before' }
    return { state: 'booked', amount, transNo, bank }
  },
}

function dueItems(
  deps: Deps,
  draft: RunningDraft,
  window: { readonly from: CalendarDate; readonly to: CalendarDate },
): readonly DueItem[] {
  const { timeZone, runHour, achPrenotes } = deps.settings.current()
  const { accountNumber, memberNumber, changedAt, startDate, prenoteOn } = draft
  const own = { enrollmentId: String(draft.eventId), accountNumber, memberNumber }
  const setUpOn = calendarDateIn(timeZone, changedAt)
  // A draft that was set up after the run of a day counts from the next day.
  const countsFrom = addDays(setUpOn, hourIn(timeZone, changedAt) < runHour ? 0 : 1)
  if (isAfter(countsFrom, window.to)) return []
  const firstDate = startDate !== null && isAfter(startDate, countsFrom) ? startDate : countsFrom
  const readyOn = achPrenotes ? (prenoteOn === null ? never : addBankingDays(prenoteOn, prenoteBankingDays)) : firstDate
  const dates = dueDates({ ...draft, firstDate, readyOn }, window)
  return [
    // The date of a prenote is the one of the set-up, so that there is one for each draft.
    ...(achPrenotes && prenoteOn === null ? [{ ...own, kind: 'prenote', dueDate: setUpOn } as const] : []),
    ...dates.map((dueDate) => ({ ...own, kind: 'draft', dueDate }) as const),
  ]
}
