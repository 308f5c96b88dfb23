import type { Cents } from '@coopline/rules/kernel/money'
import { expect, test } from 'vitest'
import { anAccount, bensAccount } from './account.ts'
import { aBill } from './bill.ts'
import { aMember, ben } from './member.ts'

test('throws when an answer does not match the contract', () => {
  expect(() => anAccount('12a').toListed()).toThrow('accountNumber')
  expect(() => anAccount().toFigures({ accountBalance: 0.5 as Cents })).toThrow('accountBalance')
  expect(() => aBill().toRow({ amount: 0.5 as Cents })).toThrow('amount')
  expect(() => aMember({ memberNumber: '' }).toLogin()).toThrow('memberNumber')
})

test('a state changes the columns and the answers, and not the earlier builder', () => {
  const before = anAccount()
  const after = before.prepaid('Prepaid').inCutoff(5_000, { reconnect: 1_000 }).pastDue(2_000)
  expect(after.facts).toMatchObject({
    account: { is_prepaid: true, prepaid_label: 'Prepaid' },
    balance: { cutoff_amount: 5_000, reconnect_fee: 1_000, disconnect_fee: 0, past_due: 2_000 },
  })
  expect(after.toFigures()).toMatchObject({ isPrepaidAccount: 'Y', cutoffAmount: 5_000, pastDueAmount: 2_000 })
  expect(before.toFigures()).toMatchObject({ isPrepaidAccount: 'N', cutoffAmount: 0, pastDueAmount: 0 })
})

test('an account is in the name of its member', () => {
  expect(bensAccount.toInfo()).toMatchObject({ accountNumber: '100200101', accountHolderName: 'Ben Ortega' })
  expect(bensAccount.facts.member).toBe(ben)
})

test('a member with a second step is asked for a code', () => {
  expect(aMember().toLogin()).toMatchObject({ memberMfaEnabled: false, accessToken: 'access-1' })
  expect(aMember().toCodeWanted()).toMatchObject({ memberMfaEnabled: true, accessToken: null })
})
