import { arrangements } from '@coopline/contract/paying/arrangements/arrangements.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { addCents, cents, zeroCents } from '@coopline/rules/kernel/money'
import { arrangementChoices } from '@coopline/rules/paying/arrangement/arrangement-choices'
import { anAccount } from '@coopline/testing/builders/account'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'
import { shownCardFee } from '../../../testing/member-payer.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import type { TestPortal } from '../../../testing/test-portal.ts'
import { limitsOf } from './list-choices.ts'

/** Settings under which members make arrangements. */
export const arrangingSettings = { Arrangements: true, OnlineArrangements: true } as const

interface Chosen {
  readonly kind: 'extension' | 'installments'
  readonly count: number
  readonly owed: number
  readonly today: string
  /** A stored card. */
  readonly methodId?: string
}

/** Builds the request for a choice with the payments and the fees that the page shows for it; no payments when it is not offered. */
export function arrangementBody<Choice extends Chosen>(portal: TestPortal, choice: Choice) {
  const { kind, count, methodId } = choice
  const [owed, today] = [cents(choice.owed), calendarDate(choice.today)]
  const offered = arrangementChoices(owed, limitsOf(portal.deps.settings.current(), { cutoffAmount: zeroCents }), today)
  const payments = offered.find((one) => one.kind === kind && one.count === count)?.payments ?? []
  const later = methodId === undefined ? [] : payments.filter(({ dueOn }) => dueOn > today)
  const convenienceFee = addCents(...later.map(({ amount }) => shownCardFee(portal, amount)))
  return { payments, convenienceFee, ...choice }
}

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
        body: arrangementBody(portal, { kind: 'extension', count: 1, owed: 14_237, today: '2026-11-20' }),
      }),
    ],
  ]
}
