import { formatUsDate, type CalendarDate } from '../kernel/calendar-date.ts'
import { formatUsd, type Cents } from '../kernel/money.ts'
import type { Language } from '../kernel/problem.ts'

/** Asks before a second payment (QP-27), with $1,234.56 and MM/dd/yyyy in the blanks (REQ-D-047). */
export function recentPaymentQuestion(
  lastPayment: { readonly amount: Cents; readonly date: CalendarDate },
  language: Language,
): string {
  const amount = formatUsd(lastPayment.amount)
  const date = formatUsDate(lastPayment.date)
  return language === 'es'
    ? `Usted hizo un pago reciente de ${amount} el ${date}. ¿Desea continuar con otro pago?`
    : `You have made a recent payment of ${amount} on ${date}. Would you like to proceed with another payment?`
}
