import { openBody } from '../platform/messages/sealed-body.ts'
import type { TestPortal } from './test-portal.ts'

/** The six digits of the newest message that carries a code for a contact, as its reader sees it. */
export async function openSealedCode({ db, deps }: TestPortal): Promise<string> {
  const row = await db
    .selectFrom('outbox.message')
    .select(['dedupe_key', 'body_text'])
    .where('dedupe_key', 'like', 'contact-code:%')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const text = openBody(deps.keys, { dedupeKey: row.dedupe_key, bodyText: row.body_text })
  return /(?<!\d)\d{6}(?!\d)/u.exec(text)?.[0] ?? ''
}
