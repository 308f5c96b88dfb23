import type { Language } from '@coopline/rules/kernel/problem'
import { checkPasskeyName } from '@coopline/rules/identity/passkeys/check-passkey-name'
import { passkeyMessage, type PasskeyRefusal } from '@coopline/rules/identity/passkeys/passkeys.messages'
import { RuleRefused } from '../../../platform/errors.ts'

export const refusePasskey = (code: PasskeyRefusal, language: Language): RuleRefused =>
  new RuleRefused([{ code, message: passkeyMessage(code, language) }])

/** Requires a valid name. @returns the normalized name. @throws RuleRefused for an invalid name. */
export function requirePasskeyName(name: string, language: Language): string {
  const code = checkPasskeyName(name)
  if (code === null) return name.trim()
  throw new RuleRefused([{ code, field: 'name', message: passkeyMessage(code, language) }])
}
