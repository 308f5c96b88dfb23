import { sql } from 'kysely'
import type { Executor } from '../../../platform/db/open-database.ts'

/** A payment as systems see it. Amounts are cents. */
export interface SystemPayment {
  readonly transNo: string
  readonly state: string
  readonly paymentType: 'cc' | 'echeck'
  readonly amount: number
  readonly convenienceFee: number | null
  /** The sum that the provider last said it holds, fee included; `null` when it has said nothing. */
  readonly heldByProvider: number | null
  readonly confirmationNumber: string | null
  readonly requestedAt: Date
  readonly accounts: readonly { readonly accountNumber: string; readonly amount: number }[]
}

/** Finds a payment by its number. */
export async function findSystemPayment(executor: Executor, transNo: string): Promise<SystemPayment | undefined> {
  return executor
    .selectFrom('pay.payment as payment')
    .select([
      'payment.trans_no as transNo',
      'payment.state',
      'payment.payment_type as paymentType',
      'payment.amount',
      'payment.convenience_fee as convenienceFee',
      'payment.provider_sum as heldByProvider',
      'payment.confirmation_number as confirmationNumber',
      'payment.requested_at as requestedAt',
    ])
    .select(
      // A list of objects in one column.
      sql<SystemPayment['accounts']>`coalesce((select jsonb_agg(jsonb_build_object('accountNumber', item.account_number,
        'amount', item.amount) order by item.account_number) from pay.payment_item as item
        where item.trans_no = payment.trans_no), '[]'::jsonb)`.as('accounts'),
    )
    .where('payment.trans_no', '=', transNo)
    .executeTakeFirst()
}
