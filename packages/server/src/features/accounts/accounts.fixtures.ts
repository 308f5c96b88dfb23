import { accounts } from '@coopline/contract/accounts/accounts.contract'
import type { SliceFixtures } from '../../testing/endpoint-fixture.ts'

export const fixtures: SliceFixtures = async ({ own }) => [
  [accounts.list, async () => ({ ...(await own()), query: { search: 'oak', sort: 'dueDate', order: 'desc' } })],
  [accounts.totals, own],
]
