import type { PaymentRequest, Requisition } from '@coopline/contract/paying/payments/payment-request'
import type { Cents } from '@coopline/rules/kernel/money'
import { isPaid, isUnderWay } from '@coopline/rules/paying/payment-state/payment-state'
import { inTransaction } from '../../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../../platform/db/open-database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { BadInput, Conflict, TooManyAttempts } from '../../../../platform/errors.ts'
import { refusal } from '../../../../platform/refusal.ts'
import type { RequestFacts } from '../../../../platform/http/call.ts'
import { idempotencyKeyOf } from '../../../../platform/http/idempotency-key.ts'
import { notValid } from '../../../../platform/http/parse-input.ts'
import { PageOver, type StartedPage } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { randomText } from '../../../../platform/random.ts'
import { isSameHash, sha256 } from '../../../../platform/secrets/split-token.ts'
import { type Limit, toAttemptCounts } from '../../../../platform/attempts/record-attempt.ts'
import { clientSubject } from '../../../../platform/attempts/client-subject.ts'
import { insertGuestPayment } from '../guest-payments.store.ts'
import { atProvider, expectedFee, requisitionOf, type NewPayment, newTransNo, type Payment } from '../payment.ts'
import { findRequestAndUnderWay, lockPaymentRequests, type UnderWayByAccount } from './payments-under-way.store.ts'
import {
  findByRequest,
  insertPayment,
  lockPaymentWithItems,
  type PaymentWithItems,
  storeReference,
} from '../payments.store.ts'
import { buildPayment, isPaymentUnderWay, type Payer } from './build-payment.ts'
import { settleUnderWay } from '../provider-events/provider-events.ts'
import { requestPaymentText } from './request-payment.messages.ts'

/** Identifies a request: a repetition has the same values. */
export interface RequestIdentity {
  readonly accountNumbers: readonly string[]
  /** The scope within which the key is unique: a grant or a member. */
  readonly scope: string
  /** The caller's Idempotency-Key, or a random one. */
  readonly key: string
  /** The whole request as text, but for the fee. Another text with the same key is a conflict. */
  readonly requestText: string
  /** The fee that the payer saw, in whole cents. A fee other than that of the recorded payment is a conflict. */
  readonly toldFee?: Cents | undefined
  /** The transaction number; by default a random one. */
  readonly transNo?: string
}

export type BuildPayment = (tx: Tx, underWay: UnderWayByAccount) => Promise<NewPayment>

/** The sender of a request. A payment that was set up earlier has no client. Only requests of clients are limited per hour. */
export interface RequestedBy extends Pick<RequestFacts, 'language'> {
  readonly id?: string
  readonly clientAddress?: string
  /** Runs first in the transaction that records the payment, so that it locks before the payment does. Throws to record nothing. */
  readonly confirm?: (tx: Tx) => Promise<void>
  /** True for the holder of the accounts, who signed in: pages that strangers opened in Quick Pay give way. */
  readonly isHolder?: boolean
}

/**
 * Records one requested payment of one or more accounts and returns the form that hands the payer to the provider.
 *
 * Every check uses the figures in the database. The figures of the request are only compared with them.
 *
 * @throws BadInput for an account that is named twice, or totals that do not agree; Conflict for stale figures or a key used
 *   before; Refused with the rules' sentences; TooManyAttempts; what `loadAccounts` throws.
 */
export async function startPayment(
  deps: Deps,
  facts: RequestFacts,
  payer: Payer,
  request: PaymentRequest,
): Promise<Requisition> {
  const { convenienceFee, ...wanted } = request
  const what = [request.accountsToPay[0]?.accountNumber, wanted]
  const identity = identityOf(deps, facts, payer, request.accountsToPay, what, convenienceFee)
  const by = { ...facts, ...(payer.confirm && { confirm: payer.confirm }), isHolder: payer.origin === 'member' }
  return requestPayment(deps, by, identity, (tx, underWay) =>
    buildPayment(deps, tx, facts.language, {
      payer,
      requestFor: () => request,
      underWay,
      accountNumbers: identity.accountNumbers,
    }),
  )
}

/**
 * Identifies a request that a client sends, by its Idempotency-Key or a random key without one.
 *
 * @param what all of the request but the fee: another text under the same key is a conflict.
 * @param toldFee the fee that the payer saw, in whole cents: a fee other than that of the recorded payment is a conflict.
 * @throws BadInput when an account is named twice, or the header is not a valid key.
 */
export function identityOf(
  deps: Deps,
  facts: RequestFacts,
  { scope }: Payer,
  accounts: readonly { readonly accountNumber: string }[],
  what: readonly unknown[],
  toldFee: Cents | undefined,
): RequestIdentity {
  const accountNumbers = accounts.map((one) => one.accountNumber)
  if (new Set(accountNumbers).size < accountNumbers.length) throw new BadInput(notValid('accountsToPay'))
  const key = idempotencyKeyOf(facts) ?? randomText(deps.random, 32)
  return { accountNumbers, scope, key, requestText: JSON.stringify(what), toldFee }
}

/**
 * Records a requested payment, once per identity, and returns the form that hands the payer to the provider.
 *
 * A repetition with the same identity gets the same form, unless the payment ended unpaid in between; the provider charges a transaction
 * number once. A crash at any point leaves at most a payment whose form was not delivered. The next attempt returns that form.
 *
 * @param build loads, checks and builds the payment, inside the transaction; not called for a repetition. It gets the accounts' payments
 *   under way, or none when the cooperative allows overpaying and the payer is present, because they do not count then.
 * @throws Conflict when the key was used for another request, or its payment ended unpaid; TooManyAttempts after too many requests; what
 *   `build` throws.
 */
export async function requestPayment(
  deps: Deps,
  facts: RequestFacts & Pick<RequestedBy, 'confirm' | 'isHolder'>,
  identity: RequestIdentity,
  build: BuildPayment,
): Promise<Requisition> {
  const recorded = await recordRequest(deps, facts, identity, build)
  const { payment } = recorded
  // It no longer counts as under way, so another payment may have taken its place, and both would be paid.
  if (!isUnderWay(payment.state) && !isPaid(payment.state)) throw new Conflict(refusal(requestPaymentText, 'page-over'))
  // Outside the transaction: the adapter may call its provider here, and the embedded database has one connection.
  const page = await startPage(deps, recorded)
  deps.failPoints.reach('pay.after-start')
  // Before the payer leaves: without the reference the provider could not be asked about the payment.
  if (page.reference !== null && (await storeReference(deps.db, payment.transNo, page.reference)) === null)
    await refuseEnded(deps, recorded, page.reference)
  deps.failPoints.reach('pay.after-reference')
  return requisitionOf(page.target, { transNo: payment.transNo, clientId: payment.handOff.coopNumber })
}

/**
 * Ends the page of a payment that ended while its page was made, for example because another payment of the account was waiting for it.
 * @throws Conflict: a new payment must be requested.
 */
async function refuseEnded(deps: Deps, recorded: PaymentWithItems, reference: string): Promise<never> {
  await deps.gateways.of(recorded.payment.provider).end({ ...atProvider(recorded), reference })
  throw new Conflict(refusal(requestPaymentText, 'page-over'))
}

/** @throws Unavailable: the same request continues the same payment; Conflict when its page is over, and a new payment must be requested. */
async function startPage(deps: Deps, recorded: PaymentWithItems): Promise<StartedPage> {
  try {
    const gateway = deps.gateways.of(recorded.payment.provider)
    const payment = atProvider(recorded)
    return await gateway.start({ ...payment, ...deps.gateways.returnAddresses(gateway.name, payment.transNo, payment) })
  } catch (error) {
    if (error instanceof PageOver) throw new Conflict(refusal(requestPaymentText, 'page-over'))
    throw error
  }
}

/**
 * Records a requested payment, once per identity, without a hand-off to the provider. Before it refuses a payment because others are
 * under way, it asks the provider about those, and ends those that give way to the payer.
 *
 * @throws what `requestPayment` throws.
 */
export async function recordRequest(
  deps: Deps,
  by: RequestedBy,
  identity: RequestIdentity,
  build: BuildPayment,
): Promise<PaymentWithItems> {
  const record = async () =>
    inTransaction(deps.db, async (tx) => {
      await by.confirm?.(tx)
      return findOrRecord(deps, tx, by, identity, build)
    })
  const recorded = await record().catch(async (error: unknown) => {
    if (!isPaymentUnderWay(error)) throw error
    const isAnyAsked = await settleUnderWay(deps, identity.accountNumbers, {
      endsQuickPay: by.isHolder === true ? 'arrived' : undefined,
    })
    if (!isAnyAsked) throw error
    return record()
  })
  deps.failPoints.reach('pay.after-insert')
  return recorded
}

async function findOrRecord(
  deps: Deps,
  tx: Tx,
  facts: RequestedBy,
  identity: RequestIdentity,
  build: BuildPayment,
): Promise<PaymentWithItems> {
  const requestHash = sha256(identity.requestText)
  const idempotencyKey = storedKey(identity.key)
  const now = deps.clock.now()
  const { before, underWay } = await findBefore(deps, tx, facts, { ...identity, key: idempotencyKey })
  if (before !== undefined) return sameRequest(tx, before, requestHash, identity.toldFee)

  // The balance is read after the payments under way. A payment that is confirmed in between counts twice, rather than not at all.
  const payment = await build(tx, underWay)
  deps.failPoints.reach('pay.before-insert')
  const limits = requestLimits(deps, facts, payment)
  const transNo = identity.transNo ?? newTransNo(deps.random)
  const inserted = await insertPayment(
    tx,
    {
      ...payment,
      transNo,
      idempotencyScope: identity.scope,
      idempotencyKey,
      requestHash,
      requestedAt: now,
      expiresAt: new Date(now.getTime() + deps.settings.current().requisitionExpiryMinutes * 60_000),
    },
    {
      kind: 'payment.requested',
      at: now,
      memberNumber: payment.memberNumber,
      accountNumber: payment.accountNumber,
      // The member must not learn the guest's address.
      clientAddress: payment.guest === undefined ? facts.clientAddress : undefined,
      requestId: facts.id,
      detail: { transNo, amount: payment.amount, origin: payment.origin, accounts: payment.items.length },
    },
    limits,
  )
  if (inserted === undefined) {
    // Another request with the same key came first. The insertion waited for its commit.
    const faster = await findByRequest(tx, identity.scope, idempotencyKey)
    if (faster === undefined) throw new Error('A payment that was in the way is gone')
    return sameRequest(tx, faster, requestHash, identity.toldFee)
  }
  for (const count of toAttemptCounts(limits, inserted.counters, now))
    if (!count.allowed) throw new TooManyAttempts(count.kind, count.retryAfterSeconds)
  if (payment.guest !== undefined) await insertGuestPayment(tx, inserted.payment, payment.guest, facts)
  return { payment: inserted.payment, items: payment.items }
}

/** Returns the stored form of an idempotency key. It is a hash, because the client chose the key and it may contain anything. */
export const storedKey = (key: string): string => Buffer.from(sha256(key)).toString('base64url')

async function findBefore(
  deps: Deps,
  tx: Tx,
  { clientAddress }: RequestedBy,
  request: Pick<RequestIdentity, 'accountNumbers' | 'scope' | 'key'>,
): ReturnType<typeof findRequestAndUnderWay> {
  if (deps.settings.current().allowOverPay && clientAddress !== undefined)
    return { before: await findByRequest(tx, request.scope, request.key), underWay: new Map() }
  // Payments under way count for the ceiling, so no two requests of an account may be checked at once. The lock is a separate
  // statement: the search must see what its last holder wrote, or a copy of this request would be counted, not found.
  await lockPaymentRequests(tx, request.accountNumbers)
  return findRequestAndUnderWay(tx, request)
}

/**
 * Returns the payment of a repetition. It is locked, because a commit waits for a synchronous replica only when its transaction wrote
 * something. After a crash the payment may be on this server alone, and a failover would lose the payment that the payer continues with.
 */
async function sameRequest(
  tx: Tx,
  payment: Payment,
  requestHash: Uint8Array,
  toldFee: Cents | undefined,
): Promise<PaymentWithItems> {
  const fee = expectedFee(payment, payment.paymentType)
  if (isSameHash(payment.requestHash, requestHash) && (toldFee ?? fee) === fee) {
    const held = await lockPaymentWithItems(tx, payment.transNo)
    if (held === undefined) throw new Error('A payment that was requested is gone')
    return held
  }
  throw new Conflict(refusal(requestPaymentText, 'idempotency-key-reused'))
}

/** All payers of an account by Quick Pay, by links and as guests share this multiple of one payer's limit. */
const payersPerAccount = 3
/** One client address gets this multiple of the limit, for all accounts together. */
const accountsPerClient = 5

/**
 * Returns the rate limits of payment requests in an hour, because a thief who tests stolen cards requests many. They count by account
 * and payer first, so that no payer uses up the limit of the member or of others (REQ-D-290).
 */
function requestLimits(
  deps: Deps,
  { clientAddress }: RequestedBy,
  { origin, guest, items }: NewPayment,
): readonly Limit[] {
  if (clientAddress === undefined) return []
  const each = deps.settings.current().quickPayRequisitionsPerHour
  const limitOf = (kind: string, subject: string, limit: number): Limit => ({
    kind: `payment.${kind}`,
    subject,
    windowSeconds: 3600,
    limit,
  })
  if (origin === 'member') return items.map(({ accountNumber }) => limitOf('payer', `${accountNumber} member`, each))
  const client = clientSubject(deps.keys, clientAddress)
  const payer = guest?.loginId ?? client
  return [
    limitOf('client', client, accountsPerClient * each),
    ...items.flatMap(({ accountNumber }) => [
      limitOf('payer', `${accountNumber} ${origin} ${payer}`, each),
      limitOf('account', `${accountNumber} ${origin}`, payersPerAccount * each),
    ]),
  ]
}
