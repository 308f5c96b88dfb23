import type { Database } from '../../../platform/db/open-database.ts'
import { acknowledgeEvents, selectUnknownEvents } from './events.store.ts'

/**
 * Acknowledges all of the events, or none when a number is wrong: the caller's list of events is then wrong too.
 *
 * @returns how many were not acknowledged before, or the numbers that no event has.
 */
export async function acknowledgeAll(
  db: Database,
  ids: readonly number[],
  now: Date,
): Promise<{ readonly acknowledged: number } | { readonly unknown: readonly number[] }> {
  const unknown = await selectUnknownEvents(db, ids)
  return unknown.length > 0 ? { unknown } : { acknowledged: await acknowledgeEvents(db, ids, now) }
}
