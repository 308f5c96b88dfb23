/** One package of `package-lock.json`. */
export interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly license?: string | object
  readonly link?: boolean
  readonly hasInstallScript?: boolean
}

export type LockedPackages = Readonly<Record<string, LockedPackage>>

/** Licenses whose terms an Apache-2.0 product and its users can keep. Others need a decision first. */
const allowedLicenses: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
])

/** Packages that name no license in the lock file, and the license that their files state. */
const statedElsewhere: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

/** The packages of a lock file that come from a registry, by name. */
const installed = (packages: LockedPackages): readonly (readonly [string, LockedPackage])[] =>
  Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .map(([path, one]) => [path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), one] as const)

/**
 * Faults in the sources of a lock file: packages without a SHA-512, or from an address instead of a registry, which `npm ci`
 * would fetch from there.
 */
export const listUnsafeSources = (packages: LockedPackages): readonly string[] =>
  installed(packages).flatMap(([name, { integrity, resolved }]) => [
    ...(integrity?.startsWith('sha512-') === true ? [] : [`${name} has no SHA-512`]),
    ...(resolved === undefined ? [] : [`${name} names an address: ${resolved}`]),
  ])

/** Packages whose license is not on the list, each with its license. */
export const listForeignLicenses = (packages: LockedPackages): readonly string[] => [
  ...new Set(
    installed(packages).flatMap(([name, { license }]) => {
      const given = typeof license === 'string' ? license : statedElsewhere[name]
      return given !== undefined && isAllowed(given) ? [] : [`${name}: ${given ?? 'no license'}`]
    }),
  ),
]

/** Checks a license expression: one allowed license of `A OR B` is enough, while `A AND B` needs both. */
export const isAllowed = (expression: string): boolean =>
  expression
    .replaceAll(/[()]/gu, ' ')
    .split(/\sOR\s/u)
    .some((choice) => choice.split(/\sAND\s/u).every((license) => allowedLicenses.has(license.trim())))
