import type { Language } from './problem.ts'

const texts = {
  en: 'This looks like a card number. Delete it and enter your card number only on the payment page.',
  es: 'Esto parece un número de tarjeta. Bórrelo e ingrese su tarjeta solo en la página de pago.',
} as const

/** Refuses a card number in a field that is not for one. */
export const cardNumberMessage = (language: Language): string => texts[language]
