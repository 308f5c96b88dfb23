import type { Language } from '../kernel/problem.ts'

/** What can be wrong with a sign-in: the form, the credentials, or the code of the second step. */
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
      'The username or password does not match our records. After several wrong tries we stop checking passwords for a while: please wait, or reset your password.',
    'wrong-code': 'The code is incorrect. Please try again.',
    'second-step-over': 'The time for entering the code is over. Please sign in again.',
    'wrong-password': 'The password does not match our records.',
  },
  es: {
    'username-missing': 'Ingrese su nombre de usuario.',
    'password-missing': 'Ingrese su contraseña.',
    'wrong-credentials':
      'El nombre de usuario o la contraseña no coinciden con nuestros registros. Después de varios intentos incorrectos dejamos de comprobar contraseñas por un tiempo: espere o restablezca su contraseña.',
    'wrong-code': 'El código es incorrecto. Inténtelo de nuevo.',
    'second-step-over': 'Se acabó el tiempo para ingresar el código. Inicie sesión de nuevo.',
    'wrong-password': 'La contraseña no coincide con nuestros registros.',
  },
}

/** The sentence for a refused sign-in (LG-25, LG-30, REQ-D-062). */
export const signInMessage = (code: SignInRefusal, language: Language): string => texts[language][code]

const codesLocked: Record<Language, (time: string) => string> = {
  en: (time) => `There were too many wrong codes. Please wait until ${time} and try again.`,
  es: (time) => `Hubo demasiados códigos incorrectos. Espere hasta esta hora e inténtelo de nuevo: ${time}`,
}

/** The sentence for a code while codes of the login are not judged, with the time at which they are again. */
export const codesLockedMessage = (until: Date, timeZone: string, language: Language): string =>
  codesLocked[language](
    new Intl.DateTimeFormat(language === 'es' ? 'es-US' : 'en-US', { timeStyle: 'short', timeZone }).format(until),
  )
