import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type BankNumbers, openBankNumbers } from './bank-numbers.ts'
import { listBankNumbers } from './drafts.store.ts'

/**
 * Decrypts the bank numbers of the drafts that these events set up, for the hand-over to the cooperative's system, and audits
 * each. Drafts that were removed or replaced are absent.
 *
 * @returns the numbers by event.
 * @throws KeyMissing when a key of APP_KEYS is missing.
 */
export async function handOverBankNumbers(
  { db, keys, clock }: Pick<Deps, 'db' | 'keys' | 'clock'>,
  eventIds: readonly number[],
): Promise<ReadonlyMap<number, BankNumbers>> {
  return inTransaction(db, async (tx) => {
    const found = new Map<number, BankNumbers>()
    for (const { eventId, accountNumber, bankNumbers } of await listBankNumbers(tx, eventIds)) {
      found.set(eventId, openBankNumbers(keys, bankNumbers, accountNumber))
      await recordAudit(tx, {
        kind: 'drafts.bank-numbers-handed-over',
        at: clock.now(),
        accountNumber,
        detail: { event: eventId },
      })
    }
    return found
  })
}
