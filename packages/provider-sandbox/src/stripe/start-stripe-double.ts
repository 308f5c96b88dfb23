import { commonRoutes } from '../common.routes.ts'
import { createHttpServer } from '../http.ts'
import { closeServer, listen } from '../listen.ts'
import { apiRoutes, type StripeApi } from './api.routes.ts'
import { checkoutRoutes } from './checkout.routes.ts'
import { dashboardRoutes } from './dashboard.routes.ts'
import { createFaults, type ApiFaults } from '../api-faults.ts'
import type { Instrument } from './method-objects.ts'
import { type NoticeSender, startNoticeSender } from './notice-sender.ts'
import { load, type StripeAccount } from './stripe-account.ts'
import { type Notice, StripeStore } from './stripe.store.ts'
import type { StoredCharge, StoredDispute, StoredPayout, StoredRefund, StoredSession } from './stored-objects.ts'
import {
  answerInquiry,
  closeDispute,
  disputeCharge,
  escalateInquiry,
  failPayout,
  failRefund,
  payOut,
  refundCharge,
} from './take-back.ts'
import { completeSession, endDebit, endMandate, passTime } from './take-payments.ts'

interface StripeDoubleOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number
  readonly host?: string
  /** Folder of the store; everything stays in memory without one. */
  readonly dataDir?: string
  readonly secretKey: string
  /** The portal's address for events. */
  readonly webhookUrl: string
  readonly webhookSecret: string
  /** Password of the dashboard, with any username. */
  readonly backofficePassword?: string
  /** Epoch milliseconds. */
  readonly now?: () => number
  /** Receives a line for each request that failed. */
  readonly logFailure?: (line: string) => void
}

/** Actions at the vendor: in its dashboard, at a bank, or by a payer. Amounts are in whole cents. */
interface AtVendor {
  /** Enters a method on a page, as a payer does. @throws Refusal when the bank declines. */
  readonly complete: (sessionId: string, instrument: Instrument) => StoredSession
  /** Finds the newest charge of a page. */
  readonly chargeOf: (sessionId: string) => StoredCharge | undefined
  readonly refund: (chargeId: string, amount?: number) => StoredRefund
  readonly failRefund: (refundId: string) => void
  readonly dispute: (chargeId: string, options?: { amount?: number; isInquiry?: boolean }) => StoredDispute
  readonly answerInquiry: (id: string) => void
  readonly escalateInquiry: (id: string, days: number) => StoredDispute
  /** `returnsFunds` gives the money back, as it is for a dispute that was won. */
  readonly closeDispute: (
    id: string,
    status: 'won' | 'lost' | 'warning_closed',
    returnsFunds?: boolean,
  ) => StoredDispute
  /** Ends a debit of a bank account before its days are over. */
  readonly endDebit: (chargeId: string) => void
  /** Gives a stored card a new expiry date, as a network does. */
  readonly renewCard: (methodId: string, expiry: { month: number; year: number }) => void
  /** Ends the permission to debit a stored bank account. @returns the id of the mandate. */
  readonly endMandate: (methodId: string) => string
  readonly payOut: () => StoredPayout | null
  readonly failPayout: (payoutId: string) => void
}

export interface RunningStripeDouble {
  /** `http://host:port`, without a slash at the end. */
  readonly origin: string
  readonly atVendor: AtVendor
  readonly faults: ApiFaults
  /** Events, oldest first, and ways to send them. */
  readonly notices: Pick<NoticeSender, 'hold' | 'release' | 'send'> & { readonly list: () => readonly Notice[] }
  /** Moves the vendor's clock forward and does what is due by then. */
  readonly advance: (seconds: number) => void
  readonly close: () => Promise<void>
}

/**
 * Starts a stateful double of the vendor's API, of its hosted page and of its events. It answers in the shapes of the published
 * types; the rules of the bank behind it are those of the vendor's documented test numbers.
 */
export async function startStripeDouble(options: StripeDoubleOptions): Promise<RunningStripeDouble> {
  const { host = '127.0.0.1', port = 0, dataDir = null, secretKey, webhookUrl, webhookSecret } = options
  const { backofficePassword = 'sandbox', logFailure = () => undefined } = options
  let ahead = 0
  const now = (): number => Math.floor((options.now ?? Date.now)() / 1000) + ahead
  const store = new StripeStore(dataDir, now)
  const sender = startNoticeSender({ store, now, webhookUrl, webhookSecret })
  const account: StripeAccount = { store, now, emit: sender.emit, webhookUrl }
  const faults = createFaults()
  const stopping = new AbortController()
  let origin = ''
  const api: StripeApi = {
    account,
    secretKey,
    origin: () => origin,
    takeFault: faults.take,
    stopping: stopping.signal,
  }
  const dashboard = dashboardRoutes({ account, backofficePassword })
  const server = createHttpServer(
    [...apiRoutes(api), ...checkoutRoutes(api), ...dashboard, ...commonRoutes],
    logFailure,
  )
  const boundPort = await listen(server, port, host)
  origin = `http://${host}:${boundPort}`
  const clock = setInterval(() => passTime(account), 1000).unref()
  return {
    origin,
    atVendor: atVendorOf(account),
    faults,
    notices: { hold: sender.hold, release: sender.release, send: sender.send, list: () => store.notices() },
    advance(seconds) {
      ahead += seconds
      passTime(account)
    },
    async close() {
      clearInterval(clock)
      stopping.abort()
      await Promise.all([closeServer(server), sender.stop()])
      store.close()
    },
  }
}

const atVendorOf = (account: StripeAccount): AtVendor => ({
  complete: (id, instrument) => completeSession(account, load(account, 'checkout.session', id), instrument),
  chargeOf: (id) => {
    const intent = account.store.find('payment_intent', load(account, 'checkout.session', id).payment_intent)
    return account.store.find('charge', intent?.latest_charge)
  },
  refund: (id, amount) => refundCharge(account, load(account, 'charge', id), { amount: amount ?? null }),
  failRefund: (id) => failRefund(account, load(account, 'refund', id)),
  dispute: (id, how = {}) => disputeCharge(account, load(account, 'charge', id), how),
  answerInquiry: (id) => answerInquiry(account, load(account, 'dispute', id)),
  escalateInquiry: (id, days) => escalateInquiry(account, load(account, 'dispute', id), days),
  closeDispute: (id, status, returns) => closeDispute(account, load(account, 'dispute', id), status, returns),
  endDebit: (id) => endDebit(account, load(account, 'charge', id)),
  renewCard: (id, { month, year }) => {
    const method = load(account, 'payment_method', id)
    if (method.card === undefined) return
    const card = { ...method.card, exp_month: month, exp_year: year }
    account.emit('payment_method.automatically_updated', account.store.change(method, { card }))
  },
  endMandate: (methodId) => endMandate(account, methodId),
  payOut: () => payOut(account),
  failPayout: (id) => failPayout(account, load(account, 'payout', id)),
})
