import type { Language } from './problem.ts'

const texts = {
  en: 'This looks like a card number. Please remove it: card numbers are entered on the payment page only.',
  es: 'Esto parece un número de tarjeta. Bórrelo: los números de tarjeta solo se escriben en la página de pago.',
} as const

/** Refuses a card number in a field that is not for one. */
export const cardNumberMessage = (language: Language): string => texts[language]
