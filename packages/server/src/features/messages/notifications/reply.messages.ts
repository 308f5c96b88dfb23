import type { Language } from '@coopline/rules/kernel/problem'
import type { TopicWord } from '@coopline/rules/messages/notifications/topics'

const texts = {
  en: {
    stopped: 'You will not get any more texts from us. Reply START to allow them again.',
    stoppedWord: (what: string) => `You will not get any more texts about ${what}. Reply STOP to end all texts.`,
    started: 'You can get texts again. Sign in to choose which ones.',
    help: (phone: string, address: string) =>
      `Account alerts. Reply STOP to end all texts, or STOP BILL, STOP PAYMENT or STOP POWER to end some. Message and data rates may apply. ${phone === '' ? '' : `Call ${phone}. `}${address}`,
    about: {
      bill: 'bills',
      prepaid: 'your prepaid balance and service',
      payment: 'payments',
      draft: 'draft payments',
      usage: 'your usage',
      power: 'outages',
      login: 'online account security',
    },
  },
  es: {
    stopped: 'Ya no recibirá mensajes de texto nuestros. Responda INICIAR para volver a permitirlos.',
    stoppedWord: (what: string) => `Ya no recibirá mensajes sobre ${what}. Responda ALTO para no recibir ninguno.`,
    started: 'Ya puede volver a recibir mensajes. Inicie sesión para elegir cuáles.',
    help: (phone: string, address: string) =>
      `Avisos de su cuenta. Responda ALTO o ALTO FACTURA, PAGO o LUZ para no recibirlos. Pueden aplicarse tarifas. ${phone === '' ? '' : `Llame al ${phone}. `}${address}`,
    about: {
      bill: 'facturas',
      prepaid: 'su saldo prepagado y su servicio',
      payment: 'pagos',
      draft: 'débitos recurrentes',
      usage: 'su consumo',
      power: 'cortes de luz',
      login: 'la seguridad de su cuenta en línea',
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
