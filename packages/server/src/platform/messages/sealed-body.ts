import type { Keys } from '../keys.ts'
import type { Random } from '../random.ts'
import { decryptAtRest, encryptAtRest } from '../secrets/encrypt-at-rest.ts'

const mark = 'sealed:'

/**
 * Seals the text of a message with a credential (a code or a link) while it is in the outbox, so that a reader of the database
 * cannot sign in with it.
 *
 * @param dedupeKey of the message; the text can be opened only with it.
 */
export const sealBody = (
  deps: { readonly keys: Keys; readonly random: Random },
  dedupeKey: string,
  text: string,
): string => mark + Buffer.from(encryptAtRest(deps, 'message-body', Buffer.from(text), dedupeKey)).toString('base64')

export const isSealed = (bodyText: string): boolean => bodyText.startsWith(mark)

/** The text of a message as its recipient sees it, sealed or not. @throws Error when it was changed or its key is gone. */
export function openBody(keys: Keys, message: { readonly dedupeKey: string; readonly bodyText: string }): string {
  if (!isSealed(message.bodyText)) return message.bodyText
  const sealed = Buffer.from(message.bodyText.slice(mark.length), 'base64')
  return Buffer.from(decryptAtRest(keys, 'message-body', sealed, message.dedupeKey)).toString()
}
