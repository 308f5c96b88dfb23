import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { givenBackDate, wireAccountNumber, wireCents, wireDate, wireMemberNumber, wireOpaque } from '../../wire.ts'

/** A bill that was not paid in time (DU-18), with the names on the wire. */
const delinquent = z.strictObject({
  billDate: wireDate,
  pastDue: wireCents,
  lateFee: wireCents,
  cutoffDate: wireDate.nullable(),
  /** A short-lived handle for the document, valid for this member only; empty when there is none. */
  delinquentViewUrl: z.string(),
  delinquentProcessedDate: wireDate,
})

export const delinquentHistory = {
  list: endpoint('delinquentHistory.list', 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/delinquents', {
    auth: 'member',
    portalView: true,
    summary: 'List bills of an account not paid on time, newest first',
    source: 'AS-24, DU-18',
    params: z.strictObject({ memberNumber: wireMemberNumber, accountNumber: wireAccountNumber }),
    answer: z.strictObject({ results: z.array(delinquent) }),
    errors: [401, 404],
  }),
  pdf: endpoint('delinquentHistory.pdf', 'POST /v3/members/{memberNumber}/delinquents/pdf', {
    auth: 'member',
    portalView: true,
    summary: 'Get the document of a late bill as a PDF',
    source: 'AS-25, DU-19',
    params: z.strictObject({ memberNumber: wireMemberNumber }),
    body: z.strictObject({
      delinquentViewUrl: wireOpaque,
      /** .NET ticks in UTC as text (REQ-D-226); says when the member asked. */
      timeTick: z.string().regex(/^[0-9]{1,20}$/u),
      delinquentProcessedDate: givenBackDate,
    }),
    answer: z.strictObject({ fileName: z.string(), delinquentViewUrlFileBytes: z.base64() }),
    errors: [401, 404],
  }),
}

export type Delinquent = z.output<typeof delinquent>
