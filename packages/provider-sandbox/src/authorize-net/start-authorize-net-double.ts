import { createHmac } from 'node:crypto'
import { createFaults, type ApiFaults } from '../api-faults.ts'
import { commonRoutes } from '../common.routes.ts'
import { createHttpServer } from '../http.ts'
import { closeServer, listen } from '../listen.ts'
import {
  type AnetAccount,
  type CustomerProfile,
  type Instrument,
  type Notice,
  type StoredTransaction,
  transactionOf,
} from './anet-account.ts'
import { apiRoutes } from './api.routes.ts'
import { dashboardRoutes } from './dashboard.routes.ts'
import { startNewsSender } from './news-sender.ts'
import { pageRoutes } from './page.routes.ts'
import { deleteCustomer } from './profile.requests.ts'
import { profilePageRoutes } from './profile-page.routes.ts'
import { chargeBack, endDebit, endReview, heldOf, refund, reverseChargeback, voidTransaction } from './take-back.ts'
import { changeMethod, chargeAgain, deleteMethods, sellAtTerminal, settle } from './take-payments.ts'

interface AuthorizeNetDoubleOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number
  readonly host?: string
  readonly loginId: string
  readonly transactionKey: string
  /** Signs the news; 128 hexadecimal digits. */
  readonly signatureKey: string
  /** The portal's address for news. */
  readonly webhookUrl: string
  /** True to send the news there, as the vendor does; tests send those that they want. */
  readonly sendsNews?: boolean
  /** Password of the dashboard, with any username. */
  readonly backofficePassword?: string
  /** Receives a line for each request that failed, and for news that were not taken. */
  readonly logFailure?: (line: string) => void
  /** True to settle each charge as soon as it is made. */
  readonly settlesAtOnce?: boolean
  /** Epoch milliseconds. */
  readonly now?: () => number
}

/** Actions of the vendor's own staff, of a bank or of a card company. Amounts are in whole cents. */
interface AtVendor {
  /** Settles everything that waits, as at the end of a day. */
  readonly settle: () => void
  readonly refund: (transId: string, amount: number) => void
  readonly voidTransaction: (transId: string) => void
  readonly endDebit: (transId: string) => void
  readonly chargeBack: (transId: string) => void
  readonly reverseChargeback: (transId: string) => void
  /** Approves or declines a charge under review. */
  readonly endReview: (transId: string, isApproved: boolean) => void
  /** Charges the same card once more, as a fault of the vendor may. @returns the number of the charge. */
  readonly chargeAgain: (transId: string) => string
  /** Takes a payment of another sort on the same account, by card. @returns the number of the charge. */
  readonly sellAtTerminal: (amount: number) => string
  /** Puts a transaction into a state that no action leads to here. */
  readonly setStatus: (transId: string, status: string) => void
  /** Gives the first stored method of a customer another number or date, as its network or the vendor's staff does. */
  readonly changeMethod: (customerProfileId: string, facts: Partial<Instrument>) => void
  /** Deletes the stored methods of a customer, which stays. */
  readonly deleteMethods: (customerProfileId: string) => void
  /** Deletes a customer with its stored methods. */
  readonly deleteCustomer: (customerProfileId: string) => void
  /** Turns the service that keeps customers and their methods on or off. */
  readonly keepCustomers: (isOn: boolean) => void
  /** Forgets a transaction, as if it had never been made. */
  readonly purge: (transId: string) => void
}

export interface RunningAuthorizeNetDouble {
  /** `http://host:port`, without a slash at the end. */
  readonly origin: string
  readonly atVendor: AtVendor
  readonly faults: ApiFaults
  /** Lists the news so far, oldest first. */
  readonly notices: () => readonly Notice[]
  /** Signs a body as the vendor does: `sha512=` and an HMAC over its bytes. */
  readonly sign: (body: string, key?: string) => string
  /** Lists the charges of a payment, declined ones too. */
  readonly chargesOf: (invoiceNumber: string) => readonly StoredTransaction[]
  /** Lists the customers, oldest first. */
  readonly customers: () => readonly CustomerProfile[]
  /** Lists what took back a charge, oldest first. */
  readonly backOf: (transId: string) => readonly StoredTransaction[]
  /** Returns the cents of a charge that the account holds. */
  readonly heldOf: (transId: string) => number
  /** Forgets everything: the account is a new one. */
  readonly reset: () => void
  readonly close: () => Promise<void>
}

/**
 * Starts a stateful double of the vendor's API and of its hosted page, in memory. It refuses what the vendor's schema refuses: unknown parts,
 * parts in another order, texts that are too long.
 */
export async function startAuthorizeNetDouble(options: AuthorizeNetDoubleOptions): Promise<RunningAuthorizeNetDouble> {
  const { settlesAtOnce = false, now = Date.now, signatureKey, webhookUrl, host = '127.0.0.1', port = 0 } = options
  const { sendsNews = false, backofficePassword = 'sandbox', logFailure = () => undefined } = options
  const sign = (body: string, key = signatureKey): string =>
    `sha512=${createHmac('sha512', key).update(body).digest('hex').toUpperCase()}`
  const sender = sendsNews ? startNewsSender({ webhookUrl, sign, logFailure }) : null
  const account = newAccount({ now, settlesAtOnce, send: (notice) => sender?.send(notice) })
  const faults = createFaults()
  const stopping = new AbortController()
  const api = { ...options, account, takeFault: faults.take, stopping: stopping.signal }
  const server = createHttpServer(
    [
      ...apiRoutes(api),
      ...pageRoutes(account),
      ...profilePageRoutes(account),
      ...dashboardRoutes({ account, backofficePassword }),
      ...commonRoutes,
    ],
    logFailure,
  )
  const boundPort = await listen(server, port, host)
  const all = (): readonly StoredTransaction[] => [...account.transactions.values()]
  return {
    origin: `http://${host}:${boundPort}`,
    atVendor: atVendorOf(account),
    faults,
    notices: () => account.notices,
    sign,
    chargesOf: (invoiceNumber) =>
      all().filter((one) => one.invoiceNumber === invoiceNumber && one.type === 'authCaptureTransaction'),
    customers: () => [...account.customers.values()],
    backOf: (transId) => all().filter((one) => one.refTransId === transId),
    heldOf: (transId) => heldOf(account, transactionOf(account, transId)),
    reset: () => {
      faults.clear()
      account.batches.length = 0
      account.notices.length = 0
      for (const one of [account.transactions, account.pages, account.customers, account.profilePages]) one.clear()
    },
    async close() {
      stopping.abort()
      sender?.stop()
      await closeServer(server)
    },
  }
}

const newAccount = (options: Pick<AnetAccount, 'now' | 'settlesAtOnce' | 'send'>): AnetAccount => ({
  ...options,
  transactions: new Map(),
  batches: [],
  pages: new Map(),
  keepsCustomers: true,
  customers: new Map(),
  profilePages: new Map(),
  notices: [],
})

const atVendorOf = (account: AnetAccount): AtVendor => ({
  settle: () => settle(account),
  refund: (id, amount) => {
    const one = transactionOf(account, id)
    refund(account, one, { amount, invoiceNumber: one.invoiceNumber, description: '' })
  },
  voidTransaction: (id) => void voidTransaction(account, transactionOf(account, id)),
  endDebit: (id) => endDebit(account, transactionOf(account, id)),
  chargeBack: (id) => void chargeBack(account, transactionOf(account, id)),
  reverseChargeback: (id) => void reverseChargeback(account, transactionOf(account, id)),
  endReview: (id, isApproved) => endReview(account, transactionOf(account, id), isApproved),
  chargeAgain: (id) => chargeAgain(account, transactionOf(account, id)).transId,
  sellAtTerminal: (amount) => sellAtTerminal(account, amount).transId,
  setStatus: (id, status) => {
    transactionOf(account, id).status = status
  },
  changeMethod: (id, facts) => changeMethod(account, id, facts),
  deleteMethods: (id) => deleteMethods(account, id),
  deleteCustomer: (id) => deleteCustomer(account, id),
  keepCustomers: (isOn) => {
    account.keepsCustomers = isOn
  },
  purge: (id) => void account.transactions.delete(id),
})
