import { anAccount } from '@coopline/testing/builders/account'
import { beforeEach, expect, test } from 'vitest'
import { type Claim, payingSettings, tryToVerify } from '../../../testing/quick-payer.ts'
import { recordStatements } from '../../../testing/record-statements.ts'
import { seedAccount } from '../../../testing/seed-account.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'

const portal = useTestPortal({ settings: payingSettings })
const statementsTaken = recordStatements(portal)

beforeEach(async () => {
  await seedAccount(portal.db)
  await seedAccount(portal.db, anAccount('300').inactive())
  await seedAccount(portal.db, anAccount('400'))
  for (let n = 0; n < 5; n += 1)
    await tryToVerify(portal, { accountNumber: '400', phoneLastFourDigits: '0000', from: `192.0.${n}.1` })
})

const statementsOf = async (claim: Claim) => statementsTaken(async () => tryToVerify(portal, claim))

test('every failed verification runs the same statements in the same order [SEC-02, SEC-05]', async () => {
  const unknown = await statementsOf({ accountNumber: '999', from: '203.0.1.1' })
  expect(unknown).toHaveLength(6)
  expect(unknown.map((statement) => statement.slice(0, 62))).toEqual([
    expect.stringContaining('select (select member_number from cis.account'),
    expect.stringContaining('insert into portal.attempt_counter'),
    expect.stringContaining('select kind, subject, (select count(*)'),
    expect.stringContaining('select "account"."account_number"'),
    expect.stringContaining('insert into portal.attempt_counter'),
    expect.stringContaining('insert into "portal"."audit"'),
  ])
  expect(await statementsOf({ phoneLastFourDigits: '0000', from: '203.0.2.1' })).toEqual(unknown)
  expect(await statementsOf({ accountNumber: '300', from: '203.0.3.1' })).toEqual(unknown)
  // The daily failures of this account are used up. First wrong digits, then right ones.
  expect(await statementsOf({ accountNumber: '400', phoneLastFourDigits: '0000', from: '203.0.4.1' })).toEqual(unknown)
  expect(await statementsOf({ accountNumber: '400', from: '203.0.4.2' })).toEqual(unknown)
  // The control: the recorder detects a difference.
  expect(await statementsOf({ from: '203.0.5.1' })).not.toEqual(unknown)
  // The yearly failures of the member of both accounts are used up. Right digits again.
  portal.set({ quickPayFailuresPerMemberPerYear: 5 })
  expect(await statementsOf({ from: '203.0.5.2' })).toEqual(unknown)
})

test('once the portal’s budget is spent nothing is checked: right and wrong digits run the same statements [SEC-05, SEC-07]', async () => {
  portal.set({ quickPayGlobalFailuresPer10Minutes: 1 })
  await tryToVerify(portal, { accountNumber: '999', from: '203.0.6.1' })
  const right = await statementsOf({ from: '203.0.7.1' })
  expect(right.map((statement) => statement.slice(0, 62))).toEqual([
    expect.stringContaining('select (select member_number from cis.account'),
    expect.stringContaining('insert into portal.attempt_counter'),
    expect.stringContaining('select kind, subject, (select count(*)'),
  ])
  expect(await statementsOf({ phoneLastFourDigits: '0000', from: '203.0.8.1' })).toEqual(right)
})
