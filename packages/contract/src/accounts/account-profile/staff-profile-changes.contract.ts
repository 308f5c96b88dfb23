import { staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireAccountNumber, wireInstant, wireMemberNumber } from '../../wire.ts'

const block = z.enum(['name', 'address', 'phones'])

const pendingChange = z.strictObject({
  accountNumber: wireAccountNumber,
  memberNumber: wireMemberNumber,
  /** The part of the profile that the member changed. */
  block,
  /** When the member made the latest change of it. */
  changedAt: wireInstant,
})

/** The last change of a page. */
const position = pendingChange.pick({ accountNumber: true, block: true, changedAt: true })

export const staffProfileChanges = {
  list: endpoint('staffProfileChanges.list', 'POST /v3/staff/profile-changes/search', {
    auth: 'staff',
    roles: staffRights.profileChanges,
    summary: 'List changes of account profiles that wait for a review, oldest first; each view is recorded',
    source: 'addition: REQ-D-380',
    body: z.strictObject({ after: position.nullable() }),
    answer: z.strictObject({
      changes: z.array(pendingChange),
      /** The position after which the next page begins; `null` on the last page. */
      next: position.nullable(),
    }),
    errors: [401, 403],
  }),
}

export type PendingChange = z.output<typeof pendingChange>
export type PendingChangePosition = z.output<typeof position>
