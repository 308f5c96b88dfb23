import { checkPasskeyName } from '@coopline/rules/identity/passkeys/check-passkey-name'
import { passkeyMessage, type PasskeyRefusal } from '@coopline/rules/identity/passkeys/passkeys.messages'
import { Refused } from '../../../platform/errors.ts'
import { refusal } from '../../../platform/refusal.ts'

export const refusePasskey = (code: PasskeyRefusal): Refused => new Refused(refusal(passkeyMessage, code))

/** Requires a valid name. @returns the normalized name. @throws Refused for an invalid name. */
export function requirePasskeyName(name: string): string {
  const code = checkPasskeyName(name)
  if (code === null) return name.trim()
  throw new Refused(refusal(passkeyMessage, code, 'name'))
}
