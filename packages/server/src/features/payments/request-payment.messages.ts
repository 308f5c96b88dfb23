import { formatUsd } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { PaymentsUnderWay } from './payments-under-way.store.ts'

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

/**
 * What a payer reads when other payments of the account are under way and this one with them would overpay it.
 *
 * @param timeZone where the cooperative is.
 */
export function paymentUnderWayText(underWay: PaymentsUnderWay, timeZone: string, language: Language): string {
  const { payments, underReview } = underWay
  const amount = formatUsd(underWay.amount)
  const stage = underReview === 0 ? 'open' : underReview === payments ? 'checked' : 'both'
  const time = new Intl.DateTimeFormat(language === 'es' ? 'es-US' : 'en-US', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(underWay.until)
  return language === 'es'
    ? underWayInSpanish(payments, amount, stage, time)
    : underWayInEnglish(payments, amount, stage, time)
}

/** What the other payments wait for: the payer, our check, or some the one and some the other. */
type Stage = 'open' | 'checked' | 'both'

function underWayInEnglish(payments: number, amount: string, stage: Stage, time: string): string {
  const one = payments === 1
  const others = one ? `Another payment of ${amount} is` : `${payments} other payments of ${amount} in total are`
  const is = { open: 'in progress', checked: 'being checked', both: 'in progress or being checked' }[stage]
  const again =
    stage === 'open'
      ? `Try again after ${time}, or sooner if ${one ? 'the other payment is' : 'they are'} canceled.`
      : 'Try again when we have finished checking.'
  return `${others} ${is} for this account. Together with this payment, you would overpay your balance. ${again}`
}

function underWayInSpanish(payments: number, amount: string, stage: Stage, time: string): string {
  const one = payments === 1
  const others = one ? `Ya hay otro pago de ${amount}` : `Ya hay otros ${payments} pagos, por ${amount} en total,`
  const is = { open: 'en curso', checked: 'en revisión', both: 'en curso o en revisión' }[stage]
  const again =
    stage === 'open'
      ? `Vuelva a intentarlo después de esta hora: ${time}. Si ${one ? 'se cancela el otro pago' : 'se cancelan'}, puede hacerlo antes.`
      : 'Vuelva a intentarlo cuando terminemos la revisión.'
  return `${others} ${is} para esta cuenta. Junto con este pago, usted pagaría más que su saldo. ${again}`
}
