import {
  type AnetAccount,
  newId,
  Refusal,
  type StoredTransaction,
  transactionOf,
  type TransactionRequest,
} from './anet-account.ts'
import { refund, voidTransaction } from './take-back.ts'
import { isHeld, type Made, responseCodeOf } from './take-payments.ts'

type Fields = Readonly<Record<string, unknown>>

/** A call of the vendor's API. */
interface RequestKind {
  /** The parts of the call, in the order of the vendor's schema, which refuses any other order. */
  readonly order: readonly string[]
  readonly run: (account: AnetAccount, fields: Fields) => object
}

const transactionOrder = [
  'transactionType',
  'amount',
  'currencyCode',
  'payment',
  'profile',
  'refTransId',
  'order',
  'lineItems',
  'tax',
  'customer',
  'transactionSettings',
]

/** Refuses parts that the schema does not have, and parts in another order than its own. @throws Refusal. */
export function checkOrder(what: string, fields: Fields, order: readonly string[]): void {
  let last = -1
  for (const name of Object.keys(fields)) {
    const at = order.indexOf(name)
    if (at <= last) throw new Refusal('E00003', `The element '${what}' has invalid child element '${name}'.`)
    last = at
  }
}

const objectAt = (fields: Fields, name: string): Fields => {
  const value = fields[name]
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}
const textAt = (fields: Fields, name: string): string => {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

const listAt = (fields: Fields, name: string, item: string): readonly Fields[] => {
  const value = objectAt(fields, name)[item]
  return (Array.isArray(value) ? value : value === undefined ? [] : [value]) as readonly Fields[]
}

function centsOf(text: string): number {
  const [, dollars = '', cents = ''] = /^(\d{1,7})\.(\d{2})$/u.exec(text) ?? []
  if (dollars === '') throw new Refusal('E00003', `The value '${text}' is invalid for the element 'amount'.`)
  return Number(dollars) * 100 + Number(cents)
}

/** Refuses texts that are longer than the schema takes. @throws Refusal. */
function checkLength(name: string, text: string, most: number): string {
  if (text.length > most) throw new Refusal('E00003', `The element '${name}' is longer than ${most}.`)
  return text
}

function requestOf(fields: Fields): TransactionRequest {
  const order = objectAt(fields, 'order')
  const settings = listAt(fields, 'transactionSettings', 'setting')
  const window = settings.find((one) => one['settingName'] === 'duplicateWindow')?.['settingValue'] ?? '120'
  return {
    amount: centsOf(textAt(fields, 'amount')),
    invoiceNumber: checkLength('invoiceNumber', textAt(order, 'invoiceNumber'), 20),
    description: checkLength('description', textAt(order, 'description'), 255),
    lineItems: listAt(fields, 'lineItems', 'lineItem').map((line) => {
      checkLength('itemId', textAt(line, 'itemId'), 31)
      checkLength('name', textAt(line, 'name'), 31)
      return { ...line, quantity: Number(line['quantity']), unitPrice: Number(line['unitPrice']) }
    }),
    duplicateWindow: Number(window) * 1000,
  }
}

function hostedPage(account: AnetAccount, fields: Fields): object {
  checkLength('refId', textAt(fields, 'refId'), 20)
  const transaction = objectAt(fields, 'transactionRequest')
  checkOrder('transactionRequest', transaction, transactionOrder)
  const settings = new Map(
    listAt(fields, 'hostedPaymentSettings', 'setting').map((one) => [
      textAt(one, 'settingName'),
      JSON.parse(textAt(one, 'settingValue')) as Fields,
    ]),
  )
  const back = settings.get('hostedPaymentReturnOptions') ?? {}
  const [returnUrl, cancelUrl] = [textAt(back, 'url'), textAt(back, 'cancelUrl')]
  // The page of the vendor breaks on such an address.
  if (`${returnUrl}${cancelUrl}`.includes('&')) throw new Refusal('E00013', 'The return address is invalid.')
  const options = settings.get('hostedPaymentPaymentOptions') ?? {}
  const token = `${newId()}.${Buffer.from(newId().repeat(8)).toString('base64url')}`
  account.pages.set(token, {
    token,
    bornAt: account.now(),
    request: requestOf(transaction),
    methods: [
      ...(options['showCreditCard'] === false ? [] : (['card'] as const)),
      ...(options['showBankAccount'] === false ? [] : (['bank'] as const)),
    ],
    returnUrl,
    cancelUrl,
    isPaid: false,
  })
  return { token }
}

const madeOf = ({ responseCode, transId, reasonCode }: Made): object => ({
  transactionResponse: {
    responseCode,
    transId,
    ...(responseCode === '1'
      ? { messages: [{ code: '1', description: 'This transaction has been approved.' }] }
      : { errors: [{ errorCode: String(reasonCode), errorText: 'The transaction was unsuccessful.' }] }),
  },
})

function createTransaction(account: AnetAccount, fields: Fields): object {
  const transaction = objectAt(fields, 'transactionRequest')
  checkOrder('transactionRequest', transaction, transactionOrder)
  const one = transactionOf(account, textAt(transaction, 'refTransId'))
  switch (textAt(transaction, 'transactionType')) {
    case 'refundTransaction':
      return madeOf(refund(account, one, requestOf(transaction)))
    case 'voidTransaction':
      return madeOf(voidTransaction(account, one))
    default:
      throw new Refusal('E00003', "The value of 'transactionType' is invalid.")
  }
}

const instant = (at: number): string => new Date(at).toISOString()
const masked = (number: string): string => `XXXX${number.slice(-4)}`

function detailsOf(account: AnetAccount, fields: Fields): object {
  const one = transactionOf(account, textAt(fields, 'transId'))
  const { instrument, returnedItems } = one
  return {
    transaction: {
      transId: one.transId,
      ...(one.refTransId !== null && { refTransId: one.refTransId }),
      submitTimeUTC: instant(one.submittedAt),
      transactionType: one.type === 'refundTransaction' ? one.type : 'authCaptureTransaction',
      transactionStatus: one.status,
      responseCode: responseCodeOf(one),
      responseReasonCode: one.reasonCode,
      order: { invoiceNumber: one.invoiceNumber, description: one.description },
      authAmount: one.amount / 100,
      settleAmount: one.amount / 100,
      ...(one.lineItems.length > 0 && { lineItems: one.lineItems }),
      payment:
        instrument.kind === 'card'
          ? {
              creditCard: { cardNumber: masked(instrument.number), expirationDate: 'XXXX', cardType: instrument.brand },
            }
          : { bankAccount: { routingNumber: 'XXXX0021', accountNumber: masked(instrument.number) } },
      ...(returnedItems.length > 0 && {
        returnedItems: returnedItems.map(({ id, at, code }) => ({ id, dateUTC: instant(at), code, description: code })),
      }),
    },
  }
}

const summaryOf = (one: StoredTransaction): object => ({
  transId: one.transId,
  submitTimeUTC: instant(one.submittedAt),
  transactionStatus: one.status,
  invoiceNumber: one.invoiceNumber,
  accountType: one.instrument.brand,
  accountNumber: masked(one.instrument.number),
  settleAmount: one.amount / 100,
})

/** A page of transactions, the newest first. */
function pageOf(all: readonly StoredTransaction[], fields: Fields): object {
  const paging = objectAt(fields, 'paging')
  const [limit, page] = [Number(paging['limit'] ?? 1000), Number(paging['offset'] ?? 1)]
  const newest = all.toSorted((one, other) => other.submittedAt - one.submittedAt)
  return {
    transactions: newest.slice((page - 1) * limit, page * limit).map(summaryOf),
    totalNumInResultSet: all.length,
  }
}

function batchList({ batches }: AnetAccount, fields: Fields): object {
  const [from, to] = ['firstSettlementDate', 'lastSettlementDate'].map((name) => Date.parse(textAt(fields, name)))
  if (from === undefined || to === undefined || !(to - from <= 31 * 86_400_000))
    throw new Refusal('E00073', 'The date range is invalid.')
  return {
    batchList: batches
      .filter(({ settledAt }) => settledAt >= from && settledAt <= to)
      .map(({ batchId, settledAt }) => ({
        batchId,
        settlementTimeUTC: instant(settledAt),
        settlementState: 'settledSuccessfully',
      })),
  }
}

const all = ({ transactions }: AnetAccount): readonly StoredTransaction[] => [...transactions.values()]

/** Transactions under review are listed only for the status `pendingApproval`. */
function unsettled(account: AnetAccount, status: string): readonly StoredTransaction[] {
  if (status !== 'any' && status !== 'pendingApproval')
    throw new Refusal('E00003', `The value '${status}' is invalid for the element 'status'.`)
  return all(account).filter((one) => one.batchId === null && isHeld(one) === (status === 'pendingApproval'))
}

/** Every call that the double answers, by its name without `Request`. */
export const requests: Readonly<Record<string, RequestKind>> = {
  authenticateTest: { order: [], run: () => ({}) },
  getMerchantDetails: { order: [], run: () => ({ isTestMode: false, merchantName: 'Test', currencies: ['USD'] }) },
  getHostedPaymentPage: { order: ['refId', 'transactionRequest', 'hostedPaymentSettings'], run: hostedPage },
  createTransaction: { order: ['refId', 'transactionRequest'], run: createTransaction },
  getTransactionDetails: { order: ['refId', 'transId'], run: detailsOf },
  getUnsettledTransactionList: {
    order: ['refId', 'status', 'sorting', 'paging'],
    run: (account, fields) => pageOf(unsettled(account, textAt(fields, 'status') || 'any'), fields),
  },
  getSettledBatchList: {
    order: ['refId', 'includeStatistics', 'firstSettlementDate', 'lastSettlementDate'],
    run: batchList,
  },
  getTransactionList: {
    order: ['refId', 'batchId', 'sorting', 'paging'],
    run: (account, fields) =>
      pageOf(
        all(account).filter(({ batchId }) => batchId === textAt(fields, 'batchId')),
        fields,
      ),
  },
}
