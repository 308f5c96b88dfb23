import { describe, expect, inject, test } from 'vitest'
import { Unavailable } from '../errors.ts'
import { isOfContract, useEndpointFixtures } from '../../testing/endpoint-fixtures.ts'
import { useTestPortal } from '../../testing/test-portal.ts'

// On PostgreSQL, `every-endpoint.test.ts` sends the same calls.
describe.runIf(inject('postgresqlUrl') === '')('on the embedded database', () => {
  const portal = useTestPortal()
  const fixtures = useEndpointFixtures(portal)

  test('every endpoint answers its call in the form of the contract, so that tests over all endpoints see why a changed call is refused', async () => {
    for (const fixture of fixtures) {
      const response = await fixture.send()
      expect(response.statusCode, `${fixture.endpoint.id}: ${response.body}`).toBe(200)
      expect(isOfContract(fixture.endpoint, response), fixture.endpoint.id).toBe(true)
    }
  })

  test('every scheduled job runs, with one connection for its statements and transactions', async () => {
    expect(portal.jobs.scheduled.length).toBeGreaterThan(0)
    for (const one of portal.jobs.scheduled)
      await portal.jobs.run(one, {}).catch((error: unknown) => {
        // No provider answers here.
        if (!(error instanceof Unavailable)) throw error
      })
  })
})
