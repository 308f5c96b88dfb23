import { randomUUID } from 'node:crypto'
import { paths } from '@coopline/contract/paths'
import { z } from 'zod'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { TooManyAttempts } from '../../../platform/errors.ts'
import { queuedJob } from '../../../platform/jobs/feature-job.ts'
import { deliverMessagesJob } from '../../../platform/messages/deliver-messages.job.ts'
import { insertMessage } from '../../../platform/messages/message.store.ts'
import { sealBody } from '../../../platform/messages/sealed-body.ts'
import { randomText } from '../../../platform/random.ts'
import { type AttemptCount, recordAttempt } from '../../../platform/attempts/record-attempt.ts'
import { lookUpLogin, type Login } from '../sign-in/public.ts'
import { unseal } from '../../../platform/secrets/seal.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { findMemberByAccountAndEmail } from './forgotten-login.store.ts'
import { passwordLinkMail, usernameMail } from './recovery-mail.messages.ts'
import { insertLink, lockAddress } from './reset-links.store.ts'

const recoveryRequest = z.strictObject({
  /** The id of the request, so that it causes one email. */
  askId: z.string(),
  about: z.enum(['password', 'username']),
  username: z.string().exactOptional(),
  accountNumber: z.string().exactOptional(),
  email: z.string().exactOptional(),
  clientAddress: z.string(),
  requestId: z.string(),
})

/** A request for a recovery mail by an unauthenticated visitor. */
export type RecoveryRequest = Readonly<z.output<typeof recoveryRequest>>

/**
 * The job that mails a link or a username. Its data is what a visitor typed, which may be a password in the wrong field, so it is deleted
 * soon after the job is done, not after the week of pg-boss. The next release encrypts it: while an upgrade replaces processes, workers of
 * the former version do the jobs of the newer one and cannot decrypt them. A queue of its own name for encrypted requests would have no
 * worker meanwhile, and a link to set a password must arrive within a minute.
 */
export const sendRecoveryMailJob = queuedJob('recovery.send-mail', sendRecoveryMail, {
  retainedSeconds: 600,
})

/** Mails a link or the username to the address of the login and to no other. Sends nothing when there is no such login. */
async function sendRecoveryMail(deps: Deps, payload: RecoveryRequest | { readonly sealed: string }): Promise<void> {
  const recovery =
    'sealed' in payload
      ? unseal(deps.keys, 'recovery-request', payload.sealed, recoveryRequest, deps.clock.now())
      : payload
  if (recovery === null)
    return deps.log.error('A request for a recovery mail could not be read in time and was dropped')
  const login = await findLoginOf(deps, recovery)
  if (login === undefined) return
  if (!(await countMail(deps, login.loginId)).allowed) return
  await inTransaction(deps.db, async (tx) => {
    const isNew =
      recovery.about === 'password'
        ? await mailLink(deps, tx, login, recovery)
        : await mailName(deps, tx, login, recovery)
    if (!isNew) return
    await recordAudit(tx, {
      kind: recovery.about === 'password' ? 'credentials.reset-asked' : 'credentials.username-asked',
      at: deps.clock.now(),
      memberNumber: login.memberNumber,
      clientAddress: recovery.clientAddress,
      requestId: recovery.requestId,
    })
    await deps.jobs.enqueue(tx, deliverMessagesJob, {})
  })
}

/**
 * Mails a link to set a new password to a login, at the request of staff. The delivery job sends it within a minute.
 *
 * @param record writes the audit entry in the transaction of the mail.
 * @throws TooManyAttempts when the login has reached `resetMailsPerHour`.
 */
export async function mailResetLink(deps: MailDeps, login: Login, record: (tx: Tx) => Promise<void>): Promise<void> {
  const { allowed, kind, retryAfterSeconds } = await countMail(deps, login.loginId)
  if (!allowed) throw new TooManyAttempts(kind, retryAfterSeconds)
  await inTransaction(deps.db, async (tx) => {
    await mailLink(deps, tx, login, { askId: randomUUID() })
    await record(tx)
  })
}

type MailDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'random' | 'keys' | 'env'>

/** Counts a mail to a login. */
async function countMail({ db, clock, settings }: MailDeps, loginId: string): Promise<AttemptCount> {
  const limit = settings.current().resetMailsPerHour
  return recordAttempt(db, { kind: 'recovery.login', subject: loginId, windowSeconds: 3600, limit }, clock.now())
}

async function findLoginOf({ db }: Pick<Deps, 'db'>, recovery: RecoveryRequest): Promise<Login | undefined> {
  if (recovery.username !== undefined) return lookUpLogin(db, { username: recovery.username })
  const { accountNumber = '', email = '' } = recovery
  const memberNumber = await findMemberByAccountAndEmail(db, accountNumber, email)
  return memberNumber === undefined ? undefined : lookUpLogin(db, { memberNumber })
}

/** Mails a link. It uses the configured origin, never a host name of the request. */
async function mailLink(
  deps: MailDeps,
  tx: Tx,
  login: Login,
  { askId }: Pick<RecoveryRequest, 'askId'>,
): Promise<boolean> {
  const { coopName, resetLinkMinutes: minutes } = deps.settings.current()
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + minutes * 60_000)
  const otc = randomText(deps.random, 32)
  const address = `${deps.env.PUBLIC_ORIGIN}${paths.resetPassword({ otc })}`
  const mail = passwordLinkMail({ coopName, username: login.username, address, minutes }, login.language)
  const dedupeKey = `reset-link:${askId}`
  const sealed = { ...mail, bodyText: sealBody(deps, dedupeKey, mail.bodyText), expiresAt }
  if (!(await insertMail(tx, login, dedupeKey, sealed, now))) return false
  await insertLink(tx, {
    tokenHash: sha256(otc),
    loginId: login.loginId,
    now,
    expiresAt,
  })
  return true
}

async function mailName(deps: Deps, tx: Tx, login: Login, recovery: RecoveryRequest): Promise<boolean> {
  const { coopName } = deps.settings.current()
  const address = `${deps.env.PUBLIC_ORIGIN}${paths.login()}`
  const mail = usernameMail({ coopName, username: login.username, address }, login.language)
  return insertMail(tx, login, `user-name:${recovery.askId}`, mail, deps.clock.now())
}

/** Queues an email to the current address of the login. A later change of the address ends the link in the email. */
async function insertMail(
  tx: Tx,
  { loginId, language }: Login,
  dedupeKey: string,
  mail: { readonly subject: string; readonly bodyText: string; readonly expiresAt?: Date },
  now: Date,
): Promise<boolean> {
  const recipient = await lockAddress(tx, loginId)
  if (recipient === undefined) return false
  return insertMessage(tx, { dedupeKey, channel: 'email', recipient, ...mail, language, now, priority: 'urgent' })
}
