import type { Language } from '@coopline/rules/kernel/problem'
import type { TopicWord } from '@coopline/rules/messages/notifications/topics'

const texts = {
  en: {
    change: 'Change your notifications',
    stop: 'Stop these emails',
    closing: 'Please do not reply. We do not monitor this mailbox.',
    reply: (word: string) => `Reply STOP ${word} to end these texts.`,
    words: {
      bill: 'BILL',
      prepaid: 'PREPAID',
      payment: 'PAYMENT',
      draft: 'DRAFT',
      usage: 'USAGE',
      power: 'POWER',
      login: 'LOGIN',
    },
  },
  es: {
    change: 'Cambie sus notificaciones',
    stop: 'Dejar de recibir estos correos',
    closing: 'No responda a este mensaje. No revisamos este buzón.',
    reply: (word: string) => `Responda ALTO ${word} para no recibirlos.`,
    words: {
      bill: 'FACTURA',
      prepaid: 'PREPAGO',
      payment: 'PAGO',
      draft: 'DEBITO',
      usage: 'CONSUMO',
      power: 'LUZ',
      login: 'ACCESO',
    },
  },
} as const satisfies Record<Language, Record<string, unknown> & { readonly words: Record<TopicWord, string> }>

export interface FrameLinks {
  readonly settings: string
  readonly unsubscribe: string
}

/** The end of a mail about a topic: where to choose, and how to stop it. */
export function mailFooter({ settings, unsubscribe }: FrameLinks, language: Language): string {
  const text = texts[language]
  return [`${text.change}: ${settings}`, `${text.stop}: ${unsubscribe}`, text.closing, ''].join('\n')
}

/** The end of a text message about a topic. */
export const textFooter = (word: TopicWord, language: Language): string =>
  texts[language].reply(texts[language].words[word])
