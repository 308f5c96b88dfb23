import type { Language } from '../../kernel/problem.ts'
import { paymentAmountMessage } from '../../paying/payment-amount/payment-amount.messages.ts'
import { maxRoundUpAmount, type RoundUpAmountProblem, type RoundUpExpirationProblem } from './check-roundup.ts'

type Code = RoundUpAmountProblem | RoundUpExpirationProblem

const texts: Record<
  Language,
  Record<Exclude<Code, 'roundup-amount-not-valid' | 'roundup-amount-too-large'>, string>
> = {
  en: {
    'roundup-amount-negative': 'Please enter an amount greater than or equal to 0.',
    'roundup-expiration-not-valid': 'Invalid date.',
    'roundup-expiration-past': 'You cannot use an expiration date in the past.',
  },
  es: {
    'roundup-amount-negative': 'Ingrese un monto mayor o igual que 0.',
    'roundup-expiration-not-valid': 'Fecha no válida.',
    'roundup-expiration-past': 'No puede usar una fecha de finalización pasada.',
  },
}

/** The documented message for a refused enrollment (OR-14 to OR-21, REQ-D-243), or its Spanish counterpart. */
export function roundUpMessage(code: Code, language: Language): string {
  // These two problems have the messages of a payment amount.
  if (code === 'roundup-amount-not-valid')
    return paymentAmountMessage({ code: 'amount-not-valid', field: 'amount' }, language)
  if (code === 'roundup-amount-too-large')
    return paymentAmountMessage({ code: 'amount-too-large', field: 'amount', lessThan: maxRoundUpAmount }, language)
  return texts[language][code]
}

const notices = {
  en: {
    updated: 'Your Operation RoundUp enrollment has been updated.',
    'not-offered': 'This part of Operation RoundUp is not offered.',
  },
  es: {
    updated: 'Su inscripción en Operation RoundUp se actualizó.',
    'not-offered': 'Esta parte de Operation RoundUp no está disponible.',
  },
} as const

/** The confirmation after a change. */
export const roundUpNotice = (code: keyof (typeof notices)['en'], language: Language): string => notices[language][code]
