import { onlyDigits } from '../kernel/digits.ts'
import type { TopicWord } from './topics.ts'

/** The meaning of a reply to a text message. */
export type Reply =
  /** `word`: the messages to stop; `null` for all. */
  | { readonly kind: 'stop'; readonly word: TopicWord | null }
  | { readonly kind: 'start' }
  | { readonly kind: 'help' }
  /** Reports an outage, or asks about one. `ending`: the last digits of the account number, or empty. */
  | { readonly kind: 'out' | 'status'; readonly ending: string }

/** The words that carriers and the FCC (47 CFR 64.1200(a)(10)) know, and their Spanish ones. */
const stopWords = new Set([
  'STOP',
  'STOPALL',
  'QUIT',
  'END',
  'REVOKE',
  'CANCEL',
  'UNSUBSCRIBE',
  'OPTOUT',
  'ALTO',
  'PARAR',
])
const startWords = new Set(['START', 'UNSTOP', 'INICIAR'])
const helpWords = new Set(['HELP', 'INFO', 'AYUDA'])
const outWords = new Set(['OUT', 'CORTE'])
const statusWords = new Set(['STATUS', 'ESTADO'])

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
 * Parses a reply to a text message: STOP alone or with the messages to stop (STOP BILL), START, HELP, in either language and
 * any case. STOP with an unknown word stops all messages. OUT and STATUS stand alone or before digits of an account number, so
 * that a sentence that begins with one of them reports no outage.
 *
 * @returns `null` for anything else.
 */
export function readReply(text: string): Reply | null {
  const plain = text.slice(0, longestReply).normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()
  const found = plain.split(/[^A-Z]+/u).filter((word) => word !== '')
  const [first = '', second = '', third = ''] = found
  const isOptOut = first === 'OPT' && second === 'OUT'
  if (stopWords.has(first) || isOptOut) return { kind: 'stop', word: words[isOptOut ? third : second] ?? null }
  if (startWords.has(first)) return { kind: 'start' }
  if (helpWords.has(first)) return { kind: 'help' }
  if (found.length > 1 || (!outWords.has(first) && !statusWords.has(first))) return null
  return { kind: outWords.has(first) ? 'out' : 'status', ending: onlyDigits(plain) }
}
