import type { Language } from '../kernel/problem.ts'
import { maxPasskeyNameLength, maxPasskeys, type PasskeyNameProblem } from './check-passkey-name.ts'

/** What can be wrong with adding a passkey or signing in with one. */
export type PasskeyRefusal =
  | PasskeyNameProblem
  | 'passkey-not-added'
  | 'passkey-known'
  | 'too-many-passkeys'
  | 'passkey-refused'

const texts: Record<Language, Record<PasskeyRefusal, string>> = {
  en: {
    'passkey-name-missing': 'Please enter a name for the passkey.',
    'passkey-name-too-long': `The name may have ${maxPasskeyNameLength} characters at most.`,
    'passkey-name-not-valid': 'The name must be on one line.',
    'passkey-not-added': 'The passkey could not be added. Please try again.',
    'passkey-known': 'This passkey has already been added.',
    'too-many-passkeys': `You have ${maxPasskeys} passkeys, and there may be no more. Remove one first.`,
    'passkey-refused': 'We could not sign you in with this passkey. Please try again or use your password.',
  },
  es: {
    'passkey-name-missing': 'Ingrese un nombre para la llave de acceso.',
    'passkey-name-too-long': `El nombre puede tener ${maxPasskeyNameLength} caracteres como máximo.`,
    'passkey-name-not-valid': 'El nombre debe estar en una sola línea.',
    'passkey-not-added': 'No se pudo agregar la llave de acceso. Inténtelo de nuevo.',
    'passkey-known': 'Esta llave de acceso ya se agregó.',
    'too-many-passkeys': `Tiene ${maxPasskeys} llaves de acceso y no puede haber más. Quite una primero.`,
    'passkey-refused': 'No pudimos iniciar su sesión con esta llave de acceso. Inténtelo de nuevo o use su contraseña.',
  },
}

/** The sentence for a refused passkey, or for a name that it cannot have. */
export const passkeyMessage = (code: PasskeyRefusal, language: Language): string => texts[language][code]
