import { type CommandOutcome, escapeControls } from '../../platform/command-outcome.ts'
import type { Database } from '../../platform/db/open-database.ts'
import type { Deps } from '../../platform/deps.ts'
import { handOverBankNumbers } from '../drafts/public.ts'
import { acknowledgeEvents, listWaitingEvents, selectUnknownEvents } from './events.store.ts'

const mostAtOnce = 1000
const bankNumbersFlag = '--bank-numbers'

/**
 * Runs `events list [--after ID] [--bank-numbers] | acknowledge ID [ID …]`: how the cooperative's systems fetch what happened.
 * An event is listed until it is acknowledged, so each arrives at least once. Listed as JSON lines, one event each; no lines
 * for none. With `--bank-numbers` events about drafts bear the bank numbers, and the audit has an entry for each.
 */
export async function runEventsCommand(
  args: readonly string[],
  deps: Pick<Deps, 'db' | 'clock' | 'keys'>,
): Promise<CommandOutcome> {
  const { db, clock } = deps
  const [verb, ...rest] = args
  const [flag, from, ...more] = rest.filter((word) => word !== bankNumbersFlag)
  if (verb === 'list' && more.length === 0 && (flag === undefined || (flag === '--after' && from !== undefined))) {
    const after = Number(from ?? 0)
    if (!Number.isSafeInteger(after))
      return { output: 'events list: --after takes the number of an event', exitCode: 2 }
    const events = await listWaitingEvents(db, after, mostAtOnce)
    const numbers = rest.includes(bankNumbersFlag)
      ? await handOverBankNumbers(
          deps,
          events.map(({ id }) => id),
        )
      : undefined
    const lines = events.map((event) => escapeControls(JSON.stringify({ ...event, ...numbers?.get(event.id) })))
    return { output: lines.join('\n'), exitCode: 0 }
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
