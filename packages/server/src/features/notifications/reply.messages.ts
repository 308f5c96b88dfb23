import type { Language } from '@coopline/rules/kernel/problem'
import type { TopicWord } from '@coopline/rules/notifications/topics'

const texts = {
  en: {
    stopped: 'You will get no more texts from us. Text START to allow them again.',
    stoppedWord: (what: string) => `You will get no more texts about ${what}. Text STOP to end all texts.`,
    started: 'You can be sent texts again. Sign in to choose which.',
    help: (phone: string, address: string) =>
      `Alerts about your account. Text STOP to end all, or STOP BILL, STOP PAYMENT or STOP POWER to end some. Message and data rates may apply. ${phone === '' ? '' : `Call ${phone}. `}${address}`,
    about: {
      bill: 'bills',
      payment: 'payments',
      draft: 'draft payments',
      usage: 'your usage',
      power: 'outages',
      login: 'your login',
    },
  },
  es: {
    stopped: 'No recibirá más mensajes nuestros. Envíe INICIAR para volver a permitirlos.',
    stoppedWord: (what: string) => `No recibirá más mensajes sobre ${what}. Envíe ALTO para no recibir ninguno.`,
    started: 'Ya puede recibir mensajes otra vez. Inicie sesión para elegir cuáles.',
    help: (phone: string, address: string) =>
      `Avisos sobre su cuenta. Envíe ALTO para terminar todos, o ALTO FACTURA, ALTO PAGO o ALTO LUZ para terminar algunos. Pueden aplicarse tarifas de mensajes y datos. ${phone === '' ? '' : `Llame al ${phone}. `}${address}`,
    about: {
      bill: 'facturas',
      payment: 'pagos',
      draft: 'pagos automáticos',
      usage: 'su consumo',
      power: 'cortes de luz',
      login: 'su acceso',
    },
  },
} as const satisfies Record<Language, Record<string, unknown> & { readonly about: Record<TopicWord, string> }>

/** The one answer to STOP. @param word what was ended; `null`: everything. */
export const stopAnswer = (word: TopicWord | null, language: Language): string =>
  word === null ? texts[language].stopped : texts[language].stoppedWord(texts[language].about[word])

export const startAnswer = (language: Language): string => texts[language].started

/** The answer to HELP: who this is, how it ends, what it costs, where there is help (CTIA, section 5.1.2). */
export const helpAnswer = (facts: { readonly phone: string; readonly address: string }, language: Language): string =>
  texts[language].help(facts.phone, facts.address)
