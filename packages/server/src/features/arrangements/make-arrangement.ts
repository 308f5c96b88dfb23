import type { arrangements } from '@coopline/contract/arrangements/arrangements.contract'
import type { AnswerOf, BodyOf } from '@coopline/contract/endpoint'
import { arrangementChoices, type ArrangementChoice } from '@coopline/rules/arrangement/arrangement-choices'
import { arrangementMessage, type ArrangementRefusal } from '@coopline/rules/arrangement/arrangement.messages'
import { checkArrangement } from '@coopline/rules/arrangement/check-arrangement'
import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Tx } from '../../platform/db/open-database.ts'
import type { Deps } from '../../platform/deps.ts'
import { Conflict } from '../../platform/errors.ts'
import { insertEvent } from '../../platform/events/event.store.ts'
import type { MemberRequest } from '../../platform/http/call.ts'
import { requireOwnAccount } from '../../platform/http/require-own.ts'
import { owedOn } from '../accounts/public.ts'
import { findArrangeable, findMadeOn, insertArrangement, lockAccount } from './arrangements.store.ts'
import { limitsOf } from './list-choices.ts'

type Confirmed = BodyOf<(typeof arrangements)['make']>
type Answer = AnswerOf<(typeof arrangements)['make']>

/**
 * Makes an arrangement with the figures that the member confirmed, and tells the cooperative by an event, in one transaction. The
 * same choice for the same account on the same day answers the arrangement that exists: a double click or a second tab makes one.
 *
 * @throws NotOwned for another member's account; Conflict when the account cannot have an arrangement, when the choice is not
 *   offered, or when what is owed or the day differs from what was confirmed.
 */
export async function makeArrangement(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  member: MemberRequest,
  accountNumber: string,
  confirmed: Confirmed,
): Promise<Answer> {
  const choice = await inTransaction(deps.db, async (tx) => {
    await lockAccount(tx, accountNumber)
    return choose(deps, tx, { ...member, accountNumber, confirmed })
  })
  return { kind: choice.kind, count: choice.count, payments: [...choice.payments] }
}

interface Wanted extends MemberRequest {
  readonly accountNumber: string
  readonly confirmed: Confirmed
}

async function choose(
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  tx: Tx,
  { caller, request, accountNumber, confirmed }: Wanted,
): Promise<ArrangementChoice> {
  const { memberNumber } = caller
  const account = requireOwnAccount(await findArrangeable(tx, memberNumber, accountNumber), accountNumber)
  const now = clock.now()
  const today = calendarDateIn(settings.current().timeZone, now)
  const limits = limitsOf(settings.current(), account)
  const refuse = (problem: ArrangementRefusal) =>
    new Conflict(problem.code, arrangementMessage(problem, request.language))

  const made = await findMadeOn(tx, { memberNumber, accountNumber, madeOn: today })
  if (made?.kind === confirmed.kind && made.count === confirmed.count && made.balance === confirmed.owed) return made
  const owed = owedOn(account)
  const problem = made
    ? ({ code: 'has-arrangement' } as const)
    : checkArrangement({ ...account, owed }, limits.monthsBetween, today)
  if (problem !== null) throw refuse(problem)
  if (confirmed.owed !== owed || confirmed.today !== today) throw refuse({ code: 'figures-changed' })
  const choice = arrangementChoices(owed, limits, today).find(
    ({ kind, count }) => kind === confirmed.kind && count === confirmed.count,
  )
  if (choice === undefined) throw refuse({ code: 'not-offered' })

  const { kind, count, payments } = choice
  const eventId = await insertEvent(tx, {
    accountNumber,
    kind: 'arrangement.made',
    body: { memberNumber, accountNumber, kind, count, madeOn: today, balance: owed, payments },
    now,
  })
  await insertArrangement(tx, { memberNumber, accountNumber, choice, balance: owed, madeOn: today, eventId, now })
  await recordAudit(tx, {
    kind: 'arrangements.made',
    at: now,
    memberNumber,
    accountNumber,
    clientAddress: request.clientAddress,
    requestId: request.id,
    detail: { event: eventId, arrangement: kind, count },
  })
  return choice
}
