import type { Language } from '../../kernel/problem.ts'
import type { EmailProblem } from './check-email.ts'

const notValid: Record<Language, string> = {
  en: 'Please enter a valid email address.',
  es: 'Ingrese una dirección de correo electrónico válida.',
}

/** The sentence for an email address that is missing or not valid: one for both (REQ-D-077). */
export const emailMessage = (_code: EmailProblem, language: Language): string => notValid[language]
