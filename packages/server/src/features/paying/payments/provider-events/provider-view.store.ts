import type { Cents } from '@coopline/rules/kernel/money'
import type { Executor } from '../../../../platform/db/open-database.ts'
import type { ProviderStanding } from '../../../../platform/payment-gateway/payment-gateway.ts'

/** A payment as the provider last described it. */
export interface ProviderView {
  readonly status: ProviderStanding['status']
  /** The amount that the provider holds of the payment, fee included; null when it is not known. */
  readonly sum: Cents | null
}

/** Stores the status and the sum that the provider reports for a payment. */
export async function recordProviderView(executor: Executor, transNo: string, view: ProviderView): Promise<void> {
  await executor
    .updateTable('pay.payment')
    .set({ provider_status: view.status, provider_sum: view.sum })
    .where('trans_no', '=', transNo)
    .execute()
}
