import type { Language } from '../../kernel/problem.ts'
import type { VerifyAccountProblem } from './check-verify-account.ts'

const texts: Record<Language, Record<VerifyAccountProblem['code'], string>> = {
  en: {
    'account-number-missing': 'Please enter your account number.',
    'account-number-not-valid': 'Please enter valid account number.',
    'phone-digits-missing': 'Please enter last 4 digits of your phone number.',
    'phone-digits-not-valid': 'Please enter valid last 4 digits of your phone number.',
  },
  es: {
    'account-number-missing': 'Ingrese su número de cuenta.',
    'account-number-not-valid': 'Ingrese un número de cuenta válido.',
    'phone-digits-missing': 'Ingrese los últimos 4 dígitos de su número de teléfono.',
    'phone-digits-not-valid': 'Ingrese 4 dígitos válidos: los últimos de su número de teléfono.',
  },
}

/** The documented sentence for a problem with step 1 of Quick Pay, or its Spanish counterpart. */
export const verifyAccountMessage = (problem: Pick<VerifyAccountProblem, 'code'>, language: Language): string =>
  texts[language][problem.code]
