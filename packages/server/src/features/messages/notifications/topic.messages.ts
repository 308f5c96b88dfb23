import { type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { lastFour } from '@coopline/rules/kernel/digits'
import type { Language } from '@coopline/rules/kernel/problem'
import { type Cents, formatUsd, subtractCents, zeroCents } from '@coopline/rules/kernel/money'
import { taskLinkText } from '@coopline/rules/paying/task-links/task-link.messages'
import type { NoticeText } from '../../../platform/notices/notify-account.ts'

/** An event of an account, with the figures of its notice. */
export type AccountEvent =
  | { readonly topic: 'bill-ready'; readonly amount: Cents; readonly dueDate: CalendarDate }
  | { readonly topic: 'due-soon'; readonly amount: Cents; readonly dueDate: CalendarDate }
  | { readonly topic: 'past-due'; readonly amount: Cents }
  | { readonly topic: 'outage' }
  | { readonly topic: 'restored' }

const texts = {
  en: {
    account: (ending: string) => `account ending in ${ending}`,
    open: 'View your account',
    'bill-ready': {
      subject: 'Your bill is ready',
      line: (account: string, amount: string, due: string) =>
        `Your bill for ${account} is ready: ${amount}, due ${due}.`,
      nothing: (account: string) => `Your bill for ${account} is ready. You have nothing to pay.`,
      credit: (account: string, amount: string) =>
        `Your bill for ${account} is ready: a credit of ${amount}. You have nothing to pay.`,
    },
    'due-soon': {
      subject: 'Your bill is due soon',
      line: (account: string, amount: string, due: string) => `Reminder: ${amount} for ${account} is due ${due}.`,
    },
    'past-due': {
      subject: 'Your account is past due',
      line: (account: string, amount: string) =>
        `${amount} is past due on ${account}. Pay online, or call us if you need more time to pay.`,
    },
    outage: {
      subject: 'Power outage at your service address',
      line: (account: string) =>
        `There is a power outage at your service address (${account}). We have a record of it, so you do not need to report it.`,
    },
    restored: {
      subject: 'Your power is restored',
      line: (account: string) =>
        `Power is restored at your service address (${account}). Still out? Call us or report it online.`,
    },
  },
  es: {
    account: (ending: string) => `la cuenta que termina en ${ending}`,
    open: 'Vea su cuenta',
    'bill-ready': {
      subject: 'Su factura está lista',
      line: (account: string, amount: string, due: string) =>
        `La factura de ${account} está lista: ${amount}, vence el ${due}.`,
      nothing: (account: string) => `La factura de ${account} está lista. No tiene nada que pagar.`,
      credit: (account: string, amount: string) =>
        `La factura de ${account} está lista: un crédito de ${amount}. No tiene nada que pagar.`,
    },
    'due-soon': {
      subject: 'Su factura vence pronto',
      line: (account: string, amount: string, due: string) => `Recordatorio: ${amount} de ${account} vence el ${due}.`,
    },
    'past-due': {
      subject: 'Su cuenta tiene un saldo vencido',
      line: (account: string, amount: string) =>
        `Tiene ${amount} vencidos en ${account}. Pague en línea o llámenos si necesita más tiempo para pagar.`,
    },
    outage: {
      subject: 'Corte de luz en la dirección del servicio',
      line: (account: string) =>
        `Hay un corte de luz en la dirección del servicio (${account}). Ya está registrado: no necesita reportarlo.`,
    },
    restored: {
      subject: 'Se restableció la luz',
      line: (account: string) =>
        `Se restableció la luz en la dirección del servicio (${account}). ¿Sigue sin luz? Llámenos o repórtelo en línea.`,
    },
  },
} as const satisfies Record<Language, object>

function lineOf(event: AccountEvent, account: string, language: Language): string {
  const text = texts[language]
  if (event.topic === 'outage' || event.topic === 'restored') return text[event.topic].line(account)
  if (event.topic === 'bill-ready' && event.amount === 0) return text[event.topic].nothing(account)
  if (event.topic === 'bill-ready' && event.amount < 0)
    return text[event.topic].credit(account, formatUsd(subtractCents(zeroCents, event.amount)))
  const amount = formatUsd(event.amount)
  if (event.topic === 'past-due') return text[event.topic].line(account, amount)
  return text[event.topic].line(account, amount, formatUsDate(event.dueDate))
}

/** The notice about an event of an account. It names the account by its last four digits and links to the portal. */
export function accountNotice(
  event: AccountEvent,
  facts: {
    readonly accountNumber: string
    readonly coopName: string
    readonly address: string
    /** Opens the task of the notice without a sign-in. */
    readonly taskLink?: string | undefined
  },
  language: Language,
): NoticeText {
  const text = texts[language]
  const line = lineOf(event, text.account(lastFour(facts.accountNumber)), language)
  const { taskLink } = facts
  const isOutage = event.topic === 'outage'
  const task =
    taskLink === undefined ? [] : isOutage ? seeOutageLines(taskLink, language) : payLines(taskLink, language)
  return {
    subject: text[event.topic].subject,
    bodyText: [line, '', ...task, `${text.open}: ${facts.address}`, '', facts.coopName, ''].join('\n'),
    text: `${line} ${isOutage ? (taskLink ?? facts.address) : facts.address}`,
  }
}

/** Lines of a mail with the link that pays its bill, and what the link shows to others. */
const payLines = (link: string, language: Language): readonly string[] => [
  `${taskLinkText('pay', language)}: ${link}`,
  taskLinkText('payNote', language),
  '',
]

/** The line of a mail with the link that shows an outage. */
export const seeOutageLines = (link: string, language: Language): readonly string[] => [
  `${taskLinkText('outage', language)}: ${link}`,
]
