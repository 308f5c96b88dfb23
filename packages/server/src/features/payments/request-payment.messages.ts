import type { Language } from '@coopline/rules/kernel/problem'

const texts = {
  en: {
    'idempotency-key-reused': 'This request was already used for another payment. Please start the payment again.',
    'stale-figures': 'The figures of your account have changed. Please look at them again before you pay.',
    'totals-differ': 'The totals of the payment do not agree with its accounts.',
  },
  es: {
    'idempotency-key-reused': 'Esta solicitud ya se usó para otro pago. Inicie el pago de nuevo.',
    'stale-figures': 'Los datos de su cuenta han cambiado. Revíselos de nuevo antes de pagar.',
    'totals-differ': 'Los totales del pago no coinciden con sus cuentas.',
  },
} as const satisfies Record<Language, Record<string, string>>

export type PaymentRequestProblem = keyof (typeof texts)['en']

/** What a payer reads when a payment request contradicts itself or what is so by now. */
export const requestPaymentText = (problem: PaymentRequestProblem, language: Language): string =>
  texts[language][problem]
