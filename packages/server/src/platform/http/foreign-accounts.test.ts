import { bensAccount } from '@coopline/testing/builders/account'
import type { LightMyRequestResponse } from 'fastify'
import { beforeEach, expect, test } from 'vitest'
import type { Attempt, EndpointFixture } from '../../testing/endpoint-fixture.ts'
import { useEndpointFixtures } from '../../testing/endpoint-fixtures.ts'
import { verified } from '../../testing/quick-payer.ts'
import { encodedReturn } from '../../testing/provider-double.ts'
import { seedAccount } from '../../testing/seed-account.ts'
import { useTestPortal } from '../../testing/test-portal.ts'

const portal = useTestPortal()
const fixtures = useEndpointFixtures(portal)
let theirEncryptedAccount: string
beforeEach(async () => {
  await seedAccount(portal.db, bensAccount)
  const ben = { accountNumber: '100200101', phoneLastFourDigits: '1177', from: '203.0.113.9' }
  theirEncryptedAccount = (await verified(portal, ben)).verification.encryptedAccount
})

const [ours, theirs, nobodys] = [
  { member: '10001', account: '100100101' },
  { member: '10002', account: '100200101' },
  { member: '19999', account: '999999999' },
]

/** Calls that name a member or an account and are made with a proof of identity. */
const naming = (): readonly EndpointFixture[] =>
  fixtures.filter(({ endpoint, params, query, body }) => {
    // Systems that prove themselves, and staff, may name any member.
    if (['public', 'provider', 'partner', 'text-service', 'system', 'staff'].includes(endpoint.auth)) return false
    const said = JSON.stringify({ params, body })
    return said.includes(ours.member) || said.includes(ours.account) || Object.keys(query).some(isEncrypted)
  })

const isEncrypted = (name: string) => name.startsWith('encrypted')

/** Lists calls of a fixture about another member. Each names that member in one place only. */
function callsAbout(fixture: EndpointFixture, whom: typeof theirs): readonly Attempt[] {
  const swap = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value).replaceAll(ours.member, whom.member).replaceAll(ours.account, whom.account)) as T
  const changed = (value: unknown) => value !== undefined && JSON.stringify(swap(value)) !== JSON.stringify(value)
  return [
    ...(changed(fixture.params) ? [{ params: swap(fixture.params) }] : []),
    ...('accountNumber' in fixture.params ? [{ params: { accountNumber: whom.account } }] : []),
    ...(changed(fixture.body) ? [{ body: swap(fixture.body) }] : []),
  ]
}

const comparable = (response: LightMyRequestResponse) => {
  const { requestId: _own, ...body } = response.json<Record<string, unknown>>()
  return [response.statusCode, body]
}

test('every call that names a member or an account is known to this test [SEC-33]', () => {
  const known = naming().map((fixture) => fixture.endpoint.id)
  const named = fixtures.filter(
    ({ endpoint }) => endpoint.auth !== 'staff' && /\{(?:memberNumber|accountNumber)\}/u.test(endpoint.path),
  )
  expect(known).toEqual(expect.arrayContaining(named.map((fixture) => fixture.endpoint.id)))
  expect(known).toContain('quickPay.status')
})

test('answers another member or account as one that does not exist, and writes nothing [SEC-33, AS-31]', async () => {
  const count = async () =>
    Number(
      (
        await portal.db
          .selectFrom('pay.payment')
          .select((eb) => eb.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )
  const before = await count()
  const checked = new Set<string>()
  for (const fixture of naming()) {
    const [foreign, missing] = [callsAbout(fixture, theirs), callsAbout(fixture, nobodys)]
    for (const [index, attempt] of foreign.entries()) {
      const answers = [await fixture.send(attempt), await fixture.send(missing[index])]
      expect(
        answers.map((answer) => answer.statusCode),
        fixture.endpoint.id,
      ).toEqual([404, 404])
      expect(comparable(answers[0] as LightMyRequestResponse)).toEqual(comparable(answers[1] as LightMyRequestResponse))
      checked.add(fixture.endpoint.id)
    }
  }
  // All but the call that names an account by encrypted text alone, which the next test checks.
  const known = naming().map((fixture) => fixture.endpoint.id)
  expect([...checked]).toEqual(known.filter((id) => id !== 'quickPay.status'))
  expect(await count()).toBe(before)
})

test('refuses values that were encrypted or signed for another member [SEC-33]', async () => {
  for (const fixture of naming()) {
    for (const name of Object.keys(fixture.query).filter(isEncrypted)) {
      const value = name === 'encryptedAccount' ? theirEncryptedAccount : encodedReturn('TSOMEBODYELSES00')
      const answer = await fixture.send({ query: { [name]: value } })
      expect([400, 404], `${fixture.endpoint.id} ${name}`).toContain(answer.statusCode)
      expect(answer.body).not.toContain('Ben')
    }
  }
})

test('refuses these calls without a token, with half of it, or with another member’s cookie [SEC-33]', async () => {
  for (const fixture of naming()) {
    for (const headers of [{ authorization: undefined, cookie: undefined }, { authorization: undefined }]) {
      expect((await fixture.send({ headers })).statusCode, fixture.endpoint.id).toBe(401)
    }
  }
})

test('records a refused attempt at another member’s account in the audit [SEC-33]', async () => {
  for (const fixture of naming()) for (const attempt of callsAbout(fixture, theirs)) await fixture.send(attempt)
  const rows = await portal.db.selectFrom('portal.audit').select('kind').where('kind', 'like', '%foreign%').execute()
  expect(rows.length).toBeGreaterThanOrEqual(3)
})
