import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { scheduledJob } from '../../../platform/jobs/feature-job.ts'
import { isIdleGuest, listIdleGuests } from '../../identity/shared-access/public.ts'
import { eraseMember } from './erase-member.ts'

export const eraseGuestsJob = scheduledJob('member-support.erase-guests', '50 4 * * *', eraseIdleGuests)

/**
 * The milliseconds after the last sign-in before a login without a membership is erased when nothing is shared with it.
 */
const idleMs = 30 * 86_400_000
/** Guests per run. */
const atMost = 200

/**
 * Erases logins without a membership once retention has deleted the last access that they accepted: such a login can do nothing.
 *
 * @returns how many were erased.
 *
 * @internal
 */
export async function eraseIdleGuests(deps: Pick<Deps, 'db' | 'clock' | 'featureData'>): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - idleMs)
  const guests = await listIdleGuests(deps.db, before, atMost)
  let count = 0
  for (const memberNumber of guests) {
    // Checked again under the lock of the login: an invitation may have been accepted in the meantime.
    const mustStay = async (tx: Tx) => !(await isIdleGuest(tx, memberNumber, before))
    const { kind } = await eraseMember(deps, memberNumber, { by: 'retention' }, false, mustStay)
    if (kind === 'erased') count += 1
  }
  return count
}
