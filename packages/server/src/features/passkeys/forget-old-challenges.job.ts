import type { Deps } from '../../platform/deps.ts'
import { job } from '../../platform/jobs/jobs.ts'
import { deleteChallengesBefore } from './challenges.store.ts'

export const forgetOldChallengesJob = job<Record<never, never>>('passkeys.forget-old')

/** Removes challenges that nobody can answer any more. */
export const forgetOldChallenges = async ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  deleteChallengesBefore(db, clock.now())
