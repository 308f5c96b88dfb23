import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The oldest version of each promised browser by its name in browserslist: `chrome` → `111` (decision 0049). */
export const promisedBrowsers: ReadonlyMap<string, string> = readPromise()

function readPromise(): ReadonlyMap<string, string> {
  const { browserslist } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
    readonly browserslist: readonly string[]
  }
  return new Map(
    browserslist.map((line) => {
      const { name, version } = /^(?<name>[a-z_]+) >= (?<version>[\d.]+)$/u.exec(line)?.groups ?? {}
      if (name === undefined || version === undefined)
        throw new Error(`browserslist: "${line}" is not "name >= version"`)
      return [name, version]
    }),
  )
}

/** The promised browsers as Vite's build target: `chrome111`. */
export const buildTarget = (): string[] =>
  [...promisedBrowsers].map(([name, version]) => `${name === 'ios_saf' ? 'ios' : name}${version}`)
