import type { Language } from '../../kernel/problem.ts'
import { type GrantProblemCode, maxConnectedMeters, maxConnections, maxTokenNameLength } from './check-grant.ts'

/** Reasons for refusing to connect an app or make an access token. */
export type ConnectionRefusal = GrantProblemCode | 'too-many-connections' | 'request-gone'

const texts: Record<Language, Record<ConnectionRefusal, string>> = {
  en: {
    'token-name-missing': 'Enter a name for the access token.',
    'token-name-too-long': `The name can have up to ${maxTokenNameLength} characters.`,
    'token-name-not-valid': 'The name must be on one line.',
    'no-scope': 'Choose what can be read.',
    'no-meter': 'Choose at least one meter.',
    'too-many-meters': `Choose up to ${maxConnectedMeters} meters.`,
    'history-not-valid': 'Choose how far back the data can go.',
    'end-not-valid': 'Enter the end date.',
    'end-passed': 'The end date must be today or later.',
    'end-too-late': 'The end date must be within three years.',
    'too-many-connections': `You have ${maxConnections} connections, the most allowed. End one to add another.`,
    'request-gone': 'This request has expired. Return to the app and start again.',
  },
  es: {
    'token-name-missing': 'Ingrese un nombre para el token de acceso.',
    'token-name-too-long': `El nombre puede tener hasta ${maxTokenNameLength} caracteres.`,
    'token-name-not-valid': 'El nombre debe estar en una sola línea.',
    'no-scope': 'Elija qué se puede leer.',
    'no-meter': 'Elija al menos un medidor.',
    'too-many-meters': `Elija hasta ${maxConnectedMeters} medidores.`,
    'history-not-valid': 'Elija hasta cuándo se remontan los datos.',
    'end-not-valid': 'Ingrese la fecha de fin.',
    'end-passed': 'La fecha de fin debe ser hoy o posterior.',
    'end-too-late': 'La fecha de fin debe estar dentro de los próximos tres años.',
    'too-many-connections': `Tiene ${maxConnections} conexiones, el máximo permitido. Termine una para agregar otra.`,
    'request-gone': 'Esta solicitud venció. Vuelva a la aplicación y empiece de nuevo.',
  },
}

export const connectionMessage = (code: ConnectionRefusal, language: Language): string => texts[language][code]
