import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireAccountNumber, wireMemberNumber } from '../../wire.ts'

/** Settings for the Aclara portal (DU-10). */
const settings = z.strictObject({
  /** https only. */
  aclaraUrl: z.string(),
  clientId: z.string(),
  memberNumber: wireMemberNumber,
  accountNumber: wireAccountNumber,
  premiseId: z.string(),
  /**
   * A JWT (HS256) for `clientId` that identifies the signed-in member for one minute, signed with a key shared with the Aclara
   * portal.
   */
  webToken: z.string(),
})

export const aclaraJump = {
  settings: endpoint('aclaraJump.settings', 'GET /v2/aclara/member/{memberNumber}', {
    auth: 'member',
    summary: 'Get the settings that make up the address of the Aclara meter-data portal',
    source: 'AS-12, DU-10',
    params: z.strictObject({ memberNumber: wireMemberNumber }),
    answer: settings,
    errors: [401, 403, 404],
  }),
}

export type AclaraSettings = z.output<typeof settings>
