import { formatUsd } from '../../kernel/money.ts'
import type { Language } from '../../kernel/problem.ts'
import type { CardType } from '../payment-method/payment-methods.ts'
import type { StoredMethodFacts, StoredMethodProblem } from './check-stored-method.ts'

const texts = {
  en: {
    expired: 'This card has expired. Choose another payment method.',
    refused: 'The bank does not allow payments from this bank account. Choose another payment method.',
    outOfReach: 'We can no longer charge this payment method. Pay another way.',
    notStored: 'This payment method cannot be saved here.',
    notAccepted: 'This card brand is no longer accepted. Choose another payment method.',
    aboveMaximum: (maximum: string) => `You can pay up to ${maximum} by card. Choose another payment method.`,
    bank: 'Bank account',
    card: 'Card',
    endingIn: (name: string, ending: string) => `${name} ending in ${ending}`,
  },
  es: {
    expired: 'Esta tarjeta venció. Elija otra forma de pago.',
    refused: 'El banco no permite pagos desde esta cuenta bancaria. Elija otra forma de pago.',
    outOfReach: 'Ya no podemos cobrar con esta forma de pago. Pague de otra manera.',
    notStored: 'Esta forma de pago no se puede guardar aquí.',
    notAccepted: 'Ya no se acepta esta marca de tarjeta. Elija otra forma de pago.',
    aboveMaximum: (maximum: string) => `Puede pagar hasta ${maximum} con tarjeta. Elija otra forma de pago.`,
    bank: 'Cuenta bancaria',
    card: 'Tarjeta',
    endingIn: (name: string, ending: string) => `${name} que termina en ${ending}`,
  },
} as const satisfies Record<Language, object>

const brands: Readonly<Record<CardType, string>> = {
  VI: 'Visa',
  MC: 'Mastercard',
  AX: 'American Express',
  DI: 'Discover',
}

export function storedMethodMessage(problem: StoredMethodProblem, language: Language): string {
  const text = texts[language]
  if (problem.code === 'method-expired') return text.expired
  if (problem.code === 'method-refused') return text.refused
  if (problem.code === 'method-out-of-reach') return text.outOfReach
  if (problem.code === 'not-stored') return text.notStored
  return problem.code === 'card-not-accepted' ? text.notAccepted : text.aboveMaximum(formatUsd(problem.maximum))
}

/** Names a stored method: `Visa ending in 1111`. */
export function storedMethodName(
  { paymentType, cardType, lastFour }: StoredMethodFacts & { readonly lastFour: string },
  language: Language,
): string {
  const text = texts[language]
  const name = paymentType === 'echeck' ? text.bank : cardType === null ? text.card : brands[cardType]
  return text.endingIn(name, lastFour)
}
