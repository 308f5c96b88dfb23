import type { Language, Problem } from '@coopline/rules/kernel/problem'
import { serviceErrorMessage } from '@coopline/rules/site/service-error/service-error-message'

/** The sentences of errors that no rule covers. Documented sentences are in the rules, which the browser uses too. */
const own = {
  en: {
    notAllowed: 'This is not available to you.',
    stepUpRequired: 'Enter your password again to continue.',
    notFound: 'We could not find what you asked for.',
    tooManyAttempts: 'Too many attempts. Please try again later.',
    unchangeable: 'You are viewing the portal as a member. Nothing can be changed here.',
    unopenable: 'You are viewing the portal as a member. This cannot be opened here.',
    notValid: 'Something you entered is not valid. Check it and try again.',
  },
  es: {
    notAllowed: 'Esto no está disponible para usted.',
    stepUpRequired: 'Ingrese su contraseña de nuevo para continuar.',
    notFound: 'No encontramos lo que solicitó.',
    tooManyAttempts: 'Demasiados intentos. Inténtelo de nuevo más tarde.',
    unchangeable: 'Está viendo el portal como lo ve un miembro. Aquí no se puede cambiar nada.',
    unopenable: 'Está viendo el portal como lo ve un miembro. Esto no se puede abrir aquí.',
    notValid: 'Algo de lo que ingresó no es válido. Revíselo e inténtelo de nuevo.',
  },
} as const

export interface ProblemTexts {
  readonly unauthorized: string
  readonly unableToProcess: string
  readonly notAllowed: string
  readonly stepUpRequired: string
  readonly notFound: string
  readonly tooManyAttempts: string
}

export const problemTexts = (language: Language): ProblemTexts => ({
  ...own[language],
  unauthorized: serviceErrorMessage({ status: 401, statusText: '' }, language),
  unableToProcess: serviceErrorMessage({ status: 500, statusText: '' }, language),
})

/** Returns the sentence of a field whose value is not of the documented form; without a field, of the whole request. */
export const notValidMessage = ({ field }: Problem, language: Language): string =>
  field === undefined ? own[language].notValid : `${own[language].notValid} (${field})`

/** Returns a sentence for staff who see the portal as a member. */
export const portalViewMessage = (code: 'unchangeable' | 'unopenable', language: Language): string =>
  own[language][code]
