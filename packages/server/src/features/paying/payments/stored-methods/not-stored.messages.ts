import type { Language } from '@coopline/rules/kernel/problem'

const texts = {
  en: { 'not-stored': 'This payment method cannot be saved here.' },
  es: { 'not-stored': 'Esta forma de pago no se puede guardar aquí.' },
} as const satisfies Record<Language, object>

/** Returns the sentence for a kind of payment method that cannot be stored. */
export const notStoredText = (problem: 'not-stored', language: Language): string => texts[language][problem]
