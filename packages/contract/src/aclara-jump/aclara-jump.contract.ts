import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { wireAccountNumber, wireMemberNumber } from '../wire.ts'

/** Aclara settings (DU-10). */
const settings = z.strictObject({
  /** https only. */
  aclaraUrl: z.string(),
  clientId: z.string(),
  memberNumber: wireMemberNumber,
  accountNumber: wireAccountNumber,
  premiseId: z.string(),
  /** Says for one minute who is signed in: a JWT (HS256) for `clientId`, signed with a key shared with the outside portal. */
  webToken: z.string(),
})

export const aclaraJump = {
  settings: endpoint('aclaraJump.settings', 'GET /v2/aclara/member/{memberNumber}', {
    auth: 'member',
    summary: 'Get what the address of the Aclara meter-data portal is made of',
    source: 'AS-12, DU-10',
    params: z.strictObject({ memberNumber: wireMemberNumber }),
    answer: settings,
    errors: [401, 403, 404],
  }),
}

export type AclaraSettings = z.output<typeof settings>
