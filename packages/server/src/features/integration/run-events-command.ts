import type { Clock } from '../../platform/clock.ts'
import type { CommandOutcome } from '../../platform/command-outcome.ts'
import type { Database } from '../../platform/db/open-database.ts'
import { acknowledgeEvents, listWaitingEvents, selectUnknownEvents } from './events.store.ts'

const mostAtOnce = 1000

/**
 * Runs `events list [--after ID] | acknowledge ID [ID …]`: how the cooperative's systems fetch what happened. An event is
 * listed until it is acknowledged, so each arrives at least once. Listed as JSON lines, one event each; no lines for none.
 */
export async function runEventsCommand(
  args: readonly string[],
  { db, clock }: { readonly db: Database; readonly clock: Clock },
): Promise<CommandOutcome> {
  const [verb, ...rest] = args
  if (verb === 'list' && (rest.length === 0 || (rest.length === 2 && rest[0] === '--after'))) {
    const after = Number(rest[1] ?? 0)
    if (!Number.isSafeInteger(after))
      return { output: 'events list: --after takes the number of an event', exitCode: 2 }
    const events = await listWaitingEvents(db, after, mostAtOnce)
    return { output: events.map((event) => JSON.stringify(event)).join('\n'), exitCode: 0 }
  }
  if (verb === 'acknowledge' && rest.length > 0 && rest.every((word) => /^[0-9]{1,15}$/u.test(word)))
    return acknowledge(db, rest.map(Number), clock.now())
  return { output: 'events: say list, or acknowledge and the numbers of events', exitCode: 2 }
}

/** Acknowledges all of the events, or none when a number is wrong: the caller's list of events is then wrong too. */
async function acknowledge(db: Database, ids: readonly number[], now: Date): Promise<CommandOutcome> {
  const unknown = await selectUnknownEvents(db, ids)
  if (unknown.length > 0)
    return { output: `There is no event ${unknown.join(', ')}. Nothing was acknowledged.`, exitCode: 1 }
  const count = await acknowledgeEvents(db, ids, now)
  return { output: `Acknowledged ${count} of ${ids.length} events`, exitCode: 0 }
}
