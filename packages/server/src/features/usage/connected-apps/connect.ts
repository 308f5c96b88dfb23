import type { ConnectedMeter, ConnectionChoice } from '@coopline/contract/usage/connected-apps/connected-apps.contract'
import { checkGrant, maxConnections } from '@coopline/rules/usage/connected-apps/check-grant'
import { connectionMessage } from '@coopline/rules/usage/connected-apps/connected-apps.messages'
import { type EspiScope, parseEspiScope } from '@coopline/rules/usage/connected-apps/espi-scope'
import { calendarDate, type CalendarDate, endOfDay } from '@coopline/rules/kernel/calendar-date'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Conflict, NotOwned, Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { MemberRequest } from '../../../platform/http/call.ts'
import { todayOf } from '../../../platform/today.ts'
import { notifyMember, requireLiveSession } from '../../identity/sign-in/public.ts'
import { countConnectionsLocked, insertConnection } from './connections.store.ts'
import { listOfferedMeters } from './readable-meters.ts'

/** A valid choice whose meters all belong to the member. */
export interface AcceptedChoice {
  readonly scopes: readonly EspiScope[]
  readonly meters: readonly ConnectedMeter[]
  readonly historyFrom: CalendarDate
  readonly endsAt: Date
}

/**
 * Checks the member's choices for a connection.
 *
 * @param offered the scopes the member may choose.
 * @throws Refused with every problem; NotOwned for a meter of another member.
 */
export async function acceptChoice(
  deps: Deps,
  { caller }: Pick<MemberRequest, 'caller'>,
  choice: ConnectionChoice & { readonly name?: string },
  offered: readonly string[],
): Promise<AcceptedChoice> {
  const today = todayOf(deps)
  const chosen = [...new Set(choice.scopes)].filter((scope) => offered.includes(scope)).map(parseEspiScope)
  const scopes = chosen.filter((scope) => scope !== null)
  const meters = [...new Map(choice.meters.map((meter) => [keyOf(meter), meter])).values()]
  const named = { ...choice, scopes: scopes.map(({ text }) => text), meters: meters.map(keyOf) }
  const problems = checkGrant(named, today)
  if (problems.length > 0)
    throw new Refused(...problems.map(({ code, field }) => refusal(connectionMessage, code, field)))
  const own = new Set((await listOfferedMeters(deps, caller.memberNumber)).map(keyOf))
  const foreign = meters.find((meter) => !own.has(keyOf(meter)))
  if (foreign !== undefined) throw new NotOwned('Not a meter of the caller', { accountNumber: foreign.accountNumber })
  const months = Math.min(choice.historyMonths, ...scopes.map((scope) => scope.months))
  return {
    scopes,
    meters,
    historyFrom: monthsBefore(today, months),
    endsAt: endOfDay(calendarDate(choice.endsOn), deps.settings.current().timeZone),
  }
}

const keyOf = ({ accountNumber, meterNumber }: ConnectedMeter): string => `${accountNumber}/${meterNumber}`

/** The first day of the month that lies `months` before `day`. Whole months are easier to explain than days. */
function monthsBefore(day: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const total = year * 12 + (month - 1) - months
  const text = `${String(Math.floor(total / 12)).padStart(4, '0')}-${String((total % 12) + 1).padStart(2, '0')}-01`
  return calendarDate(text)
}

/** Stores a new connection and notifies the member by email. @throws Conflict when the member has too many. */
export async function openConnection(
  deps: Deps,
  tx: Tx,
  { caller, request }: MemberRequest,
  connection: AcceptedChoice & {
    readonly grantId: string
    readonly clientId: string | null
    readonly tokenHash: Uint8Array | null
    readonly name: string
  },
): Promise<void> {
  const now = deps.clock.now()
  const { loginId, memberNumber } = caller
  if ((await countConnectionsLocked(tx, { loginId, memberNumber }, now)) >= maxConnections)
    throw new Conflict(refusal(connectionMessage, 'too-many-connections'))
  await requireLiveSession(tx, caller)
  await insertConnection(tx, {
    ...connection,
    loginId,
    memberNumber,
    scope: connection.scopes.map(({ text }) => text).join(' '),
    createdAt: now,
  })
  const kind = connection.clientId === null ? 'access-token-made' : 'app-connected'
  await recordAudit(tx, {
    kind: `connected-apps.${kind}`,
    at: now,
    memberNumber,
    clientAddress: request.clientAddress,
    requestId: request.id,
    detail: { connection: connection.grantId, app: connection.clientId },
  })
  await notifyMember(deps, tx, loginId, kind, connection.grantId, () => [connection.name])
}
