import { randomUUID } from 'node:crypto'
import {
  type AnetAccount,
  customerOf,
  type HostedPage,
  type ProfileName,
  type Instrument,
  newId,
  type ProfilePage,
  type StoredTransaction,
  type TransactionRequest,
} from './anet-account.ts'

/** The result of a call that should make a transaction. */
export interface Made {
  readonly responseCode: '1' | '2' | '3' | '4'
  readonly transId: string
  readonly reasonCode: number
}

/** A token opens its page for so long. */
const tokenLifeMs = 15 * 60_000

/** The reason codes with which filters against fraud hold a charge for review, and its status until then. */
const heldStatuses: Readonly<Record<number, string>> = { 252: 'FDSPendingReview', 253: 'FDSAuthorizedPendingReview' }

/** True for a transaction that waits for a review. */
export const isHeld = ({ status }: StoredTransaction): boolean =>
  status === 'underReview' || Object.values(heldStatuses).includes(status)

interface TestCard {
  readonly brand: string
  readonly reasonCode?: number
  /** True for a card that the vendor does not store, because its bank declines the validation. */
  readonly isInvalid?: true
}

const cards: Readonly<Record<string, TestCard>> = {
  '4111111111111111': { brand: 'Visa' },
  '5424000000000015': { brand: 'MasterCard' },
  '5555555555554444': { brand: 'MasterCard' },
  '370000000000002': { brand: 'AmericanExpress' },
  '6011000000000012': { brand: 'Discover' },
  '4222222222222': { brand: 'Visa', reasonCode: 2, isInvalid: true },
  '4000000000000002': { brand: 'Visa', reasonCode: 2 },
  '4012888818888': { brand: 'Visa', reasonCode: 8 },
  '5105105105105100': { brand: 'MasterCard', reasonCode: 19 },
  '4007000000027': { brand: 'Visa', reasonCode: 252 },
  '2223000010309703': { brand: 'MasterCard', reasonCode: 253 },
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

/** The reason code with which a method is not stored; `null` for one that is. */
const validationOf = ({ number }: Instrument): number | null =>
  cards[number]?.isInvalid === true ? (cards[number].reasonCode ?? 2) : null

/** The code with which the bank of a debit returns it; `null` for a bank that pays. */
export const returnCodeOf = ({ number }: Instrument): string | null => banks[number] ?? null

const created = 'net.authorize.payment.authcapture.created'

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

/** 1 for a transaction that was made, 4 for one that is held for review, and 2 for one that was declined. */
export const responseCodeOf = ({ reasonCode }: Pick<StoredTransaction, 'reasonCode'>): 1 | 2 | 4 =>
  reasonCode === 1 ? 1 : reasonCode in heldStatuses ? 4 : 2

/** Stores news of a transaction. */
export const emit = (account: AnetAccount, eventType: string, one: StoredTransaction): void =>
  notify(account, eventType, {
    responseCode: responseCodeOf(one),
    authAmount: one.amount / 100,
    invoiceNumber: one.invoiceNumber,
    entityName: 'transaction',
    id: one.transId,
  })

/** Stores news. */
export function notify({ notices, now, send }: AnetAccount, eventType: string, payload: object): void {
  const notificationId = randomUUID()
  const eventDate = new Date(now()).toISOString()
  const body = JSON.stringify({ notificationId, eventType, eventDate, webhookId: 'hook-1', payload })
  const notice = { id: notificationId, type: eventType, body }
  notices.push(notice)
  send(notice)
}

/** Charges a method. A declined charge is a transaction too; one that equals another within its window is none. */
function charge(
  account: AnetAccount,
  request: TransactionRequest,
  { instrument, profile }: Pick<StoredTransaction, 'instrument' | 'profile'>,
): Made {
  const isEqual = (one: StoredTransaction): boolean =>
    one.type === 'authCaptureTransaction' &&
    responseCodeOf(one) !== 2 &&
    one.amount === request.amount &&
    one.invoiceNumber === request.invoiceNumber &&
    one.instrument.number === instrument.number &&
    one.submittedAt > account.now() - request.duplicateWindow
  if ([...account.transactions.values()].some(isEqual)) return { responseCode: '3', transId: '0', reasonCode: 11 }
  const reasonCode = cards[instrument.number]?.reasonCode ?? 1
  const responseCode = responseCodeOf({ reasonCode })
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
      status: heldStatuses[reasonCode] ?? (responseCode === 1 ? 'capturedPendingSettlement' : 'declined'),
      reasonCode,
    },
    { 1: created, 4: 'net.authorize.payment.fraud.held', 2: null }[responseCode],
  )
  if (responseCode === 1 && account.settlesAtOnce) settle(account, [one])
  return { responseCode: `${responseCode}`, transId: one.transId, reasonCode }
}

/** The codes of errors in a charge, after which the vendor lists no transaction. */
const errorCodes: ReadonlySet<number> = new Set([8, 19])

/** Charges a stored method. */
export function chargeProfile(
  account: AnetAccount,
  request: TransactionRequest,
  stored: Pick<StoredTransaction, 'instrument' | 'profile'>,
): Made {
  const reasonCode = cards[stored.instrument.number]?.reasonCode ?? 1
  if (errorCodes.has(reasonCode)) return { responseCode: '3', transId: '0', reasonCode }
  return charge(account, request, stored)
}

/** Adds a charge that equals another one, although the vendor would refuse it within the window of the first. */
export const chargeAgain = (account: AnetAccount, one: StoredTransaction): StoredTransaction =>
  addTransaction(account, { ...one, status: 'capturedPendingSettlement' }, created)

/** Adds a charge by card that has nothing of a portal. */
export const sellAtTerminal = (account: AnetAccount, amount: number): StoredTransaction =>
  addTransaction(
    account,
    {
      type: 'authCaptureTransaction',
      refTransId: null,
      amount,
      invoiceNumber: '',
      description: '',
      lineItems: [],
      instrument: { kind: 'card', brand: 'Visa', number: '4111111111111111', expiry: '' },
      profile: null,
      status: 'capturedPendingSettlement',
      reasonCode: 1,
    },
    created,
  )

const settled: Readonly<Record<string, string>> = {
  capturedPendingSettlement: 'settledSuccessfully',
  refundPendingSettlement: 'refundSettledSuccessfully',
}

/**
 * Settles transactions in one batch; all that wait, unless some are given. Declined and voided ones are listed in it too, and those under
 * review are not.
 */
export function settle(account: AnetAccount, some?: readonly StoredTransaction[]): void {
  const waiting = (some ?? [...account.transactions.values()]).filter((one) => one.batchId === null && !isHeld(one))
  if (waiting.length === 0) return
  const batch = { batchId: newId(), settledAt: account.now() }
  account.batches.push(batch)
  for (const one of waiting) {
    one.batchId = batch.batchId
    one.status = settled[one.status] ?? one.status
  }
}

const isAlive = (account: AnetAccount, { bornAt }: Pick<HostedPage, 'bornAt'>): boolean =>
  account.now() < bornAt + tokenLifeMs

/** Opens a page; `null` when its token is used up or too old. */
export function openPage(account: AnetAccount, token: string): HostedPage | null {
  const page = account.pages.get(token)
  return page === undefined || page.isPaid || !isAlive(account, page) ? null : page
}

/** Takes what a payer typed on a page. A charge that is held for review closes the page as a paid one does. */
export function completePage(account: AnetAccount, page: HostedPage, instrument: Instrument): Made {
  const made = charge(account, page.request, { instrument, profile: null })
  page.isPaid = made.responseCode === '1' || made.responseCode === '4'
  return made
}

/** Opens a page on which a method is stored; `null` when its token is used up or too old. */
export function openProfilePage(account: AnetAccount, token: string): ProfilePage | null {
  const page = account.profilePages.get(token)
  return page === undefined || page.isUsed || !isAlive(account, page) ? null : page
}

/** Stores what a customer typed on a page. @returns the reason code of a bank that declines the validation; `null` when it is stored. */
export function storeInstrument(account: AnetAccount, page: ProfilePage, instrument: Instrument): number | null {
  const declined = validationOf(instrument)
  if (declined !== null) return declined
  const { customerProfileId, paymentProfiles } = customerOf(account, page.customerProfileId)
  const paymentProfileId = newId()
  paymentProfiles.push({ paymentProfileId, instrument })
  page.isUsed = true
  notifyOfMethod(account, 'created', { customerProfileId, paymentProfileId })
  return null
}

const notifyOfMethod = (
  account: AnetAccount,
  what: 'created' | 'deleted' | 'updated',
  { customerProfileId, paymentProfileId }: ProfileName,
): void =>
  notify(account, `net.authorize.customer.paymentProfile.${what}`, {
    customerProfileId: Number(customerProfileId),
    entityName: 'customerPaymentProfile',
    id: paymentProfileId,
  })

/** Gives the first method of a customer another number or date, as its network or the vendor's staff does. */
export function changeMethod(account: AnetAccount, id: string, facts: Partial<Instrument>): void {
  const { customerProfileId, paymentProfiles } = customerOf(account, id)
  const [method] = paymentProfiles
  if (method === undefined) return
  method.instrument = { ...method.instrument, ...facts }
  notifyOfMethod(account, 'updated', { customerProfileId, paymentProfileId: method.paymentProfileId })
}

/** Deletes the methods of a customer, which stays. */
export function deleteMethods(account: AnetAccount, id: string): void {
  const { customerProfileId, paymentProfiles } = customerOf(account, id)
  for (const { paymentProfileId } of paymentProfiles.splice(0))
    notifyOfMethod(account, 'deleted', { customerProfileId, paymentProfileId })
}
