import type { Deps } from '../../platform/deps.ts'
import { job } from '../../platform/jobs/jobs.ts'
import { deleteCodesBefore } from '../../platform/verification-code/verification-code.store.ts'
import { deletePassesBefore } from './pass.store.ts'

export const forgetOldCodesJob = job<Record<never, never>>('registration.forget-old')

const keepDays = 1

/** Removes codes and passes that ended a day ago. */
export async function forgetOldCodes({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - keepDays * 86_400_000)
  await deleteCodesBefore(db, before)
  await deletePassesBefore(db, before)
}
