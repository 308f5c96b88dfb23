import { accountTypeWords } from '../account-status/cooperative-words.messages.ts'
import { formatUsDate } from '../../kernel/calendar-date.ts'
import { formatUsd } from '../../kernel/money.ts'
import type { Language } from '../../kernel/problem.ts'
import type { DueDate } from './list-due-dates.ts'

interface Words {
  readonly name: (coopName: string) => string
  readonly ending: (digits: string) => string
  readonly due: Readonly<Record<DueDate['kind'], (type: string, amount: string) => string>>
  readonly pastDue: Readonly<Record<'bill' | 'arrangement', (type: string, amount: string) => string>>
  readonly reminder: (summary: string) => string
  readonly pay: (day: string, address: string) => string
  readonly wasDue: (day: string, address: string) => string
  /** For a payment that no one has to make. */
  readonly taken: (day: string, address: string) => string
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    name: (coopName) => `${coopName}: due dates`,
    ending: (digits) => `account ending in ${digits}`,
    due: {
      bill: (type, amount) => `${type} bill due: ${amount}`,
      arrangement: (type, amount) => `Arrangement payment due (${type}): ${amount}`,
      draft: (type, amount) => `Draft payment (${type}): ${amount}`,
      autopay: (type, amount) => `AutoPay (${type}): ${amount}`,
      scheduled: (type, amount) => `Scheduled payment (${type}): ${amount}`,
    },
    pastDue: {
      bill: (type, amount) => `${type} bill past due: ${amount}`,
      arrangement: (type, amount) => `Arrangement payment past due (${type}): ${amount}`,
    },
    reminder: (summary) => `In three days: ${summary}`,
    pay: (day, address) => `Pay by ${day}. See your account at ${address}`,
    wasDue: (day, address) => `This was due on ${day}. See your account at ${address}`,
    taken: (day, address) => `This is paid automatically on ${day}. See your account at ${address}`,
  },
  es: {
    name: (coopName) => `${coopName}: vencimientos`,
    ending: (digits) => `cuenta que termina en ${digits}`,
    due: {
      bill: (type, amount) => `Vence su factura (${type}): ${amount}`,
      arrangement: (type, amount) => `Vence el pago de su acuerdo (${type}): ${amount}`,
      draft: (type, amount) => `Débito recurrente (${type}): ${amount}`,
      autopay: (type, amount) => `Pago automático (${type}): ${amount}`,
      scheduled: (type, amount) => `Pago programado (${type}): ${amount}`,
    },
    pastDue: {
      bill: (type, amount) => `Factura vencida (${type}): ${amount}`,
      arrangement: (type, amount) => `Pago de su acuerdo vencido (${type}): ${amount}`,
    },
    reminder: (summary) => `Dentro de tres días: ${summary}`,
    pay: (day, address) => `Pague a más tardar el ${day}. Vea su cuenta en ${address}`,
    wasDue: (day, address) => `Venció el ${day}. Vea su cuenta en ${address}`,
    taken: (day, address) => `Se paga automáticamente el ${day}. Vea su cuenta en ${address}`,
  },
}

/** The texts of a due date in a calendar program. */
export interface DueDateTexts {
  readonly summary: string
  readonly description: string
  readonly reminder: string
}

/** The name of the calendar in a member's calendar program. */
export const calendarName = (coopName: string, language: Language): string => words[language].name(coopName)

/**
 * The texts of a due date. No text has the whole account number: a calendar is read by others too.
 *
 * @param address of the portal's account overview.
 */
export function dueDateTexts(due: DueDate, address: string, language: Language): DueDateTexts {
  const said = words[language]
  const type = accountTypeWords(due.accountType, language)
  const isByMember = due.kind === 'bill' || due.kind === 'arrangement'
  const what = (isByMember && due.isPastDue ? said.pastDue[due.kind] : said.due[due.kind])(type, formatUsd(due.amount))
  const summary = `${what} (${said.ending(lastDigits(due.accountNumber))})`
  return {
    summary,
    description: (isByMember ? (due.isPastDue ? said.wasDue : said.pay) : said.taken)(formatUsDate(due.dueOn), address),
    reminder: said.reminder(summary),
  }
}

/** The last four digits; of a short number at most half of its digits, so that they do not reveal it. */
const lastDigits = (accountNumber: string): string =>
  accountNumber.slice(Math.max(accountNumber.length - 4, Math.ceil(accountNumber.length / 2)))
