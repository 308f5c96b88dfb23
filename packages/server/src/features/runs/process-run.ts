import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { zeroCents } from '@coopline/rules/kernel/money'
import { lookBackDays } from '@coopline/rules/runs/due-drafts'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { isDatabaseAway } from '../../platform/db/is-database-away.ts'
import { LeaseLost } from '../../platform/db/job-lease.ts'
import { Unavailable } from '../../platform/errors.ts'
import { insertEvent } from '../../platform/events/event.store.ts'
import type { Deps } from '../../platform/deps.ts'
import type { DueItem, ItemOutcome, RunSource } from '../../platform/runs/run-source.ts'
import {
  completeRun,
  countItems,
  listPendingItems,
  noteProgress,
  type PendingItem,
  type Run,
  settleItem,
  startRun,
  takeItem,
} from './runs.store.ts'
import { sources } from './sources.ts'

const pageSize = 500

/**
 * Takes everything that is due on a day, each due date once: whatever number of processes run it, however often they are
 * stopped, and however often it is repeated. What fails is recorded with its reason and does not stop the others.
 *
 * @param until when to stop; the next call continues.
 * @returns whether the run is complete.
 */
export async function processRun(deps: Deps, runDate: CalendarDate, until?: Date): Promise<boolean> {
  const run = await inTransaction(deps.db, (tx) =>
    startRun(tx, runDate, addDays(runDate, -lookBackDays), deps.clock.now()),
  )
  for (const source of sources) await finishPending(deps, source)
  if (run.completedAt !== null) return true
  const remaining = sources.slice(
    Math.max(
      0,
      sources.findIndex(({ name }) => name === run.progress.kind),
    ),
  )
  for (const source of remaining) if (!(await processSource(deps, run, source, until))) return false
  await complete(deps, runDate)
  return true
}

async function processSource(deps: Deps, run: Run, source: RunSource, until: Date | undefined): Promise<boolean> {
  let after: string | undefined = source.name === run.progress.kind ? run.progress.key : ''
  while (after !== undefined) {
    if (until !== undefined && deps.clock.now() >= until) return false
    const page = await source.listDue(deps, run, { after, limit: pageSize })
    for (const due of page.due) {
      await take(deps, run, source, due)
      deps.failPoints.reach('runs.after-item')
    }
    if (page.next !== undefined) await noteProgress(deps.db, run.runDate, { kind: source.name, key: page.next })
    after = page.next
  }
  return true
}

/** Finishes what processes that died, or charges without an answer, have left pending, of any day. */
async function finishPending(deps: Deps, source: RunSource): Promise<void> {
  if (source.finish === undefined) return
  let after = 0
  for (;;) {
    const items = await listPendingItems(deps.db, source.name, { after, limit: pageSize })
    for (const item of items) await finish(deps, source, item)
    const last = items.at(-1)
    if (last === undefined || items.length < pageSize) return
    after = last.id
  }
}

async function finish(deps: Deps, source: RunSource, item: PendingItem): Promise<void> {
  try {
    const outcome = await source.finish?.(deps, item)
    deps.failPoints.reach('runs.after-charge')
    if (outcome !== undefined) await settleItem(deps.db, item.id, outcome)
  } catch (error) {
    if (isForAll(error)) throw error
    // It stays pending: the next run repeats it under the same key.
    deps.log.error({ err: error, item: item.id }, 'A due item is not finished')
  }
}

/** Takes one due date, unless it was taken before. */
async function take(deps: Deps, { runDate }: Run, source: RunSource, due: DueItem): Promise<void> {
  const item = { ...due, runDate, now: deps.clock.now() }
  try {
    const pending = await inTransaction(deps.db, async (tx) => {
      const id = await takeItem(tx, item)
      if (id === undefined) return undefined
      const outcome = await source.settle(tx, deps, due)
      await settleItem(tx, id, outcome)
      deps.failPoints.reach('runs.before-commit')
      return outcome.state === 'pending' ? { ...due, id, amount: outcome.amount ?? zeroCents } : undefined
    })
    if (pending !== undefined) await finish(deps, source, pending)
  } catch (error) {
    if (isForAll(error)) throw error
    deps.log.error({ err: error, kind: due.kind, enrollment: due.enrollmentId }, 'A due item failed')
    const failed: ItemOutcome = { state: 'failed', reason: 'internal-error' }
    await inTransaction(deps.db, async (tx) => {
      const id = await takeItem(tx, item)
      if (id !== undefined) await settleItem(tx, id, failed)
    })
  }
}

/** True for what stops the whole run, which then continues later. */
const isForAll = (error: unknown): boolean =>
  isDatabaseAway(error) || error instanceof LeaseLost || error instanceof Unavailable

/** Completes the run once, with the summary for staff and for the cooperative's system. */
async function complete(deps: Deps, runDate: CalendarDate): Promise<void> {
  const now = deps.clock.now()
  const counts = await inTransaction(deps.db, async (tx) => {
    if (!(await completeRun(tx, runDate, now))) return undefined
    const items = await countItems(tx, runDate)
    await insertEvent(tx, { accountNumber: null, kind: 'run.completed', body: { runDate, items }, now })
    const total = (state: string) => items.filter((one) => one.state === state).reduce((sum, one) => sum + one.items, 0)
    const detail = { runDate, booked: total('booked'), skipped: total('skipped'), failed: total('failed') }
    await recordAudit(tx, { kind: 'runs.completed', at: now, detail })
    return detail
  })
  if (counts !== undefined) deps.log.info(counts, 'A run is complete')
}
