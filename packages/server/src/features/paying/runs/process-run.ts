import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { zeroCents } from '@coopline/rules/kernel/money'
import { lookBackDays } from '@coopline/rules/paying/runs/due-drafts'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { insertEvent } from '../../../platform/events/event.store.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { isolateFailures, stopsAll } from '../../../platform/jobs/isolate-failures.ts'
import type { DueItem, ItemOutcome, RunSource } from '../../../platform/runs/run-source.ts'
import {
  completeRun,
  countItems,
  findNewDue,
  insertItems,
  listPendingItems,
  lockDue,
  noteProgress,
  type PendingItem,
  type Run,
  type SettledDue,
  settleItem,
  startRun,
} from './runs.store.ts'
import { sources } from './sources.ts'

const pageSize = 500
/** The number of pages at once, each in a separate transaction. The database books one page while this process prepares the other. */
const pagesAtOnce = 2

/**
 * Processes everything that is due on a day, each due date once, even when several processes run it, are killed or repeat it. A failure
 * is recorded with its reason and does not stop the other items.
 *
 * @param until the time to stop at. The next call continues.
 * @returns true when the run is complete.
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
  await complete(deps, run)
  return true
}

async function processSource(deps: Deps, run: Run, source: RunSource, until: Date | undefined): Promise<boolean> {
  const most = source.lock === undefined ? 1 : pagesAtOnce
  const taking: { readonly done: Promise<void>; readonly next: string | undefined }[] = []
  const endFirst = async () => {
    const { done, next } = taking.shift() ?? {}
    await done
    if (next !== undefined) await noteProgress(deps.db, run, { kind: source.name, key: next })
  }
  const isTimeUp = () => until !== undefined && deps.clock.now() >= until
  let after: string | undefined = source.name === run.progress.kind ? run.progress.key : ''
  try {
    while (after !== undefined && !isTimeUp()) {
      if (taking.length === most) await endFirst()
      const page = await source.listDue(deps, run, { after, limit: pageSize })
      const done = takePage(deps, run, source, page.due)
      // The error is thrown where the page is awaited.
      done.catch(() => {})
      taking.push({ done, next: page.next })
      after = page.next
    }
    while (taking.length > 0) await endFirst()
  } finally {
    // Waits for pages in progress when the run stops early.
    await Promise.allSettled(taking.map(({ done }) => done))
  }
  return after === undefined
}

async function takePage(deps: Deps, run: Run, source: RunSource, due: readonly DueItem[]): Promise<void> {
  // Provider charges are evaluated one at a time, because the member may pay in the meantime. So is what must be prepared.
  const size = source.finish === undefined && source.prepare === undefined ? pageSize : 1
  for (let from = 0; from < due.length; from += size) {
    const some = due.slice(from, from + size)
    for (const one of some) await source.prepare?.(deps, one)
    await take(deps, run, source, some)
    deps.failPoints.reach('runs.after-item')
  }
}

/** Completes pending items of any day, left by processes that died or by charges without an answer. */
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
    if (stopsAll(error)) throw error
    // The item stays pending, and the next run repeats it with the same key.
    deps.log.error({ err: error, item: item.id }, 'A due item is not finished')
  }
}

/** Processes new due dates in one transaction, or one at a time if that fails, so that one failure does not stop the others. */
async function take(deps: Deps, run: Run, source: RunSource, due: readonly DueItem[]): Promise<void> {
  await isolateFailures(deps.log, due, {
    work: async (items) => {
      for (const item of await takeTogether(deps, run, source, items)) await finish(deps, source, item)
    },
    fail: async (item, error) => {
      deps.log.error({ err: error, kind: item.kind, enrollment: item.enrollmentId }, 'A due item failed')
      const outcome: ItemOutcome = { state: 'failed', reason: 'internal-error' }
      await inTransaction(deps.db, async (tx) => {
        const failed = await lockNewDue(tx, source, [item], run.runDate)
        const settled = failed.map((one) => ({ due: one, outcome }))
        await insertItems(tx, settled, { runDate: run.runDate, now: deps.clock.now() })
      })
    },
  })
}

/** @returns the items waiting to be charged. */
async function takeTogether(
  deps: Deps,
  { runDate }: Run,
  source: RunSource,
  due: readonly DueItem[],
): Promise<readonly PendingItem[]> {
  return inTransaction(deps.db, async (tx) => {
    const settled = await settleDue(deps, tx, source, due, runDate)
    const ids = await insertItems(tx, settled, { runDate, now: deps.clock.now() })
    deps.failPoints.reach('runs.before-commit')
    return settled.flatMap(({ due: one, outcome }, index) => {
      const id = ids[index]
      if (id === undefined || outcome.state !== 'pending') return []
      return [{ ...one, id, amount: outcome.amount ?? zeroCents }]
    })
  })
}

/** Decides and books new due dates. */
export async function settleDue(
  deps: Deps,
  tx: Tx,
  source: RunSource,
  listed: readonly DueItem[],
  runDate: CalendarDate,
): Promise<readonly SettledDue[]> {
  const due = await lockNewDue(tx, source, listed, runDate)
  if (due.length === 0) return []
  const outcomes = await source.settle(deps, tx, due)
  return due.map((one, index) => {
    const outcome = outcomes[index]
    if (outcome === undefined) throw new Error(`No outcome of ${one.kind} ${one.enrollmentId} of ${one.dueDate}`)
    return { due: one, outcome }
  })
}

/** Locks due dates and selects those that are new. Due dates that another process is processing are not among them. */
async function lockNewDue(
  tx: Tx,
  source: RunSource,
  due: readonly DueItem[],
  runDate: CalendarDate,
): Promise<readonly DueItem[]> {
  if (due.length === 0) return []
  await (source.lock ?? lockDue)(tx, due)
  // A separate statement, because its snapshot must include the commits of the process that had the lock.
  return findNewDue(tx, due, runDate)
}

/** Completes the run once, with the summary for staff and for the cooperative's system. */
async function complete(deps: Deps, run: Run): Promise<void> {
  const { runDate } = run
  const now = deps.clock.now()
  const counts = await inTransaction(deps.db, async (tx) => {
    if (!(await completeRun(tx, run, now))) return undefined
    const items = await countItems(tx, runDate)
    await insertEvent(tx, { accountNumber: null, kind: 'run.completed', body: { runDate, items }, now })
    const total = (state: string) => items.filter((one) => one.state === state).reduce((sum, one) => sum + one.items, 0)
    const detail = { runDate, booked: total('booked'), skipped: total('skipped'), failed: total('failed') }
    await recordAudit(tx, { kind: 'runs.completed', at: now, detail })
    return detail
  })
  if (counts !== undefined) deps.log.info(counts, 'A run is complete')
}
