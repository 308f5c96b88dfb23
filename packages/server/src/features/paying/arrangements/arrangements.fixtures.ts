import { arrangements } from '@coopline/contract/paying/arrangements/arrangements.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { anAccount } from '@coopline/testing/builders/account'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'
import { seedAccount } from '../../../testing/seed-account.ts'

/** Settings under which members make arrangements. */
export const arrangingSettings = { Arrangements: true, OnlineArrangements: true } as const

/** Gives Ada another account with $57.00 of $142.37 past due. An arrangement would change other answers about her first one. */
export const fixtures: SliceFixtures = async ({ portal, own }) => {
  portal.set(arrangingSettings)
  const accountNumber = '100100190'
  await seedAccount(portal.db, anAccount(accountNumber).secondary().pastDue(5_700))
  const ofAccount = async () => {
    const call = await own()
    return { ...call, params: { ...call.params, accountNumber } }
  }
  return [
    [arrangements.choices, ofAccount],
    [
      arrangements.make,
      async () => ({
        ...(await ofAccount()),
        body: { kind: 'extension', count: 1, owed: 14_237, today: calendarDate('2026-11-20') },
      }),
    ],
  ]
}
