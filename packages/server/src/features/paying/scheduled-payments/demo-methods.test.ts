import { paymentProfile } from '@coopline/contract/paying/payment-profile/payment-profile.contract'
import type { AnswerOf } from '@coopline/contract/endpoint'
import { scheduledPayments } from '@coopline/contract/paying/scheduled-payments/scheduled-payments.contract'
import { addDays, calendarDateIn } from '@coopline/rules/kernel/calendar-date'
import { expect, test } from 'vitest'
import { createDemoMethods } from '../../../../demo/create-demo-methods.ts'
import { readDemoFacts } from '../../../../demo/demo-facts.ts'
import { Unavailable } from '../../../platform/errors.ts'
import { loadDemo, signInAs } from '../../../testing/demo-in-test.ts'
import { seedPortalOnce } from '../../../testing/seed-once.ts'
import { usePortalWithSandbox } from '../../../testing/sandbox-in-test.ts'

const sandbox = usePortalWithSandbox()
const { portal } = sandbox
const demo = seedPortalOnce(portal, async () => loadDemo(portal, 25))
const ada = { memberNumber: '10001', account: '100100101' }

const today = () => calendarDateIn(portal.deps.settings.current().timeZone, portal.clock.now())
const create = async (...members: readonly string[]) =>
  createDemoMethods(portal.deps, readDemoFacts(), { members: new Set(members), today: today() })

test('the member whose facts say so has a card and a bank account that the provider keeps, and a scheduled payment', async () => {
  await demo()
  const everybody = readDemoFacts().map(({ member }) => member)
  await create(...everybody)
  const { bearer, cookie } = await signInAs(portal, 'ada.lindqvist')
  const own = { bearer, cookie, params: { memberNumber: ada.memberNumber } }
  const { results } = (await portal.call(paymentProfile.list, own)).json<AnswerOf<typeof paymentProfile.list>>()
  expect(results).toMatchObject([
    { paymentType: 'cc', lastFour: '4444', isDefault: true },
    { paymentType: 'echeck', lastFour: '6789', isDefault: false },
  ])
  const listed = await portal.call(scheduledPayments.list, own)
  expect(listed.json()).toMatchObject({
    scheduledPaymentsList: [
      { paymentDate: addDays(today(), 10), amount: 5_000, accountDetails: [{ accountNumber: ada.account }] },
    ],
  })
  const stored = await portal.db.selectFrom('pay.stored_method').select('member_number').distinct().execute()
  expect(stored).toEqual([{ member_number: ada.memberNumber }])
})

test('a later start, whose logins are not new, stores and schedules nothing', async () => {
  await demo()
  await create()
  expect(await portal.db.selectFrom('pay.method_request').selectAll().execute()).toEqual([])
})

test('without the provider it fails and leaves no request behind', async () => {
  await demo()
  await sandbox.setMode('down')
  await expect(create(ada.memberNumber)).rejects.toBeInstanceOf(Unavailable)
  expect(await portal.db.selectFrom('pay.method_request').selectAll().execute()).toEqual([])
})
