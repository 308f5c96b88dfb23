import { draftObstacle } from '@coopline/rules/paying/drafts/draft-eligibility'
import {
  addDays,
  type CalendarDate,
  calendarDate,
  calendarDateIn,
  isAfter,
  isBefore,
} from '@coopline/rules/kernel/calendar-date'
import { type Cents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import {
  addBankingDays,
  bankingDayFrom,
  firstTakenFrom,
  hourIn,
  isBankingDay,
} from '@coopline/rules/paying/runs/banking-days'
import { dueDates, lookBackDays } from '@coopline/rules/paying/runs/due-drafts'
import {
  type BankDebit,
  bookBankDebits,
  isHeldUp,
  lockOwedOf,
  lockPaymentRequests,
  type Owed,
} from '../payments/public.ts'
import {
  type DraftMeans,
  findPageEnd,
  listBilledAfter,
  listRunningDrafts,
  lockRunningDrafts,
  type RunningDraft,
  type DraftDebit,
} from './due-drafts.store.ts'
import { missedReason, postponedReason } from './runs.store.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { DueItem, DuePage, ItemOutcome, RunSource } from '../../../platform/runs/run-source.ts'
import { todayOf } from '../../../platform/today.ts'

/** A bank may report a wrong account for this many banking days after a prenote settled. */
const prenoteBankingDays = 3
const longestDaysAfterBilling = 28
const never = calendarDate('9999-01-04')

/** Bank drafts that members set up on the portal. A prenote comes first when the cooperative wants one. */
export const draftSource: RunSource = {
  name: 'draft',
  listDue: async (deps, run, page) => listDueDrafts(deps, 'bank_numbers', run, page),
  // An account has one draft, but postponed dates of it may be in two pages. The second page waits here.
  lock: async (tx, due) =>
    lockPaymentRequests(
      tx,
      due.map((one) => one.accountNumber),
    ),
  settle: async (deps, tx, due) => {
    const found = await lockOwedOf(deps, tx, due)
    const drafts = await lockRunningDrafts(
      tx,
      due.map(({ kind, accountNumber, enrollmentId }) => ({
        accountNumber,
        eventId: Number(enrollmentId),
        // A date that waited for an open payment is collected from the corrected account. A prenote belongs to one account only.
        orCorrected: kind === 'draft',
      })),
    )
    const billedLater = await listBilledLater(deps, tx, due)
    const decisions = due.map((one, index) =>
      decide(one, found.get(one.accountNumber), drafts[index], billedLater[index] ?? zeroCents),
    )
    const transNos = await bookBankDebits(
      deps,
      tx,
      decisions.flatMap(({ debit }) => (debit === undefined ? [] : [debit])),
    )
    let booked = 0
    return decisions.map(({ outcome, debit }) => {
      if (debit === undefined) return outcome
      const transNo = transNos[booked]
      booked += 1
      return transNo === undefined ? { state: 'skipped', reason: 'booked-before' } : { ...outcome, transNo }
    })
  },
}

/**
 * Lists the amount that was billed after the planned day of each due date, in whole cents and in the same order. A late run leaves that
 * amount to the next due date. It is zero for a due date that is collected on its day.
 */
export async function listBilledLater(
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  tx: Tx,
  due: readonly DueItem[],
): Promise<readonly Cents[]> {
  const today = todayOf({ settings, clock })
  const days = due.map(({ accountNumber, dueDate }) => ({ accountNumber, day: bankingDayFrom(dueDate) }))
  if (days.every(({ day }) => !isBefore(day, today))) return []
  return listBilledAfter(tx, days)
}

/**
 * Decides the outcome of a due date, with its debit if one is booked. It subtracts the debit from the amount owed, for the other due
 * dates of the page.
 */
function decide(
  { kind, enrollmentId, dueDate, accountNumber, memberNumber, isTooLate }: DueItem,
  found: Owed | undefined,
  draft: DraftDebit | undefined,
  billedLater: Cents,
): { readonly outcome: ItemOutcome; readonly debit?: BankDebit } {
  const skipped = (reason: string) => ({ outcome: { state: 'skipped', reason } as const })
  if (found === undefined || draft === undefined || found.account.memberNumber !== memberNumber)
    return skipped('removed')
  const { account } = found
  const amount = subtractCents(found.owed, billedLater)
  if (draft.isReplaced) return { outcome: { state: 'failed', reason: 'replaced' } }
  const candidate = { ...account, hasDraft: false, hasAutopay: draft.hasAutopay, isCardEligible: true }
  const obstacle = draftObstacle(candidate, 'BANK', false)
  if (obstacle !== null) return skipped(obstacle)
  const bank = { payerName: account.holderName, accountKind: draft.accountKind, bankNumbers: draft.bankNumbers }
  if (kind === 'prenote') return { outcome: { state: 'booked', bank } }
  if (isHeldUp(found, billedLater)) return skipped(postponedReason)
  if (amount <= 0) return skipped('nothing-due')
  if (isTooLate === true) return skipped(missedReason)
  found.owed = billedLater
  const { language, accountEnding: lastFour } = draft
  const key = `${kind}:${enrollmentId}:${dueDate}`
  return {
    outcome: { state: 'booked', amount, bank },
    debit: { memberNumber, accountNumber, amount, language, lastFour, key },
  }
}

/** Lists the due dates of the drafts that are collected by these means, a page of drafts at a time. */
export async function listDueDrafts(
  deps: Deps,
  means: DraftMeans,
  run: { readonly fromDate: CalendarDate; readonly runDate: CalendarDate },
  page: { readonly after: string; readonly limit: number },
): Promise<DuePage> {
  const { timeZone } = deps.settings.current()
  const since = addDays(run.runDate, -lookBackDays - longestDaysAfterBilling)
  const next = await findPageEnd(deps.db, means, page)
  if (next === undefined) return { due: [], next }
  const drafts = await listRunningDrafts(deps.db, means, { after: page.after, through: next }, { since, timeZone })
  return { due: drafts.flatMap((draft) => dueItems(deps, draft, { from: run.fromDate, to: run.runDate })), next }
}

function dueItems(
  deps: Deps,
  draft: RunningDraft,
  window: { readonly from: CalendarDate; readonly to: CalendarDate },
): readonly DueItem[] {
  const { timeZone, runHour, achPrenotes } = deps.settings.current()
  const { accountNumber, memberNumber, methodId, changedAt, startDate, prenoteOn } = draft
  const kind = methodId === null ? 'draft' : 'method-draft'
  const enrollmentId = methodId === null ? String(draft.eventId) : `${draft.eventId}:${methodId}`
  const own = { enrollmentId, accountNumber, memberNumber }
  const hasPrenote = achPrenotes && methodId === null
  const setUpOn = calendarDateIn(timeZone, changedAt)
  // A draft that was set up after the run of a day counts from the next day. One that replaced a draft counts from the first day
  // that no run had completed by then: runs may be late.
  const nextRun = addDays(setUpOn, hourIn(timeZone, changedAt) < runHour ? 0 : 1)
  const unprocessed = draft.lastRunOn === null ? nextRun : addDays(draft.lastRunOn, 1)
  const countsFrom = isBefore(unprocessed, nextRun) ? unprocessed : nextRun
  if (isAfter(countsFrom, window.to)) return []
  // This draft inherits the due dates of its predecessor from that day on, such as one on the weekend.
  const formerUntil = draft.formerUntil === null ? null : calendarDateIn(timeZone, draft.formerUntil)
  const counted = formerUntil === null ? countsFrom : firstTakenFrom(countsFrom)
  const isOurs = (date: CalendarDate) =>
    !draft.processedDates.includes(date) &&
    (!isBefore(date, nextRun) || (formerUntil !== null && !isAfter(date, formerUntil)))
  const isLater = startDate !== null && isAfter(startDate, countsFrom) && isAfter(startDate, setUpOn)
  const firstDate = isLater ? startDate : counted
  const readyOn = hasPrenote ? (prenoteOn === null ? never : addBankingDays(prenoteOn, prenoteBankingDays)) : firstDate
  const waiting = isLater || formerUntil !== setUpOn ? [] : waitingDates(draft, window.to, hasPrenote ? readyOn : null)
  const dates = dueDates({ ...draft, firstDate, readyOn }, window).filter(isOurs)
  return [
    // A prenote has the date of the set-up, so that there is one for each draft.
    ...(hasPrenote && prenoteOn === null ? [{ ...own, kind: 'prenote', dueDate: setUpOn } as const] : []),
    ...[...new Set([...waiting, ...dates])].map((dueDate) => ({ ...own, kind, dueDate }) as const),
  ]
}

/**
 * Lists due dates that waited for an open payment when the member replaced the draft, and that are also due dates of the new draft. Only
 * on a banking day, like all postponed due dates.
 */
function waitingDates(
  draft: RunningDraft,
  runDate: CalendarDate,
  readyOn: CalendarDate | null,
): readonly CalendarDate[] {
  if (draft.waitingDates.length === 0 || !isBankingDay(runDate)) return []
  const earliest = addDays(runDate, -lookBackDays)
  return dueDates(
    { ...draft, firstDate: earliest, readyOn: readyOn ?? earliest },
    { from: earliest, to: runDate },
  ).filter((date) => draft.waitingDates.includes(date) && !draft.processedDates.includes(date))
}
