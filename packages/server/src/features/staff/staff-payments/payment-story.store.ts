import { sql } from 'kysely'
import type { Executor } from '../../../platform/db/open-database.ts'
import type { ListedPayment } from './find-payments.store.ts'
import type { AlarmRow } from './alarms-of-staff.store.ts'

/** A payment with its complete history, each list oldest first. Amounts are cents; instants in lists are texts of PostgreSQL. */
export interface PaymentStory extends ListedPayment {
  readonly paymentType: 'cc' | 'echeck'
  readonly cardType: string | null
  readonly lastFour: string | null
  readonly paidBy: string | null
  readonly expiresAt: Date
  readonly settledAt: Date | null
  readonly message: string | null
  /** The name of the provider; `null` for payments of former versions. */
  readonly provider: string | null
  readonly providerStatus: string | null
  readonly providerSum: number | null
  readonly moves: readonly {
    readonly at: string
    readonly from: string
    readonly to: string
    readonly source: string
    readonly isCorrection: boolean
  }[]
  readonly reports: readonly {
    readonly at: string
    readonly eventId: string
    readonly type: string
    readonly source: string
    readonly outcome: string
    readonly amount: number | null
    readonly fee: number | null
    readonly moved: number | null
    readonly confirmationNumber: string | null
    readonly message: string | null
  }[]
  readonly ledger: readonly {
    readonly at: string
    readonly kind: string
    readonly ledgerAccount: string
    readonly amount: number
  }[]
  /** The refunds that staff asked for. */
  readonly refundOrders: readonly {
    readonly at: string
    readonly amount: number
    readonly by: string
    readonly state: 'asked' | 'done' | 'refused'
  }[]
  readonly events: readonly {
    readonly id: number
    readonly at: string
    readonly kind: string
    readonly accountNumber: string | null
    readonly amount: number | null
    readonly acknowledgedAt: string | null
  }[]
  readonly notices: readonly {
    readonly at: string
    readonly channel: 'email' | 'text'
    readonly subject: string
    readonly sentAt: string | null
  }[]
  readonly actions: readonly {
    readonly at: string
    readonly kind: string
    readonly by: string
    readonly reason: string | null
  }[]
  readonly alarms: readonly (Omit<AlarmRow, 'raisedAt' | 'settledAt'> & {
    readonly raisedAt: string
    readonly settledAt: string | null
  })[]
}

/** The dedupe key of notices about a payment; a text message has the suffix `:text`. */
const noticeKinds = [
  'receipt',
  'refund',
  'return',
  'reinstatement',
  'payment-failed',
  'payment-rejected',
  'guest-payment',
  'guest-refund',
  'guest-return',
  'guest-reinstatement',
]

const actionKinds = [
  'staff.payment-accepted',
  'staff.payment-rejected',
  'staff.payment-refunded',
  'staff.payment-proposed',
  'staff.alarm-settled',
]

/** The latest entries of a list that has more; a payment has a handful. */
const most = 100

/** A second refund of a payment has a notice of its own. */
const numbers = ['', ...Array.from({ length: 19 }, (_, index) => `#${index + 2}`)]

const noticeKeysOf = (transNo: string): readonly string[] =>
  noticeKinds.flatMap((kind) =>
    numbers.flatMap((number) => [`${kind}${number}:${transNo}`, `${kind}${number}:${transNo}:text`]),
  )

const refundOrders = sql`
  coalesce((select jsonb_agg(jsonb_build_object('at', asked_at, 'amount', refund.amount, 'by', asked_by, 'state', refund.state)
      order by asked_at, refund_id)
    from pay.refund as refund where refund.trans_no = payment.trans_no), '[]'::jsonb) as "refundOrders"`

/** Loads a payment with its history; `undefined` when there is none of that number. */
export async function findPaymentStory(executor: Executor, transNo: string): Promise<PaymentStory | undefined> {
  const noticeKeys = noticeKeysOf(transNo)
  const { rows } = await sql<PaymentStory>`
    select trans_no as "transNo", member_number as "memberNumber", origin, state, amount, convenience_fee as fee,
      requested_at as "requestedAt", confirmation_number as "confirmationNumber", payment_type as "paymentType",
      card_type as "cardType", last_four as "lastFour", expires_at as "expiresAt", settled_at as "settledAt",
      postback_message as message, provider, provider_status as "providerStatus", provider_sum as "providerSum",
      (select guest.email from pay.guest_payment as guest where guest.trans_no = payment.trans_no) as "paidBy",
      coalesce((select jsonb_agg(jsonb_build_object('accountNumber', item.account_number, 'amount', item.amount)
          order by item.account_number)
        from pay.payment_item as item where item.trans_no = payment.trans_no), '[]'::jsonb) as accounts,
      coalesce((select jsonb_agg(jsonb_build_object('at', at, 'from', from_state, 'to', to_state, 'source', source,
          'isCorrection', corrected) order by move.id)
        from (select * from pay.move as own where own.trans_no = payment.trans_no order by own.id desc limit ${most})
          as move), '[]'::jsonb) as moves,
      coalesce((select jsonb_agg(jsonb_build_object('at', received_at, 'eventId', event_id, 'type', type,
          'source', source, 'outcome', outcome, 'amount', body -> 'amount', 'fee', body -> 'convenienceFee', 'moved', body -> 'movedAmount',
          'confirmationNumber', body -> 'confirmationNumber', 'message', body -> 'message')
          order by received_at, event_id)
        from (select * from pay.posting as own where own.trans_no = payment.trans_no
          order by own.received_at desc limit ${most}) as posting), '[]'::jsonb) as reports,
      coalesce((select jsonb_agg(jsonb_build_object('at', booking.booked_at, 'kind', split_part(booking.kind, '#', 1),
          'ledgerAccount', entry.ledger_account, 'amount', entry.amount) order by booking.id, entry.line)
        from pay.ledger_entry as entry join pay.booking as booking on booking.id = entry.booking_id
        where entry.booking_id = any(array(
          select own.id from pay.booking as own where own.trans_no = payment.trans_no))), '[]'::jsonb) as ledger,
      ${refundOrders},
      coalesce((select jsonb_agg(jsonb_build_object('id', event.id, 'at', created_at, 'kind', kind,
          'accountNumber', account_number, 'amount', body -> 'amount', 'acknowledgedAt', acknowledged_at)
          order by event.id)
        from outbox.event as event where event.body ->> 'transNo' = payment.trans_no
          and event.kind in ('payment-confirmed', 'payment-refunded', 'payment-returned', 'payment-return-fee', 'payment-reinstated')),
        '[]'::jsonb) as events,
      coalesce((select jsonb_agg(jsonb_build_object('at', created_at, 'channel', channel,
          'subject', case when channel = 'email' then subject else '' end, 'sentAt', sent_at) order by message.id)
        from outbox.message as message where message.dedupe_key = any(${[...noticeKeys]}::text[])), '[]'::jsonb) as notices,
      coalesce((select jsonb_agg(jsonb_build_object('at', at, 'kind', kind, 'by', detail -> 'by',
          'reason', detail -> 'reason') order by entry.id)
        from (select * from portal.audit as own
          where own.member_number = payment.member_number and own.at >= payment.requested_at
            and own.kind = any(${actionKinds}::text[]) and own.detail ->> 'transNo' = payment.trans_no
          order by own.at desc limit ${most}) as entry), '[]'::jsonb) as actions,
      coalesce((select jsonb_agg(jsonb_build_object('id', alarm.id, 'kind', kind, 'transNo', alarm.trans_no,
          'detail', detail, 'raisedAt', raised_at, 'settledAt', alarm.settled_at, 'settledBy', settled_by,
          'settleReason', settle_reason, 'isUnderReview', payment.state = 'under-review') order by alarm.id)
        from (select * from pay.alarm as own where own.trans_no = payment.trans_no order by own.id desc limit ${most})
          as alarm), '[]'::jsonb) as alarms
    from pay.payment as payment where trans_no = ${transNo}`.execute(executor)
  return rows[0]
}
