import type { Deps } from '../../platform/deps.ts'
import { job } from '../../platform/jobs/jobs.ts'
import { deleteLinksBefore } from './reset-links.store.ts'

export const forgetOldLinksJob = job<Record<never, never>>('recovery.forget-old')

const keepDays = 1

/** Removes reset links that ended a day ago. */
export const forgetOldLinks = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  deleteLinksBefore(db, new Date(clock.now().getTime() - keepDays * 86_400_000))
