import type { AnswerOf } from '@coopline/contract/endpoint'
import type { staffClaims } from '@coopline/contract/accounts/capital-credits/staff-claims.contract'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { NotFound } from '../../../platform/errors.ts'
import type { RequestFacts, StaffCaller } from '../../../platform/http/call.ts'
import { decryptAtRest, encryptAtRest, type SealingDeps } from '../../../platform/secrets/encrypt-at-rest.ts'
import { findClaimDigits, insertClaimDigits } from './claim-digits.store.ts'

/** Stores the SSN digits of a claim, encrypted and bound to its number (REQ-D-328). */
export async function keepClaimDigits(
  deps: SealingDeps,
  tx: Tx,
  { claimNumber, digits, now }: { readonly claimNumber: string; readonly digits: string; readonly now: Date },
): Promise<void> {
  const sealedDigits = encryptAtRest(deps, 'claim-digits', Buffer.from(digits), claimNumber)
  await insertClaimDigits(tx, { claimNumber, sealedDigits, now })
}

interface StaffRequest {
  readonly deps: Pick<Deps, 'db' | 'clock' | 'keys'>
  readonly caller: Pick<StaffCaller, 'username'>
  readonly request: RequestFacts
}

/**
 * Loads the SSN digits of a claim for the office.
 *
 * @throws NotFound, also when they were deleted.
 */
export async function viewClaimDigits(
  { deps, caller, request }: StaffRequest,
  claimNumber: string,
): Promise<AnswerOf<(typeof staffClaims)['view']>> {
  const stored = await findClaimDigits(deps.db, claimNumber)
  if (stored === undefined) throw new NotFound('No digits of such a claim')
  // The audit entry is written before the answer, so that there is no view without an entry.
  await recordAudit(deps.db, {
    kind: 'staff.claim-digits-viewed',
    at: deps.clock.now(),
    clientAddress: request.clientAddress,
    requestId: request.id,
    detail: { by: caller.username, claimNumber },
  })
  const digits = Buffer.from(decryptAtRest(deps.keys, 'claim-digits', stored.sealedDigits, claimNumber)).toString()
  return { claimNumber, submittedAt: stored.createdAt.toISOString(), ssn: digits }
}
