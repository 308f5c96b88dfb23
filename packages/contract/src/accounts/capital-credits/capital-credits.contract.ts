import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireCents, wireDate, wireMemberNumber, wireOpaque } from '../../wire.ts'

/** Bounds the body size only. The rules check each field's length and return a message. */
const typed = z.string().max(256)
const searched = z.string().max(256).nullable()

const unclaimedCredit = z.strictObject({
  /** Identifies the row in a claim for two hours without revealing anything about the member (REQ-D-223). */
  rowKey: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
})

const claim = z.strictObject({
  rowKey: wireOpaque,
  name: typed,
  /** The last four digits, or empty. */
  ssn: typed,
  /** Ten digits. */
  phone: typed,
  contactPref: typed,
  email: typed,
  address1: typed,
  address2: typed,
  city: typed,
  state: typed,
  /** Five or nine digits, or empty. */
  zip: typed,
  comments: z.string().max(4_000),
})

const creditYear = z.strictObject({
  /** The year of the margins. */
  year: z.int(),
  allocated: wireCents,
  retired: wireCents,
  notices: z.array(
    z.strictObject({
      kind: z.enum(['allocation', 'retirement']),
      postedOn: wireDate,
      /** A short-lived handle for the PDF, valid for this member only. */
      viewUrl: z.string(),
    }),
  ),
})

export const capitalCredits = {
  list: endpoint('capitalCredits.list', 'GET /v3/members/{memberNumber}/capital-credits', {
    auth: 'member',
    portalView: true,
    summary: 'List a member’s capital credits by year, newest first',
    source: 'addition: REQ-D-378',
    params: z.strictObject({ memberNumber: wireMemberNumber }),
    answer: z.strictObject({
      allocated: wireCents,
      retired: wireCents,
      /** The amount that was allocated and is not retired yet. */
      remaining: wireCents,
      results: z.array(creditYear),
    }),
    errors: [401, 403],
  }),
  returnLetter: endpoint('capitalCredits.returnLetter', 'POST /v3/capital-credit-letters/return', {
    auth: 'public',
    summary: 'Return a signed capital credit letter by member number and letter id',
    source: 'AS-26, REQ-D-223',
    body: z.strictObject({ memberNumber: typed, letterId: typed }),
    answer: z.strictObject({ message: z.string() }),
  }),
  search: endpoint('capitalCredits.search', 'POST /v3/unclaimed-capital-credits/search', {
    auth: 'public',
    summary: 'Search unclaimed capital credits by name prefix, at most 100 results',
    source: 'AS-27, DU-21, DU-22, REQ-D-223',
    body: z.strictObject({ firstName: searched, lastName: searched, companyName: searched }),
    answer: z.strictObject({ results: z.array(unclaimedCredit) }),
  }),
  claim: endpoint('capitalCredits.claim', 'POST /v3/unclaimed-capital-credits/claim', {
    auth: 'public',
    summary: 'Email a claim for an unclaimed capital credit to the office',
    source: 'AS-28, DU-23, REQ-D-223',
    body: claim,
    answer: z.strictObject({ message: z.string() }),
  }),
}

export type UnclaimedCredit = z.output<typeof unclaimedCredit>
export type CreditClaim = z.output<typeof claim>
