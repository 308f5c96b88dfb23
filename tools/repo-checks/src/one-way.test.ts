import { describe, expect, test } from 'vitest'
import { isTest, listFiles, read } from './source-files.ts'

/** Tells whether a file of a feature asks which kind of caller it got, which the endpoint has decided. */
const checksCaller = (source: string): boolean => /\bcaller\??\.kind\b/iu.test(source)

const byHand = /(?:[=!]==|\bincludes\(|\bindexOf\(|\bstartsWith\(|\bcase)\s*'--/u

/** Tells whether a file compares words of a command with an option itself. `util.parseArgs` does that. */
const parsesByHand = (source: string): boolean => byHand.test(source)

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

describe('commands', () => {
  test('no command looks for its options itself: util.parseArgs does', () => {
    // Every command takes `--help`, before it is known what else it takes.
    const files = server.filter((file) => /command/u.test(file.replace('/cli/', '/command/')))
    expect(files.length).toBeGreaterThan(50)
    const found = files.filter((file) => parsesByHand(read(file)))
    expect(found).toEqual(['packages/server/src/cli/coopline.ts'])
  })

  test.each([
    ["if (flag !== '--date') return wrong", true],
    ["const isDry = args.includes('--dry-run')", true],
    ["words.filter((word) => !word.startsWith('--'))", true],
    ['const { date } = parseArgs({ args, options }).values', false],
    ["runPaymentsCommand(['reject', '--by', 'Dana'], deps)", false],
  ])('a command that does is found: %s', (source, isFound) => {
    expect(parsesByHand(source)).toBe(isFound)
  })
})
