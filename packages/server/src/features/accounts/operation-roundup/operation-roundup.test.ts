import {
  operationRoundUp,
  type RoundUpAccount,
  type RoundUpItem,
} from '@coopline/contract/accounts/operation-roundup/operation-roundup.contract'
import type { ProblemBody } from '@coopline/contract/problem-body'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { bensAccount } from '@coopline/testing/builders/account'
import { expect, it } from 'vitest'
import { seedAccount } from '../../../testing/seed-account.ts'
import { adaSignedIn } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { useFresh } from '../../../testing/use-fresh.ts'

const portal = useTestPortal({ settings: { RoundUp: true, RoundUpEnabled: true, RoundUpPlusEnabled: true } })
const ada = useFresh(async () => adaSignedIn(portal))

const accountNumber = '100100101'
const ofAda = () => ({ ...ada, params: { memberNumber: '10001' } })
const load = async () => (await portal.call(operationRoundUp.list, ofAda())).json<{ results: RoundUpAccount[] }>()
const send = async (...items: readonly (Partial<RoundUpItem> & object)[]) =>
  portal.call(operationRoundUp.update, {
    ...ofAda(),
    body: { items: items.map((item) => ({ accountNumber, isRoundUp: true, amount: null, expireDate: null, ...item })) },
  })
const events = async () =>
  portal.db.selectFrom('outbox.event').select(['kind', 'body']).where('kind', '=', 'account.roundup-changed').execute()
const refusal = async (item: object) => {
  const answer = await send(item)
  return [answer.statusCode, answer.json<ProblemBody>().errors?.map(({ field, message }) => [field, message])]
}

it('lists every account with its enrollment, amount and expiration [OR-02, AS-13, DU-11]', async () => {
  await portal.db
    .insertInto('cis.account_preference')
    .values({
      account_number: accountNumber,
      roundup: true,
      roundup_amount: cents(200),
      roundup_expiration: calendarDate('2027-12-31'),
    })
    .execute()
  expect(await load()).toEqual({
    results: [
      {
        accountNumber,
        accountType: 'Electric',
        address: expect.stringContaining(', '),
        operationRoundup: true,
        operationRoundupAmount: 200,
        operationRoundupExpiration: '2027-12-31',
      },
    ],
    today: '2026-11-20',
  })
})

it('enrolls an account and sends the cooperative one event [OR-01, OR-26, AS-14]', async () => {
  const item = { isRoundUp: true, amount: cents(250), expireDate: calendarDate('2027-06-30') }
  const answer = await send(item)
  expect(answer.json()).toEqual({ message: 'Your Operation RoundUp enrollment has been updated.' })
  expect((await load()).results[0]).toMatchObject({
    operationRoundup: true,
    operationRoundupAmount: 250,
    operationRoundupExpiration: '2027-06-30',
  })
  await send(item)
  expect(await events()).toEqual([
    {
      kind: 'account.roundup-changed',
      body: { memberNumber: '10001', accountNumber, isRoundup: true, amount: 250, expiration: '2027-06-30' },
    },
  ])
})

it('takes the last of two items about one account, with one event and one audit entry', async () => {
  await send({ amount: cents(100) }, { amount: cents(300) })
  expect((await load()).results[0]).toMatchObject({ operationRoundupAmount: 300 })
  expect(await events()).toMatchObject([{ body: { amount: 300 } }])
  const entries = await portal.db
    .selectFrom('portal.audit')
    .select(['member_number', 'account_number'])
    .where('kind', '=', 'profile.account-changed')
    .execute()
  expect(entries).toEqual([{ member_number: '10001', account_number: accountNumber }])
})

it('accepts exactly account, enrollment, amount and expiration for each item [DU-12]', async () => {
  const item = { accountNumber, isRoundUp: true, amount: 250, expireDate: '2027-06-30' }
  const update = async (sent: object) =>
    (await portal.call(operationRoundUp.update, { ...ofAda(), body: { items: [sent] } })).statusCode
  for (const name of Object.keys(item)) expect(await update({ ...item, [name]: undefined }), name).toBe(400)
  expect(await update({ ...item, isRoundup: true })).toBe(400)
  expect(await events()).toEqual([])
  expect(await update(item)).toBe(200)
})

it.each([
  [{ amount: -1 }, 'items.0.amount', 'Please enter an amount greater than or equal to 0.'],
  [{ amount: 10_000_000_000 }, 'items.0.amount', 'You must enter a payment amount less than $99,999,999.99.'],
  [{ expireDate: '2026-11-20' }, 'items.0.expireDate', 'You cannot use an expiration date in the past.'],
  [{ expireDate: '2122-01-01' }, 'items.0.expireDate', 'Invalid date.'],
])('refuses %j and changes nothing [OR-15, OR-20]', async (item, field, message) => {
  expect(await refusal(item)).toEqual([400, [[field, message]]])
  expect(await events()).toEqual([])
})

it('lets a member change the amount of an enrollment whose saved end date has passed', async () => {
  const expiration = calendarDate('2026-01-31')
  await portal.db
    .insertInto('cis.account_preference')
    .values({
      account_number: accountNumber,
      roundup: true,
      roundup_amount: cents(200),
      roundup_expiration: expiration,
    })
    .execute()
  expect((await send({ amount: cents(300), expireDate: expiration })).statusCode).toBe(200)
  expect(await events()).toMatchObject([{ body: { amount: 300, expiration } }])
})

it('accepts 0, $99,999,999.99, tomorrow and the last possible date [OR-16, OR-21]', async () => {
  expect((await send({ amount: cents(0), expireDate: calendarDate('2026-11-21') })).statusCode).toBe(200)
  const last = { amount: cents(9_999_999_999), expireDate: calendarDate('2121-12-31') }
  expect((await send(last)).statusCode).toBe(200)
})

it('accepts enrollment only in basic mode, and amount and date only in RoundUp Plus [OR-22, OR-23, OR-24]', async () => {
  portal.set({ RoundUpPlusEnabled: false })
  for (const item of [{ amount: 100 }, { expireDate: '2027-01-01' }])
    expect(await refusal(item)).toEqual([400, [['items.0.amount', 'This part of Operation RoundUp is not offered.']]])
  expect((await send({})).statusCode).toBe(200)
  portal.set({ RoundUpEnabled: false, RoundUpPlusEnabled: true })
  expect(await refusal({ isRoundUp: false })).toEqual([
    400,
    [['items.0.isRoundUp', 'This part of Operation RoundUp is not offered.']],
  ])
  expect((await send({ amount: cents(100) })).statusCode).toBe(200)
})

it('refuses every call while RoundUp is off [OR-25, ST-62]', async () => {
  portal.set({ RoundUp: false })
  expect((await portal.call(operationRoundUp.list, ofAda())).statusCode).toBe(403)
  expect((await send({})).statusCode).toBe(403)
})

it('changes no account when one belongs to another member', async () => {
  await seedAccount(portal.db, bensAccount)
  expect((await send({}, { accountNumber: '100200101' })).statusCode).toBe(404)
  expect(await events()).toEqual([])
})
