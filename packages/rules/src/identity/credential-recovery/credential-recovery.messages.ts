import { emailMessage } from '../email-address/email-address.messages.ts'
import type { Language } from '../../kernel/problem.ts'
import { verifyAccountMessage } from '../../paying/quick-pay-account/verify-account.messages.ts'
import { usernameMessage } from '../username/username.messages.ts'
import type { ForgotPasswordProblem } from './check-forgotten.ts'

/** The sentence for a problem with the form for a forgotten username or password. */
export function forgottenMessage({ code }: Pick<ForgotPasswordProblem, 'code'>, language: Language): string {
  if (code === 'email-not-valid') return emailMessage(code, language)
  if (code === 'username-missing') return usernameMessage(code, language)
  return verifyAccountMessage({ code }, language)
}

type Outcome = 'link-not-valid' | 'password-mail-on-its-way' | 'username-mail-on-its-way' | 'password-changed'

const outcomes: Record<Language, Record<Outcome, string>> = {
  en: {
    'link-not-valid': 'The reset link is invalid or has expired.',
    'password-mail-on-its-way':
      'If your details match our records, we have sent an email with a link to set a new password.',
    'username-mail-on-its-way': 'If your details match our records, we have sent an email with your username.',
    'password-changed': 'Your password has been changed. Sign in with your new password.',
  },
  es: {
    'link-not-valid': 'El enlace para restablecer la contraseña no es válido o ha vencido.',
    'password-mail-on-its-way':
      'Si sus datos coinciden con nuestros registros, le enviamos un correo electrónico con un enlace para elegir una nueva contraseña.',
    'username-mail-on-its-way':
      'Si sus datos coinciden con nuestros registros, le enviamos un correo electrónico con su nombre de usuario.',
    'password-changed': 'Su contraseña se cambió. Inicie sesión con la nueva contraseña.',
  },
}

/** The message after a recovery request. It does not reveal whether a login matches (REQ-D-097). */
export const recoveryMessage = (outcome: Outcome, language: Language): string => outcomes[language][outcome]
