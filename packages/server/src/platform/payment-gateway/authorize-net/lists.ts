import { Unavailable } from '../../errors.ts'
import type { AnetClient } from './client.ts'
import { AnetRefusal, notFoundCode } from './client.ts'
import { UnreadableObject } from '../read-object.ts'
import { batchesAnswer, type Summary, type Transaction, transactionAnswer, transactionsAnswer } from './objects.ts'

/** The most transactions that one answer lists. */
const pageSize = 1_000
/** The most pages that are read of one list. */
const mostPages = 10_000

const dayMs = 86_400_000
/** The most days that one call about batches may span. */
const batchDays = 30

/** Fetches a transaction; `null` when Authorize.net does not know it. @throws Unavailable; UnreadableObject. */
export async function fetchTransaction(client: AnetClient, transId: string): Promise<Transaction | null> {
  try {
    return (await client.ask('getTransactionDetails', { transId }, transactionAnswer)).transaction
  } catch (error) {
    if (error instanceof AnetRefusal && error.code === notFoundCode) return null
    throw error
  }
}

/** Fetches a transaction; `null` also for one that cannot be read, about which look-ups and reports say so. @throws Unavailable. */
export async function fetchReadable(client: AnetClient, transId: string): Promise<Transaction | null> {
  try {
    return await fetchTransaction(client, transId)
  } catch (error) {
    if (error instanceof UnreadableObject) return null
    throw error
  }
}

/**
 * Lists the pages of transactions that are not settled yet, the newest first. Declined and voided ones are among them until the next
 * batch is settled.
 */
export const unsettledPages = (client: AnetClient): AsyncGenerator<readonly Summary[]> =>
  pagesOf(client, 'getUnsettledTransactionList', {})

/** Lists the pages of transactions that a filter against fraud holds for review, the newest first. The vendor lists them only so. */
export const heldPages = (client: AnetClient): AsyncGenerator<readonly Summary[]> =>
  pagesOf(client, 'getUnsettledTransactionList', { status: 'pendingApproval' })

/**
 * Lists the pages of transactions that charged the methods of a customer, settled or not, the newest first. Those of a customer that the
 * vendor no longer has are in the other lists only.
 */
export async function* customerPages(
  client: AnetClient,
  customerProfileId: string,
): AsyncGenerator<readonly Summary[]> {
  try {
    yield* pagesOf(client, 'getTransactionListForCustomer', { customerProfileId })
  } catch (error) {
    if (!(error instanceof AnetRefusal && error.code === notFoundCode)) throw error
  }
}

/** A batch of settled transactions, and the time of its settlement in milliseconds since 1970. */
interface Batch {
  readonly batchId: string
  readonly settledAt: number
}

/** Lists the batches that were settled from one moment to another, in milliseconds since 1970, the oldest call first. */
export async function listBatches(client: AnetClient, from: number, to: number): Promise<readonly Batch[]> {
  const batches: Batch[] = []
  for (let start = from; start <= to; start += batchDays * dayMs) {
    const end = Math.min(to, start + batchDays * dayMs)
    const fields = {
      includeStatistics: false,
      firstSettlementDate: new Date(start).toISOString(),
      lastSettlementDate: new Date(end).toISOString(),
    }
    const { batchList } = await client.ask('getSettledBatchList', fields, batchesAnswer)
    for (const { batchId, settlementTimeUTC } of batchList)
      if (batches.every((one) => one.batchId !== batchId))
        batches.push({ batchId, settledAt: settlementTimeUTC ?? end })
  }
  return batches
}

/** Lists the pages of transactions of a batch, the newest first. */
export const batchPages = (client: AnetClient, batchId: string): AsyncGenerator<readonly Summary[]> =>
  pagesOf(client, 'getTransactionList', { batchId })

/**
 * Lists the pages of a list, the newest first. A transaction that comes meanwhile moves another one to the next page, which then has it
 * twice.
 *
 * @throws Unavailable also for a list that ends before its own total, or that gets shorter while it is read: what moved to a page that was
 *   read before would be left out.
 */
async function* pagesOf(client: AnetClient, request: string, fields: object): AsyncGenerator<readonly Summary[]> {
  let [seen, former] = [0, 0]
  for (let page = 1; page <= mostPages; page += 1) {
    const { transactions, totalNumInResultSet: total } = await client.ask(
      request,
      {
        ...fields,
        sorting: { orderBy: 'submitTimeUTC', orderDescending: true },
        paging: { limit: String(pageSize), offset: String(page) },
      },
      transactionsAnswer,
    )
    yield transactions
    seen += transactions.length
    const all = total ?? former
    if (all < former) break
    former = all
    if (page === 1 && seen === total) return
    if (transactions.length < pageSize) {
      if (seen < all) break
      return
    }
  }
  throw new Unavailable('The payment provider')
}
