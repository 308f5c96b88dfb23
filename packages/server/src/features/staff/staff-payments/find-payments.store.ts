import { sql } from 'kysely'
import type { Executor } from '../../../platform/db/open-database.ts'

/** A payment as a list shows it. Amounts are cents. */
export interface ListedPayment {
  readonly transNo: string
  readonly memberNumber: string
  readonly origin: string
  readonly state: string
  readonly amount: number
  readonly fee: number | null
  readonly requestedAt: Date
  readonly confirmationNumber: string | null
  readonly accounts: readonly { readonly accountNumber: string; readonly amount: number }[]
}

/** The last payment of a page. */
interface PaymentPosition {
  readonly isUnderReview: boolean
  readonly requestedAt: Date
  readonly transNo: string
}

interface Page {
  /** `null` for the first page. */
  readonly after: PaymentPosition | null
  readonly limit: number
}

const listedColumns = sql`payment.trans_no as "transNo", payment.member_number as "memberNumber", payment.origin,
  payment.state, payment.amount, payment.convenience_fee as fee, payment.requested_at as "requestedAt",
  payment.confirmation_number as "confirmationNumber",
  coalesce((select jsonb_agg(jsonb_build_object('accountNumber', item.account_number, 'amount', item.amount)
      order by item.account_number)
    from pay.payment_item as item where item.trans_no = payment.trans_no), '[]'::jsonb) as accounts`

/** Before or after every payment. */
const [never, always] = ['-infinity', 'infinity'] as const

/** Every payment: those under review first, each part newest first. */
export async function listPaymentsOfAll(executor: Executor, { after, limit }: Page): Promise<readonly ListedPayment[]> {
  const transNo = after?.transNo ?? ''
  const requestedAt = after?.requestedAt ?? always
  // Payments under review end before the others begin.
  const reviewsUntil = after?.isUnderReview === false ? never : requestedAt
  const othersUntil = after?.isUnderReview === true ? always : requestedAt
  const { rows } = await sql<ListedPayment>`
    select * from (
      (select true as "isUnderReview", ${listedColumns} from pay.payment as payment
        where state = 'under-review' and (requested_at, trans_no) < (${reviewsUntil}::timestamptz, ${transNo}::text)
        order by requested_at desc, trans_no desc limit ${limit})
      union all
      (select false as "isUnderReview", ${listedColumns} from pay.payment as payment
        where state <> 'under-review' and (requested_at, trans_no) < (${othersUntil}::timestamptz, ${transNo}::text)
        order by requested_at desc, trans_no desc limit ${limit})) as listed
    order by "isUnderReview" desc, "requestedAt" desc, "transNo" desc limit ${limit}`.execute(executor)
  return rows
}

/** The payments with this transaction, confirmation, account or member number: those under review first, each part newest first. */
export async function listPaymentsByNumber(
  executor: Executor,
  number: string,
  { after, limit }: Page,
): Promise<readonly ListedPayment[]> {
  const [isUnderReview, requestedAt, transNo] =
    after === null ? [true, always, ''] : [after.isUnderReview, after.requestedAt, after.transNo]
  const { rows } = await sql<ListedPayment>`
    with found as (
      select trans_no from pay.payment where trans_no = ${number}
      union select trans_no from pay.payment where confirmation_number = ${number}
      union select trans_no from pay.payment where member_number = ${number}
      union select trans_no from pay.payment_item where account_number = ${number})
    select ${listedColumns} from found join pay.payment as payment on payment.trans_no = found.trans_no
    where (payment.state = 'under-review', payment.requested_at, payment.trans_no)
      < (${isUnderReview}::boolean, ${requestedAt}::timestamptz, ${transNo}::text)
    order by payment.state = 'under-review' desc, payment.requested_at desc, payment.trans_no desc
    limit ${limit}`.execute(executor)
  return rows
}
