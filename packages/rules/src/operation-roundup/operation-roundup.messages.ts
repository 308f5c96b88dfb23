import type { Language } from '../kernel/problem.ts'
import type { RoundUpAmountProblem, RoundUpExpirationProblem } from './check-roundup.ts'

type Code = RoundUpAmountProblem | RoundUpExpirationProblem

const texts: Record<Language, Record<Code, string>> = {
  en: {
    'roundup-amount-not-valid': 'You must enter valid amount.',
    'roundup-amount-negative': 'Please enter an amount greater than or equal to 0.',
    'roundup-amount-too-large': 'You must enter a payment amount less than $99,999,999.99.',
    'roundup-expiration-not-valid': 'Invalid date.',
    'roundup-expiration-past': 'You cannot use an expiration date in the past.',
  },
  es: {
    'roundup-amount-not-valid': 'Debe ingresar un monto válido.',
    'roundup-amount-negative': 'Ingrese un monto mayor o igual que 0.',
    'roundup-amount-too-large': 'Debe ingresar un monto menor que $99,999,999.99.',
    'roundup-expiration-not-valid': 'Fecha no válida.',
    'roundup-expiration-past': 'No puede usar una fecha de vencimiento pasada.',
  },
}

/** The documented sentence for an enrolment that is refused (spec 002 §5; decision G-43), or its Spanish counterpart. */
export const roundUpMessage = (code: Code, language: Language): string => texts[language][code]
