import { onlyDigits } from '../kernel/digits.ts'
import type { TopicWord } from './topics.ts'

/** The meaning of a reply to a text message. */
export type Reply =
  /** `word`: the messages to stop; `null` for all. */
  | { readonly kind: 'stop'; readonly word: TopicWord | null }
  | { readonly kind: 'start' }
  | { readonly kind: 'help' }
  /** It is about power, and says more than this portal understands: the answer is what to send. */
  | { readonly kind: 'about-power' }
  /** Reports an outage, or asks about one. `ending`: the last digits of the account number, or empty. */
  | { readonly kind: 'out' | 'status'; readonly ending: string }

/** The words that carriers and the FCC (47 CFR 64.1200(a)(10)) know, other plain ones, and their Spanish ones. */
const stopWords = new Set([
  'STOP',
  'STOPALL',
  'QUIT',
  'END',
  'REVOKE',
  'CANCEL',
  'UNSUBSCRIBE',
  'OPTOUT',
  'REMOVE',
  'ALTO',
  'PARAR',
  'PARE',
  'PAREN',
  'CANCELAR',
  'CANCELE',
  'CANCELEN',
  'DETENER',
  'DETENGA',
  'DETENGAN',
])
/** Ways to say STOP in several words, at the beginning of a message. */
const stopPhrases = [
  'OPT OUT',
  'NO MORE TEXT',
  'NO MORE TEXTS',
  'NO MORE MESSAGES',
  'DO NOT TEXT',
  'DON T TEXT',
  'DONT TEXT',
  'TAKE ME OFF',
  'NO MAS MENSAJES',
  'NO MAS TEXTOS',
  'DAR DE BAJA',
  'DARME DE BAJA',
  'DEME DE BAJA',
  'NO ME ENVIE',
  'NO ME ENVIEN',
  'NO ME MANDE',
  'NO ME MANDEN',
]
/** Messages that mean STOP only when they say nothing else: a sentence may begin with these words. */
const wholeStops = new Set(['BAJA', 'NO MORE', 'NO MAS'])
const startWords = new Set(['START', 'UNSTOP', 'INICIAR'])
const helpWords = new Set(['HELP', 'INFO', 'AYUDA'])
const courtesies = new Set(['PLEASE', 'PLS', 'POR', 'FAVOR', 'THANKS', 'GRACIAS', 'HI', 'HELLO', 'HOLA'])

/** Words that change nothing in a message about an outage. */
const fillers = new Set(
  'I WE MY OUR THE A IS ARE S HAVE HAS GOT THERE NOW REPORT AN LA EL MI TENGO TENEMOS HAY ESTOY ESTAMOS'.split(' '),
)
/** The whole of a message, without fillers, that reports an outage. */
const outMessages = new Set([
  'OUT',
  'OUTAGE',
  'POWER OUT',
  'POWER OUTAGE',
  'POWER WENT OUT',
  'POWER OFF',
  'POWER DOWN',
  'NO POWER',
  'WITHOUT POWER',
  'LOST POWER',
  'ELECTRICITY OUT',
  'NO ELECTRICITY',
  'LIGHTS OUT',
  'NO LIGHTS',
  'CORTE',
  'CORTE DE LUZ',
  'APAGON',
  'SIN LUZ',
  'NO LUZ',
  'SE FUE LUZ',
  'SIN ELECTRICIDAD',
  'NO ELECTRICIDAD',
  'SIN ENERGIA',
  'SIN CORRIENTE',
])
const statusMessages = new Set(['STATUS', 'OUTAGE STATUS', 'POWER STATUS', 'ESTADO'])
/** A message with one of these is about power, also where it says more than this portal understands. */
const powerWords = new Set([
  'POWER',
  'OUTAGE',
  'OUTAGES',
  'ELECTRICITY',
  'LIGHTS',
  'BLACKOUT',
  'LUZ',
  'LUCES',
  'APAGON',
  'CORTE',
  'ELECTRICIDAD',
  'ENERGIA',
])

const words: Readonly<Record<string, TopicWord>> = {
  BILL: 'bill',
  BILLS: 'bill',
  FACTURA: 'bill',
  FACTURAS: 'bill',
  PAYMENT: 'payment',
  PAYMENTS: 'payment',
  PAGO: 'payment',
  PAGOS: 'payment',
  DRAFT: 'draft',
  DEBITO: 'draft',
  USAGE: 'usage',
  CONSUMO: 'usage',
  POWER: 'power',
  OUTAGE: 'power',
  LUZ: 'power',
  LOGIN: 'login',
  ACCESO: 'login',
}

const longestReply = 1_600

/**
 * Parses a reply to a text message: STOP alone or with the messages to stop (STOP BILL), START, HELP, in either language, any
 * case, and with a "please". STOP with an unknown word stops all messages. A report of an outage or a question about one is the
 * whole message, with or without digits of an account number, so that a longer sentence reports no outage.
 *
 * @returns `null` for anything else.
 */
export function readReply(text: string): Reply | null {
  const plain = text.slice(0, longestReply).normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()
  const found = plain.split(/[^A-Z]+/u).filter((word) => word !== '' && !courtesies.has(word))
  const [first = ''] = found
  const stop = readStop(found)
  if (stop !== null) return stop
  if (startWords.has(first)) return { kind: 'start' }
  if (helpWords.has(first)) return { kind: 'help' }
  const message = found.filter((word) => !fillers.has(word)).join(' ')
  const ending = onlyDigits(plain)
  if (outMessages.has(message)) return { kind: 'out', ending }
  if (statusMessages.has(message)) return { kind: 'status', ending }
  return found.some((word) => powerWords.has(word)) ? { kind: 'about-power' } : null
}

function readStop(found: readonly string[]): Reply | null {
  const message = found.join(' ')
  if (wholeStops.has(message)) return { kind: 'stop', word: null }
  const phrase = stopPhrases.find((one) => message === one || message.startsWith(`${one} `))
  const length = phrase?.split(' ').length ?? (stopWords.has(found[0] ?? '') ? 1 : 0)
  return length === 0 ? null : { kind: 'stop', word: words[found[length] ?? ''] ?? null }
}
