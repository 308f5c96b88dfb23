import { type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import type { Language } from '@coopline/rules/kernel/problem'
import type { NoticeText } from '../../../platform/notices/notify-account.ts'

/**
 * The state of a draft that another payment of the account holds up: it waits, it waited too long, or it waited too long for a payment that
 * is still open and may have been charged.
 */
export type HeldDraftKind = 'waiting' | 'missed' | 'missed-while-open'

const texts = {
  en: {
    waiting: {
      subject: 'Your draft payment is waiting for another payment',
      line: (ending: string, date: string) =>
        `Another payment for your account ending in ${ending} is in progress, so the draft payment that was due on ${date} was not collected yet. We will collect what is still due when that payment ends. If you do not know who started it, call us.`,
      text: (ending: string, date: string) =>
        `Another payment for your account ending in ${ending} is in progress. The draft due ${date} waits for it. Not yours? Call us.`,
      link: 'See what is due',
    },
    missed: {
      subject: 'Your draft payment was not collected',
      line: (ending: string, date: string) =>
        `The draft payment for your account ending in ${ending} that was due on ${date} was not collected, because another payment was in progress for too long. You were not charged. Pay what is due yourself. The draft goes on with your next bill.`,
      text: (ending: string, date: string) =>
        `The draft for your account ending in ${ending} due ${date} was not collected: another payment was in progress.`,
      link: 'Pay now',
    },
    'missed-while-open': {
      subject: 'Your draft payment was not collected',
      line: (ending: string, date: string) =>
        `The draft payment for your account ending in ${ending} that was due on ${date} was not collected, because another payment for this account is still open. Call us before you pay, so that we can tell you what is still due. The draft goes on with your next bill.`,
      text: (ending: string, date: string) =>
        `The draft for your account ending in ${ending} due ${date} was not collected: another payment is still open. Call us before you pay.`,
      link: 'See what is due',
    },
  },
  es: {
    waiting: {
      subject: 'Su débito recurrente espera otro pago',
      line: (ending: string, date: string) =>
        `Hay otro pago en curso para su cuenta que termina en ${ending}, por lo que todavía no se cobró el débito recurrente que vencía el ${date}. Cobraremos lo que quede pendiente cuando ese pago termine. Si usted no sabe quién lo inició, llámenos.`,
      text: (ending: string, date: string) =>
        `Hay otro pago en curso en su cuenta que termina en ${ending}. El débito del ${date} espera a que termine. ¿No es suyo? Llámenos.`,
      link: 'Ver lo pendiente',
    },
    missed: {
      subject: 'No se cobró su débito recurrente',
      line: (ending: string, date: string) =>
        `No se cobró el débito recurrente de su cuenta que termina en ${ending} que vencía el ${date}, porque otro pago estuvo en curso demasiado tiempo. No se le cobró nada. Pague usted lo pendiente. El débito continúa con su próxima factura.`,
      text: (ending: string, date: string) =>
        `No se cobró el débito del ${date} de su cuenta que termina en ${ending}: había otro pago en curso.`,
      link: 'Pague ahora',
    },
    'missed-while-open': {
      subject: 'No se cobró su débito recurrente',
      line: (ending: string, date: string) =>
        `No se cobró el débito recurrente de su cuenta que termina en ${ending} que vencía el ${date}, porque otro pago de esta cuenta sigue abierto. Llámenos antes de pagar para saber cuánto queda pendiente. El débito continúa con su próxima factura.`,
      text: (ending: string, date: string) =>
        `No se cobró el débito del ${date} de su cuenta que termina en ${ending}: otro pago sigue abierto. Llámenos antes de pagar.`,
      link: 'Ver lo pendiente',
    },
  },
} as const satisfies Record<Language, Record<HeldDraftKind, object>>

/** Writes the notice about a draft that waits for another payment, or waited too long. It has the last four digits of the account. */
export function heldDraftText(
  kind: HeldDraftKind,
  facts: {
    readonly accountEnding: string
    readonly dueDate: CalendarDate
    readonly coopName: string
    readonly address: string
  },
  language: Language,
): NoticeText {
  const { subject, line, text, link } = texts[language][kind]
  const { accountEnding, coopName, address } = facts
  const date = formatUsDate(facts.dueDate)
  return {
    subject,
    bodyText: [line(accountEnding, date), '', `${link}: ${address}`, '', coopName, ''].join('\n'),
    text: `${text(accountEnding, date)} ${address}`,
  }
}
