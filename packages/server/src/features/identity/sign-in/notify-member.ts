import type { Language } from '@coopline/rules/kernel/problem'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { insertMessage } from '../../../platform/messages/message.store.ts'
import { notifyLoginByText } from '../../../platform/notices/notify-account.ts'
import { findLogin } from './logins.store.ts'
import { type SecurityEvent, securityMail, securityText } from './security-mail.messages.ts'

/**
 * Notifies a member that their login changed, in the transaction of the change: always by email, and by text if they chose that.
 *
 * @param changeId distinguishes the event from others of its kind. The member is notified once for each id.
 * @param linesOf returns more lines for the email.
 */
export async function notifyMember(
  deps: Pick<Deps, 'clock' | 'settings'>,
  tx: Tx,
  loginId: string,
  event: SecurityEvent,
  changeId: string,
  linesOf: (language: Language, timeZone: string) => readonly string[] = () => [],
): Promise<void> {
  const login = await findLogin(tx, loginId)
  if (login === undefined) return
  const now = deps.clock.now()
  const { coopName, timeZone } = deps.settings.current()
  const lines = linesOf(login.language, timeZone)
  const mail = securityMail(event, { coopName, username: login.username, now, timeZone, lines }, login.language)
  const dedupeKey = `${event}:${loginId}:${changeId}`
  await insertMessage(tx, {
    dedupeKey,
    channel: 'email',
    recipient: login.email,
    ...mail,
    language: login.language,
    now,
  })
  await notifyLoginByText(deps, tx, login.memberNumber, {
    dedupeKey,
    text: (language) => securityText(event, language),
  })
}
