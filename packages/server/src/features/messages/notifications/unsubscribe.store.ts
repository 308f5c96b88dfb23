import { goesByEmail, type Topic, topics } from '@coopline/rules/messages/notifications/topics'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import type { Unsubscription } from '../../../platform/notices/notice.store.ts'

/** Finds the emails that a link ends; `undefined` for an unknown or expired link. */
export async function findUnsubscription(
  executor: Executor,
  idHash: Uint8Array,
  now: Date,
): Promise<Unsubscription | undefined> {
  const row = await executor
    .selectFrom('portal.unsubscribe_link')
    .select(['member_number', 'about', 'topic'])
    .where('id_hash', '=', idHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  const topic = topics.find((one) => one === row?.topic)
  return row && topic && { memberNumber: row.member_number, about: row.about, topic }
}

/** Notes that a link turned its emails off. */
export async function noteEnded(tx: Tx, idHash: Uint8Array, now: Date): Promise<void> {
  await tx.updateTable('portal.unsubscribe_link').set({ ended_at: now }).where('id_hash', '=', idHash).execute()
}

/** True while the link has turned the choice off and the member has not changed it since. */
const isUnchanged = sql`choice.changed_at = link.ended_at and not choice.by_email`

/** True when emails are off because a link turned them off. */
export async function isEndedBy(executor: Executor, idHash: Uint8Array): Promise<boolean> {
  const { rows } = await sql`
    select choice.topic from portal.unsubscribe_link as link
    join portal.notification_choice as choice on choice.member_number = link.member_number and choice.about = link.about
      and choice.topic = link.topic
    where link.id_hash = ${idHash} and ${isUnchanged}`.execute(executor)
  return rows.length > 0
}

/** Turns emails on again that a link turned off. @returns false when the choice was changed since. */
export async function restoreEnded(tx: Tx, idHash: Uint8Array, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update portal.notification_choice as choice set by_email = true, changed_at = ${now}
    from portal.unsubscribe_link as link
    where link.id_hash = ${idHash} and choice.member_number = link.member_number and choice.about = link.about
      and choice.topic = link.topic and ${isUnchanged}
    returning choice.topic`.execute(tx)
  return rows.length > 0
}

/** The channels that a member chose for a topic, or its defaults. */
export async function findChoice(
  executor: Executor,
  memberNumber: string,
  about: string,
  topic: Topic,
): Promise<{ readonly byEmail: boolean; readonly byText: boolean }> {
  const row = await executor
    .selectFrom('portal.notification_choice')
    .select(['by_email', 'by_text'])
    .where('member_number', '=', memberNumber)
    .where('about', '=', about)
    .where('topic', '=', topic)
    .executeTakeFirst()
  return { byEmail: goesByEmail(topic, row?.by_email), byText: row?.by_text ?? false }
}
