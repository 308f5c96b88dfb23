import type { Deps } from '../../platform/deps.ts'
import { job } from '../../platform/jobs/jobs.ts'
import { deleteHandOffsBefore } from './hand-off.store.ts'
import { deleteSecondStepsBefore } from './second-step.store.ts'
import { deleteSessionsBefore } from './sessions.store.ts'

export const forgetOldSessionsJob = job<Record<never, never>>('sign-in.forget-old')

const keepDays = 90

/** Removes sessions that ended long ago – until then they tell known addresses from strange ones – and what is over. */
export async function forgetOldSessions({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime()
  await deleteSessionsBefore(db, new Date(now - keepDays * 86_400_000))
  const dayAgo = new Date(now - 86_400_000)
  await deleteSecondStepsBefore(db, dayAgo)
  await deleteHandOffsBefore(db, dayAgo)
}
