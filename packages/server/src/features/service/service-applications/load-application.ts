import type { serviceApplications } from '@coopline/contract/service/service-applications/service-applications.contract'
import type { AnswerOf } from '@coopline/contract/endpoint'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import type { Language } from '@coopline/rules/kernel/problem'
import { accountTypeName } from '@coopline/rules/service/service-applications/account-type-name'
import { statusReceived } from '@coopline/rules/service/service-requests/service-requests.messages'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { loadDocuments } from './application-documents.ts'
import { type ApplicationDeps, openDraft, refuseLink, requireApplications } from './saved-application.ts'
import { findApplication, findStatus } from './service-applications.store.ts'

/** The name of an account type, or its id when the cooperative no longer offers it. */
export function typeNameOf({ serviceAccountTypes }: Settings, id: string, language: Language): string {
  const type = serviceAccountTypes.find((one) => one.id === id)
  return type === undefined ? id : accountTypeName(type, language)
}

/**
 * Opens the application behind a link: the saved draft, or the status of a submitted application without its form data.
 *
 * @throws Refused for an unknown or expired link; TooManyAttempts; NotAllowed.
 */
export async function loadApplication(
  deps: ApplicationDeps,
  request: RequestFacts,
  token: string,
): Promise<AnswerOf<(typeof serviceApplications)['load']>> {
  requireApplications(deps)
  const stored = await findApplication(deps.db, sha256(token), deps.clock.now())
  if (stored === undefined) return refuseLink(deps, request)
  const { referenceNumber, draft, accountType, submittedOn, expiresAt } = stored
  if (draft !== null) {
    const application = openDraft(deps, referenceNumber, draft)
    const documents = await loadDocuments(deps, deps.db, referenceNumber)
    return { draft: { application, documents, expiresAt: expiresAt.toISOString() }, submitted: null }
  }
  if (submittedOn === null) return refuseLink(deps, request)
  return {
    draft: null,
    submitted: {
      referenceNumber,
      submittedOn,
      accountType: typeNameOf(deps.settings.current(), accountType, request.language),
      status: (await findStatus(deps.db, referenceNumber)) ?? statusReceived(request.language),
    },
  }
}
