import { type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import type { Language } from '@coopline/rules/kernel/problem'
import type { NoticeText } from '../../../../platform/notices/notify-account.ts'

/** The cause of the notice. A payment that is taken again needs nothing from its payer. */
export type FailureReason = 'declined' | 'rejected' | 'to-confirm' | { readonly takenAgainOn: CalendarDate }

const texts = {
  en: {
    account: (ending: string) => `account ending in ${ending}`,
    accounts: (count: number) => `${count} accounts`,
    declined: {
      subject: 'Your payment did not go through',
      line: (amount: string, account: string) =>
        `Your payment of ${amount} for ${account} did not go through. You were not charged.`,
      next: 'Try again or pay another way',
    },
    'to-confirm': {
      subject: 'Confirm your payment',
      line: (amount: string, account: string) =>
        `Your bank asks you to confirm your payment of ${amount} for ${account}. Nothing was paid yet.`,
      more: 'You were not charged. Pay it now with the same card or another one.',
      next: 'Pay and confirm',
    },
    rejected: {
      subject: 'We did not apply your payment',
      line: (amount: string, account: string) =>
        `We reviewed your payment of ${amount} for ${account} and did not apply it. If your card or bank account was charged, please call us.`,
      next: 'View your account',
    },
    again: {
      subject: 'Your payment did not go through yet',
      line: (amount: string, account: string, day: string) =>
        `Your payment of ${amount} for ${account} did not go through, and you were not charged. If it is still due, your draft takes it again on ${day}.`,
      next: 'View your account',
    },
  },
  es: {
    account: (ending: string) => `la cuenta que termina en ${ending}`,
    accounts: (count: number) => `${count} cuentas`,
    declined: {
      subject: 'Su pago no se realizó',
      line: (amount: string, account: string) =>
        `Su pago de ${amount} para ${account} no se realizó. No se le cobró nada.`,
      next: 'Inténtelo de nuevo o pague de otra forma',
    },
    'to-confirm': {
      subject: 'Confirme su pago',
      line: (amount: string, account: string) =>
        `Su banco le pide que confirme su pago de ${amount} para ${account}. Todavía no se pagó nada.`,
      more: 'No se le cobró nada. Páguelo ahora con la misma tarjeta o con otra.',
      next: 'Pague y confirme',
    },
    rejected: {
      subject: 'No aplicamos su pago',
      line: (amount: string, account: string) =>
        `Revisamos su pago de ${amount} para ${account} y no lo aplicamos. Si se hizo un cargo a su tarjeta o cuenta bancaria, llámenos.`,
      next: 'Vea su cuenta',
    },
    again: {
      subject: 'Su pago todavía no se realizó',
      line: (amount: string, account: string, day: string) =>
        `Su pago de ${amount} para ${account} no se realizó y no se le cobró nada. Si sigue pendiente, su débito recurrente lo cobrará el ${day}.`,
      next: 'Vea su cuenta',
    },
  },
} as const satisfies Record<Language, object>

/** Writes the notice about a payment that was declined or rejected, must be confirmed or is taken again. It has the last four digits of its account, or the number of accounts. */
export function failedMail(
  facts: {
    readonly reason: FailureReason
    readonly amount: string
    readonly accountEnding: string
    readonly accounts: number
    readonly utilityName: string
    readonly address: string
  },
  language: Language,
): NoticeText {
  const { account, accounts } = texts[language]
  const { reason } = facts
  const [text, day] =
    typeof reason === 'string'
      ? [texts[language][reason], '']
      : [texts[language].again, formatUsDate(reason.takenAgainOn)]
  const of = facts.accounts === 1 ? account(facts.accountEnding) : accounts(facts.accounts)
  const line = text.line(facts.amount, of, day)
  return {
    subject: text.subject,
    // The text message has no room for more.
    bodyText: [
      'more' in text ? `${line} ${text.more}` : line,
      '',
      `${text.next}: ${facts.address}`,
      '',
      facts.utilityName,
      '',
    ].join('\n'),
    text: `${line} ${facts.address}`,
  }
}
