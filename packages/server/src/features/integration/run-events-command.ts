import type { Clock } from '../../platform/clock.ts'
import type { CommandOutcome } from '../../platform/command-outcome.ts'
import type { Database } from '../../platform/db/open-database.ts'
import { acknowledgeEvents, listWaitingEvents } from './events.store.ts'

const mostAtOnce = 1000

/**
 * Runs `events list [--after ID] | acknowledge ID [ID …]`: how the cooperative's systems fetch what happened. An event is
 * listed until it is acknowledged, so each arrives at least once. Listed as JSON lines, one event each.
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
  if (verb === 'acknowledge' && rest.length > 0 && rest.every((word) => /^[0-9]{1,15}$/u.test(word))) {
    const count = await acknowledgeEvents(db, rest.map(Number), clock.now())
    return { output: `Acknowledged ${count} of ${rest.length} events`, exitCode: 0 }
  }
  return { output: 'events: say list, or acknowledge and the numbers of events', exitCode: 2 }
}
