import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { BadInput } from '../../../platform/errors.ts'
import { scheduledJob } from '../../../platform/jobs/feature-job.ts'
import { lockSettings } from '../../site/site/public.ts'
import { findStaffRole } from '../staff-sign-in/public.ts'
import { makeChange } from './change-settings.ts'
import { endPlannedChange, findDueChange, type PlannedChange, refusePlannedChange } from './planned-changes.store.ts'
import { isForRole } from './show-settings.ts'

export const applyPlannedChangesJob = scheduledJob(
  'staff-settings.apply-planned-changes',
  '* * * * *',
  applyPlannedChanges,
)

/** Makes every change of settings that is due, in the order of their starts, each once however many processes do this. @internal */
export async function applyPlannedChanges(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  // First without the lock: locking makes every process read the settings again.
  while ((await findDueChange(deps.db, deps.clock.now())) !== undefined) await applyNext(deps)
}

async function applyNext({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = clock.now()
  const due = await inTransaction(db, async (tx) => {
    // Locks before it reads. A process that was making this change has then committed.
    await lockSettings(tx)
    const next = await findDueChange(tx, now)
    if (next === undefined) return undefined
    const refuse = async (refusal: string) => {
      await refusePlannedChange(tx, next.id, refusal)
      return { id: next.id, refusal }
    }
    // A change that restores former values is made regardless of its author.
    if (!next.isEnd && !(await mayStillChange(tx, next)))
      return refuse(`${next.by} may no longer change these settings`)
    try {
      await makeChange(tx, next, now)
      await endPlannedChange(tx, next.id, now, null)
      return undefined
    } catch (error) {
      if (!(error instanceof BadInput)) throw error
      return refuse(error.refusals.map((one) => one.sentenceIn('en')).join('; '))
    }
  })
  if (due !== undefined) log.warn({ planned: due.id }, 'A scheduled change of settings is refused; it waits for staff')
}

/** True while the author still has the login that planned the change, with a role that may make it. */
async function mayStillChange(tx: Tx, planned: PlannedChange): Promise<boolean> {
  const role = await findStaffRole(tx, planned.by, planned.at)
  return role !== undefined && isForRole(role, planned)
}
