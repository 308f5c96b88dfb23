import { paths } from '@coopline/contract/paths'
import { type Topic, topics } from '@coopline/rules/notifications/topics'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { Keys } from '../keys.ts'
import { seal, unseal } from '../secrets/seal.ts'

/** Mails may be read long after delivery; CAN-SPAM requires 30 days at least. */
const goodDays = 400

/** What one unsubscribe link ends: mails of a topic about an account. */
export interface Unsubscription {
  readonly memberNumber: string
  readonly accountNumber: string
  readonly topic: Topic
}

const sealed = z.strictObject({ memberNumber: z.string(), accountNumber: z.string(), topic: z.enum(topics) })

/** The address at which mails like this one are ended: its page asks, a POST to it acts (RFC 8058). */
export function unsubscribeLink(deps: Pick<Deps, 'env' | 'keys' | 'clock'>, what: Unsubscription): string {
  const { memberNumber, accountNumber, topic } = what
  const end = new Date(deps.clock.now().getTime() + goodDays * 86_400_000)
  const token = seal(deps.keys, 'unsubscribe', { memberNumber, accountNumber, topic }, end)
  return `${deps.env.PUBLIC_ORIGIN}${paths.unsubscribe({ token })}`
}

/** The content of a link; `null` for a changed, expired or foreign one. */
export const openUnsubscription = (keys: Keys, token: string, now: Date): Unsubscription | null =>
  unseal(keys, 'unsubscribe', token, sealed, now)
