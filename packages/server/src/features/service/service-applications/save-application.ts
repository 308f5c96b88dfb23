import type { ApplicationForm } from '@coopline/contract/service/service-applications/service-applications.contract'
import { limitVisitor } from '../../../platform/attempts/limit-visitor.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { randomText } from '../../../platform/random.ts'
import { newReferenceNumber } from '../../../platform/reference-number.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { type ApplicationDeps, draftMs, refuseLink, requireApplications, sealDraft } from './saved-application.ts'
import { insertApplication, lockApplication, updateDraft } from './service-applications.store.ts'

/**
 * Saves a draft, encrypted, for seven more days. The link with its token opens the draft on any device.
 *
 * @param token of a saved application; `null` starts a new one.
 * @throws Refused for a link without a draft; TooManyAttempts; NotAllowed.
 */
export async function saveApplication(
  deps: ApplicationDeps,
  request: RequestFacts,
  { token, application }: { readonly token: string | null; readonly application: ApplicationForm },
): Promise<{ readonly token: string; readonly expiresAt: string }> {
  requireApplications(deps)
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + draftMs)
  if (token === null) {
    const limit = deps.settings.current().serviceApplicationsPerHour
    await limitVisitor(deps, request, { kind: 'service-applications.begin', limit })
    const fresh = randomText(deps.random, 32)
    const referenceNumber = newReferenceNumber(deps.random, 'A')
    const draft = sealDraft(deps, referenceNumber, application)
    await insertApplication(deps.db, { referenceNumber, tokenHash: sha256(fresh), draft, now, expiresAt })
    return { token: fresh, expiresAt: expiresAt.toISOString() }
  }
  const isSaved = await inTransaction(deps.db, async (tx) => {
    const stored = await lockApplication(tx, sha256(token), now)
    if (stored === undefined || stored.draft === null) return false
    await updateDraft(tx, stored.referenceNumber, sealDraft(deps, stored.referenceNumber, application), expiresAt)
    return true
  })
  return isSaved ? { token, expiresAt: expiresAt.toISOString() } : refuseLink(deps, request)
}
