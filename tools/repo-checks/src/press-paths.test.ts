import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { importsOf } from './imports-of.ts'
import { listFiles, read } from './source-files.ts'

const guide = 'docs/ARCHITECTURE.md'
const sources = new Set(listFiles(/^packages\/[\w-]+\/src\/.+\.tsx?$/u))

/** The files that a section lists, and how many its heading says. */
function pathOf(press: string): { readonly said: number; readonly files: readonly string[] } {
  const [, said = '', list = ''] =
    new RegExp(`^### ${press}: (\\d+) files\\n\\n((?:\\d+\\. .+\\n)+)`, 'mu').exec(read(guide)) ?? []
  return { said: Number(said), files: [...list.matchAll(/^\d+\. `([^`]+)`/gmu)].map(([, file = '']) => file) }
}

/** The sources that a file imports, types included. */
const importedBy = (file: string): readonly string[] =>
  importsOf(file, read(file)).flatMap(({ from }) => {
    const [, name = '', rest = ''] = /^@coopline\/([\w-]+)\/(.+)$/u.exec(from) ?? []
    const path = name === '' ? join(dirname(file), from) : join('packages', name, 'src', rest)
    return [path, `${path}.ts`, `${path}.tsx`].filter((one) => sources.has(one))
  })

test.each([
  ['Pay in Quick Pay', 24],
  ['Save on a phone number', 15],
])(
  'the files that a reader opens for %s are at most %i, and each is imported by another or imports one',
  (press, most) => {
    const { said, files } = pathOf(press)
    expect(files.length).toBeGreaterThan(10)
    expect(said).toBe(files.length)
    expect(said).toBeLessThanOrEqual(most)
    expect(files.filter((file) => !sources.has(file))).toEqual([])
    const edges = files.flatMap((file) => importedBy(file).map((other) => [file, other] as const))
    const joined = edges.filter(([, other]) => files.includes(other)).flat()
    expect(files.filter((file) => !joined.includes(file))).toEqual([])
  },
)
