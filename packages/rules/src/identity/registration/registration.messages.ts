import { emailMessage } from '../email-address/email-address.messages.ts'
import type { Language } from '../../kernel/problem.ts'
import type { NewPasswordProblem } from '../password/check-password.ts'
import { passwordMessage } from '../password/password.messages.ts'
import { verifyAccountMessage } from '../../paying/quick-pay-account/verify-account.messages.ts'
import { usernameMessage } from '../username/username.messages.ts'
import type { AuthenticationOptionProblem } from './check-authentication-option.ts'
import type { RegistrationAccountProblem } from './check-registration-account.ts'
import type { RegistrationProblem } from './check-registration.ts'

type AnyCode =
  | RegistrationAccountProblem['code']
  | AuthenticationOptionProblem['code']
  | RegistrationProblem['code']
  | 'no-contact'
  | 'username-taken'
  | 'code-wrong'
  | 'already-registered'
  | 'not-offered'
type OwnCode = Exclude<
  AnyCode,
  | NewPasswordProblem['code']
  | 'account-number-not-valid'
  | 'email-not-valid'
  | 'username-missing'
  | 'username-not-valid'
  | 'username-taken'
>

const texts: Record<Language, Record<OwnCode, string>> = {
  en: {
    'account-number-missing': 'Please enter your Account Number.',
    'option-missing': 'Please select an authentication type to receive verification code.',
    'phone-not-valid': 'Please enter a valid phone number.',
    'bill-amount-missing': 'Please enter the amount of your last bill or the one before.',
    'confirm-email-differs': 'Email and Confirm Email does not match.',
    'question-missing': 'Please select an option.',
    'answer-missing': 'Please enter an answer.',
    'answer-too-long': 'Your answer can have up to 100 characters.',
    'paperless-not-confirmed': 'Please check the paperless confirmation checkbox.',
    'no-contact': 'Unable to fetch details for entered account. Please contact customer support.',
    'code-wrong': 'Account verification is unsuccessful.',
    'already-registered': 'This account is already registered online. Sign in instead.',
    'not-offered': 'This option is not available.',
  },
  es: {
    'account-number-missing': 'Ingrese su número de cuenta.',
    'option-missing': 'Seleccione cómo desea recibir el código de verificación.',
    'phone-not-valid': 'Ingrese un número de teléfono válido.',
    'bill-amount-missing': 'Ingrese el monto de su última factura o de la anterior.',
    'confirm-email-differs': 'El correo electrónico y su confirmación no coinciden.',
    'question-missing': 'Seleccione una opción.',
    'answer-missing': 'Ingrese una respuesta.',
    'answer-too-long': 'Su respuesta puede tener hasta 100 caracteres.',
    'paperless-not-confirmed': 'Marque la casilla de confirmación de facturas sin papel.',
    'no-contact': 'No se pudieron obtener los datos de la cuenta ingresada. Comuníquese con atención al cliente.',
    'code-wrong': 'No se pudo verificar la cuenta.',
    'already-registered': 'Esta cuenta ya está registrada en línea. Inicie sesión.',
    'not-offered': 'Esta opción no está disponible.',
  },
}

/** The documented sentence for a problem with registration (RG-12 to RG-69, REQ-D-077), or its Spanish counterpart. */
export function registrationMessage(problem: { readonly code: AnyCode }, language: Language): string {
  const { code } = problem
  if (isOwn(code)) return texts[language][code]
  if (code === 'account-number-not-valid') return verifyAccountMessage({ code }, language)
  if (code === 'email-not-valid') return emailMessage(code, language)
  if (code === 'username-missing' || code === 'username-not-valid' || code === 'username-taken') {
    return usernameMessage(code, language)
  }
  return passwordMessage({ code }, language)
}

const isOwn = (code: AnyCode): code is OwnCode => code in texts.en

const verified: Record<Language, string> = {
  en: 'Account verification is successful.',
  es: 'La cuenta se verificó correctamente.',
}

/** The message of the code stage after a right code (ER-06, REQ-D-078). */
export const accountVerifiedMessage = (language: Language): string => verified[language]

const registered: Record<Language, string> = {
  en: 'User has been successfully registered with email',
  es: 'El usuario se registró correctamente con el correo electrónico',
}

/** The message of the last stage (RG-70, REQ-D-079). */
export const registeredMessage = (email: string, language: Language): string => `${registered[language]} ${email}`
