import { type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { lastFour } from '@coopline/rules/kernel/digits'
import { type Cents, formatUsd } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { NoticeText } from '../../../platform/notices/notify-account.ts'

/** The cause of an alert with its figures. Usage is in Wh. */
export type AlertCause =
  | { readonly kind: 'daily-usage'; readonly day: CalendarDate; readonly used: number; readonly limitKwh: number }
  | {
      readonly kind: 'projected-bill'
      readonly from: CalendarDate
      readonly amount: Cents
      readonly low: Cents
      readonly high: Cents
      readonly limit: Cents
    }
  | { readonly kind: 'continuous-water'; readonly since: CalendarDate }
  | { readonly kind: 'base-load'; readonly since: CalendarDate }

const texts = {
  en: {
    account: (ending: string) => `account ending in ${ending}`,
    manage: 'Change or snooze your alerts',
    'daily-usage': {
      subject: 'Your daily usage was above your limit',
      line: (account: string, day: string, used: string, limit: string) =>
        `On ${day}, ${account} used ${used} kWh. Your limit is ${limit} kWh.`,
    },
    'projected-bill': {
      subject: 'Your next bill may be above your limit',
      line: (account: string, amount: string, low: string, high: string, limit: string) =>
        `The next bill for ${account} is projected at ${amount} (likely ${low} to ${high}). Your limit is ${limit}.`,
    },
    'continuous-water': {
      subject: 'Water has been running for 24 hours or more',
      line: (account: string, since: string) =>
        `Water has been running without a stop since ${since} (${account}). Check toilets, faucets and outdoor lines for a leak.`,
    },
    'base-load': {
      subject: 'Your always-on usage has doubled',
      line: (account: string, since: string) =>
        `Since ${since}, what runs day and night (${account}) uses at least twice as much as before. Check heaters, pumps and freezers.`,
    },
  },
  es: {
    account: (ending: string) => `la cuenta que termina en ${ending}`,
    manage: 'Cambie o pause sus alertas',
    'daily-usage': {
      subject: 'Su consumo diario superó su límite',
      line: (account: string, day: string, used: string, limit: string) =>
        `El ${day}, ${account} consumió ${used} kWh. Su límite es de ${limit} kWh.`,
    },
    'projected-bill': {
      subject: 'Su próxima factura podría superar su límite',
      line: (account: string, amount: string, low: string, high: string, limit: string) =>
        `La próxima factura de ${account} se proyecta en ${amount} (entre ${low} y ${high}). Su límite es ${limit}.`,
    },
    'continuous-water': {
      subject: 'El agua corre desde hace 24 horas o más',
      line: (account: string, since: string) =>
        `El agua corre sin parar desde el ${since} (${account}). Revise si hay fugas en inodoros, grifos y tuberías.`,
    },
    'base-load': {
      subject: 'Su consumo constante se duplicó',
      line: (account: string, since: string) =>
        `Desde el ${since}, lo que funciona día y noche (${account}) consume el doble o más. Revise calefactores y bombas.`,
    },
  },
} as const satisfies Record<Language, object>

const kwh = (wattHours: number): string => (wattHours / 1_000).toFixed(1)

function lineOf(cause: AlertCause, account: string, language: Language): string {
  const text = texts[language]
  if (cause.kind === 'daily-usage')
    return text[cause.kind].line(account, formatUsDate(cause.day), kwh(cause.used), String(cause.limitKwh))
  if (cause.kind === 'projected-bill') {
    const { amount, low, high, limit } = cause
    return text[cause.kind].line(account, formatUsd(amount), formatUsd(low), formatUsd(high), formatUsd(limit))
  }
  return text[cause.kind].line(account, formatUsDate(cause.since))
}

/** Builds the texts of an alert. They name the account by its last four digits and link to the alert settings. */
export function alertNotice(
  cause: AlertCause,
  facts: { readonly accountNumber: string; readonly coopName: string; readonly address: string },
  language: Language,
): NoticeText {
  const text = texts[language]
  const line = lineOf(cause, text.account(lastFour(facts.accountNumber)), language)
  const capitalized = line.charAt(0).toUpperCase() + line.slice(1)
  return {
    subject: text[cause.kind].subject,
    bodyText: [capitalized, '', `${text.manage}: ${facts.address}`, '', facts.coopName, ''].join('\n'),
    text: `${capitalized} ${facts.address}`,
  }
}
