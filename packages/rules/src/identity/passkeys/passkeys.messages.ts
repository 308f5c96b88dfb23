import type { Language } from '../../kernel/problem.ts'
import { maxPasskeyNameLength, maxPasskeys, type PasskeyNameProblem } from './check-passkey-name.ts'

/** The problems of adding a passkey or signing in with one. */
export type PasskeyRefusal =
  | PasskeyNameProblem
  | 'passkey-not-added'
  | 'passkey-known'
  | 'too-many-passkeys'
  | 'passkey-refused'

const texts: Record<Language, Record<PasskeyRefusal, string>> = {
  en: {
    'passkey-name-missing': 'Enter a name for the passkey.',
    'passkey-name-too-long': `The name can have up to ${maxPasskeyNameLength} characters.`,
    'passkey-name-not-valid': 'The name must be on one line.',
    'passkey-not-added': 'We could not add the passkey. Try again.',
    'passkey-known': 'You already added this passkey.',
    'too-many-passkeys': `You have ${maxPasskeys} passkeys, the most allowed. Remove one to add another.`,
    'passkey-refused': 'We could not sign you in with this passkey. Try again or use your password.',
  },
  es: {
    'passkey-name-missing': 'Ingrese un nombre para la llave de acceso.',
    'passkey-name-too-long': `El nombre puede tener hasta ${maxPasskeyNameLength} caracteres.`,
    'passkey-name-not-valid': 'El nombre debe estar en una sola línea.',
    'passkey-not-added': 'No pudimos agregar la llave de acceso. Inténtelo de nuevo.',
    'passkey-known': 'Ya agregó esta llave de acceso.',
    'too-many-passkeys': `Tiene ${maxPasskeys} llaves de acceso, el máximo permitido. Quite una para agregar otra.`,
    'passkey-refused': 'No pudimos iniciar su sesión con esta llave de acceso. Inténtelo de nuevo o use su contraseña.',
  },
}

/** The sentence for a refused passkey, or for a name that it cannot have. */
export const passkeyMessage = (code: PasskeyRefusal, language: Language): string => texts[language][code]
