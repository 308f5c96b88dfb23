import { accounts } from '@coopline/contract/accounts/accounts/accounts.contract'
import { expect, test } from 'vitest'
import { createDemoLogins, demoLogins } from '../../../../demo/create-demo-logins.ts'
import { readDemoFacts } from '../../../../demo/demo-facts.ts'
import { halvesOf, login } from '../../../testing/seed-login.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'

const portal = useTestPortal()

test('every member of the demo who should have a login has one with the documented password', async () => {
  await createDemoLogins(portal.deps, demoLogins(readDemoFacts()))
  const { n } = await portal.db
    .selectFrom('portal.login')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  expect(n).toBe(
    new Set(
      readDemoFacts()
        .filter((fact) => fact.username !== null)
        .map((fact) => fact.member),
    ).size + 1,
  )
  expect((await login(portal, { username: 'uma.fields' })).statusCode).toBe(200)
  expect((await login(portal, { username: 'sam.whitfield' })).json()).toMatchObject({
    accessToken: null,
    memberMfaEnabled: true,
  })
})

test('nia.empty signs in and has no account [LG-25]', async () => {
  await createDemoLogins(portal.deps, demoLogins(readDemoFacts()))
  const nia = halvesOf(await login(portal, { username: 'nia.empty' }))
  const answer = await portal.call(accounts.list, { ...nia, params: { memberNumber: nia.memberNumber } })
  expect(answer.json()).toEqual({ results: [], totalRecords: 0 })
})

test('a later start leaves logins as they are', async () => {
  await createDemoLogins(portal.deps, demoLogins(readDemoFacts()))
  await portal.db
    .updateTable('portal.login')
    .set({ username: 'ada', username_key: 'ada' })
    .where('member_number', '=', '10001')
    .execute()
  await createDemoLogins(portal.deps, demoLogins(readDemoFacts()))
  expect((await login(portal, { username: 'ada' })).statusCode).toBe(200)
})
