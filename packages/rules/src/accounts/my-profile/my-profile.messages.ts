import { emailMessage } from '../../identity/email-address/email-address.messages.ts'
import type { Language } from '../../kernel/problem.ts'
import { roundUpMessage } from '../operation-roundup/operation-roundup.messages.ts'
import { passwordMessage } from '../../identity/password/password.messages.ts'
import { registrationMessage } from '../../identity/registration/registration.messages.ts'
import { signInMessage } from '../../identity/sign-in/sign-in.messages.ts'
import { usernameMessage } from '../../identity/username/username.messages.ts'
import type { ProfileProblem } from './check-profile.ts'

type Code = ProfileProblem['code'] | 'username-taken' | 'current-password-wrong' | 'not-offered'
type OwnCode = 'current-password-missing' | 'active-payment-setup' | 'paperless-confirmation-missing'

const texts: Record<Language, Record<OwnCode, string>> = {
  en: {
    'current-password-missing': 'Enter your current password.',
    'active-payment-setup': 'Update not allowed. Active Payment setup exists.',
    'paperless-confirmation-missing': 'Please select the checkbox to continue.',
  },
  es: {
    'current-password-missing': 'Ingrese su contraseña actual.',
    'active-payment-setup': 'No se permite la actualización. Hay un pago configurado activo.',
    'paperless-confirmation-missing': 'Marque la casilla para continuar.',
  },
}

/** The documented sentence for a problem of My Profile (MP-20 to MP-61, REQ-D-147), or its Spanish counterpart. */
export function profileMessage(code: Code, language: Language): string {
  switch (code) {
    case 'current-password-missing':
    case 'active-payment-setup':
    case 'paperless-confirmation-missing':
      return texts[language][code]
    case 'current-password-wrong':
      return signInMessage('wrong-password', language)
    case 'email-not-valid':
      return emailMessage(code, language)
    case 'username-missing':
    case 'username-not-valid':
    case 'username-taken':
      return usernameMessage(code, language)
    case 'question-missing':
    case 'answer-missing':
    case 'answer-too-long':
    case 'not-offered':
      return registrationMessage({ code }, language)
    case 'password-missing':
    case 'password-below-criteria':
    case 'confirm-password-missing':
    case 'confirm-password-differs':
      return passwordMessage({ code }, language)
    case 'roundup-amount-not-valid':
    case 'roundup-amount-negative':
    case 'roundup-amount-too-large':
    case 'roundup-expiration-not-valid':
    case 'roundup-expiration-past':
      break
  }
  return roundUpMessage(code, language)
}
