import {
  type AnetAccount,
  customerOf,
  profileOf,
  Refusal,
  type StoredTransaction,
  transactionOf,
  type TransactionRequest,
} from './anet-account.ts'
import { profileRequests } from './profile.requests.ts'
import {
  checkLength,
  checkOrder,
  type Fields,
  listAt,
  masked,
  newToken,
  objectAt,
  type RequestKind,
  settingsAt,
  textAt,
} from './read-fields.ts'
import { refund, voidTransaction } from './take-back.ts'
import { chargeProfile, isHeld, type Made, responseCodeOf } from './take-payments.ts'

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
  'processingOptions',
]

function centsOf(text: string): number {
  const [, dollars = '', cents = ''] = /^(\d{1,7})\.(\d{2})$/u.exec(text) ?? []
  if (dollars === '') throw new Refusal('E00003', `The value '${text}' is invalid for the element 'amount'.`)
  return Number(dollars) * 100 + Number(cents)
}

function requestOf(fields: Fields): TransactionRequest {
  const order = objectAt(fields, 'order')
  const window = settingsAt(fields, 'transactionSettings').get('duplicateWindow') ?? '120'
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
  const settings = settingsAt(fields, 'hostedPaymentSettings')
  const settingAt = (name: string) => JSON.parse(settings.get(name) ?? '{}') as Fields
  const back = settingAt('hostedPaymentReturnOptions')
  const [returnUrl, cancelUrl] = [textAt(back, 'url'), textAt(back, 'cancelUrl')]
  // The page of the vendor breaks on such an address.
  if (`${returnUrl}${cancelUrl}`.includes('&')) throw new Refusal('E00013', 'The return address is invalid.')
  const options = settingAt('hostedPaymentPaymentOptions')
  const token = newToken()
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
  const one = () => transactionOf(account, textAt(transaction, 'refTransId'))
  switch (textAt(transaction, 'transactionType')) {
    case 'authCaptureTransaction':
      return chargeByProfile(account, transaction)
    case 'refundTransaction':
      return madeOf(refund(account, one(), requestOf(transaction)))
    case 'voidTransaction':
      return madeOf(voidTransaction(account, one()))
    default:
      throw new Refusal('E00003', "The value of 'transactionType' is invalid.")
  }
}

/** Charges a stored method. The answer about one that is gone has an empty transaction in it. */
function chargeByProfile(account: AnetAccount, transaction: Fields): object {
  const profile = objectAt(transaction, 'profile')
  checkOrder('profile', profile, ['createProfile', 'customerProfileId', 'paymentProfile', 'shippingProfileId'])
  const found = profileOf(account, {
    customerProfileId: textAt(profile, 'customerProfileId'),
    paymentProfileId: textAt(objectAt(profile, 'paymentProfile'), 'paymentProfileId'),
  })
  if (found === null) {
    const text = 'Customer Profile ID or Customer Payment Profile ID not found.'
    return { transactionResponse: { SupplementalDataQualificationIndicator: 0 }, refusal: new Refusal('E00040', text) }
  }
  return madeOf(chargeProfile(account, requestOf(transaction), found))
}

const instant = (at: number): string => new Date(at).toISOString()

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
  ...profileRequests,
  authenticateTest: { order: [], run: () => ({}) },
  getMerchantDetails: { order: [], run: () => ({ isTestMode: false, merchantName: 'Test', currencies: ['USD'] }) },
  getHostedPaymentPage: { order: ['refId', 'transactionRequest', 'hostedPaymentSettings'], run: hostedPage },
  createTransaction: { order: ['refId', 'transactionRequest'], run: createTransaction },
  getTransactionDetails: { order: ['refId', 'transId'], run: detailsOf },
  getUnsettledTransactionList: {
    order: ['refId', 'status', 'sorting', 'paging'],
    run: (account, fields) => pageOf(unsettled(account, textAt(fields, 'status') || 'any'), fields),
  },
  getTransactionListForCustomer: {
    order: ['refId', 'customerProfileId', 'customerPaymentProfileId', 'sorting', 'paging'],
    run: (account, fields) => {
      const { customerProfileId } = customerOf(account, textAt(fields, 'customerProfileId'))
      const own = all(account).filter(({ profile }) => profile?.customerProfileId === customerProfileId)
      return pageOf(own, fields)
    },
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
