import { calendar } from '@coopline/contract/accounts/calendar/calendar.contract'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'

export const fixtures: SliceFixtures = async ({ own }) => [
  [calendar.status, own],
  [calendar.turnOn, async () => ({ ...(await own()), body: {} })],
  [calendar.turnOff, own],
]

export const storeCalls: StoreCalls = {
  calendar: {
    findByToken: [given.hash],
    loadBillingDays: [given.member],
    // Entries are stored only for a member with an address.
    replaceAddress: [{ memberNumber: given.member, tokenHash: given.hash, language: 'en', now: given.now }],
    keepEntries: [
      given.member,
      [
        {
          accountNumber: given.account,
          kind: 'bill',
          item: given.day,
          dueOn: given.day,
          date: given.day,
          amount: 1,
          isPastDue: false,
        },
      ],
      given.now,
    ],
  },
}
