import { type CommandOutcome, escapeControls } from '../../../platform/command-outcome.ts'
import type { Database } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { flag, parseWords, text } from '../../../platform/parse-words.ts'
import { handOverBankNumbers } from '../../paying/drafts/public.ts'
import { acknowledgeAll } from './acknowledge-all.ts'
import { listEvents, listEventsByNumber, type PortalEvent, selectUnknownEvents } from './events.store.ts'

const mostAtOnce = 1000

/**
 * Runs `events list [--after ID] [--bank-numbers] | ack ID [ID …] | replay [--after ID | ID …] [--bank-numbers]`: how the
 * cooperative's systems fetch what happened. An event is listed until it is acknowledged, so each arrives at least once; `replay`
 * lists also those that are acknowledged and changes nothing (REQ-D-402). Listed as JSON lines, one event each; no lines for
 * none. With `--bank-numbers` events about drafts bear the bank numbers, and the audit has an entry for each.
 */
export async function runEventsCommand(
  deps: Pick<Deps, 'db' | 'clock' | 'keys'>,
  args: readonly string[],
): Promise<CommandOutcome> {
  const { db, clock } = deps
  const call = parseWords(args, { after: text, 'bank-numbers': flag })
  if (call === null) return wrongArguments
  const [verb = '', ...words] = call.words
  const { after: from, 'bank-numbers': hasNumbers = false } = call.values
  const ids = numbersOf(words)
  if (isAcknowledge(verb) && ids !== null && from === undefined && !hasNumbers) return acknowledge(db, ids, clock.now())
  if (verb !== 'list' && verb !== 'replay') return wrongArguments
  if (ids !== null && from === undefined && verb === 'replay') {
    const unknown = await selectUnknownEvents(db, ids)
    if (unknown.length > 0) return { output: `There is no event ${unknown.join(', ')}.`, exitCode: 1 }
    return show(deps, hasNumbers, await listEventsByNumber(db, ids))
  }
  if (words.length > 0) return wrongArguments
  const after = Number(from ?? 0)
  if (!Number.isSafeInteger(after))
    return { output: `events ${verb}: --after takes the number of an event`, exitCode: 2 }
  const page = { after, limit: mostAtOnce, isWaiting: verb === 'list' }
  return show(deps, hasNumbers, await listEvents(db, page))
}

const wrongArguments: CommandOutcome = {
  output: 'events: give list, replay, or ack and the numbers of events',
  exitCode: 2,
}

// The first version had only the long word.
const isAcknowledge = (verb: string): boolean => verb === 'ack' || verb === 'acknowledge'

/** The numbers of events; `null` when there are none, or other words. */
const numbersOf = (words: readonly string[]): readonly number[] | null =>
  words.length > 0 && words.every((word) => /^[0-9]{1,15}$/u.test(word)) ? words.map(Number) : null

async function show(
  deps: Pick<Deps, 'db' | 'clock' | 'keys'>,
  hasNumbers: boolean,
  events: readonly PortalEvent[],
): Promise<CommandOutcome> {
  const numbers = hasNumbers
    ? await handOverBankNumbers(
        deps,
        events.map(({ id }) => id),
      )
    : undefined
  const lines = events.map((event) => escapeControls(JSON.stringify({ ...event, ...numbers?.get(event.id) })))
  return { output: lines.join('\n'), exitCode: 0 }
}

async function acknowledge(db: Database, ids: readonly number[], now: Date): Promise<CommandOutcome> {
  const done = await acknowledgeAll(db, ids, now)
  if ('unknown' in done)
    return { output: `There is no event ${done.unknown.join(', ')}. Nothing was acknowledged.`, exitCode: 1 }
  const count = done.acknowledged
  return {
    output: `Acknowledged ${count} of ${ids.length} events`,
    exitCode: 0,
    value: { acknowledged: count, of: ids.length },
  }
}
