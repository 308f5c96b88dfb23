import { describe, expect, it } from 'vitest'
import type { EndpointFixture } from '../../testing/endpoint-fixture.ts'
import { useEndpointFixtures } from '../../testing/endpoint-fixtures.ts'
import { recordStatements } from '../../testing/record-statements.ts'
import { useTestPortal } from '../../testing/test-portal.ts'
import { TooManyAttempts } from '../errors.ts'
import { createForgeryLimit } from './limit-forgeries.ts'

const portal = useTestPortal()
const fixtures = useEndpointFixtures(portal)
const statementsOf = recordStatements(portal)

const signedEndpoints = (): readonly EndpointFixture[] =>
  fixtures.filter(({ endpoint }) => ['provider', 'partner', 'text-service'].includes(endpoint.auth))

const forge = async (fixture: EndpointFixture, from: string) =>
  (await fixture.send({ from, headers: { 'webhook-signature': `v1,${'A'.repeat(43)}=` } })).statusCode

const forgeMany = async (fixture: EndpointFixture, count: number, address: (n: number) => string) => {
  const statuses: number[] = []
  for (let n = 0; n < count; n += 1) statuses.push(await forge(fixture, address(n)))
  return statuses
}

/** Uses up the forged calls allowed for an address, except `left` of them. */
function spend(from: string, left = 0): void {
  for (let n = 0; n < 100 - left; n += 1) portal.deps.forgeryLimit.count(from)
}

const auditRows = async () =>
  (await portal.db.selectFrom('portal.audit').select('kind').where('kind', 'like', '%-refused').execute()).length

describe('forged signed calls', () => {
  it('forged signed calls are refused by 429 after a hundred from one address, and then cost the database nothing [SEC-43]', async () => {
    expect(signedEndpoints().map(({ endpoint }) => endpoint.auth)).toEqual(
      expect.arrayContaining(['provider', 'partner', 'text-service']),
    )
    for (const [index, fixture] of signedEndpoints().entries()) {
      const from = `203.0.113.${index}`
      spend(from, 3)
      expect(new Set(await forgeMany(fixture, 3, () => from))).toEqual(new Set([401]))
      const statements = await statementsOf(async () => {
        expect(new Set(await forgeMany(fixture, 5, () => from))).toEqual(new Set([429]))
      })
      expect([fixture.endpoint.id, statements]).toEqual([fixture.endpoint.id, []])
    }
    expect(await auditRows()).toBe(3 * signedEndpoints().length)
  })

  it('share no row of counters, from however many addresses [SEC-43]', async () => {
    for (const fixture of signedEndpoints())
      expect(new Set(await forgeMany(fixture, 3, (n) => `203.0.${n}.1`))).toEqual(new Set([401]))
    const counters = portal.db.selectFrom('portal.attempt_counter').select('kind').where('kind', 'like', '%forged%')
    expect(await counters.execute()).toEqual([])
  })

  it('never keep a genuine call out, from another address or from the same one [SEC-43]', async () => {
    spend('203.0.113.9')
    for (const fixture of signedEndpoints()) {
      for (const from of ['192.0.2.1', '203.0.113.9'])
        expect([fixture.endpoint.id, from, (await fixture.send({ from })).statusCode]).toEqual([
          fixture.endpoint.id,
          from,
          200,
        ])
    }
  })
})

describe('the counters of a process', () => {
  it('give an address its hundred back evenly within an hour', () => {
    const limit = createForgeryLimit(portal.clock)
    const count = () => limit.count('203.0.113.9')
    for (let n = 0; n < 100; n += 1) expect(count()).toBe(true)
    expect(count).toThrow(TooManyAttempts)
    portal.clock.advance(36)
    expect(count()).toBe(true)
    expect(count).toThrow(TooManyAttempts)
    portal.clock.advance(7200)
    for (let n = 0; n < 100; n += 1) count()
    expect(count).toThrow(TooManyAttempts)
  })

  it('let a thousand forged calls in an hour into the audit, from however many addresses', () => {
    const limit = createForgeryLimit(portal.clock)
    const written = Array.from({ length: 20_000 }, (_none, n) => limit.count(`198.18.${n}.1`))
    expect(written.filter(Boolean)).toHaveLength(1_000)
  })
})
