import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import { randomText } from '../../../platform/random.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { isIssuedDevice, upsertDevice } from './known-devices.store.ts'

/** The cookie that identifies a browser to the logins that it has signed in to. It grants no access (decision 0029). */
export const deviceCookie = '__Host-portal_device'

const knownDays = 90
/** The lifetime of the cookie, in seconds. Each sign-in starts it again. */
export const deviceSeconds = knownDays * 86_400

const devicesPerLogin = 10

/** Returns the stored hash of a browser's cookie. Without a cookie, it is a hash that no device has. */
export const deviceHashOf = (facts: RequestFacts): Buffer => sha256(facts.cookie(deviceCookie) ?? '')

/**
 * Remembers the browser for a login after a proof of identity. A browser that other logins know keeps its cookie. A value that the portal
 * did not create is replaced.
 *
 * @returns the value of the device cookie.
 */
export async function rememberDevice(
  { clock, random }: Pick<Deps, 'clock' | 'random'>,
  tx: Tx,
  facts: RequestFacts,
  loginId: string,
): Promise<string> {
  const now = clock.now()
  const sent = facts.cookie(deviceCookie)
  const isIssued = sent !== undefined && (await isIssuedDevice(tx, sha256(sent), now))
  const value = isIssued ? sent : randomText(random, 32)
  const expiresAt = new Date(now.getTime() + deviceSeconds * 1000)
  await upsertDevice(tx, { deviceHash: sha256(value), loginId, now, expiresAt }, devicesPerLogin)
  return value
}
