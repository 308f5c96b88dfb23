import type { Language } from '@coopline/rules/kernel/problem'
import { goesByEmail, type Topic, topicRules } from '@coopline/rules/notifications/topics'
import type { Executor, Tx } from '../db/open-database.ts'

/** Somebody with a login, and where they want to be told of one topic. */
export interface Reader {
  readonly memberNumber: string
  /** An account number, or `login`. */
  readonly about: string
  readonly topic: Topic
  readonly language: Language
  /** Null: not by e-mail. */
  readonly email: string | null
  /** Ten digits; null: not by text. */
  readonly phone: string | null
}

/** The holder of an account as the reader of a topic; `undefined` when nobody has a login for it. */
export async function findReaderOfAccount(
  executor: Executor,
  accountNumber: string,
  topic: Topic,
): Promise<Reader | undefined> {
  const account = await executor
    .selectFrom('cis.account')
    .select('member_number')
    .where('account_number', '=', accountNumber)
    .executeTakeFirst()
  return account && findReader(executor, account.member_number, accountNumber, topic)
}

/** A member as the reader of a topic about an account of theirs, or about their login. */
export async function findReader(
  executor: Executor,
  memberNumber: string,
  about: string,
  topic: Topic,
): Promise<Reader | undefined> {
  const row = await executor
    .selectFrom('portal.login as login')
    .leftJoin('portal.notification_choice as choice', (join) =>
      join
        .onRef('choice.member_number', '=', 'login.member_number')
        .on('choice.about', '=', about)
        .on('choice.topic', '=', topic),
    )
    .leftJoin('portal.notification_route as route', (join) =>
      join.onRef('route.member_number', '=', 'login.member_number').on('route.about', '=', about),
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
    .leftJoin('portal.stopped_phone as stopped', 'stopped.digits', 'phone.value')
    .select(['login.email', 'login.language', 'choice.by_email', 'choice.by_text'])
    .select(['address.value as address', 'phone.value as phone', 'stopped.digits as stopped'])
    .where('login.member_number', '=', memberNumber)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    memberNumber,
    about,
    topic,
    language: row.language === 'es' ? 'es' : 'en',
    email: goesByEmail(topic, row.by_email ?? undefined) ? (row.address ?? row.email) : null,
    phone: row.by_text === true && row.stopped === null ? row.phone : null,
  }
}

/**
 * Notes that an account was told a fact. @returns false when that was noted before: each is told once, however often the
 * cooperative's copy says it.
 */
export async function insertToldFact(
  tx: Tx,
  told: { readonly accountNumber: string; readonly topic: Topic; readonly fact: string; readonly now: Date },
): Promise<boolean> {
  const rows = await tx
    .insertInto('portal.told_fact')
    .values({ account_number: told.accountNumber, topic: told.topic, fact: told.fact, told_at: told.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_number')
    .execute()
  return rows.length > 0
}

/** What members say of a topic and an account, if they have said anything. */
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

/** What a topic is about, as the tables have it. */
export const aboutOf = (topic: Topic, accountNumber: string): string =>
  topicRules[topic].about === 'login' ? 'login' : accountNumber
