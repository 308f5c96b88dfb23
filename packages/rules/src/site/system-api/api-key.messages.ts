import type { Language } from '../../kernel/problem.ts'
import { type ApiKeyProblem, longestKeyName } from './check-api-key.ts'

/** The reason that a key of the system API is not made or changed. */
export type ApiKeyRefusal = ApiKeyProblem['code'] | 'addresses-not-valid' | 'too-many-keys' | 'key-ended'

const texts: Record<Language, Record<ApiKeyRefusal, string>> = {
  en: {
    'name-missing': 'Enter a name, such as the system that uses the key.',
    'name-too-long': `Shorten the name to ${longestKeyName} characters.`,
    'scopes-missing': 'Choose what the key may do.',
    'last-day-not-valid': 'Enter the last day as a date, or leave it empty.',
    'last-day-past': 'Enter today or a later day, or leave it empty.',
    'addresses-not-valid':
      'Enter addresses or ranges, such as 203.0.113.7 or 203.0.113.0/24, separated by commas. A range of IPv6 has at most 64 bits.',
    'too-many-keys': 'There are 100 keys that work. End one first.',
    'key-ended': 'This key has ended. Make a new one.',
  },
  es: {
    'name-missing': 'Escriba un nombre, como el del sistema que usa la clave.',
    'name-too-long': `Acorte el nombre a ${longestKeyName} caracteres.`,
    'scopes-missing': 'Elija lo que la clave permite hacer.',
    'last-day-not-valid': 'Indique el último día como fecha, o déjelo vacío.',
    'last-day-past': 'Indique hoy o un día posterior, o déjelo vacío.',
    'addresses-not-valid':
      'Escriba direcciones o rangos, como 203.0.113.7 o 203.0.113.0/24, separados por comas. Un rango de IPv6 tiene como máximo 64 bits.',
    'too-many-keys': 'Hay 100 claves que funcionan. Termine una primero.',
    'key-ended': 'Esta clave ha terminado. Cree una nueva.',
  },
}

/** The sentence for staff. */
export const apiKeyMessage = (code: ApiKeyRefusal, language: Language): string => texts[language][code]
