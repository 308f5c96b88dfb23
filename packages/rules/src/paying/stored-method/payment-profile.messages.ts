import type { Language } from '../../kernel/problem.ts'

const texts = {
  en: {
    added: 'Your payment method was saved.',
    updated: 'Your payment method was updated.',
    removed: 'Your payment method was removed.',
  },
  es: {
    added: 'Se guardó su forma de pago.',
    updated: 'Se actualizó su forma de pago.',
    removed: 'Se eliminó su forma de pago.',
  },
} as const satisfies Record<Language, object>

/** The confirmation after a stored method was changed. */
export const paymentProfileText = (done: keyof (typeof texts)['en'], language: Language): string =>
  texts[language][done]
