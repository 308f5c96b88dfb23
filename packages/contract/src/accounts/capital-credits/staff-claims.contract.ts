import { staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireInstant } from '../../wire.ts'

const claimNumber = z.string().regex(/^C-[A-Z0-9]{4}-[A-Z0-9]{4}(?![\s\S])/u)

export const staffClaims = {
  view: endpoint('staffClaims.view', 'GET /v3/staff/credit-claims/{claimNumber}', {
    auth: 'staff',
    roles: staffRights.money,
    summary: 'Get the SSN digits that came with the claim of an unclaimed credit; each view is recorded',
    source: 'addition: REQ-D-328',
    params: z.strictObject({ claimNumber }),
    answer: z.strictObject({
      claimNumber: z.string(),
      submittedAt: wireInstant,
      /** The last four digits. */
      ssn: z.string(),
    }),
    errors: [401, 403, 404],
  }),
}
