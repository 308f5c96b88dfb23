import { paths } from '@coopline/contract/paths'
import type { Deps } from '../deps.ts'
import { randomLinkId } from '../random.ts'
import { sha256 } from '../secrets/split-token.ts'
import type { NewUnsubscribeLink, Unsubscription } from './notice.store.ts'

/** Mails may be read long after delivery; CAN-SPAM requires 30 days at least. */
const validDays = 400

/**
 * Builds the address at which mails like this one are ended: the page there asks, a POST to it acts (RFC 8058).
 *
 * @returns the address, and the row to insert, which has only the hash of its id.
 */
export function buildUnsubscribeLink(
  { env, random, clock }: Pick<Deps, 'env' | 'random' | 'clock'>,
  { memberNumber, about, topic }: Unsubscription,
): { readonly address: string; readonly row: NewUnsubscribeLink } {
  const id = randomLinkId(random)
  const expiresAt = new Date(clock.now().getTime() + validDays * 86_400_000)
  return {
    address: env.PUBLIC_ORIGIN + paths.unsubscribe({ token: id }),
    row: { memberNumber, about, topic, idHash: sha256(id), expiresAt },
  }
}
