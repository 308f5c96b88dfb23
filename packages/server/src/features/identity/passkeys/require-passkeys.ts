import type { Deps } from '../../../platform/deps.ts'
import { NotAllowed } from '../../../platform/errors.ts'
import { type RelyingParty, relyingParty } from './relying-party.ts'

/**
 * Returns the relying party when the cooperative offers passkeys (setting passkeysEnabled).
 *
 * @throws NotAllowed when it does not, or when the portal has an IP address instead of a host name.
 */
export function requirePasskeys({ env, settings }: Pick<Deps, 'env' | 'settings'>): RelyingParty {
  if (!settings.current().passkeysEnabled) throw new NotAllowed('Passkeys are off')
  const party = relyingParty(env)
  if (party === null) throw new NotAllowed('Passkeys need a PUBLIC_ORIGIN with a name')
  return party
}
