import type { Clock } from '../../clock.ts'
import type { PaymentAtProvider, ProviderPayment } from '../payment-gateway.ts'
import { UnreadableObject } from '../read-object.ts'
import type { AnetClient } from './client.ts'
import { isBack, isDeclined, paymentOf, type Snapshot } from './events-of.ts'
import {
  batchPages,
  customerPages,
  fetchReadable,
  fetchTransaction,
  heldPages,
  listBatches,
  unsettledPages,
} from './lists.ts'
import { factsOf, isOfPortal } from './marks.ts'
import { fetchCustomer, requestOf } from './methods.ts'
import type { Summary, Transaction } from './objects.ts'
import { customerIn } from './read-events.ts'

/** The transactions that news named, by the number of their payment: the vendor finds a transaction by its own id only. */
export interface Hints {
  readonly add: (transNo: string, transId: string) => void
  readonly of: (transNo: string) => readonly string[]
}

const mostHints = 10_000

/** Keeps the newest hints of this process. Without them a look-up is slower and finds the same. */
export function createHints(): Hints {
  const ids = new Map<string, ReadonlySet<string>>()
  return {
    add: (transNo, transId) => {
      const known = ids.get(transNo) ?? new Set()
      ids.delete(transNo)
      ids.set(transNo, new Set([...known, transId]))
      const [oldest] = ids.keys()
      if (ids.size > mostHints && oldest !== undefined) ids.delete(oldest)
    },
    of: (transNo) => [...(ids.get(transNo) ?? [])],
  }
}

export interface Finder {
  readonly client: AnetClient
  readonly hints: Hints
  readonly clock: Clock
  readonly mark: string
}

const dayMs = 86_400_000
/** The age up to which batches are searched for a payment. Reports cover older movements. */
const searchedMs = 31 * dayMs
/** Clocks differ, and the vendor dates a transaction when the payer sent it. */
const slackMs = 3_600_000

/** Fetches a payment. @throws Unavailable. */
export const fetchPayment = (finder: Finder, payment: PaymentAtProvider): Promise<ProviderPayment> =>
  orUnreadable(payment, async () => paymentOf(await fetchSnapshot(finder, payment), factsOf(payment)))

/** Does work for a payment, and says so when an answer about it cannot be read. */
export async function orUnreadable(
  { transNo }: PaymentAtProvider,
  work: () => Promise<ProviderPayment>,
): Promise<ProviderPayment> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UnreadableObject) return { kind: 'unreadable', payment: { ...error.payment, transNo } }
    throw error
  }
}

/**
 * The lists that are searched for a payment. `customer`: that of the customer whose method it charged, and only while no charge is known.
 * `open`: also what is under review or not settled yet and, while no charge that may be paid is known, what was settled after the request.
 * `all`: also money that went back in the batches of the last month.
 */
type Depth = 'customer' | 'open' | 'all'

/**
 * Finds the transactions of a payment: those that are known by their ids, and those in the lists that are searched. Other sales on the
 * account with the same invoice number are left out.
 *
 * @throws Unavailable; UnreadableObject.
 */
export async function fetchSnapshot(
  { client, hints, clock }: Finder,
  payment: PaymentAtProvider,
  depth: Depth = 'open',
): Promise<Snapshot> {
  const { transNo, confirmationNumber, requestedAt, expiresAt, storedMethodId } = payment
  const now = clock.now().getTime()
  const found = new Map<string, Transaction>()
  const add = async (transId: string): Promise<void> => {
    if (found.has(transId)) return
    const one = await fetchTransaction(client, transId)
    if (one !== null) found.set(transId, one)
  }
  const addAll = async (pages: AsyncIterable<readonly Summary[]>, oldest: number): Promise<void> => {
    for await (const page of pages) {
      for (const one of page) if (one.invoiceNumber === transNo) await add(one.transId)
      if ((page.at(-1)?.submitTimeUTC ?? 0) < oldest) return
    }
  }
  const charges = (): readonly Transaction[] => [...found.values()].filter((one) => !isBack(one) && isOfPortal(one))
  const hasCharge = (): boolean => charges().some((one) => !isDeclined(one) && one.transactionStatus !== 'voided')
  const since = requestedAt.getTime() - slackMs
  for (const id of [confirmationNumber ?? null, ...hints.of(transNo)]) if (id !== null) await add(id)
  const customer = storedMethodId === undefined ? null : payment.reference
  if (customer !== null && charges().length === 0) await addAll(customerPages(client, customer), 0)
  if (depth !== 'customer') {
    // A database that was restored may have forgotten a charge that is older than its request here.
    const oldest = storedMethodId === undefined || customer !== null ? since : 0
    // What is approved meanwhile moves from the first list to the second.
    for (const pages of [heldPages(client), unsettledPages(client)]) await addAll(pages, oldest)
    if (!hasCharge() || depth === 'all') {
      const from = hasCharge() ? Math.max(since, now - searchedMs) : since
      for (const { batchId } of await listBatches(client, from, Math.min(now, from + searchedMs)))
        await addAll(batchPages(client, batchId), 0)
    }
  }
  const isOfOther = ({ refTransId }: Transaction): boolean => {
    const charge = found.get(refTransId ?? '')
    return charge !== undefined && !isOfPortal(charge)
  }
  return {
    charges: charges(),
    back: [...found.values()].filter((one) => isBack(one) && !isOfOther(one)),
    isOver: storedMethodId !== undefined || now >= expiresAt.getTime(),
  }
}

/** Finds the payment that a transaction is about, and remembers the transaction; or the request that a customer belongs to. @throws Unavailable. */
export async function findNumber({ client, hints, mark }: Finder, reference: string): Promise<string | null> {
  const customer = customerIn(reference)
  if (customer !== null) {
    const found = await fetchCustomer(client, customer)
    return found === null ? null : requestOf(found, mark)
  }
  const one = await fetchReadable(client, reference)
  if (one === null) return null
  const charge = one.refTransId === null ? one : ((await fetchReadable(client, one.refTransId)) ?? one)
  const transNo = charge.order?.invoiceNumber ?? null
  if (transNo === null || transNo === '') return null
  hints.add(transNo, one.transId)
  hints.add(transNo, charge.transId)
  return transNo
}
