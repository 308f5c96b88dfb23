import {
  type MemberDetails,
  type MemberUpdate,
  myProfile,
} from '@coopline/contract/accounts/my-profile/my-profile.contract'
import { bensAccount } from '@coopline/testing/builders/account'
import { expect, test } from 'vitest'
import { bundleFolder, csv } from '../../../testing/bundle-folder.ts'
import { adasUpdate } from './my-profile.fixtures.ts'
import { giveToBen, seedAccount } from '../../../testing/seed-account.ts'
import { seedLogin, seedSession } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'
import { importBundle } from '../../site/integration/public.ts'

const portal = useTestPortal({
  settings: { PaperlessAccountEnabled: true, PaperlessMemberEnabled: true, RoundUp: true, RoundUpEnabled: true },
})
const ada = useFresh(async () => {
  await seedAccount(portal.db)
  return seedSession(portal, await seedLogin(portal, { secretQuestion: 'first-pet', secretAnswerHash: 'kept' }))
})

const account = { accountNumber: '100100101' }
const details = async () =>
  (await portal.call(myProfile.details, { params: { memberNumber: '10001' }, ...ada })).json<MemberDetails>()
const firstAccount = async () => (await details()).accounts[0]
const update = async (changes: Partial<MemberUpdate>) => {
  const response = await portal.call(myProfile.update, {
    params: { memberNumber: '10001' },
    ...ada,
    body: adasUpdate({ paperlessConfirmText: true, ...changes }),
  })
  expect(response.statusCode, response.body).toBe(200)
}
const bring = async (files: Readonly<Record<string, string>>) =>
  importBundle({ db: portal.db, clock: portal.clock }, { directory: bundleFolder(files) })
const preferences = (row: string) => ({
  'account-preferences.csv': csv(
    'account_number,email_bill_notice,paperless_billing,roundup,roundup_amount,roundup_expiration,changes_through_event',
    row,
  ),
})
const lastEvent = async () =>
  (await portal.db.selectFrom('outbox.event').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id
const paperlessRow = { ...account, isEmail: true, isPaperless: true, isPaperlessOther: false }

test('the cooperative’s values are shown until the member changes them [AC-20]', async () => {
  await bring(preferences('100100101,Y,N,Y,2.00,2027-12-31,'))
  expect(await firstAccount()).toMatchObject({
    hasEmailBillNotice: true,
    hasPaperlessBilling: false,
    operationRoundup: true,
    operationRoundupAmount: 200,
    operationRoundupExpiration: '2027-12-31',
  })
})

test('a change stays on top of later imports, value by value, until a row includes its event', async () => {
  const roundupAccounts: MemberUpdate['roundupAccounts'] = []
  await update({ paperlessAccounts: [paperlessRow], roundupAccounts })
  const event = await lastEvent()
  await bring(preferences('100100101,N,N,Y,5.00,,'))
  // RoundUp was not changed here, so the imported value is shown.
  expect(await firstAccount()).toMatchObject({ hasPaperlessBilling: true, operationRoundupAmount: 500 })
  await bring(preferences(`100100101,N,N,Y,5.00,,${event}`))
  expect(await firstAccount()).toMatchObject({ hasPaperlessBilling: false, hasEmailBillNotice: false })
  await update({ paperlessAccounts: [paperlessRow], roundupAccounts })
  expect(await firstAccount()).toMatchObject({ hasPaperlessBilling: true, operationRoundupAmount: 500 })
})

test('a change that was included does not return with the next change', async () => {
  await update({ paperlessAccounts: [paperlessRow] })
  await bring(preferences(`100100101,N,N,N,,,${await lastEvent()}`))
  await update({
    paperlessAccounts: [],
    roundupAccounts: [{ ...account, isRoundup: true, amount: null, expiration: null }],
  })
  expect(await firstAccount()).toMatchObject({ hasPaperlessBilling: false, operationRoundup: true })
})

test('a change that a row included does not come back with a later row without a number', async () => {
  await update({ paperlessAccounts: [paperlessRow], isPaperlessBilling: true })
  const event = await lastEvent()
  const rows = (through: number | '') => ({
    ...preferences(`100100101,N,N,N,,,${through}`),
    'member-details.csv': csv('member_number,paperless_billing,changes_through_event', `10001,N,${through}`),
  })
  for (const through of [event, '', event - 1] as const) {
    await bring(rows(through))
    expect(await details()).toMatchObject({ hasPaperlessBilling: false })
    expect(await firstAccount()).toMatchObject({ hasPaperlessBilling: false })
  }
})

test('the same for what the member chose for all accounts', async () => {
  await update({ isPaperlessBilling: true, canMaskPhone: true })
  const event = await lastEvent()
  const row = (through: string) => ({
    'member-details.csv': csv(
      'member_number,paperless_billing,payment_emails,changes_through_event',
      `10001,N,Y,${through}`,
    ),
  })
  await bring(row(''))
  expect(await details()).toMatchObject({
    hasPaperlessBilling: true,
    phoneNumberMask: true,
    paymentEmailReceived: true,
  })
  await bring(row(String(event)))
  expect(await details()).toMatchObject({ hasPaperlessBilling: false, phoneNumberMask: false })
})

const waiting = async () =>
  (
    await portal.db
      .selectFrom('outbox.event')
      .select('kind')
      .where('acknowledged_at', 'is', null)
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)
const eventsOf = (summary: Awaited<ReturnType<typeof bring>>, file: string) =>
  summary.files.find((one) => one.file === file)?.events

test('the events of what a row includes are acknowledged, and those of later changes wait', async () => {
  await update({ paperlessAccounts: [paperlessRow] })
  const event = await lastEvent()
  await update({
    paperlessAccounts: [],
    roundupAccounts: [{ ...account, isRoundup: true, amount: null, expiration: null }],
  })
  expect(await waiting()).toEqual(['account.paperless-changed', 'account.roundup-changed'])
  expect(eventsOf(await bring(preferences('100100101,N,N,N,,,')), 'account-preferences.csv')).toBe(0)
  expect(eventsOf(await bring(preferences(`100100101,N,N,N,,,${event}`)), 'account-preferences.csv')).toBe(1)
  expect(await waiting()).toEqual(['account.roundup-changed'])
})

test('a row of the member acknowledges the changes of this member, and no others', async () => {
  await update({ canMaskPhone: true })
  await portal.db
    .insertInto('outbox.event')
    .values({
      account_number: '100200101',
      kind: 'member.profile-changed',
      body: JSON.stringify({ memberNumber: '10002' }),
      created_at: portal.clock.now(),
    })
    .execute()
  const rows = csv('member_number,phone_unlisted,changes_through_event', `10001,Y,${await lastEvent()}`)
  expect(eventsOf(await bring({ 'member-details.csv': rows }), 'member-details.csv')).toBe(1)
  const left = await portal.db
    .selectFrom('outbox.event')
    .select('account_number')
    .where('acknowledged_at', 'is', null)
    .execute()
  expect(left).toEqual([{ account_number: '100200101' }])
})

test('a row that includes an event which the portal has not issued is refused', async () => {
  const { files } = await bring(preferences('100100101,Y,Y,N,,,999'))
  expect(files.find(({ file }) => file === 'account-preferences.csv')).toMatchObject({ refused: 1, added: 0 })
})

test('the choices of an account’s former holder are not the next one’s', async () => {
  await update({ paperlessAccounts: [paperlessRow] })
  await seedAccount(portal.db, bensAccount)
  await giveToBen(portal.db, '100100101')
  const ben = await seedSession(
    portal,
    await seedLogin(portal, { username: 'ben.ortega', memberNumber: '10002', secretQuestion: 'first-pet' }),
  )
  const theirs = await portal.call(myProfile.details, { params: { memberNumber: '10002' }, ...ben })
  expect(theirs.json<MemberDetails>().accounts.map((one) => one.hasPaperlessBilling)).toEqual([false, false])
})

test('a member without accounts has choices too', async () => {
  const loginId = await seedLogin(portal, {
    username: 'nia.empty',
    memberNumber: '19999',
    secretQuestion: 'first-pet',
    email: 'nia@example.org',
  })
  const nia = await seedSession(portal, loginId)
  const response = await portal.call(myProfile.update, {
    params: { memberNumber: '19999' },
    ...nia,
    body: adasUpdate({
      memberNumber: '19999',
      loginId: 'nia.empty',
      userName: 'nia@example.org',
      canMaskPhone: true,
      paperlessAccounts: [],
      roundupAccounts: [],
    }),
  })
  expect(response.statusCode, response.body).toBe(200)
  const answer = await portal.call(myProfile.details, { params: { memberNumber: '19999' }, ...nia })
  expect(answer.json<MemberDetails>()).toMatchObject({ accounts: [], phoneNumberMask: true })
})
