import { greenButton } from '@coopline/contract/usage/green-button/green-button.contract'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'

/** Uses Ada's account, whose meter comes from the `usage` fixtures. */
export const fixtures: SliceFixtures = async ({ ofAccount }) => [
  [
    greenButton.download,
    async () => ({ ...(await ofAccount()), query: { fromDate: '2026-11-01', toDate: '2026-11-20' } }),
  ],
]

export const storeCalls: StoreCalls = {
  'billed-periods': { listBilledPeriods: [{ accountNumber: given.account, from: given.day, to: given.day }] },
}
