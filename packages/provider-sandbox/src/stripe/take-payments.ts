import { book, invalid, isBank, load, missing, processingFee, Refusal, type StripeAccount } from './stripe-account.ts'
import { type Instrument, newMandate, newMethod } from './method-objects.ts'
import { disputeCharge } from './take-back.ts'
import { newCharge } from './payment-objects.ts'
import type { StoredCharge, StoredIntent, StoredMethod, StoredSession } from './stored-objects.ts'
import { bankAnswer } from './test-instruments.ts'

/** Days that a bank takes to say what became of a debit. */
const bankDays = 4

const noOutcome = { advice_code: null, network_advice_code: null, network_decline_code: null, reason: null }

/**
 * Charges a method for a payment, as the vendor does when a payment is confirmed.
 *
 * @param isPresent true when the payer is on a page and can confirm what their bank asks.
 * @throws Refusal 402 when the bank declines.
 */
export function confirmIntent(
  account: StripeAccount,
  intent: StoredIntent,
  method: StoredMethod,
  isPresent: boolean,
): StoredIntent {
  const [mandate] = account.store.list('mandate', { where: { payment_method: method.id }, limit: 1 })
  if (mandate?.status === 'inactive')
    throw invalid('The mandate of this payment method is no longer active.', 'payment_intent_mandate_invalid')
  const answer = bankAnswer(method.card?.fingerprint ?? method.us_bank_account?.fingerprint)
  if (answer.kind === 'declined') throw declineIntent(account, intent, method, answer)
  if (answer.kind === 'asks-for-authentication' && !isPresent) {
    const message = 'Your card was declined. This transaction requires authentication.'
    const code = 'authentication_required'
    throw declineIntent(account, intent, method, { code, declineCode: code, message })
  }
  return method.type === 'us_bank_account' ? debitBank(account, intent, method) : chargeCard(account, intent, method)
}

function chargeCard(account: StripeAccount, intent: StoredIntent, method: StoredMethod): StoredIntent {
  const { store, emit } = account
  const outcome = { ...noOutcome, network_status: 'approved_by_network', seller_message: null, type: 'authorized' }
  const fields = { failure_code: null, failure_message: null, outcome, status: 'succeeded' } as const
  const charge = settleCharge(account, store.add(newCharge(store.born('charge'), intent, method, fields)))
  const paid = finishIntent(account, intent, charge)
  emit('charge.succeeded', charge)
  emit('payment_intent.succeeded', paid)
  if (bankAnswer(method.card?.fingerprint).kind === 'disputed') disputeCharge(account, charge, {})
  return paid
}

function debitBank(account: StripeAccount, intent: StoredIntent, method: StoredMethod): StoredIntent {
  const { store, emit } = account
  const fields = { failure_code: null, failure_message: null, outcome: null, status: 'pending' } as const
  const charge = store.add(newCharge(store.born('charge'), intent, method, fields))
  const processing = store.change(intent, {
    latest_charge: charge.id,
    payment_method: method.id,
    status: 'processing',
  })
  emit('charge.pending', charge)
  emit('payment_intent.processing', processing)
  return processing
}

/** Books what a charge brought, less the vendor's fee. */
function settleCharge(account: StripeAccount, charge: StoredCharge): StoredCharge {
  const type = isBank(charge) ? 'payment' : 'charge'
  const fee = processingFee(charge)
  const entry = book(account, { amount: charge.amount, fee, reporting_category: 'charge', source: charge.id, type })
  return account.store.change(charge, { balance_transaction: entry.id, paid: true, status: 'succeeded' })
}

const finishIntent = ({ store }: StripeAccount, intent: StoredIntent, charge: StoredCharge): StoredIntent =>
  store.change(intent, {
    amount_received: charge.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    payment_method: charge.payment_method,
    processing: null,
    status: 'succeeded',
  })

function declineIntent(
  account: StripeAccount,
  intent: StoredIntent,
  method: StoredMethod,
  { code, declineCode, message }: { readonly code: string; readonly declineCode: string; readonly message: string },
): Refusal {
  const { store, emit } = account
  const outcome = { ...noOutcome, network_status: 'declined_by_network', reason: declineCode, type: 'issuer_declined' }
  const fields = { failure_code: code, failure_message: message, outcome: { ...outcome, seller_message: null } }
  const charge = store.add(newCharge(store.born('charge'), intent, method, { ...fields, status: 'failed' }))
  const error = { type: 'card_error', code, decline_code: declineCode, message, charge: charge.id }
  const open = store.change(intent, {
    last_payment_error: error,
    latest_charge: charge.id,
    payment_method: null,
    status: 'requires_payment_method',
  })
  emit('charge.failed', charge)
  emit('payment_intent.payment_failed', open)
  return new Refusal(402, { ...error, payment_intent: open })
}

/** Says what became of the debits that banks have had for long enough, and ends the pages whose time is over. */
export function passTime(account: StripeAccount): void {
  const due = account.now() - bankDays * 86_400
  for (const charge of account.store.list('charge', { where: { status: 'pending' }, to: due + 1 }))
    endDebit(account, charge)
  for (const session of account.store.list('checkout.session', { where: { status: 'open' } })) {
    if (session.expires_at <= account.now()) expireSession(account, session)
  }
}

/** Ends a debit: paid, or failed with the bank's reason. */
export function endDebit(account: StripeAccount, pending: StoredCharge): void {
  const { store, emit } = account
  const intent = load(account, 'payment_intent', pending.payment_intent)
  const session = store.list('checkout.session', { where: { payment_intent: intent.id }, limit: 1 })[0]
  const answer = bankAnswer(pending.payment_method_details?.us_bank_account?.fingerprint)
  if (answer.kind !== 'fails-later') {
    const charge = settleCharge(account, pending)
    const paid = finishIntent(account, intent, charge)
    emit('charge.succeeded', charge)
    emit('payment_intent.succeeded', paid)
    if (session === undefined) return
    emit('checkout.session.async_payment_succeeded', store.change(session, { payment_status: 'paid' }))
    return
  }
  const { code, message } = answer
  const failed = {
    amount_captured: 0,
    captured: false,
    failure_code: code,
    failure_message: message,
    status: 'failed',
  } as const
  const charge = store.change(pending, failed)
  const error = { type: 'invalid_request_error', code, message, charge: charge.id }
  const open = store.change(intent, {
    last_payment_error: error,
    processing: null,
    status: 'requires_payment_method',
  })
  emit('charge.failed', charge)
  emit('payment_intent.payment_failed', open)
  if (session !== undefined) emit('checkout.session.async_payment_failed', session)
}

/** Ends the permission to debit a stored bank account, as its owner or the bank does. @throws Refusal 404 for a method without one. */
export function endMandate({ store, emit }: StripeAccount, methodId: string): string {
  const [mandate] = store.list('mandate', { where: { payment_method: methodId }, limit: 1 })
  if (mandate === undefined) throw missing('mandate', methodId)
  emit('mandate.updated', store.change(mandate, { status: 'inactive' }))
  return mandate.id
}

/** Ends an open page. @throws Refusal when it is complete or has expired already. */
export function expireSession({ store, emit }: StripeAccount, session: StoredSession): StoredSession {
  if (session.status !== 'open')
    throw invalid(`This Checkout Session is ${session.status ?? ''}; only an open one can expire.`)
  const expired = store.change(session, { status: 'expired', url: null })
  emit('checkout.session.expired', expired)
  return expired
}

/**
 * Takes what a payer typed on the page: charges it, or stores it when the page is for that.
 *
 * @throws Refusal when the page is not open or the bank declines; the page stays open after a decline.
 */
export function completeSession(account: StripeAccount, session: StoredSession, instrument: Instrument): StoredSession {
  const { store, emit } = account
  if (session.status !== 'open' || session.expires_at <= account.now()) throw invalid('This page is no longer open.')
  const method = store.add(newMethod(store.born('payment_method'), instrument, session.customer))
  if (session.mode === 'setup') {
    const setUp = load(account, 'setup_intent', session.setup_intent)
    const isDebit = method.type === 'us_bank_account'
    const mandate = isDebit ? store.add(newMandate(store.born('mandate'), method.id)).id : null
    emit('setup_intent.succeeded', store.change(setUp, { mandate, payment_method: method.id, status: 'succeeded' }))
    const stored = store.change(session, { status: 'complete', url: null })
    emit('checkout.session.completed', stored)
    return stored
  }
  const [intentId = null] = store.linked(session.id)
  const begun = store.change(session, { payment_intent: intentId })
  const intent = confirmIntent(account, load(account, 'payment_intent', intentId), method, true)
  const payment_status = intent.status === 'succeeded' ? 'paid' : 'unpaid'
  const complete = store.change(begun, { payment_status, status: 'complete', url: null })
  emit('checkout.session.completed', complete)
  return complete
}
