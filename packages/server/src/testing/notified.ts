import { openBody } from '../platform/messages/sealed-body.ts'
import { inTransaction } from '../platform/db/in-transaction.ts'
import { saveChoices, saveRoute } from '../features/messages/notifications/choices.store.ts'
import type { Topic } from '@coopline/rules/messages/notifications/topics'
import { notifyingSettings, seedContact } from '../features/messages/notifications/notifications.fixtures.ts'
import { seedAccount } from './seed-account.ts'
import { seedLogin, seedSession, type SignedIn } from './seed-login.ts'
import type { TestPortal } from './test-portal.ts'

/** Ada with her account and login, signed in, where notifications are offered. */
export async function notifiedAda(portal: TestPortal): Promise<SignedIn> {
  portal.set({ ...notifyingSettings, coopName: 'Prairie Ridge' })
  await seedAccount(portal.db)
  return seedSession(portal, await seedLogin(portal))
}

export const adasPhone = '7155550123'

/** Ada's confirmed phone, to which these topics are sent by text. */
export async function textsToAda(portal: TestPortal, topics: readonly Topic[], about = '100100101'): Promise<string> {
  const phone = await seedContact(portal, { channel: 'text', value: adasPhone })
  const saved = { memberNumber: '10001', about, now: portal.clock.now() }
  await inTransaction(portal.db, async (tx) => {
    await saveRoute(tx, saved, { emailContactId: null, textContactId: phone })
    await saveChoices(
      tx,
      saved,
      topics.map((topic) => ({ topic, byEmail: true, byText: true })),
    )
  })
  return phone
}

/** Ada turns topics about her electric account off. */
export async function turnOff(portal: TestPortal, ...topics: readonly Topic[]): Promise<void> {
  const saved = { memberNumber: '10001', about: '100100101', now: portal.clock.now() }
  const choices = topics.map((topic) => ({ topic, byEmail: false, byText: false }))
  await inTransaction(portal.db, async (tx) => saveChoices(tx, saved, choices))
}

/** Lists the messages in the outbox with their texts decrypted; `kept` is the text as it is stored. */
export async function outbox({ db, deps }: TestPortal) {
  const rows = await db.selectFrom('outbox.message').selectAll().orderBy('id').execute()
  return rows.map((row) => ({
    key: row.dedupe_key,
    channel: row.channel,
    recipient: row.recipient,
    subject: row.subject,
    text: openBody(deps.keys, { dedupeKey: row.dedupe_key, bodyText: row.body_text }),
    kept: row.body_text,
    unsubscribeUrl: row.unsubscribe_url,
    language: row.language,
  }))
}

/** Kinds of what the cooperative's systems are to learn, and of what the audit has, about notifications. */
export async function recorded({ db }: TestPortal) {
  const events = await db.selectFrom('outbox.event').select(['kind', 'account_number', 'body']).orderBy('id').execute()
  const audit = await db
    .selectFrom('portal.audit')
    .select(['kind', 'detail'])
    .where((eb) => eb.or([eb('kind', 'like', 'notifications.%'), eb('kind', '=', 'access.foreign-refused')]))
    .orderBy('id')
    .execute()
  return { events, audit: audit.map(({ kind }) => kind) }
}
