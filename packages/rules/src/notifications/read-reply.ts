import type { TopicWord } from './topics.ts'

/** The meaning of a reply to a text message. */
export type Reply =
  /** `word`: the messages to stop; `null` for all. */
  { readonly kind: 'stop'; readonly word: TopicWord | null } | { readonly kind: 'start' } | { readonly kind: 'help' }

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
 * any case. STOP with an unknown word stops all messages.
 *
 * @returns `null` for anything else.
 */
export function readReply(text: string): Reply | null {
  const [first = '', second = '', third = ''] = text
    .slice(0, longestReply)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^A-Z]+/u)
    .filter((word) => word !== '')
  const isOptOut = first === 'OPT' && second === 'OUT'
  if (stopWords.has(first) || isOptOut) return { kind: 'stop', word: words[isOptOut ? third : second] ?? null }
  if (startWords.has(first)) return { kind: 'start' }
  return helpWords.has(first) ? { kind: 'help' } : null
}
