import type { ArrangementChoice } from '@coopline/rules/paying/arrangement/arrangement-choices'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { lastFour } from '@coopline/rules/kernel/digits'
import { type Cents, formatUsd } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { NoticeText } from '../../../platform/notices/notify-account.ts'

const texts = {
  en: {
    subject: 'Your payment arrangement',
    line: (ending: string) => `You made a payment arrangement for your account ending in ${ending}:`,
    payment: (amount: string, date: string) => `${amount} by ${date}`,
    more: (count: number) => `and ${count} more payments`,
    scheduled: (count: number) =>
      count === 1
        ? 'We will take 1 payment from your saved payment method on its date.'
        : `We will take ${count} payments from your saved payment method on their dates.`,
    fee: (amount: string) => `Their convenience fees are ${amount} in total.`,
    late: 'If a payment is late, the arrangement ends and the rest is due right away.',
    notYou: 'If you did not do this, call us.',
    open: 'View your arrangement',
  },
  es: {
    subject: 'Su acuerdo de pago',
    line: (ending: string) => `Usted hizo un acuerdo de pago para su cuenta que termina en ${ending}:`,
    more: (count: number) => `y ${count} pagos más`,
    payment: (amount: string, date: string) => `${amount} a más tardar el ${date}`,
    scheduled: (count: number) =>
      count === 1
        ? 'Tomaremos 1 pago de su forma de pago guardada en su fecha.'
        : `Tomaremos ${count} pagos de su forma de pago guardada en sus fechas.`,
    fee: (amount: string) => `Sus cargos por conveniencia suman ${amount}.`,
    late: 'Si se atrasa en un pago, el acuerdo termina y el resto vence de inmediato.',
    notYou: 'Si no fue usted, llámenos.',
    open: 'Vea su acuerdo',
  },
} as const satisfies Record<Language, object>

interface ArrangementFacts {
  readonly accountNumber: string
  readonly payments: ArrangementChoice['payments']
  /** Number of payments with a stored method. */
  readonly scheduled: number
  /** The fees of those payments. */
  readonly convenienceFee: Cents
  readonly coopName: string
  /** URL of the arrangement page. */
  readonly address: string
}

/** The maximum number of payments in a text message. */
const mostInText = 3

/** Builds the confirmation of an arrangement, with each amount and date. */
export function arrangementMadeText(facts: ArrangementFacts, language: Language): NoticeText {
  const text = texts[language]
  const line = text.line(lastFour(facts.accountNumber))
  const payments = facts.payments.map(({ amount, dueOn }) => text.payment(formatUsd(amount), formatUsDate(dueOn)))
  const inText =
    payments.length > mostInText
      ? [...payments.slice(0, mostInText - 1), text.more(payments.length - mostInText + 1)]
      : payments
  const fee = facts.convenienceFee > 0 ? [text.fee(formatUsd(facts.convenienceFee))] : []
  const scheduled = facts.scheduled > 0 ? [text.scheduled(facts.scheduled), ...fee] : []
  return {
    subject: text.subject,
    bodyText: [
      line,
      '',
      ...payments,
      '',
      ...scheduled,
      text.late,
      text.notYou,
      '',
      `${text.open}: ${facts.address}`,
      '',
      facts.coopName,
      '',
    ].join('\n'),
    text: `${line} ${inText.join(', ')}. ${facts.address}`,
  }
}
