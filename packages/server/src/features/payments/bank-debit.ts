import type { Settings } from '@coopline/contract/site/settings-catalogue'
import type { FeeOption } from '@coopline/rules/convenience-fee/convenience-fee'
import { type Cents, zeroCents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { Tx } from '../../platform/db/open-database.ts'
import type { HandOffTerms, ProviderEvent } from '../../platform/payment-gateway/payment-gateway.ts'
import { sha256 } from '../../platform/secrets/split-token.ts'
import { applyEventIn, type EventDeps } from './apply-provider-event.ts'
import { newTransNo } from './new-trans-no.ts'
import { utilityNameOf } from './payment-settings.answer.ts'
import type { EventOutcome } from './postings.store.ts'
import { insertPayment } from './record-payment.store.ts'

/** What is taken from a bank account by a file of the cooperative. */
export interface BankDebit {
  readonly memberNumber: string
  readonly accountNumber: string
  readonly amount: Cents
  readonly language: Language
  /** The last digits of the bank account. */
  readonly lastFour: string
  /** Names what is taken, once. */
  readonly key: string
}

const noFee: FeeOption = { kind: 'flat', value: '0.00', count: 1 }

/** There is no page of the provider to hand over to, and no fee. */
const termsOf = (settings: Settings): HandOffTerms => ({
  paymentType: 'echeck',
  enableCard: false,
  enableEcheck: true,
  acceptedCardTypes: [],
  cardFee: noFee,
  echeckFee: noFee,
  maxCardAmount: null,
  coopNumber: settings.pgClientId,
  utilityName: utilityNameOf(settings),
  applicationId: settings.applicationWebId,
  quickPay: false,
  returnUrl: '',
  cancelUrl: '',
})

/**
 * Books what the cooperative's bank is asked to collect, through the same state table and ledger as payments at the provider. The
 * bank reports only what it returns, so the payment counts as made when it is put into a file.
 *
 * @returns the transaction number; `undefined`, with nothing written, when a payment has that key.
 */
export async function bookBankDebit(tx: Tx, deps: EventDeps, debit: BankDebit): Promise<string | undefined> {
  const { memberNumber, accountNumber, amount, language } = debit
  const now = deps.clock.now()
  const transNo = newTransNo(deps.random)
  const inserted = await insertPayment(
    tx,
    {
      transNo,
      memberNumber,
      accountNumber,
      amount,
      language,
      origin: 'bank',
      paymentType: 'echeck',
      items: [{ accountNumber, amount, reconnectMeter: false }],
      handOff: termsOf(deps.settings.current()),
      idempotencyScope: 'bank',
      idempotencyKey: debit.key,
      requestHash: sha256(debit.key),
      requestedAt: now,
      expiresAt: now,
    },
    {
      kind: 'payment.requested',
      at: now,
      memberNumber,
      accountNumber,
      detail: { transNo, amount, origin: 'bank', accounts: 1 },
    },
    [],
  )
  if (inserted === undefined) return undefined
  const said = {
    ...toEvent({ ...debit, transNo }, now),
    type: 'payment.succeeded',
    eventId: `bank:${transNo}`,
  } as const
  const outcome = await applyEventIn(tx, deps, said, 'bank')
  if (outcome !== 'applied') throw new Error(`A bank debit was not booked: ${outcome}`)
  return transNo
}

export interface ReturnedDebit extends Omit<BankDebit, 'key' | 'memberNumber' | 'language'> {
  readonly transNo: string
  /** Names the return: the same one is applied once. */
  readonly eventId: string
  /** Why, as staff and the audit read it. */
  readonly reason: string
  readonly occurredAt: Date
}

/** Reverses a bank debit that came back, with the notice, the event and the booking of every returned payment. */
export const returnBankDebit = async (tx: Tx, deps: EventDeps, returned: ReturnedDebit): Promise<EventOutcome> =>
  applyEventIn(
    tx,
    deps,
    {
      ...toEvent(returned, returned.occurredAt),
      type: 'payment.returned',
      eventId: returned.eventId,
      message: returned.reason,
    },
    'bank',
  )

const toEvent = (
  debit: Pick<BankDebit, 'accountNumber' | 'amount' | 'lastFour'> & { readonly transNo: string },
  at: Date,
): Omit<ProviderEvent, 'type' | 'eventId'> => ({
  transNo: debit.transNo,
  accountNumber: debit.accountNumber,
  currency: 'USD',
  amount: debit.amount,
  convenienceFee: zeroCents,
  totalAmount: debit.amount,
  paymentType: 'echeck',
  cardType: null,
  lastFour: debit.lastFour,
  confirmationNumber: null,
  message: null,
  occurredAt: at.toISOString(),
})
