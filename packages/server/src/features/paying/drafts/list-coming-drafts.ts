import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { allowedDraftOptions } from '@coopline/rules/paying/drafts/draft-types'
import type { DueDate } from '@coopline/rules/accounts/due-calendar/list-due-dates'
import { addDays, type CalendarDate, calendarDateIn, isAfter, isBefore } from '@coopline/rules/kernel/calendar-date'
import { subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import { nextDraft } from '@coopline/rules/paying/runs/due-drafts'
import type { Executor } from '../../../platform/db/open-database.ts'
import { type Account, owedOn } from '../../accounts/accounts/public.ts'
import { listDeferredOn } from '../payments/public.ts'
import { type DraftDays, listDraftDays } from './drafts.store.ts'

/** Days to look back for bills: a draft may follow its bill by 28 days and a weekend. */
const billsBack = 40

/** The maximum number of days that a due date waits for the next banking day. */
const longestWait = 7

/**
 * Lists the next draft of each account of a member that owes money, if its day is known. The amount is what is owed now, less what an
 * arrangement defers past that day. Drafts that the portal's runs skip (REQ-D-381) are absent.
 */
export async function listComingDrafts(
  executor: Executor,
  accounts: readonly Account[],
  today: CalendarDate,
  settings: Settings,
): Promise<readonly DueDate[]> {
  const [first] = accounts
  if (first === undefined) return []
  const drafts = await listDraftDays(executor, first.memberNumber, addDays(today, -billsBack))
  const coming = drafts.flatMap((draft) => {
    const account = accounts.find(({ accountNumber }) => accountNumber === draft.accountNumber)
    const next = nextOf(draft, today, settings.timeZone)
    if (account === undefined || next === null || isLeftOut(draft, settings)) return []
    const { accountNumber, accountType } = account
    return [{ accountNumber, accountType, item: next.dueDate, dueOn: next.takenOn, owed: owedOn(account) }]
  })
  const deferred = await listDeferredOn(executor, coming)
  return coming.flatMap(({ owed, ...one }): readonly DueDate[] => {
    const amount = subtractCents(owed, deferred.get(one.accountNumber) ?? zeroCents)
    return amount <= 0 ? [] : [{ kind: 'draft', ...one, amount, isPastDue: false }]
  })
}

/** True for drafts that only the portal collects, while it offers none. */
const isLeftOut = ({ means }: DraftDays, settings: Settings): boolean =>
  (means === 'method' || (means === 'bank-numbers' && settings.portalRunsDrafts)) &&
  allowedDraftOptions(settings).length === 0

function nextOf(draft: DraftDays, today: CalendarDate, timeZone: string): ReturnType<typeof nextDraft> {
  const { type, nextDate, startDate, changedAt } = draft
  if (nextDate !== null && !isBefore(nextDate, today)) return { dueDate: nextDate, takenOn: nextDate }
  if (type === null) return null
  // The start of a draft that the cooperative's system set up is unknown.
  const setUpOn = changedAt === null ? addDays(today, -longestWait) : calendarDateIn(timeZone, changedAt)
  const firstDate = startDate !== null && isAfter(startDate, setUpOn) ? startDate : setUpOn
  return nextDraft({ ...draft, type, firstDate }, today)
}
