import type { Choice } from '@coopline/rules/messages/notifications/check-choices'
import { goesByEmail, type Topic, topics } from '@coopline/rules/messages/notifications/topics'
import { sql } from 'kysely'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'

/** The contacts that get messages about an account, or about the login. */
export interface Route {
  /** The id of the contact for emails; `null` for the address of the login. */
  readonly emailContactId: string | null
  /** The id of the contact for text messages; `null` for none. */
  readonly textContactId: string | null
}

/** A member's choices for some topics, with the defaults of the rules. */
export async function listChoices(
  executor: Executor,
  memberNumber: string,
  about: string,
  wanted: readonly Topic[],
): Promise<Choice[]> {
  const rows = await executor
    .selectFrom('portal.notification_choice')
    .select(['topic', 'by_email', 'by_text'])
    .where('member_number', '=', memberNumber)
    .where('about', '=', about)
    .execute()
  return wanted.map((topic) => {
    const row = rows.find((one) => one.topic === topic)
    return { topic, byEmail: goesByEmail(topic, row?.by_email), byText: row?.by_text ?? false }
  })
}

export async function findRoute(executor: Executor, memberNumber: string, about: string): Promise<Route> {
  const row = await executor
    .selectFrom('portal.notification_route')
    .select(['email_contact_id', 'text_contact_id'])
    .where('member_number', '=', memberNumber)
    .where('about', '=', about)
    .executeTakeFirst()
  return { emailContactId: row?.email_contact_id ?? null, textContactId: row?.text_contact_id ?? null }
}

interface Saved {
  readonly memberNumber: string
  readonly about: string
  readonly now: Date
}

/** Upserts a member's choices; topics that are not named stay unchanged. */
export async function saveChoices(
  tx: Tx,
  { memberNumber, about, now }: Saved,
  choices: readonly Choice[],
): Promise<void> {
  if (choices.length === 0) return
  await tx
    .insertInto('portal.notification_choice')
    .values(
      choices.map(({ topic, byEmail, byText }) => ({
        member_number: memberNumber,
        about,
        topic,
        by_email: byEmail,
        by_text: byText,
        changed_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['member_number', 'about', 'topic']).doUpdateSet((eb) => ({
        by_email: eb.ref('excluded.by_email'),
        by_text: eb.ref('excluded.by_text'),
        changed_at: eb.ref('excluded.changed_at'),
      })),
    )
    .execute()
}

export async function saveRoute(tx: Tx, { memberNumber, about, now }: Saved, route: Route): Promise<void> {
  await tx
    .insertInto('portal.notification_route')
    .values({
      member_number: memberNumber,
      about,
      email_contact_id: route.emailContactId,
      text_contact_id: route.textContactId,
      changed_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['member_number', 'about']).doUpdateSet((eb) => ({
        email_contact_id: eb.ref('excluded.email_contact_id'),
        text_contact_id: eb.ref('excluded.text_contact_id'),
        changed_at: eb.ref('excluded.changed_at'),
      })),
    )
    .execute()
}

/** Topics of an account, or of a login, that are no longer sent by text. */
export interface Silenced {
  readonly memberNumber: string
  readonly about: string
  readonly topics: readonly Topic[]
}

/** Turns off texts of some topics to a number, for every member who has it. @returns the choices that were on. */
export async function silenceTexts(
  tx: Tx,
  digits: string,
  ended: readonly Topic[],
  now: Date,
): Promise<readonly Silenced[]> {
  const { rows } = await sql<{ member_number: string; about: string; topics: string[] }>`
    with silenced as (
      update portal.notification_choice as choice set by_text = false, changed_at = ${now}
      from portal.notification_route as route
      join portal.contact as contact on contact.contact_id = route.text_contact_id
      where contact.channel = 'text' and contact.value = ${digits}
        and choice.member_number = route.member_number and choice.about = route.about
        and choice.by_text and choice.topic = any(${[...ended]}::text[])
      returning choice.member_number, choice.about, choice.topic)
    select member_number, about, array_agg(topic order by topic) as topics
    from silenced group by member_number, about order by member_number, about`.execute(tx)
  return rows.map((row) => ({
    memberNumber: row.member_number,
    about: row.about,
    topics: topics.filter((topic) => row.topics.includes(topic)),
  }))
}

/** Notes that nothing more is to be sent to a number. */
export async function stopPhone(tx: Tx, digits: string, now: Date): Promise<void> {
  await tx
    .insertInto('portal.opted_out_phone')
    .values({ digits, opted_out_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Notes that a number may be sent to again. */
export async function startPhone(tx: Tx, digits: string): Promise<void> {
  await tx.deleteFrom('portal.opted_out_phone').where('digits', '=', digits).execute()
}

export async function isOptedOutPhone(executor: Executor, digits: string): Promise<boolean> {
  const rows = await executor
    .selectFrom('portal.opted_out_phone')
    .select('digits')
    .where('digits', '=', digits)
    .execute()
  return rows.length > 0
}

/** The language of a member who verified this number, for the reply to it. */
export async function languageOfPhone(executor: Executor, digits: string): Promise<'en' | 'es'> {
  const row = await executor
    .selectFrom('portal.contact as contact')
    .innerJoin('portal.login as login', 'login.member_number', 'contact.member_number')
    .select('login.language')
    .where('contact.channel', '=', 'text')
    .where('contact.value', '=', digits)
    .orderBy('contact.verified_at')
    .limit(1)
    .executeTakeFirst()
  return row?.language === 'es' ? 'es' : 'en'
}

/** The members who verified a phone number, ten digits. */
export async function listMembersOfPhone(executor: Executor, digits: string): Promise<readonly string[]> {
  const rows = await executor
    .selectFrom('portal.contact')
    .select('member_number')
    .where('channel', '=', 'text')
    .where('value', '=', digits)
    .where('verified_at', 'is not', null)
    .orderBy('member_number')
    .limit(10)
    .execute()
  return rows.map((row) => row.member_number)
}
