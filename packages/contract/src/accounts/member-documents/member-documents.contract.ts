import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireMemberNumber } from '../../wire.ts'

const memberDocument = z.strictObject({
  /** An external URL, or a portal URL that expires after 12 hours. */
  url: z.string(),
  friendlyDescription: z.string(),
})

export const memberDocuments = {
  list: endpoint('memberDocuments.list', 'GET /v3/members/{memberNumber}/info-documents', {
    auth: 'member',
    portalView: true,
    summary: 'List the member information documents',
    source: 'AS-22, DU-20',
    params: z.strictObject({ memberNumber: wireMemberNumber }),
    answer: z.strictObject({ results: z.array(memberDocument) }),
    errors: [401, 403],
  }),
}

export type MemberDocument = z.output<typeof memberDocument>
