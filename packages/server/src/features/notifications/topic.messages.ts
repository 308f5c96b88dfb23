import { type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { lastFour } from '@coopline/rules/kernel/digits'
import type { Language } from '@coopline/rules/kernel/problem'
import { type Cents, formatUsd } from '@coopline/rules/kernel/money'
import type { NoticeText } from '../../platform/notices/notify-account.ts'

/** An event of an account, with the figures of its notice. */
export type AccountEvent =
  | { readonly topic: 'bill-ready'; readonly amount: Cents; readonly dueDate: CalendarDate }
  | { readonly topic: 'due-soon'; readonly amount: Cents; readonly dueDate: CalendarDate }
  | { readonly topic: 'past-due'; readonly amount: Cents }
  | { readonly topic: 'outage' }
  | { readonly topic: 'restored' }

const texts = {
  en: {
    account: (ending: string) => `account …${ending}`,
    open: 'See your account',
    'bill-ready': {
      subject: 'Your bill is ready',
      line: (account: string, amount: string, due: string) =>
        `Your bill for ${account} is ready: ${amount}, due ${due}.`,
    },
    'due-soon': {
      subject: 'Your bill is due soon',
      line: (account: string, amount: string, due: string) => `${amount} for ${account} is due ${due}.`,
    },
    'past-due': {
      subject: 'Your account is past due',
      line: (account: string, amount: string) =>
        `${amount} for ${account} is past due. Please pay it, or call us if you need more time.`,
    },
    outage: {
      subject: 'There is an outage at your location',
      line: (account: string) => `Our records show that the power is out at the location of ${account}.`,
    },
    restored: {
      subject: 'Your power is back',
      line: (account: string) =>
        `The power is back at the location of ${account}. If yours is still out, please call us.`,
    },
  },
  es: {
    account: (ending: string) => `la cuenta …${ending}`,
    open: 'Vea su cuenta',
    'bill-ready': {
      subject: 'Su factura está lista',
      line: (account: string, amount: string, due: string) =>
        `La factura de ${account} está lista: ${amount}, vence el ${due}.`,
    },
    'due-soon': {
      subject: 'Su factura vence pronto',
      line: (account: string, amount: string, due: string) => `${amount} de ${account} vence el ${due}.`,
    },
    'past-due': {
      subject: 'Su cuenta tiene un saldo vencido',
      line: (account: string, amount: string) =>
        `${amount} de ${account} está vencido. Páguelo, por favor, o llámenos si necesita más tiempo.`,
    },
    outage: {
      subject: 'Hay un corte de luz en su ubicación',
      line: (account: string) => `Según nuestros registros, no hay luz en la ubicación de ${account}.`,
    },
    restored: {
      subject: 'Volvió la luz',
      line: (account: string) =>
        `Volvió la luz en la ubicación de ${account}. Si usted sigue sin luz, por favor llámenos.`,
    },
  },
} as const satisfies Record<Language, object>

function lineOf(event: AccountEvent, account: string, language: Language): string {
  const text = texts[language]
  if (event.topic === 'outage' || event.topic === 'restored') return text[event.topic].line(account)
  const amount = formatUsd(event.amount)
  if (event.topic === 'past-due') return text[event.topic].line(account, amount)
  return text[event.topic].line(account, amount, formatUsDate(event.dueDate))
}

/** The notice about an event of an account. It names the account by its last four digits and links to the portal. */
export function accountNotice(
  event: AccountEvent,
  facts: { readonly accountNumber: string; readonly coopName: string; readonly address: string },
  language: Language,
): NoticeText {
  const text = texts[language]
  const line = lineOf(event, text.account(lastFour(facts.accountNumber)), language)
  return {
    subject: text[event.topic].subject,
    bodyText: [line, '', `${text.open}: ${facts.address}`, '', facts.coopName, ''].join('\n'),
    bodyHtml: null,
    text: `${line} ${facts.address}`,
  }
}
