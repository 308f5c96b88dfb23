import type { Language } from '../../kernel/problem.ts'
import type { BillingChangeProblem, BillingState } from './check-billing-change.ts'

const problems: Record<Language, Record<Exclude<BillingChangeProblem, 'not-eligible'>, string>> = {
  en: {
    'already-average': 'This account is already on Average Billing.',
    'not-average': 'This account is not on Average Billing.',
    'estimate-changed': 'Our estimate for this account has changed. Review the new estimate and try again.',
    'not-valid': 'Choose a settlement month and try again.',
  },
  es: {
    'already-average': 'Esta cuenta ya tiene facturación promedio.',
    'not-average': 'Esta cuenta no tiene facturación promedio.',
    'estimate-changed': 'Nuestra estimación para esta cuenta cambió. Revise la nueva estimación e inténtelo de nuevo.',
    'not-valid': 'Elija un mes de liquidación e inténtelo de nuevo.',
  },
}

const reasons = {
  en: { budget: 'Budget billing is active.', other: 'Contact us to ask about Average Billing for this account.' },
  es: {
    budget: 'La facturación presupuestada está activa.',
    other: 'Comuníquese con nosotros para preguntar por la facturación promedio de esta cuenta.',
  },
} as const

/** The reason that an account is not eligible: the cooperative's message, or else a sentence for its billing type (AB-14, REQ-D-247). */
export function notEligibleReason(
  { billingType, message }: Pick<BillingState, 'billingType'> & { readonly message: string },
  language: Language,
): string {
  if (message !== '') return message
  return reasons[language][billingType === 'Budget' ? 'budget' : 'other']
}

/** The sentence for a refused change, except for an account that is not eligible: see `notEligibleReason`. */
export const billingChangeMessage = (
  problem: Exclude<BillingChangeProblem, 'not-eligible'>,
  language: Language,
): string => problems[language][problem]

const notices = {
  en: {
    added: 'Your account is now on Average Billing.',
    edited: 'Your settlement month was changed.',
    removed: 'Your account is no longer on Average Billing.',
  },
  es: {
    added: 'Su cuenta ahora tiene facturación promedio.',
    edited: 'Su mes de liquidación se cambió.',
    removed: 'Su cuenta ya no tiene facturación promedio.',
  },
} as const

/** The confirmation after a change. */
export const billingChangeNotice = (code: keyof (typeof notices)['en'], language: Language): string =>
  notices[language][code]
