import type {
  StaffListedPayment,
  StaffPaymentPosition,
} from '@coopline/contract/staff/staff-payments/staff-payments.contract'
import type { Deps } from '../../../platform/deps.ts'
import { listPaymentsByNumber, listPaymentsOfAll } from './find-payments.store.ts'
import { pageOf } from '../../../platform/http/page-of.ts'
import { showListedPayment } from './show-payment.ts'

const pageSize = 25

/** A page of the payments with a transaction, confirmation, account or member number, or of all; those under review come first. */
export async function findPayments(
  { db }: Pick<Deps, 'db'>,
  text: string,
  position: StaffPaymentPosition | null,
): Promise<{ readonly payments: StaffListedPayment[]; readonly next: StaffPaymentPosition | null }> {
  const number = text.trim()
  const page = {
    after: position === null ? null : { ...position, requestedAt: new Date(position.requestedAt) },
    limit: pageSize + 1,
  }
  const rows = await (number === '' ? listPaymentsOfAll(db, page) : listPaymentsByNumber(db, number, page))
  const { listed, last } = pageOf(rows.map(showListedPayment), pageSize)
  const next = last && {
    isUnderReview: last.state === 'under-review',
    requestedAt: last.requestedAt,
    transNo: last.transNo,
  }
  return { payments: listed, next }
}
