import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { setGeneratedAt } from './incidents.store.ts'

/** Makes the outages on file current, as an import of the same outages now would. */
export const repeatOutages = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  inTransaction(db, async (tx) => setGeneratedAt(tx, clock.now()))
