import type { Language } from '@coopline/rules/kernel/problem'
import type { NoticeText } from '../../platform/notices/tell-account.ts'

const texts = {
  en: {
    subject: 'Your payment did not go through',
    line: (amount: string, ending: string) =>
      `Your payment of ${amount} for account …${ending} did not go through. Nothing was charged.`,
    again: 'Try again or pay in another way',
  },
  es: {
    subject: 'Su pago no se realizó',
    line: (amount: string, ending: string) =>
      `Su pago de ${amount} para la cuenta …${ending} no se realizó. No se cobró nada.`,
    again: 'Inténtelo de nuevo o pague de otra forma',
  },
} as const satisfies Record<Language, object>

/** What a member is told of a payment that was declined; the account by its last four digits. */
export function failedMail(
  facts: {
    readonly amount: string
    readonly accountEnding: string
    readonly utilityName: string
    readonly address: string
  },
  language: Language,
): NoticeText {
  const text = texts[language]
  const line = text.line(facts.amount, facts.accountEnding)
  return {
    subject: text.subject,
    bodyText: [line, '', `${text.again}: ${facts.address}`, '', facts.utilityName, ''].join('\n'),
    bodyHtml: null,
    text: `${line} ${facts.address}`,
  }
}
