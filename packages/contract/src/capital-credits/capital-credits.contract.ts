import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { wireOpaque } from '../wire.ts'

/** Longer texts than the fields hold are refused by rule, with a sentence; this bound only keeps bodies small. */
const typed = z.string().max(256)
const searched = z.string().max(256).nullable()

const unclaimedCredit = z.strictObject({
  /** Names the row in a claim for two hours; it says nothing about the member (REQ-D-223). */
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
  /** The last four digits; empty: not given. */
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

export const capitalCredits = {
  returnLetter: endpoint('capitalCredits.returnLetter', 'POST /v3/capital-credit-letters/return', {
    auth: 'public',
    summary: 'Return a signed capital credit letter by its two numbers',
    source: 'AS-26, REQ-D-223',
    body: z.strictObject({ memberNumber: typed, letterId: typed }),
    answer: z.strictObject({ message: z.string() }),
  }),
  search: endpoint('capitalCredits.search', 'POST /v3/unclaimed-capital-credits/search', {
    auth: 'public',
    summary: 'Search unclaimed capital credits by the beginning of names, at most 100',
    source: 'AS-27, DU-21, DU-22, REQ-D-223',
    body: z.strictObject({ firstName: searched, lastName: searched, companyName: searched }),
    answer: z.strictObject({ results: z.array(unclaimedCredit) }),
  }),
  claim: endpoint('capitalCredits.claim', 'POST /v3/unclaimed-capital-credits/claim', {
    auth: 'public',
    summary: 'Mail a claim of an unclaimed capital credit to the office',
    source: 'AS-28, DU-23, REQ-D-223',
    body: claim,
    answer: z.strictObject({ message: z.string() }),
  }),
}

export type UnclaimedCredit = z.output<typeof unclaimedCredit>
export type CreditClaim = z.output<typeof claim>
