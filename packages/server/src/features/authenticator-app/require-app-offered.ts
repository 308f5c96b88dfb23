import type { Deps } from '../../platform/deps.ts'
import { NotAllowed } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/call.ts'
import { type MemberCaller, memberCaller } from '../sign-in/public.ts'

/**
 * The member who calls, where the cooperative offers authenticator apps (setting MfaEnabled).
 *
 * @throws NotAllowed when it does not.
 */
export function requireAppOffered({ settings }: Pick<Deps, 'settings'>, caller: Caller): MemberCaller {
  if (!settings.current().MfaEnabled) throw new NotAllowed('Multi-factor authentication is off')
  return memberCaller(caller)
}
