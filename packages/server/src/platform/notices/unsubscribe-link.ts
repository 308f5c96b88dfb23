import { paths } from '@coopline/contract/paths'
import type { Deps } from '../deps.ts'
import { randomLinkId } from '../random.ts'
import { sha256 } from '../secrets/split-token.ts'
import type { NewUnsubscribeLink, Unsubscription } from './notice.store.ts'

/** Members may read an email long after its delivery. CAN-SPAM requires at least 30 days. */
const validDays = 400

/**
 * Builds the address that unsubscribes a member from emails like this one: its page asks for confirmation, and a POST to it unsubscribes
 * at once (RFC 8058).
 *
 * @returns the address, and the row to insert, which contains only the hash of the id in the address.
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
