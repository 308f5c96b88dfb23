import { type CalendarDate, formatUsDate } from '../../kernel/calendar-date.ts'
import { type Cents, formatUsd, zeroCents } from '../../kernel/money.ts'
import type { Language } from '../../kernel/problem.ts'

/** The amounts of a bill that are due on the day on which it is shown. */
export interface BillDue {
  readonly dueDate: CalendarDate
  readonly endingBalance: Cents
  /** The part that is still to be paid; `null` once there is a newer bill. */
  readonly amountDueNow: Cents | null
  /** The part that is past due, with the day it was due and the day of a disconnection to come; `null` without one. */
  readonly pastDueNow: {
    readonly amount: Cents
    readonly dueDate: CalendarDate | null
    readonly cutoffDate: CalendarDate | null
  } | null
}

/** The amount at the top of a bill: what is due now, else its balance. */
export const billDueAmount = ({ amountDueNow, endingBalance }: BillDue): { kind: 'due' | 'balance'; amount: Cents } =>
  amountDueNow === null || endingBalance <= zeroCents
    ? { kind: 'balance', amount: endingBalance }
    : { kind: 'due', amount: amountDueNow }

/** By when a bill is to be paid. The page of a bill and its PDF say the same, and never a day later than what is past due. */
export function billDueMessage(
  { dueDate, endingBalance, amountDueNow: due, pastDueNow }: BillDue,
  language: Language,
): string {
  const text = texts[language]
  if (due === null) return text.replaced
  if (due <= zeroCents || endingBalance <= zeroCents) return text.nothing
  if (pastDueNow === null) return text.payBy(formatUsDate(dueDate))
  const isAll = pastDueNow.amount >= due
  const since = pastDueNow.dueDate === null ? null : formatUsDate(pastDueNow.dueDate)
  return [
    isAll ? text.allPastDue(since) : text.pastDue(formatUsd(pastDueNow.amount), since),
    pastDueNow.cutoffDate === null ? text.payNow : text.payBefore(formatUsDate(pastDueNow.cutoffDate)),
    ...(isAll ? [] : [text.rest(formatUsDate(dueDate))]),
  ].join(' ')
}

const english = {
  replaced: 'You have a newer bill. It shows what is due now.',
  nothing: 'No payment is due.',
  payBy: (day: string) => `Pay by ${day}.`,
  allPastDue: (since: string | null) =>
    since === null ? 'This amount is past due.' : `This amount was due on ${since}.`,
  pastDue: (amount: string, since: string | null) =>
    since === null ? `${amount} of it is past due.` : `${amount} of it was due on ${since}.`,
  payNow: 'Pay it now.',
  payBefore: (day: string) => `Pay it now: your service may be disconnected on ${day}.`,
  rest: (day: string) => `The rest is due by ${day}.`,
}

const spanish: typeof english = {
  replaced: 'Usted tiene una factura más reciente. En ella está lo que debe ahora.',
  nothing: 'No hay nada que pagar.',
  payBy: (day) => `Pague a más tardar el ${day}.`,
  allPastDue: (since) => (since === null ? 'Este monto está vencido.' : `Este monto venció el ${since}.`),
  pastDue: (amount, since) =>
    since === null ? `De este monto, ${amount} ya están vencidos.` : `De este monto, ${amount} vencieron el ${since}.`,
  payNow: 'Pague ahora.',
  payBefore: (day) => `Pague ahora: su servicio podría desconectarse el ${day}.`,
  rest: (day) => `El resto vence el ${day}.`,
}

const texts: Record<Language, typeof english> = { en: english, es: spanish }
