import type { UnclaimedCredit } from '@coopline/contract/accounts/capital-credits/capital-credits.contract'
import {
  canSearchCredits,
  type CreditSearch,
  readCreditSearch,
} from '@coopline/rules/accounts/capital-credits/credit-search'
import { z } from 'zod'
import type { Deps } from '../../../platform/deps.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { seal, unseal } from '../../../platform/secrets/seal.ts'
import { searchCredits } from './capital-credits.store.ts'
import { limitCreditCall } from './limit-credit-calls.ts'

const lifetimeMs = 2 * 3_600_000
const named = z.strictObject({ creditNumber: z.string() })

/**
 * Searches unclaimed credits by name prefix, at most 100. A row carries a sealed key for the claim instead of the member number
 * (REQ-D-223).
 *
 * @throws TooManyAttempts when a limit is reached.
 */
export async function searchUnclaimed(
  deps: Pick<Deps, 'db' | 'clock' | 'keys' | 'settings'>,
  request: RequestFacts,
  typed: CreditSearch,
): Promise<{ readonly results: UnclaimedCredit[] }> {
  const search = readCreditSearch(typed)
  if (!canSearchCredits(search)) return { results: [] }
  await limitCreditCall(deps, request, 'capital-credits.search')
  const expiresAt = new Date(deps.clock.now().getTime() + lifetimeMs)
  const found = await searchCredits(deps.db, search)
  return {
    results: found.map(({ creditNumber, memberNumber: _stays, ...shown }) => ({
      ...shown,
      rowKey: seal(deps.keys, 'unclaimed-credit', { creditNumber }, expiresAt),
    })),
  }
}

/** Returns the credit number in a row key; `null` when the key is forged, changed or expired. */
export const openRowKey = (deps: Pick<Deps, 'keys' | 'clock'>, rowKey: string): string | null =>
  unseal(deps.keys, 'unclaimed-credit', rowKey, named, deps.clock.now())?.creditNumber ?? null
