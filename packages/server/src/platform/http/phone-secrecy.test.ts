import { registration } from '@coopline/contract/identity/registration/registration.contract'
import { anAccount } from '@coopline/testing/builders/account'
import type { LightMyRequestResponse } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Attempt, EndpointFixture } from '../../testing/endpoint-fixture.ts'
import { useEndpointFixtures } from '../../testing/endpoint-fixtures.ts'
import { applicant, messagesOf } from '../../testing/registering.ts'
import { seedAccount } from '../../testing/seed-account.ts'
import { seedBill } from '../../testing/seed-bill.ts'
import { useTestPortal } from '../../testing/test-portal.ts'

const portal = useTestPortal()
const fixtures = useEndpointFixtures(portal)
beforeEach(async () => {
  portal.set({
    allowUserProvidedContact: true,
    registrationLookUpsPerClientPerHour: 1_000,
    registrationCodesPerClientPerHour: 1_000,
    registrationCodesPerDay: 50,
    registrationCodesPer15Minutes: 50,
  })
  const kinds = ['home', 'work', 'other']
  // Ada, who has a login and a Quick Pay grant by 4821, and Tess, who has neither, have more phones than those two.
  for (const [memberNumber, phones] of [
    ['10001', ['7155559137', '7155558264']],
    [applicant.memberNumber, ['5075557391', '5075556482']],
  ] as const)
    for (const [index, digits] of phones.entries())
      await portal.db
        .insertInto('cis.phone')
        .values({ member_number: memberNumber, digits, kind: index === 0 ? 'cell' : (kinds[index] ?? 'home') })
        .execute()
  await seedBill(portal.db, { account_number: applicant.accountNumber })
  await seedAccount(
    portal.db,
    anAccount('100300101')
      .of({ memberNumber: '10300', name: 'Cy Novak', phones: ['7155553958'] })
      .inactive(),
  )
})

const accounts = ['100100101', applicant.accountNumber, '100300101']

const lastFours = async (): Promise<readonly string[]> => {
  const rows = await portal.db.selectFrom('cis.phone').select('digits').execute()
  return rows.map(({ digits }) => digits.slice(-4))
}

/**
 * Removes texts that may contain any four digits by chance: random tokens of fifteen characters or more, and twelve
 * digits in a row.
 */
const readable = (text: string): string => text.replaceAll(/[A-Za-z0-9_-]{15,}|[0-9]{12}/gu, '')

const textOf = (response: LightMyRequestResponse): string =>
  readable(`${response.body}\n${JSON.stringify(response.headers)}`)

/** Proofs of identity, which a stranger does not have. */
const withoutProof = { authorization: undefined, cookie: undefined, 'webhook-signature': undefined }

/** The call as it is let through, for each account on file, in both languages, and with each of its texts wrong. */
function callsOf({ body }: EndpointFixture): readonly Attempt[] {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>)
  const withField = (name: string, value: unknown): Attempt => ({ body: { ...(body as object), [name]: value } })
  return [
    {},
    { headers: { 'accept-language': 'es' } },
    ...(fields.some(([name]) => name === 'accountNumber')
      ? accounts.map((number) => withField('accountNumber', number))
      : []),
    ...fields.filter(([, value]) => typeof value === 'string').map(([name]) => withField(name, 'x')),
  ]
}

describe('the last four digits of a phone on file, which open Quick Pay', () => {
  test('the last four digits of a phone on file, which open Quick Pay are in no answer of any endpoint to a caller who has not signed in [SEC-04, SEC-05]', async () => {
    const secrets = await lastFours()
    expect(secrets.length).toBeGreaterThanOrEqual(7)
    const found: string[] = []
    let answered = 0
    for (const fixture of fixtures) {
      const own = ['member', 'staff'].includes(fixture.endpoint.auth) ? [] : callsOf(fixture)
      for (const attempt of [{ headers: withoutProof }, ...own]) {
        const response = await fixture.send(attempt)
        if (response.statusCode === 200) answered += 1
        const text = textOf(response)
        for (const secret of secrets)
          if (text.includes(secret)) found.push(`${fixture.endpoint.id} ${JSON.stringify(attempt)} shows ${secret}`)
      }
    }
    expect(found).toEqual([])
    expect(answered).toBeGreaterThan(40)
  })

  test('the last four digits of a phone on file, which open Quick Pay are in no mail and no text that those calls cause', async () => {
    const secrets = await lastFours()
    for (const fixture of fixtures.filter(({ endpoint }) => endpoint.auth !== 'member')) {
      for (const attempt of callsOf(fixture)) await fixture.send(attempt)
      if (Object.keys(fixture.body ?? {}).includes('validatorResource'))
        for (const own of ['eve@example.net', '6085550100'])
          await fixture.send({
            body: {
              ...(fixture.body as object),
              validatorResource: own,
              ...(fixture.endpoint.id === registration.verifyAccount.id && { billAmount: 14_237 }),
            },
          })
    }
    const messages = await messagesOf(portal)
    expect(messages.some(({ recipient }) => recipient === 'eve@example.net')).toBe(true)
    for (const { subject, body_text: text } of messages) {
      // Verification codes are six digits, any of them.
      const shown = readable(`${subject}\n${text}`).replaceAll(/(?<![0-9])[0-9]{6}(?![0-9])/gu, '')
      for (const secret of secrets) expect(shown).not.toContain(secret)
    }
  })
})
