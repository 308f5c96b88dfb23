import type { FeeOption } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { feeOfEachPayment } from '@coopline/rules/paying/convenience-fee/convenience-fee.messages'
import { lastFour } from '@coopline/rules/kernel/digits'
import type { Language } from '@coopline/rules/kernel/problem'
import type { NoticeText } from '../../../platform/notices/notify-account.ts'

/** The kind of a notice. `stopped` and `corrected` follow a report of the bank about a debit. */
export type DraftNoticeKind = 'set-up' | 'removed' | 'stopped' | 'corrected'

const texts = {
  en: {
    'set-up': {
      subject: 'Your draft payment is set up',
      line: (ending: string) => `A draft payment was set up for your account ending in ${ending}.`,
    },
    removed: {
      subject: 'Your draft payment was removed',
      line: (ending: string) =>
        `The draft payment for your account ending in ${ending} was removed. You now pay its bills yourself.`,
    },
    stopped: {
      subject: 'Your draft payment was stopped',
      line: (ending: string) =>
        `Your bank returned a payment, so the draft payment for your account ending in ${ending} was stopped. Pay its bills yourself, or set up another draft.`,
    },
    corrected: {
      subject: 'Your bank corrected your draft payment',
      line: (ending: string) =>
        `Your bank sent us corrected bank details for the draft payment of your account ending in ${ending}. The draft continues with them.`,
    },
    notYou: 'If you did not do this, call us.',
    questions: 'If you have questions, call us.',
    open: 'View your drafts',
  },
  es: {
    'set-up': {
      subject: 'Su débito recurrente está configurado',
      line: (ending: string) => `Se configuró un débito recurrente para su cuenta que termina en ${ending}.`,
    },
    removed: {
      subject: 'Se eliminó su débito recurrente',
      line: (ending: string) =>
        `Se eliminó el débito recurrente de su cuenta que termina en ${ending}. Ahora usted paga sus facturas.`,
    },
    stopped: {
      subject: 'Se detuvo su débito recurrente',
      line: (ending: string) =>
        `Su banco devolvió un pago, por lo que se detuvo el débito recurrente de su cuenta que termina en ${ending}. Pague sus facturas usted o configure otro débito.`,
    },
    corrected: {
      subject: 'Su banco corrigió su débito recurrente',
      line: (ending: string) =>
        `Su banco nos envió los datos bancarios corregidos para el débito recurrente de su cuenta que termina en ${ending}. El débito continúa con ellos.`,
    },
    notYou: 'Si no fue usted, llámenos.',
    questions: 'Si tiene preguntas, llámenos.',
    open: 'Vea sus débitos recurrentes',
  },
} as const satisfies Record<Language, object>

/** Writes the notice about a changed draft. It does not mention the bank account or card. */
export function draftNoticeText(
  kind: DraftNoticeKind,
  facts: {
    readonly accountNumber: string
    /** The fee of each payment; `null` without one. */
    readonly fee: FeeOption | null
    readonly coopName: string
    readonly address: string
  },
  language: Language,
): NoticeText {
  const text = texts[language]
  const fee = kind === 'set-up' && facts.fee !== null ? feeOfEachPayment(facts.fee, language) : ''
  const sentences = [
    text[kind].line(lastFour(facts.accountNumber)),
    fee,
    kind === 'set-up' || kind === 'removed' ? text.notYou : text.questions,
  ]
  const line = sentences.filter((sentence) => sentence !== '').join(' ')
  const inText = kind === 'stopped' || kind === 'corrected' ? text[kind].line(lastFour(facts.accountNumber)) : line
  return {
    subject: text[kind].subject,
    bodyText: [line, '', `${text.open}: ${facts.address}`, '', facts.coopName, ''].join('\n'),
    text: `${inText} ${facts.address}`,
  }
}
