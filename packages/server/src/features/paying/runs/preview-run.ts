import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { addCents, type Cents, formatUsd, zeroCents } from '@coopline/rules/kernel/money'
import { lookBackDays } from '@coopline/rules/paying/runs/due-drafts'
import type { CommandOutcome } from '../../../platform/command-outcome.ts'
import { rolledBack } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { silentLog } from '../../../platform/log.ts'
import type { DueItem, ItemOutcome } from '../../../platform/runs/run-source.ts'
import { settleDue } from './process-run.ts'
import { startRun } from './runs.store.ts'
import { sources } from './sources.ts'

const pageSize = 500
const displayedItems = 1_000

/** Runs `runs preview`. It lists the items that a run of that day would process, in transactions that it rolls back. */
export async function previewRun(deps: Deps, runDate: CalendarDate): Promise<CommandOutcome> {
  const { db, clock } = deps
  const run = await rolledBack(db, async (tx) => startRun(tx, runDate, addDays(runDate, -lookBackDays), clock.now()))
  const quiet = { ...deps, log: silentLog }
  const shown: PreviewedItem[] = []
  let [items, total]: [number, Cents] = [0, zeroCents]
  for (const source of sources) {
    let after: string | undefined = ''
    while (after !== undefined) {
      const page = await source.listDue(deps, run, { after, limit: pageSize })
      const settled = await rolledBack(db, async (tx) => settleDue(quiet, tx, source, page.due, runDate))
      for (const { due, outcome } of settled) {
        items += 1
        total = addCents(total, outcome.amount ?? zeroCents)
        if (items <= displayedItems) shown.push(toPreviewed(due, outcome))
      }
      after = page.next
    }
  }
  const more = items > displayedItems ? [`… and ${items - displayedItems} more`] : []
  return {
    output: [...shown.map(lineOf), ...more, `${runDate}: ${items} due, ${formatUsd(total)}`].join('\n'),
    exitCode: 0,
    value: { runDate, items, amountCents: total, first: shown },
  }
}

interface PreviewedItem extends Pick<DueItem, 'kind' | 'dueDate' | 'accountNumber'> {
  readonly amountCents: Cents
  readonly result: string
}

const toPreviewed = (
  { kind, dueDate, accountNumber }: DueItem,
  { state, reason, amount }: ItemOutcome,
): PreviewedItem => ({ kind, dueDate, accountNumber, amountCents: amount ?? zeroCents, result: reason ?? state })

const lineOf = ({ kind, dueDate, accountNumber, amountCents, result }: PreviewedItem): string =>
  `${kind.padEnd(14)}${dueDate}  ${accountNumber.padEnd(14)}${formatUsd(amountCents).padStart(14)}  ${result}`
