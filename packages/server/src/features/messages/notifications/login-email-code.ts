import { notificationMessage } from '@coopline/rules/messages/notifications/notifications.messages'
import { isVerificationCode } from '@coopline/rules/identity/registration/is-verification-code'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { isCode } from '../../../platform/verification-code/verification-code.ts'
import { claimAttempt, takeCode } from '../../../platform/verification-code/verification-code.store.ts'
import { countCode, writeCodeTo } from './send-contact-code.ts'

/** An address that becomes the email of a login. */
export interface LoginEmail {
  /** The change that the code is for, of which one is live at a time. */
  readonly subject: string
  readonly memberNumber: string
  /** The normalized address. */
  readonly email: string
  /** The code that the member typed; empty to request one. */
  readonly code: string
}

/** A code that was right, to be used up in the transaction of the change. */
export interface RightCode {
  readonly subject: string
  readonly codeHash: Uint8Array
}

/**
 * Requires the code that was sent to an address before it becomes the email of a login, which gets the reset links (REQ-D-309).
 *
 * @throws Refused when no code was typed, after sending one, and when it is not good; TooManyAttempts as `countCode`.
 */
export async function requireLoginEmailCode(deps: Deps, facts: RequestFacts, wanted: LoginEmail): Promise<RightCode> {
  const typed = wanted.code.replaceAll(/\s/gu, '')
  const use = { subject: wanted.subject, resource: wanted.email }
  if (typed === '') return sendCode(deps, facts, wanted)
  const { registrationCodeAttempts } = deps.settings.current()
  const kept = isVerificationCode(typed)
    ? await claimAttempt(deps.db, use.subject, registrationCodeAttempts, deps.clock.now())
    : undefined
  if (kept === undefined || !isCode(deps.keys, use, typed, kept)) {
    await recordAudit(deps.db, entryOf(deps, facts, wanted, 'credentials.email-code-failed'))
    throw refused('code-not-good')
  }
  return { subject: use.subject, codeHash: kept.codeHash }
}

/** Uses up a code that was right. @throws Refused when it was used or replaced in the meantime. */
export async function redeemLoginEmailCode(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { subject, codeHash }: RightCode,
): Promise<void> {
  if (!(await takeCode(tx, subject, codeHash, clock.now()))) throw refused('code-not-good')
}

async function sendCode(deps: Deps, facts: RequestFacts, wanted: LoginEmail): Promise<never> {
  const { memberNumber, email: value, subject } = wanted
  const { clientAddress, language } = facts
  const target = { channel: 'email', value } as const
  await countCode(deps, { memberNumber, clientAddress }, target)
  await inTransaction(deps.db, async (tx) => {
    await writeCodeTo(deps, tx, language, { ...target, use: { subject, resource: value }, opens: 'login-email' })
    await recordAudit(tx, entryOf(deps, facts, wanted, 'credentials.email-code-sent'))
  })
  throw refused('email-code-sent')
}

const entryOf = (
  { clock }: Pick<Deps, 'clock'>,
  { clientAddress, id }: RequestFacts,
  { memberNumber }: LoginEmail,
  kind: 'credentials.email-code-sent' | 'credentials.email-code-failed',
) => ({ kind, at: clock.now(), memberNumber, clientAddress, requestId: id })

const refused = (code: 'email-code-sent' | 'code-not-good'): Refused =>
  new Refused(refusal(notificationMessage, code, 'emailCode'))
