import type { Language } from '../../kernel/problem.ts'
import { passwordMessage } from '../../identity/password/password.messages.ts'
import { signInMessage } from '../../identity/sign-in/sign-in.messages.ts'
import type { StaffSignInProblem } from './check-staff-sign-in.ts'

/** The reason that staff are not signed in or set up. */
export type StaffSignInRefusal =
  | StaffSignInProblem['code']
  | 'password-below-criteria'
  | 'wrong-staff-sign-in'
  | 'link-not-valid'
  | 'console-off'

const texts: Record<Language, Record<Exclude<StaffSignInRefusal, 'username-missing' | 'password-missing'>, string>> = {
  en: {
    'password-below-criteria':
      'Please choose a password of 12 to 50 characters with at least 1 lowercase letter, 1 uppercase letter, 1 number and 1 special character (!@#$%^&*).',
    'code-incomplete': 'Please enter the 6-digit code from your authenticator app.',
    'wrong-staff-sign-in':
      'The username, password or code is not correct. Each code works once: wait for the next one and try again. After several wrong tries, you may have to wait before you try again.',
    'link-not-valid': 'This set-up link was used or has expired. Ask your administrator for a new one.',
    'console-off': 'The staff console is turned off.',
  },
  es: {
    'password-below-criteria':
      'Elija una contraseña de 12 a 50 caracteres con al menos 1 letra minúscula, 1 letra mayúscula, 1 número y 1 carácter especial (!@#$%^&*).',
    'code-incomplete': 'Ingrese el código de 6 dígitos de su aplicación de autenticación.',
    'wrong-staff-sign-in':
      'El nombre de usuario, la contraseña o el código no son correctos. Cada código sirve una sola vez: espere el siguiente e inténtelo de nuevo. Después de varios intentos incorrectos, es posible que deba esperar antes de intentarlo otra vez.',
    'link-not-valid': 'Este enlace de configuración ya se usó o venció. Pida uno nuevo a su administrador.',
    'console-off': 'La consola del personal está desactivada.',
  },
}

/** The sentence for staff. */
export const staffSignInMessage = (code: StaffSignInRefusal, language: Language): string =>
  code === 'username-missing' || code === 'password-missing' ? signInMessage(code, language) : texts[language][code]

/** The sentence for the password that staff choose: the members' own, but for its length. */
export const staffPasswordMessage: typeof passwordMessage = (problem, language) =>
  problem.code === 'password-below-criteria'
    ? staffSignInMessage(problem.code, language)
    : passwordMessage(problem, language)
