import { describe, expect, test } from 'vitest'
import { cents } from '../../kernel/money.ts'
import { amountDueKind, displayedStatus, hasCutoffBanner, isPastDueOrCutoff } from './account-status.ts'

describe('status shown', () => {
  test('an account whose derived status is Current shows its own status [AO-41]', () => {
    expect(displayedStatus({ accountStatus: 'Active', derivedStatus: 'Current' })).toBe('Active')
    expect(displayedStatus({ accountStatus: 'Inactive', derivedStatus: 'Current' })).toBe('Inactive')
  })

  test('every other derived status is shown as it is [AO-42]', () => {
    for (const derivedStatus of ['Past Due', 'Pending Reconnect', 'Disconnected', 'current', 'Something New'])
      expect(displayedStatus({ accountStatus: 'Active', derivedStatus })).toBe(derivedStatus)
  })
})

test('exactly five derived statuses count as past due or cutoff [AO-43]', () => {
  for (const one of ['Past Due', 'Pending Reconnect', 'Pending Disconnect', 'Disconnected', 'Final Billed'])
    expect(isPastDueOrCutoff(one), one).toBe(true)
  for (const one of ['Current', 'Active', '', 'past due', 'Reconnected'])
    expect(isPastDueOrCutoff(one), one).toBe(false)
})

describe('cutoff banner', () => {
  const account = { isPrepaid: false, derivedStatus: 'Past Due', cutoffMessage: 'Service ends on 12/01/2026.' }

  test('an account that is past due and has a cutoff message shows it [AO-44]', () => {
    expect(hasCutoffBanner(account)).toBe(true)
  })

  test('a prepaid account, another status or an empty message shows no banner [AO-44]', () => {
    expect(hasCutoffBanner({ ...account, isPrepaid: true })).toBe(false)
    for (const derivedStatus of ['Current', 'Pending Disconnect', 'Disconnected', 'Final Billed'])
      expect(hasCutoffBanner({ ...account, derivedStatus })).toBe(false)
    for (const cutoffMessage of ['', '  ']) expect(hasCutoffBanner({ ...account, cutoffMessage })).toBe(false)
  })
})

describe('name of the amount owed', () => {
  const account = { isPrepaid: false, derivedStatus: 'Current', pastDue: cents(0) }

  test('the amount owed is a balance while nothing is past due, and a total due from the first cent past due [AO-10]', () => {
    expect(amountDueKind(account)).toBe('balance')
    expect(amountDueKind({ ...account, pastDue: cents(1) })).toBe('total-due')
  })

  test('a status of the cutoff kind makes it a total due, and a prepaid account has the cooperative’s own name [AO-10]', () => {
    expect(amountDueKind({ ...account, derivedStatus: 'Pending Disconnect' })).toBe('total-due')
    expect(amountDueKind({ ...account, isPrepaid: true, pastDue: cents(1) })).toBe('prepaid')
  })
})
