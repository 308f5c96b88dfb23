import { formatUsDate, type CalendarDate } from '../../kernel/calendar-date.ts'
import { formatUsd, type Cents } from '../../kernel/money.ts'
import type { Language } from '../../kernel/problem.ts'

interface RecentPayment {
  readonly amount: Cents
  readonly date: CalendarDate
  /** Its outcome is not known yet, so nothing says that it was made. */
  readonly isUnderWay: boolean
}

/** Asks before a second payment (QP-27), with $1,234.56 and MM/dd/yyyy in the blanks (REQ-D-047). */
export function recentPaymentQuestion(lastPayment: RecentPayment, language: Language): string {
  const amount = formatUsd(lastPayment.amount)
  const date = formatUsDate(lastPayment.date)
  const { made, underWay, another } = texts[language]
  return `${lastPayment.isUnderWay ? underWay(amount, date) : made(amount, date)} ${another}`
}

const texts = {
  en: {
    made: (amount: string, date: string) => `You have made a recent payment of ${amount} on ${date}.`,
    underWay: (amount: string, date: string) => `A recent payment of ${amount} on ${date} is not confirmed yet.`,
    another: 'Would you like to proceed with another payment?',
  },
  es: {
    made: (amount: string, date: string) => `Usted hizo un pago reciente de ${amount} el ${date}.`,
    underWay: (amount: string, date: string) => `Un pago reciente de ${amount} del ${date} aún no está confirmado.`,
    another: '¿Desea continuar con otro pago?',
  },
} as const satisfies Record<Language, unknown>
