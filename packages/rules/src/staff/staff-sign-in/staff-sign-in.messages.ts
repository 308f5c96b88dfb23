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
  | 'sign-on-off'
  | 'sign-on-not-begun'
  | 'sign-on-provider-refused'
  | 'sign-on-token-not-valid'
  | 'sign-on-no-second-step'
  | 'sign-on-no-group'
  | 'sign-on-name-taken'
  | 'sign-on-disabled'

const texts: Record<Language, Record<Exclude<StaffSignInRefusal, 'username-missing' | 'password-missing'>, string>> = {
  en: {
    'password-below-criteria':
      'Please choose a password of 12 to 50 characters with at least 1 lowercase letter, 1 uppercase letter, 1 number and 1 special character (!@#$%^&*).',
    'code-incomplete': 'Please enter the 6-digit code from your authenticator app.',
    'wrong-staff-sign-in':
      'The username, password or code is not correct. Each code works once: wait for the next one and try again. After several wrong tries, you may have to wait before you try again.',
    'link-not-valid': 'This set-up link was used or has expired. Ask your administrator for a new one.',
    'console-off': 'The staff console is turned off.',
    'sign-on-off': 'Staff do not sign in at an identity provider here.',
    'sign-on-not-begun':
      'This sign-in was not begun in this browser, was used, or took more than ten minutes. Please sign in again.',
    'sign-on-provider-refused': 'The identity provider did not sign you in. Please try again.',
    'sign-on-token-not-valid':
      'The identity provider’s answer could not be verified. Please try again. If it happens again, tell your administrator.',
    'sign-on-no-second-step':
      'You signed in without a second step, which the staff console requires. Set one up at the identity provider, or ask your administrator.',
    'sign-on-no-group': 'You are in no group that may use the staff console. Ask your administrator.',
    'sign-on-name-taken':
      'Another staff login has your username. Ask your administrator to remove it with “coopline staff remove”.',
    'sign-on-disabled': 'Your staff login is disabled. Ask your administrator.',
  },
  es: {
    'password-below-criteria':
      'Elija una contraseña de 12 a 50 caracteres con al menos 1 letra minúscula, 1 letra mayúscula, 1 número y 1 carácter especial (!@#$%^&*).',
    'code-incomplete': 'Ingrese el código de 6 dígitos de su aplicación de autenticación.',
    'wrong-staff-sign-in':
      'El nombre de usuario, la contraseña o el código no son correctos. Cada código sirve una sola vez: espere el siguiente e inténtelo de nuevo. Después de varios intentos incorrectos, es posible que deba esperar antes de intentarlo otra vez.',
    'link-not-valid': 'Este enlace de configuración ya se usó o venció. Pida uno nuevo a su administrador.',
    'console-off': 'La consola del personal está desactivada.',
    'sign-on-off': 'Aquí el personal no inicia sesión con un proveedor de identidad.',
    'sign-on-not-begun':
      'Este inicio de sesión no comenzó en este navegador, ya se usó o tardó más de diez minutos. Inicie sesión de nuevo.',
    'sign-on-provider-refused': 'El proveedor de identidad no inició su sesión. Inténtelo de nuevo.',
    'sign-on-token-not-valid':
      'No se pudo verificar la respuesta del proveedor de identidad. Inténtelo de nuevo. Si vuelve a ocurrir, avise a su administrador.',
    'sign-on-no-second-step':
      'Inició sesión sin el segundo paso que exige la consola del personal. Configúrelo en el proveedor de identidad o pregunte a su administrador.',
    'sign-on-no-group': 'No está en ningún grupo que pueda usar la consola del personal. Pregunte a su administrador.',
    'sign-on-name-taken':
      'Otro acceso del personal tiene su nombre de usuario. Pida a su administrador que lo elimine con «coopline staff remove».',
    'sign-on-disabled': 'Su acceso del personal está desactivado. Pregunte a su administrador.',
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
