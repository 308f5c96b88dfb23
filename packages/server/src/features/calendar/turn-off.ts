import { recordAudit } from '../../platform/audit/audit.store.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Deps } from '../../platform/deps.ts'
import type { RequestFacts } from '../../platform/http/call.ts'
import type { MemberCaller } from '../sign-in/public.ts'
import { deleteAddress, deleteEntries } from './calendar.store.ts'

/** Ends the calendar address at once, and forgets what it told. Nothing happens without one. */
export async function turnOff(
  deps: Deps,
  facts: RequestFacts,
  { memberNumber }: MemberCaller,
): Promise<{ readonly since: null }> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await deleteAddress(tx, memberNumber))) return
    await deleteEntries(tx, memberNumber)
    await recordAudit(tx, {
      kind: 'calendar.turned-off',
      at: deps.clock.now(),
      memberNumber,
      clientAddress: facts.clientAddress,
      requestId: facts.id,
    })
  })
  return { since: null }
}
