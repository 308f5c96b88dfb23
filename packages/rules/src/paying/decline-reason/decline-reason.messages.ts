import type { Language } from '../../kernel/problem.ts'
import type { DeclineReason } from './decline-reason.ts'

const declined = {
  en: 'The bank declined the payment. Use another payment method, or call the bank.',
  es: 'El banco rechazó el pago. Use otra forma de pago o llame al banco.',
}

const texts: Record<Language, Record<DeclineReason, string>> = {
  en: {
    'insufficient-funds': 'The bank declined the payment because the account does not have enough money.',
    'expired-card': 'The card has expired. Use another payment method.',
    'wrong-code': 'The security code does not match the card. Check it and try again.',
    'wrong-number': 'The card number is not correct. Check it and try again.',
    'wrong-zip': 'The ZIP code does not match the card. Check it and try again.',
    limit: 'The payment is above a limit of the card. Use another payment method, or call the bank.',
    'call-bank': 'The bank did not approve the payment. Call the bank, or use another payment method.',
    // The same text as any decline: a thief must not learn that the card was reported.
    'lost-or-stolen': declined.en,
    'not-supported': 'The card does not allow this kind of payment. Use another payment method.',
    'authentication-required': 'The bank asks you to confirm this payment. Pay online to confirm it.',
    'try-again': 'The bank could not be reached. Try again in a few minutes.',
    'bank-account-closed': 'The bank account is closed. Use another payment method.',
    'bank-account-wrong': 'The bank did not find the account. Check the numbers, or use another payment method.',
    'no-authorization': 'The bank does not allow payments from this account. Use another payment method.',
    'bank-returned': 'The bank returned the payment. Use another payment method, or call the bank.',
    declined: declined.en,
  },
  es: {
    'insufficient-funds': 'El banco rechazó el pago porque la cuenta no tiene fondos suficientes.',
    'expired-card': 'La tarjeta venció. Use otra forma de pago.',
    'wrong-code': 'El código de seguridad no coincide con la tarjeta. Revíselo e intente de nuevo.',
    'wrong-number': 'El número de tarjeta no es correcto. Revíselo e intente de nuevo.',
    'wrong-zip': 'El código postal no coincide con la tarjeta. Revíselo e intente de nuevo.',
    limit: 'El pago supera un límite de la tarjeta. Use otra forma de pago o llame al banco.',
    'call-bank': 'El banco no aprobó el pago. Llame al banco o use otra forma de pago.',
    'lost-or-stolen': declined.es,
    'not-supported': 'La tarjeta no permite este tipo de pago. Use otra forma de pago.',
    'authentication-required': 'El banco le pide que confirme este pago. Pague en línea para confirmarlo.',
    'try-again': 'No fue posible comunicarse con el banco. Intente de nuevo en unos minutos.',
    'bank-account-closed': 'La cuenta bancaria está cerrada. Use otra forma de pago.',
    'bank-account-wrong': 'El banco no encontró la cuenta. Revise los números o use otra forma de pago.',
    'no-authorization': 'El banco no permite pagos desde esta cuenta. Use otra forma de pago.',
    'bank-returned': 'El banco devolvió el pago. Use otra forma de pago o llame al banco.',
    declined: declined.es,
  },
}

/** Returns the sentence for a charge that was declined or taken back. It blames no one. */
export const declineMessage = (reason: DeclineReason, language: Language): string => texts[language][reason]
