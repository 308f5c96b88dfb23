import { expect, test } from 'vitest'
import { isOfContract, useEndpointFixtures } from '../../testing/endpoint-fixtures.ts'
import { useTestPortal } from '../../testing/test-portal.ts'

const fixtures = useEndpointFixtures(useTestPortal())

test('every endpoint answers its call in the form of the contract, so that tests over all endpoints see why a changed call is refused', async () => {
  for (const fixture of fixtures) {
    const response = await fixture.send()
    expect(response.statusCode, `${fixture.endpoint.id}: ${response.body}`).toBe(200)
    expect(isOfContract(fixture.endpoint, response), fixture.endpoint.id).toBe(true)
  }
})
