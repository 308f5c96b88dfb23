import { paths } from '@coopline/contract/paths'
import { checkEmail, normalizeEmail } from '@coopline/rules/identity/email-address/check-email'
import { applicationText } from '@coopline/rules/service/service-applications/service-applications.messages'
import { limitVisitor } from '../../../platform/attempts/limit-visitor.ts'
import { clientSubject } from '../../../platform/attempts/client-subject.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { deliverMessagesJob } from '../../../platform/messages/deliver-messages.job.ts'
import { insertMessage } from '../../../platform/messages/message.store.ts'
import { sealBody } from '../../../platform/messages/sealed-body.ts'
import { randomText } from '../../../platform/random.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { linkMail } from './link-mail.messages.ts'
import { type ApplicationDeps, openDraft, refuseLink, requireApplications } from './saved-application.ts'
import { findApplication } from './service-applications.store.ts'

const day = 24 * 3600
/** Mails with a link per address and day, regardless of who requests them. */
const mailsPerDay = 3

/**
 * Emails the link of a draft to the address in the draft. The mail contains no form data, so it cannot carry a visitor's own
 * text.
 *
 * @throws Refused for a link without a draft, and for a draft without an address; TooManyAttempts; NotAllowed.
 */
export async function mailLink(
  deps: ApplicationDeps & Pick<Deps, 'env' | 'jobs'>,
  request: RequestFacts,
  token: string,
): Promise<{ readonly message: string }> {
  requireApplications(deps)
  const { language } = request
  const now = deps.clock.now()
  const stored = await findApplication(deps.db, sha256(token), now)
  if (stored === undefined || stored.draft === null) return refuseLink(deps, request)
  const { email } = openDraft(deps, stored.referenceNumber, stored.draft)
  const recipient = normalizeEmail(email)
  if (checkEmail(recipient, { strictEmailEnding: false }) !== null)
    throw new Refused(refusal(applicationText, 'email-needed'))
  const { coopName, serviceApplicationsPerHour: limit } = deps.settings.current()
  const kind = 'service-applications.mail'
  const toAddress = { kind: `${kind}-address`, subject: clientSubject(deps.keys, recipient), windowSeconds: day }
  await limitVisitor(deps, request, { kind, limit, others: [{ ...toAddress, limit: mailsPerDay }] })
  const dedupeKey = `service-application-link:${randomText(deps.random, 18)}`
  const address = `${deps.env.PUBLIC_ORIGIN}${paths.applicationForService({ token })}`
  const mail = linkMail({ coopName, address }, language)
  await inTransaction(deps.db, async (tx) => {
    await insertMessage(tx, {
      dedupeKey,
      channel: 'email',
      recipient,
      subject: mail.subject,
      bodyText: sealBody(deps, dedupeKey, mail.bodyText),
      language,
      priority: 'normal',
      now,
    })
    await deps.jobs.enqueue(tx, deliverMessagesJob, {})
  })
  return { message: applicationText('mailed', language) }
}
