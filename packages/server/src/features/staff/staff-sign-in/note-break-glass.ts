import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { insertMessage } from '../../../platform/messages/message.store.ts'
import { findIdentityProvider } from '../../../platform/staff-oidc/identity-provider.ts'
import type { StaffLogin } from './staff-logins.store.ts'

/** Records that a local login was used where staff sign in at the identity provider, and mails the office about each use (decision 0302). */
export async function noteBreakGlass(
  { env, clock, settings }: Pick<Deps, 'env' | 'clock' | 'settings'>,
  tx: Tx,
  { id: requestId, clientAddress }: RequestFacts,
  { username }: Pick<StaffLogin, 'username'>,
): Promise<void> {
  if (findIdentityProvider(env) === null) return
  const now = clock.now()
  await recordAudit(tx, {
    kind: 'staff-sign-in.break-glass',
    at: now,
    clientAddress,
    requestId,
    detail: { by: username },
  })
  const recipient = settings.current().alarmEmail.trim()
  if (recipient === '') return
  await insertMessage(tx, {
    dedupeKey: `break-glass:${requestId}`,
    channel: 'email',
    recipient,
    subject: 'A local login was used for the staff console',
    bodyText: [
      `The staff login ${username} signed in with its password at ${now.toISOString()}, from ${clientAddress}. Staff sign in at the identity provider: a local login is for the time when that is away.`,
      'Ask who it was and why. "coopline staff disable" closes a login at once.',
    ].join('\n\n'),
    language: 'en',
    now,
  })
}

/** Raises the alarm about a local login that signed in where staff sign in at the identity provider. */
export function logBreakGlass(
  { env, log }: Pick<Deps, 'env' | 'log'>,
  { username }: Pick<StaffLogin, 'username'>,
): void {
  if (findIdentityProvider(env) === null) return
  log.error({ alarm: 'break-glass', by: username }, 'A local login was used for the staff console')
}
