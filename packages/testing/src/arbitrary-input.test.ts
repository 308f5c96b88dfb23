import { allEndpoints } from '@coopline/contract/endpoints'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryInput } from './arbitrary-input.ts'

describe('every call of the contract accepts its generated input', () => {
  for (const endpoint of allEndpoints)
    for (const part of ['params', 'query', 'body'] as const)
      test(`${endpoint.id} ${part}`, () => {
        fc.assert(
          fc.property(arbitraryInput(endpoint[part]), (input) => {
            expect(endpoint[part].safeParse(input).error?.issues ?? []).toEqual([])
          }),
          { numRuns: 50 },
        )
      })
})
