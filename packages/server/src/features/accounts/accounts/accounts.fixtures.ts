import { accounts } from '@coopline/contract/accounts/accounts/accounts.contract'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'

export const fixtures: SliceFixtures = async ({ own }) => [
  [accounts.list, async () => ({ ...(await own()), query: { search: 'oak', sort: 'dueDate', order: 'desc' } })],
  [accounts.totals, own],
]

export const storeCalls: StoreCalls = {
  accounts: {
    insertMailOnFile: [given.member, given.message],
    findLanguage: [given.member],
    listAccountsByNumber: [[given.account]],
    listEmails: [[given.member]],
  },
}
