import type { Requisition } from '@coopline/contract/payments/payments.contract'
import type { Language } from '@coopline/rules/kernel/problem'
import { move } from '@coopline/rules/payment-state/payment-state'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Tx } from '../../platform/db/open-database.ts'
import type { Deps } from '../../platform/deps.ts'
import { Conflict, TooManyTries } from '../../platform/errors.ts'
import type { RequestFacts } from '../../platform/http/call.ts'
import { isSameHash, sha256 } from '../../platform/secrets/halves.ts'
import { countTries } from '../../platform/tries/count-try.ts'
import { clientSubject } from '../../platform/tries/client-subject.ts'
import { newTransNo } from './new-trans-no.ts'
import type { NewPayment, Payment } from './payment.ts'
import { lockPaymentRequests } from './payments-under-way.store.ts'
import { findByRequest, movePayment } from './payments.store.ts'
import { insertPayment } from './record-payment.store.ts'
import { requestPaymentText } from './request-payment.messages.ts'

/** What makes two requests the same one. */
export interface RequestIdentity {
  readonly accountNumber: string
  /** Within which the key is unique: a pass, a member. */
  readonly scope: string
  /** The caller's Idempotency-Key, or a random one. */
  readonly key: string
  /** Everything that was asked, as text: another text with the same key is a conflict. */
  readonly asked: string
}

/**
 * Records a requested payment, once per identity, and answers the form that hands the payer to the provider.
 *
 * Asked again with the same identity it answers the same form, whatever happened in between; the provider charges a
 * transaction number once. Killed at any point it leaves at worst a payment whose form nobody got, which the next try picks up.
 *
 * @param judge loads, checks and composes the payment, inside the transaction; not called for a repetition.
 * @throws Conflict when the key was used for something else; TooManyTries when too many payments were asked for;
 *   and whatever `judge` throws.
 */
export async function requestPayment(
  deps: Deps,
  facts: RequestFacts,
  identity: RequestIdentity,
  judge: (tx: Tx) => Promise<NewPayment>,
): Promise<Requisition> {
  const payment = await inTransaction(deps.db, (tx) => findOrRecord(deps, tx, facts, identity, judge))
  deps.failPoints.reach('pay.after-insert')
  // Outside the transaction: another adapter may call its provider here, and the embedded database has one connection.
  const form = await deps.gateway.requisition({ ...payment, ...payment.handOff })
  deps.failPoints.reach('pay.after-requisition')
  // A new payment is handed off as it is recorded; one that an older version recorded may still wait for it.
  const to = move(payment.state, 'hand-off')
  if (to.kind === 'move')
    await movePayment(deps.db, payment.transNo, {
      from: payment.state,
      to: to.to,
      event: 'hand-off',
      corrected: false,
      source: 'portal',
      at: deps.clock.now(),
    })
  deps.failPoints.reach('pay.after-handed-off')
  return {
    paymentRequisitionSettings: {
      actionUrl: form.actionUrl,
      clientId: form.clientId,
      transNo: payment.transNo,
      securityToken: form.securityToken,
    },
    configuration: { fields: [...form.fields] },
  }
}

async function findOrRecord(
  deps: Deps,
  tx: Tx,
  facts: RequestFacts,
  identity: RequestIdentity,
  judge: (tx: Tx) => Promise<NewPayment>,
): Promise<Payment> {
  const requestHash = sha256(identity.asked)
  // The key is kept as a hash: a stranger chose it, and it might be anything.
  const requestKey = Buffer.from(sha256(identity.key)).toString('base64url')
  // Open payments count for the ceiling, so no two requests of an account may be judged at once. The lock comes before the
  // search: a copy of this request that is being recorded must be found, not counted.
  if (!deps.settings.current().allowOverPay) await lockPaymentRequests(tx, identity.accountNumber)
  const before = await findByRequest(tx, identity.scope, requestKey)
  if (before !== undefined) return sameRequest(before, requestHash, facts.language)

  const payment = await judge(tx)
  deps.failPoints.reach('pay.before-insert')
  const now = deps.clock.now()
  const transNo = newTransNo(deps.random)
  const inserted = await insertPayment(
    tx,
    {
      ...payment,
      transNo,
      requestScope: identity.scope,
      requestKey,
      requestHash,
      requestedAt: now,
      expiresAt: new Date(now.getTime() + deps.settings.current().requisitionExpiryMinutes * 60_000),
    },
    {
      kind: 'payment.requested',
      at: now,
      memberNumber: payment.memberNumber,
      accountNumber: payment.accountNumber,
      clientAddress: facts.clientAddress,
      requestId: facts.id,
      detail: { transNo, amount: payment.amount, origin: payment.origin },
    },
  )
  if (inserted === undefined) {
    // Somebody with the same key was faster; the insertion waited until that was settled.
    const faster = await findByRequest(tx, identity.scope, requestKey)
    if (faster === undefined) throw new Error('A payment that was in the way is gone')
    return sameRequest(faster, requestHash, facts.language)
  }
  await limitRequests(deps, tx, facts, inserted.accountNumber)
  return inserted
}

function sameRequest(payment: Payment, requestHash: Uint8Array, language: Language): Payment {
  if (isSameHash(payment.requestHash, requestHash)) return payment
  throw new Conflict('idempotency-key-reused', requestPaymentText('idempotency-key-reused', language))
}

/** Somebody who tries stolen cards asks for many payments: so many an hour for an account and from a client (not more). */
async function limitRequests(deps: Deps, tx: Tx, facts: RequestFacts, accountNumber: string): Promise<void> {
  const limit = { windowSeconds: 3600, limit: deps.settings.current().quickPayRequisitionsPerHour }
  const client = clientSubject(deps.keys, facts.clientAddress)
  const counts = await countTries(
    tx,
    [
      { ...limit, kind: 'payment.client', subject: client },
      { ...limit, kind: 'payment.account', subject: accountNumber },
    ],
    deps.clock.now(),
  )
  for (const count of counts) if (!count.allowed) throw new TooManyTries(count.kind, count.retryAfterSeconds)
}
