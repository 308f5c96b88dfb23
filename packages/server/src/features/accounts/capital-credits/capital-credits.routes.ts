import { capitalCredits } from '@coopline/contract/accounts/capital-credits/capital-credits.contract'
import { staffClaims } from '@coopline/contract/accounts/capital-credits/staff-claims.contract'
import type { Feature } from '../../../platform/http/call.ts'
import { claimCredit } from './claim-credit.ts'
import { viewClaimDigits } from './claim-digits.ts'
import { listOwnCredits } from './list-credits.ts'
import { returnLetter } from './return-letter.ts'
import { searchUnclaimed } from './search-credits.ts'

/**
 * Capital credits: a member's credits by year; public calls to return signed letters, and to search and claim unclaimed credits; and the
 * digits of claims for staff.
 */
export const capitalCreditsFeature: Feature = {
  routes: (routes) => {
    routes.on(capitalCredits.list, async ({ deps, caller }) => listOwnCredits(deps, caller.memberNumber), {
      isOffered: ({ CapitalCredits }) => CapitalCredits,
    })
    routes.on(capitalCredits.returnLetter, async ({ deps, request, body }) => returnLetter(deps, request, body))
    routes.on(capitalCredits.search, async ({ deps, request, body }) => searchUnclaimed(deps, request, body))
    routes.on(capitalCredits.claim, async ({ deps, request, body }) => claimCredit(deps, request, body))
    routes.on(staffClaims.view, async (call) => viewClaimDigits(call, call.params.claimNumber))
  },
}
