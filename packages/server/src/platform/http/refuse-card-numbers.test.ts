import { describe, expect, it } from 'vitest'
import type { EndpointFixture } from '../../testing/endpoint-fixture.ts'
import { useEndpointFixtures } from '../../testing/endpoint-fixtures.ts'
import { useTestPortal } from '../../testing/test-portal.ts'

const portal = useTestPortal()
const fixtures = useEndpointFixtures(portal)

/**
 * True for fields that are compared with stored or hashed values and never stored themselves, and for the bytes of a
 * file.
 */
const isNeverStored = ({ endpoint }: EndpointFixture, field: string): boolean =>
  /password|token$|base64$|^otc$/iu.test(field) ||
  (/^username$/iu.test(field) && /^(?:signIn|credentialRecovery)\./u.test(endpoint.id))

interface TextField {
  readonly fixture: EndpointFixture
  readonly field: string
}

const textFields = (): readonly TextField[] =>
  fixtures
    .filter(
      ({ endpoint }) =>
        !endpoint.rawBody &&
        ['public', 'quick-pay', 'member', 'staff', 'registration', 'application-link'].includes(endpoint.auth),
    )
    .flatMap((fixture) =>
      Object.entries((fixture.body ?? {}) as Record<string, unknown>)
        .filter(([field, value]) => typeof value === 'string' && !isNeverStored(fixture, field))
        .map(([field]) => ({ fixture, field })),
    )

const cards = ['4111111111111111', '3782 822463 10005']

describe('a card number', () => {
  it('a card number is refused in every text that a member or visitor can send, and kept nowhere [SEC-48]', async () => {
    expect(textFields().length).toBeGreaterThan(25)
    expect(textFields().map(({ field }) => field)).toEqual(expect.arrayContaining(['loginId', 'userName']))
    for (const { fixture, field } of textFields())
      for (const card of cards) {
        const response = await fixture.send({ body: { ...(fixture.body as object), [field]: card } })
        expect([fixture.endpoint.id, field, response.statusCode]).toEqual([fixture.endpoint.id, field, 400])
        expect(response.body).not.toContain(card)
      }
    const tables = await portal.database.runScript(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('portal', 'cis', 'outbox', 'pay', 'meter')",
    )
    for (const { name } of tables) {
      const rows = await portal.database.runScript(`select the_row::text as text from ${String(name)} the_row`)
      for (const card of cards) expect(JSON.stringify(rows), String(name)).not.toContain(card)
    }
    for (const card of cards) expect(portal.logLines.join('\n')).not.toContain(card)
  })

  it('a card number is refused with a plain sentence at its field, in the language of the caller [SEC-48]', async () => {
    // A wrong staff sign-in has the same answer for every cause.
    const profile = textFields().find(
      ({ fixture, field }) => /name|street|address/iu.test(field) && !fixture.endpoint.id.startsWith('staffSignIn.'),
    )
    if (profile === undefined) throw new Error('There is no field of a profile')
    const { fixture, field } = profile
    const sentence = async (language: string) => {
      const response = await fixture.send({
        body: { ...(fixture.body as object), [field]: `card 4111-1111-1111-1111` },
        headers: { 'accept-language': language },
      })
      return response.json<{ errors: { field: string; code: string; message: string }[] }>().errors
    }
    const code = 'card-number'
    expect(await sentence('en')).toEqual([
      {
        code,
        field,
        message: 'This looks like a card number. Delete it and enter your card number only on the payment page.',
      },
    ])
    expect((await sentence('es'))[0]?.message).toMatch(/^Esto parece un número de tarjeta\./u)
  })

  it('a card number does not keep out account numbers, phone numbers, codes and ids: every call is let through as it is', async () => {
    for (const { fixture } of textFields()) {
      const { body } = await fixture.send()
      expect([fixture.endpoint.id, body.includes('card-number')]).toEqual([fixture.endpoint.id, false])
    }
  })
})
