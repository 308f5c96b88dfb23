import { randomUUID } from 'node:crypto'
import { paths } from '@coopline/contract/paths'
import { normalizeEmail } from '@coopline/rules/identity/email-address/check-email'
import { maskEmail } from '@coopline/rules/kernel/mask-contact'
import { registeredMessage, registrationMessage } from '@coopline/rules/identity/registration/registration.messages'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Conflict, NotSignedIn } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import { insertEvent } from '../../../platform/events/event.store.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { insertMessage } from '../../../platform/messages/message.store.ts'
import { hashPassword } from '../../../platform/secrets/hash-password.ts'
import { redeemLoginEmailCode, requireLoginEmailCode } from '../../messages/notifications/public.ts'
import { lookUpLogin, createLogin, type NewLogin } from '../sign-in/public.ts'
import { usernameTaken } from './check-availability.ts'
import type { RegistrationCaller } from './authenticate-registrant.ts'
import { checkRegistrationRequest, type RegistrationRequest } from './check-registration-request.ts'
import { redeemGrant } from './grant.store.ts'
import { registrationNotice, welcomeMail } from './registration-mail.messages.ts'
import { listEmails, upsertPreferences } from './registration.store.ts'
import { normalizeAnswer } from './secret-question.ts'

/**
 * Creates the login of a member whose code was verified, with the member's choices, an event for the cooperative's systems and
 * the emails, in one transaction.
 *
 * An email address other than the verified contact is proven by a separate code.
 *
 * @throws NotSignedIn when the token belongs to another account or was used; Refused with every problem of the form;
 *   Conflict when the username is in use or the member has a login.
 */
export async function registerMember(
  deps: Deps,
  facts: RequestFacts,
  caller: RegistrationCaller,
  body: RegistrationRequest,
): Promise<{ readonly message: string }> {
  if (body.accountNumber !== caller.accountNumber || body.memberNumber !== caller.memberNumber) {
    throw new NotSignedIn('The registration token is another account’s')
  }
  const request = { ...body, email: normalizeEmail(body.email) }
  await checkRegistrationRequest(deps, request)
  const code =
    request.email === normalizeEmail(caller.contact)
      ? undefined
      : await requireLoginEmailCode(deps, facts, {
          subject: `registration-email:${Buffer.from(caller.tokenHash).toString('base64url')}`,
          memberNumber: caller.memberNumber,
          email: request.email,
          code: body.emailCode ?? '',
        })
  const login: NewLogin = {
    loginId: randomUUID(),
    username: request.loginId,
    memberNumber: caller.memberNumber,
    email: request.email,
    passwordHash: await hashPassword(deps, request.password),
    secretQuestion: request.secQuestion,
    secretAnswerHash: await hashPassword(deps, normalizeAnswer(request.secAnswer)),
    language: facts.language,
    createdAt: deps.clock.now(),
  }
  await inTransaction(deps.db, async (tx) => {
    if (!(await redeemGrant(tx, caller.tokenHash, login.createdAt)))
      throw new NotSignedIn('The registration token was used')
    if (code !== undefined) await redeemLoginEmailCode(deps, tx, code)
    if (!(await createLogin(tx, login))) throw await conflictOf(tx, login)
    await saveChoices(tx, caller, request, login)
    await recordAudit(tx, {
      kind: 'credentials.registered',
      at: login.createdAt,
      memberNumber: caller.memberNumber,
      accountNumber: caller.accountNumber,
      clientAddress: facts.clientAddress,
      requestId: facts.id,
    })
    await writeMails(deps, tx, login)
  })
  return { message: registeredMessage(login.email, facts.language) }
}

async function conflictOf(tx: Tx, login: NewLogin): Promise<Conflict> {
  if ((await lookUpLogin(tx, { memberNumber: login.memberNumber })) === undefined) return usernameTaken()
  return new Conflict(refusal(registrationMessage, { code: 'already-registered' }))
}

async function saveChoices(
  tx: Tx,
  caller: RegistrationCaller,
  request: RegistrationRequest,
  login: NewLogin,
): Promise<void> {
  const { memberNumber, accountNumber } = caller
  const { hasOptedForPaperlessBilling, hasOptedForPaperlessOther, areMarketingEmailsAllowed } = request
  const eventId = await insertEvent(tx, {
    accountNumber,
    kind: 'member.registered',
    body: {
      memberNumber,
      accountNumber,
      email: login.email,
      hasOptedForPaperlessBilling,
      hasOptedForPaperlessOther,
      areMarketingEmailsAllowed,
    },
    now: login.createdAt,
  })
  await upsertPreferences(tx, {
    memberNumber,
    paperlessBilling: hasOptedForPaperlessBilling,
    paperlessOther: hasOptedForPaperlessOther,
    marketingEmails: areMarketingEmailsAllowed,
    eventId,
    now: login.createdAt,
  })
}

/** Sends the welcome mail, and a notice to every other address on file, so that a registration by a stranger is noticed. */
async function writeMails(deps: Deps, tx: Tx, login: NewLogin): Promise<void> {
  const { coopName } = deps.settings.current()
  const { language, createdAt: now } = login
  const loginAddress = `${deps.env.PUBLIC_ORIGIN}${paths.login()}`
  const mail = { channel: 'email', language, now } as const
  await insertMessage(tx, {
    ...mail,
    dedupeKey: `registered:${login.loginId}`,
    recipient: login.email,
    ...welcomeMail({ coopName, username: login.username, loginAddress }, language),
  })
  const others = (await listEmails(tx, login.memberNumber)).filter((address) => normalizeEmail(address) !== login.email)
  for (const recipient of others) {
    await insertMessage(tx, {
      ...mail,
      dedupeKey: `registered:${login.loginId}:${recipient}`,
      recipient,
      ...registrationNotice({ coopName, maskedEmail: maskEmail(login.email) }, language),
    })
  }
}
