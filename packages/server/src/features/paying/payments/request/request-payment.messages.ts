import type { Language } from '@coopline/rules/kernel/problem'

const texts = {
  en: {
    'idempotency-key-reused': 'This request was already used for another payment. Start the payment again.',
    'stale-figures': 'Your account amounts have changed. Check them again before you pay.',
    'same-payment':
      'You made this same payment a few minutes ago, so we did not charge you again. To pay it once more, wait ten minutes.',
    'page-over': 'The payment page can no longer be used. Start the payment again.',
    'nothing-owed': 'Nothing is owed by now, so no payment is needed.',
    'totals-differ': 'The payment total does not match the account amounts. Start the payment again.',
  },
  es: {
    'idempotency-key-reused': 'Esta solicitud ya se usó para otro pago. Inicie el pago de nuevo.',
    'stale-figures': 'Los montos de su cuenta han cambiado. Revíselos de nuevo antes de pagar.',
    'same-payment':
      'Usted hizo este mismo pago hace unos minutos, por lo que no le cobramos otra vez. Para pagarlo de nuevo, espere diez minutos.',
    'page-over': 'La página de pago ya no se puede usar. Inicie el pago de nuevo.',
    'nothing-owed': 'Ya no se debe nada, por lo que no hace falta ningún pago.',
    'totals-differ': 'El total del pago no coincide con los montos de las cuentas. Inicie el pago de nuevo.',
  },
} as const satisfies Record<Language, Record<string, string>>

export type PaymentRequestProblem = keyof (typeof texts)['en']

/** Returns the sentence for the payer when a payment request contradicts itself or the current state. */
export const requestPaymentText = (problem: PaymentRequestProblem, language: Language): string =>
  texts[language][problem]
