import type { Stripe } from 'stripe'
import { type ReportedPayment, UnusableReport } from '../payment-gateway.ts'
import type { StripeClient } from './client.ts'
import { StripeRefusal } from './errors.ts'
import { paymentOf, type Snapshot } from './events-of.ts'
import { readMarks, transNoOn } from './marks.ts'
import { describeObject, readObject, UnreadableObject } from '../read-object.ts'
import {
  balanceTransaction,
  type Charge,
  charge as chargeSchema,
  type Intent,
  intent as intentSchema,
  type Session,
  session as sessionSchema,
} from './objects.ts'
import { fetchMovedBack } from './snapshot.ts'

const pageSize = 100

/** Movements that belong to payments. Stripe's own fees, payouts and top-ups do not. */
const ofPayments: ReadonlySet<string> = new Set([
  'adjustment',
  'charge',
  'payment',
  'payment_failure_refund',
  'payment_refund',
  'payment_reversal',
  'refund',
  'refund_failure',
])

interface Listing<T> {
  readonly object: string
  readonly data: readonly T[]
  readonly has_more: boolean
}

/**
 * Reads the payments that moved on a UTC day: those with an entry on the balance, and the bank debits that were accepted or returned, which
 * have none before they are paid. A piece has the whole payment as it is now. Memory holds one page.
 */
export async function* readDay(client: StripeClient, day: string, mark: string): AsyncGenerator<ReportedPayment> {
  const from = Date.parse(`${day}T00:00:00Z`) / 1000
  const created = { gte: from, lt: from + 86_400 }
  const entries = pagesOf(client, day, (stripe, after) =>
    stripe.balanceTransactions.list({
      created,
      limit: pageSize,
      expand: ['data.source', 'data.source.charge'],
      ...after,
    }),
  )
  for await (const page of entries) yield* readPage(client, page.map(chargeOfEntry), mark)
  const debits = pagesOf(client, day, (stripe, after) =>
    stripe.paymentIntents.list({ created, limit: pageSize, expand: ['data.latest_charge'], ...after }),
  )
  for await (const page of debits) yield* readPage(client, page.map(debitOf), mark)
  // A debit that its bank returns days later has no entry on the balance, because it was never paid.
  const failures = pagesOf(client, day, (stripe, after) =>
    stripe.events.list({ created, types: ['charge.failed'], limit: pageSize, ...after }),
  )
  for await (const page of failures) {
    const failed = await Promise.all(page.map(async (event) => fetchFailedDebit(client, event)))
    yield* readPage(client, failed, mark)
  }
}

/**
 * Fetches the payment of a failed bank debit as it is now.
 *
 * @returns `null` for one that no portal made, and for a card, whose decline moved no money.
 */
async function fetchFailedDebit(client: StripeClient, event: Stripe.Event): Promise<Found> {
  const value = event.data.object
  const failed = chargeSchema.safeParse(value).data
  if (failed?.payment_method_details?.type !== 'us_bank_account' || failed.payment_intent === null) return null
  if (transNoOn(failed.metadata) === null) return null
  const { payment_intent: reference } = failed
  try {
    return debitOf(
      await client.ask((stripe) => stripe.paymentIntents.retrieve(reference, { expand: ['latest_charge'] })),
    )
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    return { value, intent: null, isMovedBack: false, refusal: error }
  }
}

const foreign = { isForeign: true } as const

type Found = {
  readonly value: unknown
  readonly intent: Intent | null
  /** False for the charge itself, of which the report asks for no refunds that failed: on their days they are entries of their own. */
  readonly isMovedBack: boolean
  /** The answer of Stripe in place of the payment. */
  readonly refusal?: StripeRefusal
} | null

/** The charge that an entry on the balance is about: the source itself, or the charge of a refund or dispute. */
function chargeOfEntry(value: unknown): Found {
  const entry = balanceTransaction.safeParse(value).data
  if (entry === undefined || !ofPayments.has(entry.type)) return null
  const source = entry.source
  if (typeof source !== 'object' || source === null) return null
  if ('object' in source && source.object === 'charge') return { value: source, intent: null, isMovedBack: false }
  return 'charge' in source ? { value: source.charge, intent: null, isMovedBack: true } : null
}

/** The charge of a bank debit. A card's charge has an entry on the balance of the same day. */
function debitOf(value: unknown): Found {
  const intent = intentSchema.safeParse(value).data
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null
  if (intent === undefined || charge?.payment_method_details?.type !== 'us_bank_account') return null
  return { value: (value as { readonly latest_charge: unknown }).latest_charge, intent, isMovedBack: false }
}

async function* readPage(client: StripeClient, page: readonly Found[], mark: string): AsyncGenerator<ReportedPayment> {
  // The newest entry comes first: one about money that went back before the charge itself.
  const seen = new Set<string>()
  for (const found of page) {
    const reported = found === null ? null : await readPiece(client, found, { mark, seen })
    if (reported !== null) yield reported
  }
}

/** Reads one payment. A fault in it affects no other payment. @returns `null` for a charge that no portal made, or one already read. */
async function readPiece(
  client: StripeClient,
  { value, intent, isMovedBack, refusal }: NonNullable<Found>,
  { mark, seen }: { readonly mark: string; readonly seen: Set<string> },
): Promise<ReportedPayment | null> {
  let transNo: string | null = null
  let isForeign = false
  try {
    const charge: Charge = readObject(chargeSchema, value)
    transNo = transNoOn(charge.metadata)
    if (transNo === null || seen.has(charge.id)) return null
    isForeign = charge.metadata['coopline_portal'] !== mark
    seen.add(charge.id)
    if (refusal !== undefined) throw refusal
    const session = charge.status === 'failed' ? await findSession(client, charge) : null
    const snapshot: Snapshot = { session, intent, charge, ...(await fetchMovedBack(client, charge, isMovedBack)) }
    const payment = paymentOf(snapshot, readMarks(charge.metadata))
    return payment.kind === 'events' ? { ...payment, kind: 'readable', transNo, ...(isForeign && foreign) } : null
  } catch (error) {
    if (!(error instanceof StripeRefusal || error instanceof UnreadableObject)) throw error
    const read = error instanceof StripeRefusal ? describeObject(value, [error.code]) : error.payment
    return { kind: 'unreadable', payment: { ...read, transNo }, ...(isForeign && foreign) }
  }
}

/** Finds the page of a debit that failed, which says whether it had been accepted. A charge of a stored method has none. */
async function findSession(client: StripeClient, { payment_intent: intent }: Charge): Promise<Session | null> {
  if (intent === null) return null
  const { data } = await client.ask((stripe) => stripe.checkout.sessions.list({ payment_intent: intent, limit: 1 }))
  return data[0] === undefined ? null : readObject(sessionSchema, data[0])
}

/**
 * Lists the pages of a day, the newest entry first, as Stripe does.
 *
 * @throws UnusableReport when Stripe refuses a page, or one after the first is missing.
 */
async function* pagesOf<T extends { readonly id: string }>(
  client: StripeClient,
  day: string,
  list: (stripe: Stripe, after: { readonly starting_after?: string }) => Promise<Listing<T>>,
): AsyncGenerator<readonly T[]> {
  let last: string | undefined
  for (;;) {
    const after = last === undefined ? {} : { starting_after: last }
    const { data, has_more: hasMore } = await client
      .ask((stripe) => list(stripe, after))
      .catch((error: unknown) => {
        if (error instanceof StripeRefusal) throw new UnusableReport(day, `Stripe refuses it (${error.code})`)
        throw last === undefined ? error : new UnusableReport(day, 'it is cut off')
      })
    yield data
    if (!hasMore) return
    last = data.at(-1)?.id
    if (last === undefined) throw new UnusableReport(day, 'a page of it is empty')
  }
}
