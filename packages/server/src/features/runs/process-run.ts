import { addDays, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { lookBackDays } from '@coopline/rules/runs/due-drafts'
import { recordAudit } from '../../platform/audit/audit.store.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import { isDatabaseAway } from '../../platform/db/is-database-away.ts'
import { LeaseLost } from '../../platform/db/job-lease.ts'
import { Unavailable } from '../../platform/errors.ts'
import { insertEvent } from '../../platform/events/event.store.ts'
import type { DueItem, RunDeps, RunSource } from './run-source.ts'
import {
  completeRun,
  countItems,
  type ItemOutcome,
  noteProgress,
  type Run,
  settleItem,
  startRun,
  takeItem,
} from './runs.store.ts'
import { sources } from './sources.ts'

const pageSize = 500

/**
 * Takes everything that is due on a banking day, each due date once: whatever number of processes run it, however often they are
 * stopped, and however often it is repeated. What fails is recorded with its reason and does not stop the others.
 *
 * @param until when to stop; the next call continues.
 * @returns whether the run is complete.
 */
export async function processRun(deps: RunDeps, runDate: CalendarDate, until?: Date): Promise<boolean> {
  const run = await inTransaction(deps.db, (tx) =>
    startRun(tx, runDate, addDays(runDate, -lookBackDays), deps.clock.now()),
  )
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

async function processSource(deps: RunDeps, run: Run, source: RunSource, until: Date | undefined): Promise<boolean> {
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

/** Takes one due date, unless it was taken before. */
async function take(deps: RunDeps, { runDate }: Run, source: RunSource, due: DueItem): Promise<void> {
  const item = { ...due, runDate, now: deps.clock.now() }
  try {
    await inTransaction(deps.db, async (tx) => {
      const id = await takeItem(tx, item)
      if (id !== undefined) await settleItem(tx, id, await source.settle(tx, deps, due))
      deps.failPoints.reach('runs.before-commit')
    })
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
async function complete(deps: RunDeps, runDate: CalendarDate): Promise<void> {
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
