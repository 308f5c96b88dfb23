import type { ApplicationForm } from '@coopline/contract/service/service-applications/service-applications.contract'
import { parseForwardingZip } from '@coopline/rules/accounts/account-profile/zip'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { parseUsPhone } from '@coopline/rules/kernel/phone'
import { checkApplication } from '@coopline/rules/service/service-applications/check-application'
import {
  applicationMessage,
  applicationReceived,
} from '@coopline/rules/service/service-applications/service-applications.messages'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import { insertEvent } from '../../../platform/events/event.store.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { todayOf } from '../../../platform/today.ts'
import { loadDocuments } from './application-documents.ts'
import { markDocumentsSubmitted } from './application-documents.store.ts'
import { type ApplicationDeps, refuseLink, requireApplications, submittedMs } from './saved-application.ts'
import { lockApplication, markSubmitted } from './service-applications.store.ts'

/**
 * Checks the form against the rules.
 *
 * @returns today in the cooperative's time zone.
 * @throws Refused.
 */
function requireSound(deps: ApplicationDeps, form: ApplicationForm): CalendarDate {
  const { serviceAccountTypes, DISC_SO_MAX_REQ_DAYS, RURAL_ADDRESSES: ruralAddresses } = deps.settings.current()
  const today = todayOf(deps)
  const accountTypes = serviceAccountTypes.map(({ id }) => id)
  const problems = checkApplication(form, { accountTypes, ruralAddresses, maxDays: DISC_SO_MAX_REQ_DAYS, today })
  if (problems.length === 0) return today
  throw new Refused(...problems.map((problem) => refusal(applicationMessage, problem)))
}

/**
 * Submits an application. One transaction sends the event to the cooperative with a list of the documents and erases the draft. A repeat returns the same
 * number and changes nothing.
 *
 * @throws Refused for form problems and for an unknown or expired link; TooManyAttempts; NotAllowed.
 */
export async function submitApplication(
  deps: ApplicationDeps,
  request: RequestFacts,
  { token, application }: { readonly token: string; readonly application: ApplicationForm },
): Promise<{ readonly referenceNumber: string; readonly message: string }> {
  requireApplications(deps)
  const submittedOn = requireSound(deps, application)
  const now = deps.clock.now()
  const referenceNumber = await inTransaction(deps.db, async (tx) => {
    const stored = await lockApplication(tx, sha256(token), now)
    if (stored === undefined || stored.draft === null) return stored?.referenceNumber
    const { referenceNumber: number } = stored
    const { phone, zip, ...typed } = application
    const event = await insertEvent(tx, {
      accountNumber: null,
      kind: 'service-application.submitted',
      body: {
        referenceNumber: number,
        submittedOn,
        language: request.language,
        ...typed,
        phone: parseUsPhone(phone) ?? phone,
        zip: parseForwardingZip(zip) ?? zip,
        documents: await loadDocuments(deps, tx, number),
      },
      now,
    })
    await markSubmitted(tx, number, {
      accountType: application.accountType,
      submittedOn,
      expiresAt: new Date(now.getTime() + submittedMs),
    })
    await markDocumentsSubmitted(tx, number, now)
    await recordAudit(tx, {
      kind: 'service-applications.submitted',
      at: now,
      clientAddress: request.clientAddress,
      requestId: request.id,
      detail: { event, referenceNumber: number },
    })
    return number
  })
  if (referenceNumber === undefined) return refuseLink(deps, request)
  return { referenceNumber, message: applicationReceived(referenceNumber, request.language) }
}
