import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type Alarm, type FeeWaiver, returnBankDebit } from '../payments/public.ts'
import type { CollectedEntry } from './returns.store.ts'

/** An entry that could not be applied. It rolls back the transaction, so that the entry can be applied later. */
export class NotApplied extends Error {
  /** The alarm for a correction that names no bank account. The draft is unchanged, because only staff can find out what the bank means. */
  readonly alarm: Alarm | undefined

  constructor(message: string, alarm?: Alarm) {
    super(message)
    this.alarm = alarm
  }
}

/**
 * Reverses the payment of an entry, once for each event id.
 *
 * @throws NotApplied when the payment cannot be reversed.
 */
export async function reverseDebit(
  deps: Deps,
  tx: Tx,
  entry: CollectedEntry & { readonly transNo: string },
  why: { readonly eventId: string; readonly reason: string; readonly feeWaiver: FeeWaiver | undefined },
): Promise<void> {
  const { transNo, accountNumber, amount } = entry
  const debit = { transNo, accountNumber, amount, lastFour: entry.lastFour ?? '' }
  const outcome = await returnBankDebit(deps, tx, { ...debit, ...why, occurredAt: deps.clock.now() })
  if (outcome !== 'applied' && outcome !== 'duplicate') throw new NotApplied(`could not be reversed (${outcome})`)
}
