import { randomUUID } from 'node:crypto'
import type { credentialRecovery } from '@coopline/contract/identity/credential-recovery/credential-recovery.contract'
import type { BodyOf } from '@coopline/contract/endpoint'
import {
  recoveryMessage,
  forgottenMessage,
} from '@coopline/rules/identity/credential-recovery/credential-recovery.messages'
import {
  checkForgotPassword,
  checkForgotUsername,
  type ForgotPasswordProblem,
  type ForgotUsernameForm,
} from '@coopline/rules/identity/credential-recovery/check-forgotten'
import { normalizeEmail } from '@coopline/rules/identity/email-address/check-email'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refused, TooManyAttempts } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { clientSubject } from '../../../platform/attempts/client-subject.ts'
import { recordAttempt } from '../../../platform/attempts/record-attempt.ts'
import { type RecoveryRequest, sendRecoveryMailJob } from './send-recovery-mail.job.ts'

/** The maximum number of requests. A household needs a few emails; a client that requests more is guessing names. */
const asksPerClientPerHour = 20

interface Answer {
  readonly message: string
}

/**
 * Requests an email with a link to set a new password.
 *
 * A job looks up the login later, so that the answer and its duration are the same whether or not the login exists.
 *
 * @throws Refused for the form; TooManyAttempts when a client address has reached its limit.
 */
export async function askForPasswordMail(
  deps: Deps,
  facts: RequestFacts,
  body: BodyOf<typeof credentialRecovery.forgotPassword>,
): Promise<Answer> {
  const { username = '', accountNumber = '' } = body
  const email = normalizeEmail(body.email ?? '')
  const isByAccount = body.username === undefined && (body.accountNumber !== undefined || body.email !== undefined)
  const by = isByAccount ? 'account' : 'username'
  refuse(checkForgotPassword({ by, username, accountNumber, email }))
  const whose = isByAccount ? { accountNumber, email } : { username }
  return ask(deps, facts, { about: 'password', ...whose })
}

/** Requests an email with the username; otherwise like `askForPasswordMail`. */
export async function askForUsernameMail(deps: Deps, facts: RequestFacts, body: ForgotUsernameForm): Promise<Answer> {
  const form = { accountNumber: body.accountNumber, email: normalizeEmail(body.email) }
  refuse(checkForgotUsername(form))
  return ask(deps, facts, { about: 'username', ...form })
}

function refuse(problems: readonly ForgotPasswordProblem[]): void {
  if (problems.length === 0) return
  throw new Refused(...problems.map(({ code, field }) => refusal(forgottenMessage, { code }, field)))
}

async function ask(
  deps: Deps,
  facts: RequestFacts,
  recovery: Omit<RecoveryRequest, 'askId' | 'clientAddress' | 'requestId'>,
): Promise<Answer> {
  const subject = clientSubject(deps.keys, facts.clientAddress)
  const limit = { kind: 'recovery.client', subject, windowSeconds: 3600, limit: asksPerClientPerHour }
  const count = await recordAttempt(deps.db, limit, deps.clock.now())
  if (!count.allowed) throw new TooManyAttempts(count.kind, count.retryAfterSeconds)
  await inTransaction(deps.db, async (tx) =>
    deps.jobs.enqueue(tx, sendRecoveryMailJob, {
      ...recovery,
      askId: randomUUID(),
      clientAddress: facts.clientAddress,
      requestId: facts.id,
    }),
  )
  const outcome = recovery.about === 'password' ? 'password-mail-on-its-way' : 'username-mail-on-its-way'
  return { message: recoveryMessage(outcome, facts.language) }
}
