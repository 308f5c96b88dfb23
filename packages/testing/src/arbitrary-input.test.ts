import { allEndpoints } from '@coopline/contract/endpoints'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryInput } from './arbitrary-input.ts'

describe('every call of the contract accepts its generated input', () => {
  test.each(allEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
    for (const part of ['params', 'query', 'body'] as const)
      fc.assert(
        fc.property(arbitraryInput(endpoint[part]), (input) => {
          expect(endpoint[part].safeParse(input).error?.issues ?? [], part).toEqual([])
        }),
        { numRuns: 20 },
      )
  })
})
