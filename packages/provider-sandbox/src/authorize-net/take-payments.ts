import { randomUUID } from 'node:crypto'
import {
  type AnetAccount,
  type HostedPage,
  type Instrument,
  newId,
  type StoredTransaction,
  type TransactionRequest,
} from './anet-account.ts'

/** The result of a call that should make a transaction. */
export interface Made {
  readonly responseCode: '1' | '2' | '3'
  readonly transId: string
  readonly reasonCode: number
}

/** A token opens its page for so long. */
const tokenLifeMs = 15 * 60_000

const cards: Readonly<Record<string, { readonly brand: string; readonly reasonCode?: number }>> = {
  '4111111111111111': { brand: 'Visa' },
  '5424000000000015': { brand: 'MasterCard' },
  '370000000000002': { brand: 'AmericanExpress' },
  '6011000000000012': { brand: 'Discover' },
  '4222222222222': { brand: 'Visa', reasonCode: 2 },
  '4012888818888': { brand: 'Visa', reasonCode: 8 },
}

/** Bank accounts, and the code with which the bank returns a debit days later. */
const banks: Readonly<Record<string, string | null>> = {
  '000123456789': null,
  '000111111113': 'R02',
  '000222222227': 'R01',
}

/** The test numbers for the note on the page. */
export const shownNumbers = { card: Object.keys(cards), bank: Object.keys(banks) }

/** The method with a test number; `null` for any other number, which a double must not take. */
export function instrumentOf(kind: Instrument['kind'], number: string, expiry: string): Instrument | null {
  if (kind === 'bank') return number in banks ? { kind, brand: 'eCheck', number, expiry: '' } : null
  const card = cards[number]
  return card === undefined ? null : { kind, brand: card.brand, number, expiry }
}

/** The code with which the bank of a debit returns it; `null` for a bank that pays. */
export const returnCodeOf = ({ number }: Instrument): string | null => banks[number] ?? null

/** Stores a transaction, and news of it. */
export function addTransaction(
  account: AnetAccount,
  fields: Omit<StoredTransaction, 'transId' | 'submittedAt' | 'batchId' | 'returnedItems'>,
  eventType: string | null,
): StoredTransaction {
  const one: StoredTransaction = {
    ...fields,
    transId: newId(),
    submittedAt: account.now(),
    batchId: null,
    returnedItems: [],
  }
  account.transactions.set(one.transId, one)
  if (eventType !== null) emit(account, eventType, one)
  return one
}

export function emit({ notices, now }: AnetAccount, eventType: string, one: StoredTransaction): void {
  const notificationId = randomUUID()
  const payload = {
    responseCode: one.reasonCode === 1 ? 1 : 2,
    authAmount: one.amount / 100,
    invoiceNumber: one.invoiceNumber,
    entityName: 'transaction',
    id: one.transId,
  }
  const eventDate = new Date(now()).toISOString()
  const body = JSON.stringify({ notificationId, eventType, eventDate, webhookId: 'hook-1', payload })
  notices.push({ id: notificationId, type: eventType, body })
}

/** Charges a method. A declined charge is a transaction too; one that equals another within its window is none. */
function charge(
  account: AnetAccount,
  request: TransactionRequest,
  { instrument, profile }: Pick<StoredTransaction, 'instrument' | 'profile'>,
): Made {
  const isEqual = (one: StoredTransaction): boolean =>
    one.type === 'authCaptureTransaction' &&
    one.reasonCode === 1 &&
    one.amount === request.amount &&
    one.invoiceNumber === request.invoiceNumber &&
    one.instrument.number === instrument.number &&
    one.submittedAt > account.now() - request.duplicateWindow
  if ([...account.transactions.values()].some(isEqual)) return { responseCode: '3', transId: '0', reasonCode: 11 }
  const reasonCode = cards[instrument.number]?.reasonCode ?? 1
  const isPaid = reasonCode === 1
  const one = addTransaction(
    account,
    {
      type: 'authCaptureTransaction',
      refTransId: null,
      amount: request.amount,
      invoiceNumber: request.invoiceNumber,
      description: request.description,
      lineItems: request.lineItems,
      instrument,
      profile,
      status: isPaid ? 'capturedPendingSettlement' : 'declined',
      reasonCode,
    },
    isPaid ? 'net.authorize.payment.authcapture.created' : null,
  )
  if (isPaid && account.settlesAtOnce) settle(account, [one])
  return { responseCode: isPaid ? '1' : '2', transId: one.transId, reasonCode }
}

const settled: Readonly<Record<string, string>> = {
  capturedPendingSettlement: 'settledSuccessfully',
  refundPendingSettlement: 'refundSettledSuccessfully',
}

/** Settles transactions in one batch; all that wait, unless some are given. Declined and voided ones are listed in it too. */
export function settle(account: AnetAccount, some?: readonly StoredTransaction[]): void {
  const waiting = (some ?? [...account.transactions.values()]).filter(({ batchId }) => batchId === null)
  if (waiting.length === 0) return
  const batch = { batchId: newId(), settledAt: account.now() }
  account.batches.push(batch)
  for (const one of waiting) {
    one.batchId = batch.batchId
    one.status = settled[one.status] ?? one.status
  }
}

/** Opens a page; `null` when its token is used up or too old. */
export function openPage(account: AnetAccount, token: string): HostedPage | null {
  const page = account.pages.get(token)
  if (page === undefined || page.isPaid || account.now() >= page.bornAt + tokenLifeMs) return null
  return page
}

/** Takes what a payer typed on a page. @returns the reason code; 1 when it was paid. */
export function completePage(account: AnetAccount, page: HostedPage, instrument: Instrument): number {
  const { reasonCode } = charge(account, page.request, { instrument, profile: null })
  if (reasonCode === 1) page.isPaid = true
  return reasonCode
}
