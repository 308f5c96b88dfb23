import { calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import type { FeeOption } from '@coopline/rules/paying/convenience-fee/convenience-fee'
import { type Cents, zeroCents } from '@coopline/rules/kernel/money'
import type { Language } from '@coopline/rules/kernel/problem'
import type { Tx } from '../../../../platform/db/open-database.ts'
import type { HandOffTerms, ProviderEvent } from '../../../../platform/payment-gateway/payment-gateway.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { applyEventIn, type EventDeps, eventBody, type EventOutcome } from '../provider-events/provider-events.ts'
import type { FeeWaiver } from '../ledger/ledger.ts'
import { insertBankDebits } from './bank-debits.store.ts'
import { composeReceipt, notifyReceipts } from '../notices/notices.ts'
import { newTransNo, type RequestedItem, utilityNameOf } from '../payment.ts'

/** A debit by a bank file of the cooperative. */
export interface BankDebit {
  readonly memberNumber: string
  readonly accountNumber: string
  readonly amount: Cents
  readonly language: Language
  /** The last digits of the bank account. */
  readonly lastFour: string
  /** The unique key of the debit. */
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
 * Books debits that the cooperative's bank will collect, with the same states, events, ledger entries, audit and receipts as
 * payments at the provider. The bank reports only returns, so a debit counts as paid once it is in a bank file. Takes a few
 * statements for all debits together.
 *
 * @returns transaction numbers in the order of the debits; `undefined`, with nothing written, for a debit whose key already has a
 * payment.
 */
export async function bookBankDebits(
  deps: Pick<Deps, 'env' | 'random' | 'clock' | 'settings'>,
  tx: Tx,
  debits: readonly BankDebit[],
): Promise<readonly (string | undefined)[]> {
  if (debits.length === 0) return []
  const now = deps.clock.now()
  const settings = deps.settings.current()
  const handOff = termsOf(settings)
  const day = calendarDateIn(settings.timeZone, now)
  const made = debits.map((debit) => {
    const transNo = newTransNo(deps.random)
    const event = {
      ...toEvent({ ...debit, transNo }, now),
      type: 'payment.succeeded',
      eventId: `bank:${transNo}`,
    } as const
    const payment = { ...debit, transNo, origin: 'bank', handOff, currency: 'USD', confirmationNumber: null } as const
    const items = [{ accountNumber: debit.accountNumber, amount: debit.amount, reconnectMeter: false }]
    const [item] = items as [RequestedItem]
    const booking = { kind: 'payment', returnFee: zeroCents, day, now } as const
    const receipt = (language: Language) =>
      composeReceipt({ ...booking, payment, event, items, convenienceFee: zeroCents, whole: item.amount, language })
    return { ...debit, transNo, posting: event, event: eventBody({ payment, items, event }, item), receipt }
  })
  const booked = await insertBankDebits(tx, made, { handOff, now })
  const isBooked = ({ transNo }: { readonly transNo: string }) => booked.has(transNo)
  await notifyReceipts(deps, tx, made.filter(isBooked))
  return made.map((one) => (isBooked(one) ? one.transNo : undefined))
}

export interface ReturnedDebit extends Omit<BankDebit, 'key' | 'memberNumber' | 'language'> {
  readonly transNo: string
  /** The unique id of the return. A repetition is not applied again. */
  readonly eventId: string
  /** The reason that staff and the audit read. The return code in it decides whether a fee is due. */
  readonly reason: string
  /** Given when no fee is due. The member hears of a debit that was never collected that it did not go through. */
  readonly feeWaiver: FeeWaiver | undefined
  readonly occurredAt: Date
}

/** Reverses a bank debit that was returned or never collected, with the event and the booking of every returned payment. */
export const returnBankDebit = async (deps: EventDeps, tx: Tx, returned: ReturnedDebit): Promise<EventOutcome> =>
  applyEventIn(
    deps,
    tx,
    {
      ...toEvent(returned, returned.occurredAt),
      type: 'payment.returned',
      eventId: returned.eventId,
      message: returned.reason,
    },
    'bank',
    { feeWaiver: returned.feeWaiver },
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
