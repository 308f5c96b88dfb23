import { describe, expect, test } from 'vitest'
import { checksCaller } from './one-way.ts'
import { isTest, listFiles, read } from './source-files.ts'

const server = listFiles(/^packages\/server\/src\/.+\.ts$/u).filter((file) => !isTest(file))
const features = server.filter((file) => file.startsWith('packages/server/src/features/'))

describe('callers', () => {
  test('no feature asks for the kind of a caller: the endpoint types it, and the mount checks it', () => {
    expect(features.length).toBeGreaterThan(500)
    expect(features.filter((file) => checksCaller(read(file)))).toEqual([])
  })

  test.each([
    ["if (caller.kind !== 'member') throw new NotSignedIn()", true],
    ["const isStaff = call.caller.kind === 'staff'", true],
    ['const { memberNumber } = caller', false],
  ])('a feature that asks is found: %s', (source, isFound) => {
    expect(checksCaller(source)).toBe(isFound)
  })
})
