import type { Cents } from '@coopline/rules/kernel/money'
import { sql } from 'kysely'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import type { Executor, Tx } from '../../../platform/db/open-database.ts'
import type { RequestFacts } from '../../../platform/http/call.ts'
import type { Guest, Payment } from './payment.ts'

/** Records the guest who pays in place of the account's member, with an audit entry for the guest. */
export async function insertGuestPayment(
  tx: Tx,
  { transNo, amount, requestedAt }: Pick<Payment, 'transNo' | 'amount' | 'requestedAt'>,
  { accessId, loginId, guestNumber, email }: Guest,
  { id, clientAddress }: Partial<Pick<RequestFacts, 'id' | 'clientAddress'>>,
): Promise<void> {
  const row = { trans_no: transNo, access_id: accessId, login_id: loginId, email, requested_at: requestedAt }
  await tx.insertInto('pay.guest_payment').values(row).execute()
  await recordAudit(tx, {
    kind: 'payment.requested',
    at: requestedAt,
    memberNumber: guestNumber,
    clientAddress,
    requestId: id,
    detail: { transNo, amount, origin: 'guest', access: accessId },
  })
}

/** Finds the email address for the receipt of a guest's payment; `null` once the guest's login or the row was deleted. */
export async function findGuestEmail(executor: Executor, transNo: string): Promise<string | null> {
  const row = await executor
    .selectFrom('pay.guest_payment')
    .select('email')
    .where('trans_no', '=', transNo)
    .executeTakeFirst()
  return row?.email ?? null
}

/** Finds the account of a guest's payment; `undefined` for a payment that this login did not request. */
export const findGuestPayment = async (
  executor: Executor,
  transNo: string,
  loginId: string,
): Promise<{ readonly memberNumber: string; readonly accountNumber: string } | undefined> =>
  executor
    .selectFrom('pay.guest_payment as guest')
    .innerJoin('pay.payment as payment', 'payment.trans_no', 'guest.trans_no')
    .select(['payment.member_number as memberNumber', 'payment.account_number as accountNumber'])
    .where('guest.trans_no', '=', transNo)
    .where('guest.login_id', '=', loginId)
    .executeTakeFirst()

/** A payment that was booked, without the fee, which is between the guest and the provider. */
export interface PaidByGuest {
  readonly transNo: string
  readonly paidAt: Date
  readonly accountNumber: string
  readonly amount: Cents
  readonly state: 'confirmed' | 'refunded' | 'returned'
}

/** Lists the newest 100 booked payments of an access, including those whose money went back. */
export async function listPaidByGuest(executor: Executor, accessId: string): Promise<readonly PaidByGuest[]> {
  const { rows } = await sql<PaidByGuest>`
    select payment.trans_no as "transNo", coalesce(payment.settled_at, payment.requested_at) as "paidAt",
      payment.account_number as "accountNumber", payment.state,
      coalesce((payment.accepted ->> 'totalAmount')::bigint - (payment.accepted ->> 'convenienceFee')::bigint,
        payment.amount) as amount
    from pay.guest_payment as guest join pay.payment as payment on payment.trans_no = guest.trans_no
    where guest.access_id = ${accessId} and payment.state in ('confirmed', 'refunded', 'returned')
    order by guest.requested_at desc, guest.trans_no limit 100`.execute(executor)
  return rows
}
