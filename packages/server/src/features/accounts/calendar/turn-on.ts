import type { CalendarAddress } from '@coopline/contract/accounts/calendar/calendar.contract'
import { paths } from '@coopline/contract/paths'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberCaller, RequestFacts } from '../../../platform/http/call.ts'
import { randomLinkId } from '../../../platform/random.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { requireLiveSession } from '../../identity/sign-in/public.ts'
import { replaceAddress } from './calendar.store.ts'

/** Replaces a member's calendar address by a new one. Only this answer has the address: the portal stores a hash of its token. */
export async function turnOn(deps: Deps, facts: RequestFacts, caller: MemberCaller): Promise<CalendarAddress> {
  const token = randomLinkId(deps.random)
  const { memberNumber } = caller
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    await requireLiveSession(tx, caller)
    const wasOn = await replaceAddress(tx, { memberNumber, tokenHash: sha256(token), language: facts.language, now })
    await recordAudit(tx, {
      kind: wasOn ? 'calendar.renewed' : 'calendar.turned-on',
      at: now,
      memberNumber,
      clientAddress: facts.clientAddress,
      requestId: facts.id,
    })
  })
  return { since: now.toISOString(), address: deps.env.PUBLIC_ORIGIN + paths.calendarFeed(token) }
}
