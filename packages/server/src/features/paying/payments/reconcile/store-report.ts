import type { Deps } from '../../../../platform/deps.ts'
import type { PaymentGateway, ReportedPayment } from '../../../../platform/payment-gateway/payment-gateway.ts'
import { followDisputes } from '../alarms/alarms.ts'
import { findPaymentWithItems } from '../payments.store.ts'
import { insertReported } from './reconcile.store.ts'

/** Payments stored by one statement. */
const pageSize = 1_000

/**
 * Stores the report of a provider about a UTC day for one reconciliation, a page at a time, so that memory does not grow with the report.
 * Raises and settles alarms about disputes at once, because they are current facts even when the report fails. Leaves out payments
 * of another portal on the same account.
 *
 * @throws Unavailable when the provider does not answer; UnusableReport: what was stored must not be used.
 */
export async function storeReport(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  gateway: Pick<PaymentGateway, 'report'>,
  { reconciliation, day }: { readonly reconciliation: string; readonly day: string },
): Promise<void> {
  let page: ReportedPayment[] = []
  const store = async () => insertReported(deps.db, reconciliation, page, deps.clock.now())
  for await (const payment of gateway.report(day)) {
    if (payment.isForeign === true && !(await isKnown(deps, payment))) continue
    if (payment.kind === 'readable') await followDisputes(deps, payment)
    page.push(payment)
    if (page.length < pageSize) continue
    await store()
    page = []
  }
  if (page.length > 0) await store()
}

async function isKnown({ db }: Pick<Deps, 'db'>, payment: ReportedPayment): Promise<boolean> {
  const transNo = payment.kind === 'readable' ? payment.transNo : payment.payment.transNo
  return transNo !== null && (await findPaymentWithItems(db, transNo)) !== undefined
}
