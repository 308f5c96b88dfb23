import { paths } from '@coopline/contract/paths'
import { calendarName, dueDateTexts } from '@coopline/rules/accounts/due-calendar/due-calendar.messages'
import { type DueAccount, listDueDates } from '@coopline/rules/accounts/due-calendar/list-due-dates'
import { type CalendarDate, calendarDateIn, isAfter, isBefore } from '@coopline/rules/kernel/calendar-date'
import { addCents, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import type { Deps } from '../../../platform/deps.ts'
import { NotFound, TooManyAttempts } from '../../../platform/errors.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { isLinkId } from '../../../platform/random.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { type Account, listAccounts } from '../accounts/public.ts'
import { listComingCharges } from '../../paying/auto-pay/public.ts'
import { listComingDrafts } from '../../paying/drafts/public.ts'
import { listDeferredOn } from '../../paying/payments/public.ts'
import { listComingScheduled } from '../../paying/scheduled-payments/public.ts'
import { entryKey, findByToken, keepEntries, loadBillingDays } from './calendar.store.ts'
import { type CalendarEvent, writeCalendar } from './write-calendar.ts'
import { clientSubject } from '../../../platform/attempts/client-subject.ts'
import { type Limit, recordAttempt } from '../../../platform/attempts/record-attempt.ts'

const hour = 3_600

/** Calendar programs read every few minutes at most; several devices may share an address. */
const readingsPerHour = 120

/** A calendar program keeps requesting an address that was turned off. An attacker who tries tokens sends far more requests. */
const missesPerHour = 300

async function count(deps: Pick<Deps, 'db' | 'clock'>, limit: Limit): Promise<void> {
  const { allowed, retryAfterSeconds } = await recordAttempt(deps.db, limit, deps.clock.now())
  if (!allowed) throw new TooManyAttempts(limit.kind, retryAfterSeconds)
}

/** Counts a read of a calendar. @throws TooManyAttempts when the limit is reached. */
const countReading = async (deps: Pick<Deps, 'db' | 'clock'>, tokenHash: Uint8Array): Promise<void> =>
  count(deps, {
    kind: 'calendar-reading',
    subject: Buffer.from(tokenHash).toString('base64url'),
    windowSeconds: hour,
    limit: readingsPerHour,
  })

/** Counts a request for a calendar that does not exist. @throws TooManyAttempts when the limit is reached. */
const countMiss = async (deps: Pick<Deps, 'db' | 'clock' | 'keys'>, facts: RequestFacts): Promise<void> =>
  count(deps, {
    kind: 'calendar-miss',
    subject: clientSubject(deps.keys, facts.clientNetwork),
    windowSeconds: hour,
    limit: missesPerHour,
  })

const unknown = () => new NotFound('No such calendar')

/**
 * Loads the due dates of the member with this token, as a calendar.
 *
 * @param token the token of the address.
 * @throws NotFound, always the same, for a malformed, unknown, replaced or ended token; TooManyAttempts when an address is
 *   read more often than any calendar program does, or a client tries many tokens.
 */
export async function loadFeed(deps: Deps, facts: RequestFacts, token: string): Promise<string> {
  const tokenHash = sha256(token)
  const owner = isLinkId(token) ? await findByToken(deps.db, tokenHash) : undefined
  if (owner === undefined) {
    await countMiss(deps, facts)
    throw unknown()
  }
  await countReading(deps, tokenHash)
  return writeFeed(deps, owner)
}

/** Lists the accounts with the amounts due of their bills, less deferred amounts and the next payment of an arrangement made here. */
async function listBilled(
  { db }: Deps,
  accounts: readonly Account[],
  days: Awaited<ReturnType<typeof loadBillingDays>>,
  today: CalendarDate,
): Promise<readonly DueAccount[]> {
  const dueOn = ({ dueDate }: Account) => (dueDate === null || isBefore(dueDate, today) ? today : dueDate)
  const deferred = await listDeferredOn(
    db,
    accounts.map((account) => ({ accountNumber: account.accountNumber, dueOn: dueOn(account) })),
  )
  return accounts.map((account) => {
    const { billDate, arrangement } = days.get(account.accountNumber) ?? { billDate: null, arrangement: null }
    const later = deferred.get(account.accountNumber)
    const isListed = later !== undefined && arrangement !== null && !isAfter(arrangement.nextDue, dueOn(account))
    const elsewhere = addCents(later ?? zeroCents, isListed ? arrangement.nextAmount : zeroCents)
    return { ...account, balance: subtractCents(account.balance, elsewhere), billDate, arrangement }
  })
}

async function writeFeed(
  deps: Deps,
  { memberNumber, language }: NonNullable<Awaited<ReturnType<typeof findByToken>>>,
): Promise<string> {
  const settings = deps.settings.current()
  const { Autopay, allowFutureDatedPayments, coopName, timeZone } = settings
  const now = deps.clock.now()
  const [accounts, days] = [await listAccounts(deps.db, memberNumber), await loadBillingDays(deps.db, memberNumber)]
  const today = calendarDateIn(timeZone, now)
  const dueDates = [
    ...listDueDates(await listBilled(deps, accounts, days, today), today),
    ...(await listComingDrafts(deps.db, accounts, today, settings)),
    ...(Autopay ? await listComingCharges(deps.db, memberNumber, today, timeZone) : []),
    ...(allowFutureDatedPayments ? await listComingScheduled(deps.db, memberNumber, today) : []),
  ]
  const kept = await keepEntries(deps.db, memberNumber, dueDates, now)
  const address = deps.env.PUBLIC_ORIGIN + paths.accountOverview()
  const events = dueDates.flatMap((due): readonly CalendarEvent[] => {
    const entry = kept.get(entryKey(due))
    return entry === undefined
      ? []
      : [{ ...entry, day: due.dueOn, isPastDue: due.isPastDue, address, ...dueDateTexts(due, address, language) }]
  })
  return writeCalendar({ name: calendarName(coopName, language), host: new URL(address).hostname, language, events })
}
