import { greenButton } from '@coopline/contract/green-button/green-button.contract'
import type { SliceFixtures } from '../../testing/endpoint-fixture.ts'

/** Ada's account; the fixtures of `usage` give it a meter. */
export const fixtures: SliceFixtures = async ({ ofAccount }) => [
  [
    greenButton.download,
    async () => ({ ...(await ofAccount()), query: { fromDate: '2026-11-01', toDate: '2026-11-20' } }),
  ],
]
