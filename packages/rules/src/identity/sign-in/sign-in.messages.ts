import { formatTime } from '../../kernel/instant.ts'
import type { Language } from '../../kernel/problem.ts'

/** The problems of a sign-in: with the form, the credentials, or the code of the second step. */
export type SignInRefusal =
  | 'username-missing'
  | 'password-missing'
  | 'wrong-credentials'
  | 'wrong-code'
  | 'second-step-over'
  | 'wrong-password'

const texts: Record<Language, Record<SignInRefusal, string>> = {
  en: {
    'username-missing': 'Please enter your username.',
    'password-missing': 'Please enter your password.',
    'wrong-credentials':
      'The username or password does not match our records. Try again or reset your password. After several wrong tries, you may have to wait before you try again.',
    'wrong-code': 'The code is incorrect. Please try again.',
    'second-step-over': 'Your time to enter the code ran out. Sign in again.',
    'wrong-password': 'The password does not match our records. Try again.',
  },
  es: {
    'username-missing': 'Ingrese su nombre de usuario.',
    'password-missing': 'Ingrese su contraseña.',
    'wrong-credentials':
      'El nombre de usuario o la contraseña no coinciden con nuestros registros. Inténtelo de nuevo o restablezca su contraseña. Después de varios intentos incorrectos, es posible que deba esperar antes de intentarlo otra vez.',
    'wrong-code': 'El código es incorrecto. Inténtelo de nuevo.',
    'second-step-over': 'Se acabó el tiempo para ingresar el código. Inicie sesión de nuevo.',
    'wrong-password': 'La contraseña no coincide con nuestros registros. Inténtelo de nuevo.',
  },
}

/** The sentence for a refused sign-in (LG-25, LG-30, REQ-D-062). */
export const signInMessage = (code: SignInRefusal, language: Language): string => texts[language][code]

const codesLocked: Record<Language, (time: string) => string> = {
  en: (time) => `Too many wrong codes. Try again after ${time}.`,
  es: (time) => `Demasiados códigos incorrectos. Inténtelo de nuevo después de esta hora: ${time}`,
}

/** The sentence for a code while codes of the login are not checked, with the time at which they are again. */
export const codesLockedMessage = (until: Date, timeZone: string, language: Language): string =>
  codesLocked[language](formatTime(until, timeZone, language))
