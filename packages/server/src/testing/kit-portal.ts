import type { PaymentResult } from '@coopline/contract/paying/payments/payments.contract'
import type { PaymentSettingsAnswer, Requisition } from '@coopline/contract/paying/payments/payment-request'
import { quickPay } from '@coopline/contract/paying/quick-pay/quick-pay.contract'
import { taskLinks } from '@coopline/contract/paying/task-links/task-links.contract'
import { staffPayments } from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import { apiPrefix } from '@coopline/contract/paths'
import type { PaymentType } from '@coopline/rules/paying/payment-method/payment-methods'
import { convenienceFee } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { cents } from '@coopline/rules/kernel/money'
import { anAccount } from '@coopline/testing/builders/account'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { atProvider } from '../features/paying/payments/payment.ts'
import { findPaymentWithItems } from '../features/paying/payments/payments.store.ts'
import { chargeStoredMethod, lookUpMethodOf, requestMethod } from '../features/paying/payments/public.ts'
import { readNoticesJob } from '../features/paying/payments/provider-news/read-notices.job.ts'
import { settleOpenPaymentsNow } from '../features/paying/payments/provider-events/sweep-open-payments.job.ts'
import { reconcile } from '../features/paying/payments/reconcile/reconcile.job.ts'
import { openToken } from '../features/paying/payments/stored-methods/method-token.ts'
import { createFailPoints, noFailPoints } from '../platform/fail-points.ts'
import { createGateways, gatewaysOf } from '../platform/payment-gateway/gateways.ts'
import type { HandOffTarget, PaymentAtProvider, PaymentGateway } from '../platform/payment-gateway/payment-gateway.ts'
import type { Proof } from '../platform/payment-gateway/proofs.ts'
import { findInDatabase } from './find-in-database.ts'
import { askAsMember } from './member-payer.ts'
import { linkingSettings, seedTaskLink } from '../features/paying/task-links/task-links.fixtures.ts'
import { askToPay, type QuickPayer, requestOf, verified } from './quick-payer.ts'
import { seedAccount } from './seed-account.ts'
import { seedLogin, seedSession } from './seed-login.ts'
import { seedStaff, seedStaffSession } from './seed-staff.ts'
import { startTestPortal, type TestPortal } from './test-portal.ts'
import type { TestClock } from './test-clock.ts'

/** The parts that an adapter is made with. */
export interface KitTools {
  readonly env: Readonly<Record<string, string>>
  readonly clock: TestClock
}

/** A payment that a guest has requested. Amounts are whole cents. */
export interface GuestPayment {
  readonly transNo: string
  readonly target: HandOffTarget
  /** The fee that the portal told the payer. */
  readonly feeTold: number
  /** Asks the portal about the payment, as the page does to which the provider leads back. */
  readonly statusAt: (back: string) => Promise<PaymentResult>
}

/** A payment as the portal has it. Sums are whole cents. */
export interface PaymentBooks {
  readonly state: string
  readonly paymentType: string | null
  readonly cardType: string | null
  readonly lastFour: string | null
  readonly confirmationNumber: string | null
  /** The sum that the provider holds by the ledger, fee included. */
  readonly received: number
  /** The sum that the member's accounts were credited with. */
  readonly credited: number
  /** The sum on the ledger account of each of the member's accounts; a credit is negative. */
  readonly accounts: readonly number[]
  /** The sum that the events for the cooperative credit. */
  readonly told: number
  /** The sum of all lines: 0. */
  readonly linesSum: number
  readonly bookings: number
}

/** A portal with a provider behind it, as the conformance kit of payment providers drives it. */
export interface KitPortal {
  readonly clock: TestClock
  readonly set: (settings: Partial<Settings>) => void
  /**
   * Empties the portal and moves its clock to the next case.
   *
   * @param passTime does what is due at the provider. It runs five days before the case, so that no report of the case has it.
   */
  readonly reset: (passTime: () => Promise<void>) => Promise<void>
  readonly payAsGuest: (amount: number, how: { method: PaymentType; key?: string }) => Promise<GuestPayment>
  /** Lets the member owe an amount, and requests it by the link of a message: the provider gets a masked account number. */
  readonly payByLink: (amount: number) => Promise<Pick<GuestPayment, 'transNo' | 'target'>>
  /** Requests one payment of the member's accounts, an amount for each. */
  readonly payAsMember: (amounts: readonly number[]) => Promise<Pick<GuestPayment, 'transNo' | 'target'>>
  readonly requestMethod: () => Promise<{ readonly target: HandOffTarget; readonly finish: () => Promise<string> }>
  readonly charge: (charge: { methodId: string; amount: number; key: string }) => Promise<{
    readonly transNo: string
    readonly outcome: string
    readonly message: string | null
  }>
  readonly tokenOf: (methodId: string) => Promise<string>
  readonly forget: (token: string) => Promise<void>
  /** Ends the page of a payment at the provider. */
  readonly end: (transNo: string) => Promise<void>
  /** Sends a postback. @returns the status of the answer. */
  readonly post: (headers: Readonly<Record<string, string>>, body: string) => Promise<number>
  /** Looks up what news gave a reason to look up, as a job does at once and every minute. */
  readonly readNotices: () => Promise<void>
  /** Lists the notices that the portal has, oldest first. */
  readonly notices: () => Promise<readonly { readonly tries: number; readonly isDone: boolean }[]>
  /** Asks the provider about open payments, as a job does every minute. */
  readonly sweep: () => Promise<void>
  readonly reconcile: () => Promise<{
    takenIn: number
    missing: number
    extra: number
    different: number
    eventsDiffer: number
  }>
  /** Refunds as staff. @param amount whole cents, fee included; all of the payment without it. @returns the status of the answer. */
  readonly refund: (transNo: string, amount?: number) => Promise<number>
  readonly books: (transNo: string) => Promise<PaymentBooks>
  readonly countPayments: () => Promise<number>
  readonly countMethods: () => Promise<number>
  readonly countBookings: () => Promise<number>
  /** Runs work during which the portal dies at a fail point, every time it is reached. @returns how often it was. */
  readonly whileFailingAt: (point: string, work: () => Promise<unknown>) => Promise<number>
  readonly prove: () => Promise<readonly Proof[]>
  /** The adapter, for what no work of the portal shows. */
  readonly gateway: PaymentGateway
  /** Returns a payment as the portal gives it to the adapter. */
  readonly atProvider: (transNo: string) => Promise<PaymentAtProvider>
  /** The lines of the log since the last reset. */
  readonly logLines: readonly string[]
  /** Lists the columns of the database that have one of these texts. */
  readonly columnsWith: (texts: readonly string[]) => Promise<readonly string[]>
  readonly close: () => Promise<void>
}

interface KitOptions {
  readonly provider: string
  readonly env: Readonly<Record<string, string>>
  readonly create: ((tools: KitTools) => PaymentGateway) | undefined
}

/** The first case begins here, each later one some days after the one before: the provider remembers, and its reports are by day. */
const start = Date.parse('2026-11-20T15:00:00Z')
const daysApart = 12
const accountNumbers = ['100100101', '100100102']
const memberNumber = '10001'

const targetOf = ({ paymentRequisitionSettings, configuration, redirectUrl }: Requisition): HandOffTarget => {
  const { actionUrl: action, securityToken } = paymentRequisitionSettings
  if (redirectUrl !== undefined) return { kind: 'redirect', url: redirectUrl }
  return { kind: 'form', action, securityToken, fields: configuration.fields }
}

/** Starts a portal whose only provider is the adapter under test, on a new database. */
export async function startKitPortal({ provider, env, create }: KitOptions): Promise<KitPortal> {
  const portal = await startTestPortal({
    settings: { ...linkingSettings, quickPayRequisitionsPerHour: 1_000, secondPersonAmount: null },
    // The settings know the portal's own providers only.
    env: create === undefined ? { PAYMENT_PROVIDER: provider, ...env } : {},
    gateways: async (given) =>
      create === undefined
        ? createGateways({ ...given, signingKeys: given.env.PROVIDER_SIGNING_KEYS ?? given.signingKeys })
        : gatewaysOf([create({ env, clock: given.clock })], given),
  })
  const payers: Payers = new Map()
  let resets = 0
  return {
    clock: portal.clock,
    set: portal.set,
    async reset(passTime) {
      await portal.reset()
      portal.clock.set(new Date(start + (resets * daysApart - 5) * 86_400_000).toISOString())
      await passTime()
      portal.clock.advance(5 * 86_400)
      resets += 1
      payers.clear()
      for (const number of accountNumbers)
        await seedAccount(portal.db, anAccount(number).withBalance({ balance: cents(1_000_000) }))
      await seedStaff(portal, 'billing')
    },
    ...paymentsOf(portal, payers),
    ...methodsOf(portal),
    ...workOf(portal, provider),
    ...findingsOf(portal),
    gateway: portal.deps.gateways.current,
    atProvider: async (transNo) => paymentOf(portal, transNo),
    logLines: portal.logLines,
    close: async () => portal.close(),
  }
}

/** The browsers of guests, by the key of their request: a request is repeated by the browser that made it. */
type Payers = Map<string, Promise<QuickPayer>>

/** @throws Error when there is no such payment. */
async function paymentOf({ db }: TestPortal, transNo: string): Promise<PaymentAtProvider> {
  const held = await findPaymentWithItems(db, transNo)
  if (held === undefined) throw new Error(`There is no payment ${transNo}.`)
  return atProvider(held)
}

const paymentsOf = (
  portal: TestPortal,
  payers: Payers,
): Pick<KitPortal, 'payAsGuest' | 'payByLink' | 'payAsMember' | 'end' | 'refund'> => ({
  async payAsGuest(amount, { method, key }) {
    const payer = payers.get(key ?? '') ?? verified(portal)
    if (key !== undefined) payers.set(key, payer)
    return payAsGuest(portal, await payer, { amount, method, key })
  },
  async payByLink(amount) {
    await portal.db
      .updateTable('cis.balance')
      .set({ balance: cents(amount) })
      .execute()
    const token = await seedTaskLink(portal, 'pay-bill')
    return handedOff(await portal.call(taskLinks.pay, { body: { token, amount, paymentType: 'cc' } }))
  },
  async payAsMember(amounts) {
    const ada = await seedSession(portal, await seedLogin(portal))
    const ofAccounts = amounts.map((amount, index) => [accountNumbers[index] ?? '', amount] as const)
    return handedOff(await askAsMember(portal, ada, ofAccounts, { over: { paymentType: 'cc' } }))
  },
  async end(transNo) {
    await portal.deps.gateways.current.end(await paymentOf(portal, transNo))
  },
  async refund(transNo, amount) {
    const staff = await seedStaffSession(portal, 'dana.billing')
    const body = { reason: 'The member moved away', ...(amount === undefined ? {} : { amount }) }
    return (await portal.call(staffPayments.refund, { ...staff, params: { transNo }, body })).statusCode
  },
})

const methodsOf = ({ deps, db }: TestPortal): Pick<KitPortal, 'requestMethod' | 'charge' | 'tokenOf' | 'forget'> => ({
  async requestMethod() {
    const page = { returnPath: '/back', cancelPath: '/away', kinds: ['cc', 'echeck'], language: 'en' } as const
    const requisition = await requestMethod(deps, { ...page, memberNumber })
    const reference = requisition.paymentRequisitionSettings.transNo
    return {
      target: targetOf(requisition),
      finish: async () => {
        const { methodId } = await lookUpMethodOf(deps, { memberNumber, reference })
        if (methodId === null) throw new Error('The provider stored no method.')
        return methodId
      },
    }
  },
  charge: async ({ methodId, amount, key }) =>
    chargeStoredMethod(deps, {
      memberNumber,
      methodId,
      items: [{ accountNumber: accountNumbers[0] ?? '', amountCents: cents(amount) }],
      idempotencyKey: key,
      reason: 'autopay',
      agreedFees: null,
      language: 'en',
    }),
  async tokenOf(methodId) {
    const { token } = await db
      .selectFrom('pay.stored_method')
      .select('token')
      .where('method_id', '=', methodId)
      .executeTakeFirstOrThrow()
    return openToken(deps.keys, token, methodId)
  },
  forget: async (token) => deps.gateways.current.forget(token),
})

/** The work of the portal's jobs and postbacks, when a case says so. */
const workOf = (
  portal: TestPortal,
  provider: string,
): Pick<KitPortal, 'post' | 'readNotices' | 'notices' | 'sweep' | 'reconcile' | 'whileFailingAt' | 'prove'> => ({
  post: async (headers, payload) => {
    const path = provider === 'hosted-form' ? '' : `/${provider}`
    const url = `${apiPrefix}/v3/payments/postback${path}`
    return (await portal.inject({ method: 'POST', url, headers: { ...headers }, payload })).statusCode
  },
  readNotices: async () => portal.jobs.run(readNoticesJob, {}),
  notices: async () => {
    const rows = await portal.db.selectFrom('pay.provider_notice').select(['tries', 'done_at']).orderBy('id').execute()
    return rows.map(({ tries, done_at }) => ({ tries, isDone: done_at !== null }))
  },
  sweep: async () => void (await settleOpenPaymentsNow(portal.deps)),
  reconcile: async () => {
    const { takenIn, missing, extra, different, eventsDiffer } = await reconcile(portal.deps)
    return { takenIn, missing, extra, different, eventsDiffer }
  },
  async whileFailingAt(point, work) {
    const failing = createFailPoints(`${point}:throw`)
    let reached = 0
    const reach = (name: string) => {
      if (name === point) reached += 1
      failing.reach(name)
    }
    Object.assign(portal.deps, { failPoints: { reach } })
    try {
      await work()
    } finally {
      Object.assign(portal.deps, { failPoints: noFailPoints })
    }
    return reached
  },
  prove: async () => portal.deps.gateways.current.prove(),
})

const findingsOf = (
  portal: TestPortal,
): Pick<KitPortal, 'books' | 'countPayments' | 'countMethods' | 'countBookings' | 'columnsWith'> => {
  const count = async (table: 'pay.payment' | 'pay.stored_method' | 'pay.booking') =>
    (await portal.db.selectFrom(table).selectAll().execute()).length
  return {
    books: async (transNo) => booksOf(portal, transNo),
    countPayments: async () => count('pay.payment'),
    countMethods: async () => count('pay.stored_method'),
    countBookings: async () => count('pay.booking'),
    columnsWith: async (texts) => (await findInDatabase(portal.database, texts)).map(({ column }) => column),
  }
}

/** Reads the way to the provider's page. @throws Error when the request was refused. */
function handedOff(response: LightMyRequestResponse): Pick<GuestPayment, 'transNo' | 'target'> {
  if (response.statusCode !== 200) throw new Error(`The request was answered ${response.statusCode}: ${response.body}`)
  const requisition = response.json<Requisition>()
  return { transNo: requisition.paymentRequisitionSettings.transNo, target: targetOf(requisition) }
}

async function payAsGuest(
  portal: TestPortal,
  payer: QuickPayer,
  { amount, method, key }: { readonly amount: number; readonly method: PaymentType; readonly key: string | undefined },
): Promise<GuestPayment> {
  const { bearer, cookie, verification } = payer
  const settings = await portal.call(quickPay.settings, {
    params: { memberNumber },
    query: { applicationId: 'Web' },
    bearer,
    cookie,
  })
  const { convenienceFees } = settings.json<PaymentSettingsAnswer>()
  const response = await askToPay(portal, payer, amount, {
    ...(key === undefined ? {} : { key }),
    body: requestOf(verification, amount, { paymentType: method }),
  })
  return {
    ...handedOff(response),
    feeTold: convenienceFee(convenienceFees[method], cents(amount)),
    statusAt: async (back) => {
      const encryptedPayload = await pointerOf(portal, back)
      return (await portal.call(quickPay.status, { query: { encryptedPayload }, bearer, cookie })).json<PaymentResult>()
    },
  }
}

/** Follows the way back to the page of the result. @returns the pointer in its address. */
async function pointerOf(portal: TestPortal, back: string): Promise<string> {
  const address = new URL(back)
  const pointer = address.searchParams.get('encodedParam')
  if (pointer !== null) return pointer
  const { headers } = await portal.inject({ url: address.pathname + address.search })
  return new URL(String(headers.location), address).searchParams.get('encodedParam') ?? ''
}

async function booksOf({ db }: TestPortal, transNo: string): Promise<PaymentBooks> {
  const payment = await db
    .selectFrom('pay.payment')
    .select(['state', 'payment_type', 'card_type', 'last_four', 'confirmation_number'])
    .where('trans_no', '=', transNo)
    .executeTakeFirstOrThrow()
  const { rows: lines } = await sql<{ account: string; amount: number }>`
    select entry.ledger_account as account, sum(entry.amount)::integer as amount
    from pay.booking as booking join pay.ledger_entry as entry on entry.booking_id = booking.id
    where booking.trans_no = ${transNo} group by 1 order by 1`.execute(db)
  const { rows: events } = await sql<{ told: number }>`
    select coalesce(sum(case when kind in ('payment-refunded', 'payment-returned') then -1 else 1 end
      * (body ->> 'amount')::integer), 0)::integer as told
    from outbox.event where body ->> 'transNo' = ${transNo}`.execute(db)
  const bookings = await db.selectFrom('pay.booking').select('id').where('trans_no', '=', transNo).execute()
  const accounts = lines.filter(({ account }) => account.startsWith('member-account/')).map(({ amount }) => amount)
  return {
    state: payment.state,
    paymentType: payment.payment_type,
    cardType: payment.card_type,
    lastFour: payment.last_four,
    confirmationNumber: payment.confirmation_number,
    received: lines.find(({ account }) => account === 'provider-clearing')?.amount ?? 0,
    credited: accounts.reduce((sum, amount) => sum - amount, 0),
    accounts,
    told: events[0]?.told ?? 0,
    linesSum: lines.reduce((sum, { amount }) => sum + amount, 0),
    bookings: bookings.length,
  }
}
