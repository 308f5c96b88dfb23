import { type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import type { Language } from '@coopline/rules/kernel/problem'
import type { NoticeText } from '../../../platform/notices/notify-account.ts'

const texts = {
  en: {
    subject: 'Your scheduled payment was not made',
    line: (amount: string, date: string) =>
      `Your payment of ${amount} that was scheduled for ${date} was not made. You were not charged.`,
    arrangementEnded: 'Your payment arrangement has ended, and the payments that were scheduled for it are canceled.',
    pay: 'Pay now',
  },
  es: {
    subject: 'No se realizó su pago programado',
    line: (amount: string, date: string) =>
      `No se realizó su pago de ${amount} programado para el ${date}. No se le cobró nada.`,
    arrangementEnded: 'Su acuerdo de pago terminó, y los pagos programados para él quedan cancelados.',
    pay: 'Pague ahora',
  },
} as const satisfies Record<Language, object>

/** Returns the sentence that says why a part of an arrangement that has ended is not charged. */
export const arrangementEndedText = (language: Language): string => texts[language].arrangementEnded

/** Writes the notice about a scheduled payment that was not made. `sentence` is that of the rule that refused it, or empty. */
export function notMadeText(
  facts: {
    readonly amount: string
    readonly paymentDate: CalendarDate
    readonly sentence: string
    readonly coopName: string
    readonly address: string
  },
  language: Language,
): NoticeText {
  const text = texts[language]
  const line = [text.line(facts.amount, formatUsDate(facts.paymentDate)), facts.sentence].join(' ').trim()
  return {
    subject: text.subject,
    bodyText: [line, '', `${text.pay}: ${facts.address}`, '', facts.coopName, ''].join('\n'),
    // The text message omits the sentence of the rule, which may be too long. The page shows it.
    text: `${text.line(facts.amount, formatUsDate(facts.paymentDate))} ${text.pay}: ${facts.address}`,
  }
}
