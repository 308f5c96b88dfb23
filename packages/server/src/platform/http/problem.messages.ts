import type { Language } from '@coopline/rules/kernel/problem'
import { serviceErrorMessage } from '@coopline/rules/service-error/service-error-message'

/** The sentences of errors that no rule speaks of. The documented ones come from the rule that the browser also uses. */
const own = {
  en: {
    notAllowed: 'This is not available to you.',
    stepUpRequired: 'Please confirm your password to go on.',
    notFound: 'We could not find what you asked for.',
    tooManyAttempts: 'There have been too many attempts. Please wait a while and try again.',
    notValid: 'Something in the request is not as expected.',
  },
  es: {
    notAllowed: 'Esto no está disponible para usted.',
    stepUpRequired: 'Confirme su contraseña para continuar.',
    notFound: 'No encontramos lo que solicitó.',
    tooManyAttempts: 'Ha habido demasiados intentos. Espere un momento e inténtelo de nuevo.',
    notValid: 'Algo en la solicitud no es como se esperaba.',
  },
} as const

export interface ProblemTexts {
  readonly unauthorized: string
  readonly unableToProcess: string
  readonly notAllowed: string
  readonly stepUpRequired: string
  readonly notFound: string
  readonly tooManyAttempts: string
  readonly notValid: string
}

export const problemTexts = (language: Language): ProblemTexts => ({
  ...own[language],
  unauthorized: serviceErrorMessage({ status: 401, statusText: '' }, language),
  unableToProcess: serviceErrorMessage({ status: 500, statusText: '' }, language),
})
