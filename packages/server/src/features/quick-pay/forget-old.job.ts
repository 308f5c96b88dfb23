import type { Deps } from '../../platform/deps.ts'
import { job } from '../../platform/jobs/jobs.ts'
import { forgetOldTries } from '../../platform/tries/count-try.ts'
import { deletePassesBefore } from './pass.store.ts'

export const forgetOldJob = job<Record<never, never>>('quick-pay.forget-old')

const keepDays = 30

/** Removes passes and counters of tries that nothing asks for any more. */
export async function forgetOld({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await deletePassesBefore(db, new Date(now.getTime() - keepDays * 86_400_000))
  await forgetOldTries(db, now)
}
