import { tryLater } from '../../../platform/command-outcome.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Unavailable } from '../../../platform/errors.ts'
import { recordImport } from '../../../platform/imports/record-import.ts'
import { importPush, type PushResult, targetOf } from './import-push.ts'
import { endPush, notePushProgress, type Push, readPushParts, releasePush, takeOldestPush } from './pushes.store.ts'

const [leaseMs, noteEveryMs, patienceMs] = [120_000, 5_000, 2_000] as const
/** A job may take 15 minutes; the one of the next minute continues. */
const longestMs = 300_000
/** A push that ended so often with an error of the portal is given up. */
const mostAttempts = 5

/** Imports the pushes that wait, oldest first, until none is left or another process has the oldest. */
export async function runPushes(deps: Deps): Promise<void> {
  const began = Date.now()
  const leasedUntil = () => new Date(deps.clock.now().getTime() + leaseMs)
  for (;;) {
    if (deps.jobs.stopping.aborted) return
    const push = await takeOldestPush(deps.db, deps.clock.now(), leasedUntil())
    if (push === undefined) return
    const result = await resultOf(deps, push, leasedUntil)
    if (result === undefined) return
    // Not as a part of the job: the import has committed, also when the job took too long and is another worker's.
    await deps.db.transaction().execute(async (tx) => endPush(tx, push, result, deps.clock.now()))
    if (Date.now() - began > longestMs) return
  }
}

/** Imports one push. @returns `undefined` when another import is under way, after which it waits again. */
async function resultOf(deps: Deps, push: Push, leasedUntil: () => Date): Promise<PushResult | undefined> {
  const { pushId, media, options } = push
  const target = targetOf(push.target)
  if (target === undefined) return failed(`There is no target ${push.target} in this version`)
  if (push.attempts > mostAttempts) return failed('The import ended with errors of the portal; its log has them')
  let read = 0
  // The import does not wait for it. On the embedded database it is a part of the import's transaction.
  const noting = setInterval(() => {
    notePushProgress(deps.db, push, read, leasedUntil()).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'The progress of an import could not be stored'),
    )
  }, noteEveryMs)
  const onRows = (rows: number) => void (read = rows)
  try {
    const done = await recordImport(deps, { kind: kindOf(push), paths: [push.target] }, async (record) => {
      const body = { media, pieces: readPushParts(deps.db, pushId, push.parts) }
      const result = await importPush(deps, target, body, options, { patienceMs, onRows }).catch(orBusy)
      if (result === undefined) return { result, exitCode: tryLater }
      for (const entry of result.entries) record.addEntry({ ...entry, file: push.target })
      record.addFile({ name: push.target, rows: result.rows, stored: result.stored, refused: result.refused })
      return { result, exitCode: result.refused === 0 && result.state === 'done' ? 0 : 1 }
    })
    if (done.result === undefined) await releasePush(deps.db, push, false)
    return done.result
  } catch (error) {
    await releasePush(deps.db, push, true)
    throw error
  } finally {
    clearInterval(noting)
  }
}

const orBusy = (error: unknown): undefined => {
  if (!(error instanceof Unavailable)) throw error
}

const kindOf = ({ target }: Push) => (target === 'readings' ? 'readings' : 'bundle')

const failed = (reason: string): PushResult => ({
  state: 'failed',
  rows: 0,
  stored: 0,
  unchanged: 0,
  refused: 0,
  ended: 0,
  entries: [{ severity: 'error', line: 0, column: '', reason }],
  moreEntries: 0,
})
