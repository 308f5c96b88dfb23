import { lastFour } from '@coopline/rules/kernel/digits'
import type { Language } from '@coopline/rules/kernel/problem'
import type { NoticeText } from '../../platform/notices/notify-account.ts'

export type DraftNoticeKind = 'set-up' | 'removed'

const texts = {
  en: {
    'set-up': {
      subject: 'Your draft payment is set up',
      line: (ending: string) => `A draft payment was set up for your account ending in ${ending}.`,
    },
    removed: {
      subject: 'Your draft payment was removed',
      line: (ending: string) =>
        `The draft payment of your account ending in ${ending} was removed. You now pay its bills yourself.`,
    },
    notYou: 'If you did not do this, call us.',
    open: 'View your drafts',
  },
  es: {
    'set-up': {
      subject: 'Su débito automático está configurado',
      line: (ending: string) => `Se configuró un débito automático para su cuenta que termina en ${ending}.`,
    },
    removed: {
      subject: 'Se eliminó su débito automático',
      line: (ending: string) =>
        `Se eliminó el débito automático de su cuenta que termina en ${ending}. Ahora usted paga sus facturas.`,
    },
    notYou: 'Si no fue usted, llámenos.',
    open: 'Vea sus débitos automáticos',
  },
} as const satisfies Record<Language, object>

/** The notice about a draft that was set up or removed. It says nothing of the bank account or card. */
export function draftNoticeText(
  kind: DraftNoticeKind,
  facts: { readonly accountNumber: string; readonly coopName: string; readonly address: string },
  language: Language,
): NoticeText {
  const text = texts[language]
  const line = `${text[kind].line(lastFour(facts.accountNumber))} ${text.notYou}`
  return {
    subject: text[kind].subject,
    bodyText: [line, '', `${text.open}: ${facts.address}`, '', facts.coopName, ''].join('\n'),
    text: `${line} ${facts.address}`,
  }
}
