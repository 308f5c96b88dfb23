import { sql } from 'kysely'
import type { Executor, Tx } from '../../../../platform/db/open-database.ts'
import { memberLedgerAccount } from './ledger-lines.ts'
import { originsWithoutLogin, type Payment } from '../payment.ts'

/** Makes decisions about return fees of an account wait for each other until the transaction ends. */
export async function lockReturnFees(tx: Tx, accountNumber: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(8675320, hashtext(${accountNumber}))`.execute(tx)
}

/** True when the account has had a return fee since then for another payment by a payer without a login. */
export async function hasOtherReturnFee(
  executor: Executor,
  { transNo, accountNumber }: Pick<Payment, 'transNo' | 'accountNumber'>,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from pay.ledger_entry as entry
    join pay.booking as booking on booking.id = entry.booking_id
    join pay.payment as payment on payment.trans_no = booking.trans_no
    where entry.ledger_account = ${memberLedgerAccount(accountNumber)} and booking.kind = 'return-fee'
      and booking.booked_at > ${since} and booking.trans_no <> ${transNo}
      and payment.origin in (${sql.join(originsWithoutLogin)})
    limit 1`.execute(executor)
  return rows.length > 0
}
