import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { lastFour } from '@coopline/rules/kernel/digits'
import { formatUsd } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { PrepaidEvent } from '@coopline/rules/messages/notifications/prepaid'
import type { NoticeText } from '../../../platform/notices/notify-account.ts'

const texts = {
  en: {
    account: (ending: string) => `account ending in ${ending}`,
    pay: 'Make a payment',
    choose: 'Choose when we warn you',
    days: (count: number) => (count === 0 ? 'less than a day' : count === 1 ? 'about 1 day' : `about ${count} days`),
    left: (amount: string) => `${amount} left`,
    leftFor: (amount: string, days: string) => `${amount} left, ${days} at your recent use`,
    usedUp: (amount: string) => `a balance of ${amount}`,
    'prepaid-low': {
      subject: 'Your prepaid balance is low',
      line: (account: string, left: string) => `Your prepaid ${account} has ${left}. Pay now to keep your service on.`,
    },
    'disconnect-pending': {
      subject: 'Your service will be disconnected',
      on: (account: string, day: string, left: string) =>
        `Your prepaid ${account} will be disconnected on ${day}. It has ${left}. Pay now to keep your service on.`,
      soon: (account: string, left: string) =>
        `Your prepaid ${account} will be disconnected soon. It has ${left}. Pay now to keep your service on.`,
    },
    reconnected: {
      subject: 'Your service is back on',
      line: (account: string, left: string) => `Service is back on for your prepaid ${account}. It has ${left}.`,
    },
  },
  es: {
    account: (ending: string) => `cuenta prepagada que termina en ${ending}`,
    pay: 'Haga un pago',
    choose: 'Elija cuándo le avisamos',
    days: (count: number) => (count === 0 ? 'menos de un día' : count === 1 ? 'cerca de 1 día' : `unos ${count} días`),
    left: (amount: string) => amount,
    leftFor: (amount: string, days: string) => `${amount}, para ${days} según su consumo`,
    usedUp: (amount: string) => amount,
    'prepaid-low': {
      subject: 'Su saldo prepagado es bajo',
      line: (account: string, left: string) =>
        `Saldo bajo en su ${account}: ${left}. Pague para conservar el servicio.`,
    },
    'disconnect-pending': {
      subject: 'Se desconectará su servicio',
      on: (account: string, day: string, left: string) =>
        `El ${day} se desconectará su ${account}. Saldo: ${left}. Pague ahora para conservar el servicio.`,
      soon: (account: string, left: string) =>
        `Pronto se desconectará su ${account}. Saldo: ${left}. Pague ahora para conservar el servicio.`,
    },
    reconnected: {
      subject: 'Se restableció su servicio',
      line: (account: string, left: string) => `Se restableció el servicio de su ${account}. Saldo: ${left}.`,
    },
  },
} as const satisfies Record<Language, object>

function lineOf(event: PrepaidEvent, account: string, language: Language): string {
  const text = texts[language]
  const amount = formatUsd(event.balance)
  const days = event.topic === 'disconnect-pending' ? null : event.daysLeft
  const leftFor = days === null ? text.left(amount) : text.leftFor(amount, text.days(days))
  const left = event.balance > 0 ? leftFor : text.usedUp(amount)
  if (event.topic !== 'disconnect-pending') return text[event.topic].line(account, left)
  return event.on === null
    ? text[event.topic].soon(account, left)
    : text[event.topic].on(account, formatUsDate(event.on), left)
}

/** Builds the notice about an event of a prepaid account. It names the account by its last four digits and links to the payment. */
export function prepaidNotice(
  event: PrepaidEvent,
  facts: {
    readonly accountNumber: string
    readonly coopName: string
    /** The address of the page on which the member pays. */
    readonly payAddress: string
    /** The address of the page on which the member chooses the thresholds. */
    readonly chooseAddress: string
  },
  language: Language,
): NoticeText {
  const text = texts[language]
  const line = lineOf(event, text.account(lastFour(facts.accountNumber)), language)
  return {
    subject: text[event.topic].subject,
    bodyText: [
      line,
      '',
      `${text.pay}: ${facts.payAddress}`,
      `${text.choose}: ${facts.chooseAddress}`,
      '',
      facts.coopName,
      '',
    ].join('\n'),
    text: `${line} ${facts.payAddress}`,
  }
}
