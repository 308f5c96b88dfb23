import { type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import type { Language } from '@coopline/rules/kernel/problem'
import type { NoticeText } from '../../../platform/notices/notify-account.ts'

interface ExpiringCardFacts {
  /** The card, such as `Visa ending in 1111`. */
  readonly card: string
  readonly lastDay: CalendarDate
  readonly coopName: string
  readonly address: string
  /** The provider stores cards, so that the member can add the new one. */
  readonly canStore: boolean
}

const texts = {
  en: {
    subject: 'Your saved card expires soon',
    line: (card: string, day: string) => `Your saved card, ${card}, expires on ${day}.`,
    next: 'Add your new card before then, and choose it for AutoPay if you use AutoPay.',
    open: 'Your payment methods',
  },
  es: {
    subject: 'Su tarjeta guardada vence pronto',
    line: (card: string, day: string) => `Su tarjeta guardada, ${card}, vence el ${day}.`,
    next: 'Agregue su tarjeta nueva antes de esa fecha y elíjala para el pago automático si lo usa.',
    open: 'Sus formas de pago',
  },
} as const satisfies Record<Language, object>

/** Writes the notice that a stored card expires. */
export function expiringCardText(
  { card, lastDay, coopName, address, canStore }: ExpiringCardFacts,
  language: Language,
): NoticeText {
  const text = texts[language]
  const line = text.line(card, formatUsDate(lastDay))
  return {
    subject: text.subject,
    bodyText: [canStore ? `${line} ${text.next}` : line, '', `${text.open}: ${address}`, '', coopName, ''].join('\n'),
    text: `${line} ${address}`,
  }
}
