import type { Clock } from '../../clock.ts'
import { Unavailable } from '../../errors.ts'
import { type ReportedPayment, UnusableReport } from '../payment-gateway.ts'
import { UnreadableObject } from '../read-object.ts'
import { type AnetClient, AnetRefusal } from './client.ts'
import { isBack, movementOf, paymentOf } from './events-of.ts'
import { batchPages, fetchReadable, fetchTransaction, listBatches, unsettledPages } from './lists.ts'
import { readMarks } from './marks.ts'
import type { Summary, Transaction } from './objects.ts'

export interface ReportOptions {
  readonly client: AnetClient
  readonly clock: Clock
  readonly mark: string
}

const dayMs = 86_400_000
/** Transactions that are fetched at the same time. */
const together = 8

/** A page of transactions, and the day on which their batch was settled. */
interface Page {
  readonly transactions: readonly Summary[]
  readonly settledAt: number | null
}

/** The movements back since the day, by the charge that they are about. */
type Movements = ReadonlyMap<string, readonly Transaction[]>

/**
 * Reads the payments that moved on a UTC day: what was sent or settled on it. Returned debits and chargebacks appear in settled batches only,
 * so that this is the only way to learn of them. A charge comes with everything that took it back since then. The lists are read twice, and
 * memory holds a page and the movements back.
 *
 * @throws Unavailable; UnusableReport.
 */
export async function* readDay(options: ReportOptions, day: string): AsyncGenerator<ReportedPayment> {
  const from = Date.parse(`${day}T00:00:00Z`)
  const isOfDay = (at: number | null): boolean => at !== null && at >= from && at < from + dayMs
  try {
    const movements = await readMovements(options, from)
    // One that comes while the lists are read moves others to the next page. An event that comes twice counts once.
    let seen: ReadonlySet<string> = new Set()
    for await (const { transactions, settledAt } of pagesSince(options, from)) {
      const ofDay = transactions.filter(
        ({ transId, submitTimeUTC }) => (isOfDay(submitTimeUTC) || isOfDay(settledAt)) && !seen.has(transId),
      )
      for (let at = 0; at < ofDay.length; at += together) {
        const chunk = ofDay.slice(at, at + together)
        const pieces = await Promise.all(chunk.map(async (one) => readPiece(options, one, movements)))
        yield* pieces.filter((piece) => piece !== null)
      }
      seen = new Set(transactions.map(({ transId }) => transId))
    }
  } catch (error) {
    if (error instanceof AnetRefusal) throw new UnusableReport(day, `Authorize.net refuses it (${error.code})`)
    if (error instanceof UnreadableObject) throw new UnusableReport(day, 'a list of it cannot be read')
    if (error instanceof Unavailable && !(error instanceof UnusableReport))
      throw new UnusableReport(day, 'Authorize.net does not answer, or not in full')
    throw error
  }
}

/** Lists what is not settled, and then the batches since a moment: what is settled meanwhile comes twice, and nothing is left out. */
async function* pagesSince({ client, clock }: ReportOptions, from: number): AsyncGenerator<Page> {
  for await (const transactions of unsettledPages(client)) yield { transactions, settledAt: null }
  for (const { batchId, settledAt } of await listBatches(client, from, clock.now().getTime()))
    for await (const transactions of batchPages(client, batchId)) yield { transactions, settledAt }
}

const backStatuses: ReadonlySet<string> = new Set([
  'chargeback',
  'chargebackReversal',
  'refundPendingSettlement',
  'refundSettledSuccessfully',
  'returnedItem',
  'settlementError',
  'voided',
])

async function readMovements(options: ReportOptions, from: number): Promise<Movements> {
  const found = new Map<string, Map<string, Transaction>>()
  for await (const { transactions } of pagesSince(options, from)) {
    for (const { transId } of transactions.filter((one) => backStatuses.has(one.transactionStatus))) {
      const one = await fetchReadable(options.client, transId)
      if (one === null || one.refTransId === null || !isBack(one)) continue
      const known = found.get(one.refTransId) ?? new Map<string, Transaction>()
      found.set(one.refTransId, known.set(transId, one))
    }
  }
  return new Map([...found].map(([charge, all]) => [charge, [...all.values()]]))
}

/** Returns an invoice number that may be the number of a payment of a portal; `null` for any other. */
const transNoIn = (invoiceNumber: string | null | undefined): string | null =>
  /^T[0-9A-Z]{16}(?![\s\S])/u.exec(invoiceNumber ?? '')?.[0] ?? null

/**
 * Reads one transaction of the day. A fault in it affects no other one.
 *
 * @returns `null` for one of no portal, and for an attempt that moved no money.
 */
async function readPiece(
  { client, mark }: ReportOptions,
  { transId, invoiceNumber, transactionStatus }: Summary,
  movements: Movements,
): Promise<ReportedPayment | null> {
  try {
    const one = await fetchTransaction(client, transId)
    if (one === null) return null
    const charge = isBack(one) && one.refTransId !== null ? await fetchTransaction(client, one.refTransId) : one
    const marks = charge === null ? null : readMarks(charge, mark)
    if (charge === null || marks === null) return null
    const { isForeign, ...facts } = marks
    const piece = { kind: 'readable', transNo: facts.transNo, ...(isForeign && { isForeign }) } as const
    // Other movements of an earlier charge, and other charges of the payment, are not known here: a status would be a guess.
    const unknown = { status: 'open', netAmount: null } as const
    if (charge !== one) return { ...piece, events: movementOf(charge, one, facts), standing: unknown }
    const snapshot = { charges: [charge], back: movements.get(transId) ?? [], isOver: false }
    const payment = paymentOf(snapshot, facts)
    if (payment.kind !== 'events') return null
    const standing = charge.transactionStatus === 'voided' ? unknown : payment.standing
    return { ...piece, events: payment.events, standing }
  } catch (error) {
    if (!(error instanceof UnreadableObject)) throw error
    const transNo = transNoIn(invoiceNumber)
    // Other sales on the account are no concern of this portal. What a bank took back may lack the number of its payment.
    if (transNo === null && !backStatuses.has(transactionStatus)) return null
    return { kind: 'unreadable', payment: { ...error.payment, transNo } }
  }
}
