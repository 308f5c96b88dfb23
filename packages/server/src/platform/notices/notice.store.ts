import type { Language } from '@coopline/rules/kernel/problem'
import { goesByEmail, type Topic } from '@coopline/rules/messages/notifications/topics'
import type { LinkTask } from '@coopline/rules/paying/task-links/task-link.messages'
import { type RawBuilder, sql } from 'kysely'
import type { Executor, Tx } from '../db/open-database.ts'

/** A member with a login, and the addresses that they chose for one topic. */
export interface NoticeRecipient {
  readonly memberNumber: string
  /** An account number, or `login`. */
  readonly about: string
  readonly topic: Topic
  readonly language: Language
  /** The email address; `null` when the member gets no email. */
  readonly email: string | null
  /** The phone number, ten digits; `null` when the member gets no texts. */
  readonly phone: string | null
}

/** A member, and one topic about an account of theirs or about their login. */
interface Subject {
  readonly memberNumber: string
  /** An account number, or `login`. */
  readonly about: string
  readonly topic: Topic
}

/** Finds where a member gets notices of a topic about an account of theirs, or about their login. */
export async function findRecipient(
  executor: Executor,
  memberNumber: string,
  about: string,
  topic: Topic,
): Promise<NoticeRecipient | undefined> {
  const [recipient] = await findRecipients(executor, [{ memberNumber, about, topic }])
  return recipient
}

/**
 * Finds the recipient of each subject, in the order of the subjects; `undefined` where the member has no login. An erasure of one of
 * them waits until the transaction ends, and so deletes what it writes to them.
 */
export async function findRecipients(
  executor: Executor,
  subjects: readonly Subject[],
): Promise<readonly (NoticeRecipient | undefined)[]> {
  const column = (name: keyof Subject) => sql`${subjects.map((subject) => subject[name])}::text[]`
  const rows = await listRecipientRows(
    executor,
    sql`select * from unnest(${column('memberNumber')}, ${column('about')}, ${column('topic')})
      with ordinality as asked (member_number, about, topic, place)`,
  )
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return subjects.map((subject, index) => {
    const row = byPlace.get(index + 1)
    return row && toRecipient(subject, row)
  })
}

interface SubjectRow {
  readonly member_number: string
  readonly about: string
  readonly topic: string
  readonly place: number
}

/**
 * Lists the contacts at which the members of some subjects want to be notified; no row for a member without a login.
 */
const listRecipientRows = async (executor: Executor, subjects: RawBuilder<SubjectRow>) =>
  executor
    .selectFrom(sql<SubjectRow>`(${subjects})`.as('asked'))
    .innerJoin('portal.login as login', 'login.member_number', 'asked.member_number')
    .leftJoin('portal.notification_choice as choice', (join) =>
      join
        .onRef('choice.member_number', '=', 'asked.member_number')
        .onRef('choice.about', '=', 'asked.about')
        .onRef('choice.topic', '=', 'asked.topic'),
    )
    .leftJoin('portal.notification_route as route', (join) =>
      join.onRef('route.member_number', '=', 'asked.member_number').onRef('route.about', '=', 'asked.about'),
    )
    .leftJoin('portal.contact as address', (join) =>
      join
        .onRef('address.contact_id', '=', 'route.email_contact_id')
        .onRef('address.member_number', '=', 'login.member_number')
        .on('address.verified_at', 'is not', null),
    )
    .leftJoin('portal.contact as phone', (join) =>
      join
        .onRef('phone.contact_id', '=', 'route.text_contact_id')
        .onRef('phone.member_number', '=', 'login.member_number')
        .on('phone.verified_at', 'is not', null),
    )
    .leftJoin('portal.opted_out_phone as stopped', 'stopped.digits', 'phone.value')
    .select([
      'asked.place',
      'asked.member_number',
      'login.email',
      'login.language',
      'choice.by_email',
      'choice.by_text',
    ])
    .select(['address.value as address', 'phone.value as phone', 'stopped.digits as stopped'])
    .forKeyShare('login')
    .execute()

type RecipientRow = Awaited<ReturnType<typeof listRecipientRows>>[number]

const toRecipient = (subject: Subject, row: RecipientRow): NoticeRecipient => ({
  ...subject,
  language: row.language === 'es' ? 'es' : 'en',
  email: goesByEmail(subject.topic, row.by_email ?? undefined) ? (row.address ?? row.email) : null,
  phone: row.by_text === true && row.stopped === null ? row.phone : null,
})

/** A notice about an account that was sent once, or that no recipient wanted when it was due. */
interface SentNotice {
  readonly accountNumber: string
  readonly topic: Topic
  /** Sets the notice apart from others of its topic: a bill date, a due date. */
  readonly dedupeKey: string
}

/** Records that notices are sent. @returns whether a notice was new: each is sent once, however often an import repeats its reason. */
export async function insertSentNotices(
  tx: Tx,
  notices: readonly SentNotice[],
  now: Date,
): Promise<(notice: SentNotice) => boolean> {
  const rows = await tx
    .insertInto('portal.sent_notice')
    .values(
      notices.map(({ accountNumber, topic, dedupeKey }) => ({
        account_number: accountNumber,
        topic,
        dedupe_key: dedupeKey,
        sent_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['account_number', 'topic', 'dedupe_key'])
    .execute()
  const isNew = new Set(rows.map((row) => `${row.account_number} ${row.topic} ${row.dedupe_key}`))
  return ({ accountNumber, topic, dedupeKey }) => isNew.has(`${accountNumber} ${topic} ${dedupeKey}`)
}

/** The emails that an unsubscribe link ends: those of a topic about an account. */
export type Unsubscription = Subject

export interface NewUnsubscribeLink extends Unsubscription {
  readonly idHash: Uint8Array
  readonly expiresAt: Date
}

export async function insertUnsubscribeLinks(tx: Tx, links: readonly NewUnsubscribeLink[]): Promise<void> {
  if (links.length === 0) return
  await tx
    .insertInto('portal.unsubscribe_link')
    .values(
      links.map((link) => ({
        id_hash: link.idHash,
        member_number: link.memberNumber,
        about: link.about,
        topic: link.topic,
        expires_at: link.expiresAt,
      })),
    )
    .execute()
}

/** A link that opens one task of one account without a sign-in. */
export interface NewTaskLink {
  readonly idHash: Uint8Array
  readonly task: LinkTask
  readonly memberNumber: string
  readonly accountNumber: string
  readonly expiresAt: Date
}

export async function insertTaskLinks(tx: Tx, links: readonly NewTaskLink[]): Promise<void> {
  if (links.length === 0) return
  const rows = links.map(({ idHash, task, memberNumber, accountNumber, expiresAt }) => ({
    id_hash: idHash,
    task,
    member_number: memberNumber,
    account_number: accountNumber,
    expires_at: expiresAt,
  }))
  await tx.insertInto('portal.task_link').values(rows).execute()
}
