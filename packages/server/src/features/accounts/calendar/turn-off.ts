import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { MemberCaller, RequestFacts } from '../../../platform/http/call.ts'
import { deleteAddress, deleteEntries } from './calendar.store.ts'

/** Deletes the calendar address of a member and its entries. @returns true when there was one. */
export async function endCalendar(tx: Tx, memberNumber: string): Promise<boolean> {
  if (!(await deleteAddress(tx, memberNumber))) return false
  await deleteEntries(tx, memberNumber)
  return true
}

/** Deletes the calendar address and its entries. Does nothing when there is none. */
export async function turnOff(
  deps: Deps,
  facts: RequestFacts,
  { memberNumber }: MemberCaller,
): Promise<{ readonly since: null }> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await endCalendar(tx, memberNumber))) return
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
