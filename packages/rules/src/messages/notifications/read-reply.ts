import { onlyDigits } from '../../kernel/digits.ts'
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

const list = (text: string): readonly string[] => text.split(/\s+/u)

/** Words that change nothing in a message. */
const courtesies = new Set(list('PLEASE PLS POR FAVOR THANKS GRACIAS HI HELLO HOLA NOW YA HERE AQUI'))
const startWords = new Set(['START', 'UNSTOP', 'INICIAR'])
const helpWords = new Set(['HELP', 'INFO', 'AYUDA'])

/**
 * Commands that stop texts: the words that carriers and the FCC (47 CFR 64.1200(a)(10)) know, other plain ones, and their Spanish
 * ones. One alone stops all texts, one with a topic (STOP BILL) those about it.
 */
const stopWords = [
  ...list('STOP STOPALL QUIT END REVOKE CANCEL UNSUBSCRIBE OPTOUT REMOVE'),
  ...list('ALTO PARAR PARE PAREN CANCELAR CANCELE CANCELEN DETENER DETENGA DETENGAN'),
  'OPT OUT',
]
/** A message that begins with one of these words stops all texts, unless it names a topic. The rest of it does not matter. */
const firstStopWords = list('STOP STOPALL UNSUBSCRIBE')
/** A topic may follow these after its article: NO ME MANDE LA FACTURA. */
const stopSending = ['NO ME ENVIE', 'NO ME ENVIEN', 'NO ME MANDE', 'NO ME MANDEN']
/** No topic follows these: TAKE ME OFF DRAFT is about AutoPay, and NO MORE POWER is an outage. */
const stopPhrases = [
  'REMOVE ME',
  'UNSUBSCRIBE ME',
  'OPT ME OUT',
  'TAKE ME OFF',
  'NO MORE',
  'NO MAS',
  'BAJA',
  'DAR DE BAJA',
  'DARME DE BAJA',
  'DEME DE BAJA',
]
/** These stop texts only with a word for texts. */
const negations = ['DO NOT', 'DON T', 'DONT']
/** Longer commands come before the shorter ones that they begin with. */
const stopCommands = [...stopSending, ...stopPhrases, ...negations, ...stopWords].map((command) => command.split(' '))

/** Words for the texts that a command stops. */
const textWords = new Set([
  ...list('TEXT TEXTS TEXTING SMS MESSAGE MESSAGES MESSAGING SENDING CONTACT CONTACTING ALERTS NOTIFICATIONS LIST'),
  ...list('TEXTO TEXTOS MENSAJE MENSAJES ALERTAS AVISOS NOTIFICACIONES LISTA'),
])
/** These are about texts when no topic is named: CANCEL ALL PAYMENTS is about payments. */
const amountWords = new Set(list('ALL TODO TODOS TODAS MAS NADA'))
/** Words that may stand beside words for texts. */
const linkWords = new Set([
  ...list('ME US THE THESE THIS THAT YOUR MY OF ABOUT FROM TO FOR ANY MORE ANYMORE SEND THINGS'),
  ...list('A LA EL LAS LOS DE DEL MI MIS SU SUS ESTOS ESTAS SOBRE ENVIAR ENVIARME ENVIE MANDAR MANDARME MANDE'),
])
const articles = new Set(['LA', 'EL', 'LAS', 'LOS'])

/** The whole of a message that reports an outage. */
const outMessages = [
  /^(?:(?:I|WE) (?:HAVE |GOT )?)?(?:REPORT )?(?:(?:A|AN|THE|MY|OUR) )?(?:POWER )?OUTAGE$/u,
  /^(?:REPORT )?(?:WE (?:ARE|RE) )?OUT$/u,
  /^(?:(?:THE|MY|OUR) )?(?:POWER|ELECTRICITY|LIGHTS) (?:(?:IS|ARE|S|WENT|HAS GONE) )?(?:OUT|OFF|DOWN)$/u,
  /^(?:THERE (?:IS|S) |(?:(?:I|WE) )?(?:(?:HAVE|VE|GOT) )?)NO (?:POWER|ELECTRICITY|LIGHTS)$/u,
  /^(?:(?:I|WE) )?(?:(?:AM|M|ARE|RE) )?WITHOUT (?:POWER|ELECTRICITY|LIGHTS)$/u,
  /^(?:(?:I|WE) )?(?:(?:HAVE|VE) )?LOST (?:(?:THE|MY|OUR) )?(?:POWER|ELECTRICITY)$/u,
  /^(?:(?:TENGO|TENEMOS|REPORTO|REPORTAR) )?(?:(?:UN|EL) )?(?:CORTE(?: DE (?:LA )?LUZ)?|APAGON)$/u,
  /^(?:(?:ESTOY|ESTAMOS) )?SIN (?:LA )?(?:LUZ|ELECTRICIDAD|ENERGIA|CORRIENTE)$/u,
  /^NO (?:(?:HAY|TENGO|TENEMOS) )?(?:LUZ|ELECTRICIDAD|ENERGIA|CORRIENTE)$/u,
  /^SE (?:(?:ME|NOS) )?FUE (?:LA )?LUZ$/u,
]
/** The whole of a message that asks about an outage. */
const statusMessages = [
  /^(?:STATUS|OUTAGE STATUS|POWER STATUS|ESTADO)$/u,
  /^(?:IS|ARE) (?:(?:THE|MY|OUR) )?(?:POWER|ELECTRICITY|LIGHTS) (?:OUT|OFF|DOWN|ON|BACK|BACK ON)$/u,
  /^(?:IS THERE|THERE IS) (?:(?:A|AN) )?(?:POWER )?OUTAGE$/u,
  /^WHEN (?:WILL|IS|ARE) (?:(?:THE|MY|OUR) )?(?:POWER|ELECTRICITY|LIGHTS) (?:(?:BE|COMING) )?BACK(?: ON)?$/u,
  /^HAY (?:UN )?(?:CORTE(?: DE (?:LA )?LUZ)?|APAGON)$/u,
  /^(?:HAY|CUANDO (?:VUELVE|REGRESA|HAY|HABRA)) (?:LA )?(?:LUZ|ELECTRICIDAD|ENERGIA|CORRIENTE)$/u,
]
/** "No, hay luz" and "No hay luz" say the opposite. */
const noWithPause = /\bNO ?[,.;:!…–—\n-]/u
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
  'CORRIENTE',
  'VOLTAGE',
  'VOLTAJE',
])

/** The topic that a word means. */
const topicNames: Readonly<Record<string, TopicWord>> = {
  BILL: 'bill',
  BILLS: 'bill',
  FACTURA: 'bill',
  FACTURAS: 'bill',
  PREPAID: 'prepaid',
  PREPAGO: 'prepaid',
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

const restWords = new Set([...textWords, ...amountWords, ...linkWords, ...Object.keys(topicNames)])

const longestReply = 1_600

/**
 * Parses a reply to a text message, in either language, any case, and with a "please". A command is the whole message: STOP, alone,
 * with the messages to stop (STOP BILL) or with words for texts (STOP TEXTING ME), or START. STOP and HELP may also begin a sentence.
 * A report of an outage or a question about one is the whole message too, with or without digits of an account number, so that a
 * longer sentence reports no outage; a report with a question mark is a question.
 *
 * @returns `null` for anything else.
 */
export function readReply(text: string): Reply | null {
  const plain = text.slice(0, longestReply).normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()
  const found = plain.split(/[^A-Z]+/u).filter((word) => word !== '' && !courtesies.has(word))
  const message = found.join(' ')
  const stop = readStop(found)
  if (stop !== null) return stop
  if (startWords.has(message)) return { kind: 'start' }
  if (helpWords.has(found[0] ?? '')) return readCallForHelp(plain, found)
  return readOutage(plain, message) ?? (found.some((word) => powerWords.has(word)) ? { kind: 'about-power' } : null)
}

/** "Help, my power is out" reports an outage. HELP alone, with one word (HELP OUTAGE) or with anything else asks about texts, as INFO does. */
function readCallForHelp(plain: string, [first, ...rest]: readonly string[]): Reply {
  const outage = first === 'INFO' || rest.length < 2 ? null : readOutage(plain, rest.join(' '))
  return outage ?? { kind: 'help' }
}

function readOutage(plain: string, message: string): Reply | null {
  if (noWithPause.test(plain)) return null
  const isReport = outMessages.some((pattern) => pattern.test(message))
  const isQuestion = isReport ? /[?¿]/u.test(plain) : statusMessages.some((pattern) => pattern.test(message))
  return isReport || isQuestion ? { kind: isQuestion ? 'status' : 'out', ending: onlyDigits(plain) } : null
}

function readStop(found: readonly string[]): Reply | null {
  const command = stopCommands.find((one) => one.every((word, index) => found[index] === word))
  if (command === undefined) return null
  const name = command.join(' ')
  const rest = found.slice(command.length)
  if (rest.length === 0) return negations.includes(name) ? null : { kind: 'stop', word: null }
  const word = rest.map((one) => topicNames[one]).find((one) => one !== undefined) ?? null
  if (word === null && firstStopWords.includes(name)) return { kind: 'stop', word: null }
  const isAboutTexts =
    rest.some((one) => textWords.has(one) || (word === null && amountWords.has(one))) &&
    rest.every((one) => restWords.has(one))
  return isAboutTexts || (word !== null && isTopicOf(name, rest)) ? { kind: 'stop', word } : null
}

/** Tells if a command is followed by nothing but a topic. */
function isTopicOf(name: string, rest: readonly string[]): boolean {
  if (stopWords.includes(name)) return rest.length === 1
  return stopSending.includes(name) && rest.length === 2 && articles.has(rest[0] ?? '')
}
