import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { addCents, type Cents, formatUsd, zeroCents } from '@coopline/rules/kernel/money'
import { lookBackDays } from '@coopline/rules/runs/due-drafts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Tx } from '../../platform/db/open-database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { DueItem, ItemOutcome } from '../../platform/runs/run-source.ts'
import { settleDue } from './process-run.ts'
import { startRun } from './runs.store.ts'
import { sources } from './sources.ts'

const pageSize = 500
const shownItems = 1_000

/** Says what a run of that day would take, by doing it in transactions that are rolled back. */
export async function previewRun(deps: Deps, runDate: CalendarDate): Promise<string> {
  const start = (tx: Tx) => startRun(tx, runDate, addDays(runDate, -lookBackDays), deps.clock.now())
  const run = await rolledBack(deps, start)
  const lines: string[] = []
  let [items, total]: [number, Cents] = [0, zeroCents]
  for (const source of sources) {
    let after: string | undefined = ''
    while (after !== undefined) {
      const page = await source.listDue(deps, run, { after, limit: pageSize })
      const settled = await rolledBack(deps, async (tx) => settleDue(tx, deps, source, page.due, runDate))
      for (const { due, outcome } of settled) {
        items += 1
        total = addCents(total, outcome.amount ?? zeroCents)
        if (items <= shownItems) lines.push(lineOf(due, outcome))
      }
      after = page.next
    }
  }
  const more = items > shownItems ? [`… and ${items - shownItems} more`] : []
  return [...lines, ...more, `${runDate}: ${items} due, ${formatUsd(total)}`].join('\n')
}

const lineOf = ({ kind, dueDate, accountNumber }: DueItem, { state, reason, amount }: ItemOutcome): string =>
  `${kind.padEnd(14)}${dueDate}  ${accountNumber.padEnd(14)}${formatUsd(amount ?? zeroCents).padStart(14)}  ${reason ?? state}`

class RollBack extends Error {}

async function rolledBack<T>({ db }: Deps, work: (tx: Tx) => Promise<T>): Promise<T> {
  let done: { readonly value: T } | undefined
  try {
    await inTransaction(db, async (tx) => {
      done = { value: await work(tx) }
      throw new RollBack()
    })
  } catch (error) {
    if (!(error instanceof RollBack) || done === undefined) throw error
  }
  if (done === undefined) throw new Error('A transaction was not rolled back')
  return done.value
}
