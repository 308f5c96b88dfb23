import { dirname, join } from 'node:path/posix'
import type { Import } from './imports-of.ts'
import { isTest } from './source-files.ts'

/** The packages of this repository that each package may import (docs/ARCHITECTURE.md). One that is not named here may import none. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  rules: [],
  contract: ['rules'],
  ui: ['rules'],
  web: ['rules', 'contract', 'ui'],
  server: ['rules', 'contract'],
  testing: ['rules', 'contract'],
  e2e: ['contract'],
  bench: ['contract', 'testing'],
  'provider-sandbox': [],
  'provider-kit': ['rules', 'server', 'testing', 'provider-sandbox'],
}

/** The packages that tests may import in addition. */
const testsMayImport: Readonly<Record<string, readonly string[]>> = {
  server: ['testing', 'provider-sandbox'],
  'provider-sandbox': ['testing'],
  e2e: ['testing'],
  rules: ['testing'],
  contract: ['testing'],
  ui: ['testing'],
  web: ['testing'],
}

/** The wings of the portal: every slice is in one, the same in each package. */
const wings: readonly string[] = ['paying', 'accounts', 'identity', 'usage', 'service', 'messages', 'staff', 'site']

/** Matches files below the folders that hold the wings. `kernel` belongs to no wing: every rule may use it. */
const homes = /^packages\/(?:(?:contract|rules)\/src|(?:server|web)\/src\/features)\/(?!kernel\/)(.+)$/u

/** The reason that a file is in the wrong place, or `null`: each file of a slice is at `<wing>/<slice>/`. */
export function refusePlace(file: string): string | null {
  const parts = homes.exec(file)?.[1]?.split('/')
  // Files at the root of `contract` are about all calls.
  if (parts === undefined || (parts.length === 1 && file.startsWith('packages/contract/'))) return null
  const [wing = '', slice] = parts
  if (!wings.includes(wing)) return `${wing} is not a wing`
  return parts.length < 3 ? `${slice ?? ''} is in no slice` : null
}

/** The wings of each slice, by its name, in the packages that have a part of it. Rules have subjects, not slices. */
export function wingsOfSlices(files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const file of files.filter((one) => !one.startsWith('packages/rules/'))) {
    const [wing, slice, ...rest] = homes.exec(file)?.[1]?.split('/') ?? []
    if (wing === undefined || slice === undefined || rest.length === 0) continue
    found.set(slice, (found.get(slice) ?? new Set()).add(wing))
  }
  return found
}

/** The slice that a file of the server or of the pages belongs to, as `<wing>/<slice>`. */
export const sliceOf = (file: string): string | null => {
  const place = placeOf(file)
  return place === null ? null : featureOf(place)
}

/**
 * Finds a ring among slices that import one another.
 *
 * @returns the slices along the ring, the first one again at the end; `null` when there is none.
 */
export function findRing(uses: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] | null {
  const done = new Set<string>()
  const walk = (slice: string, way: readonly string[]): readonly string[] | null => {
    if (way.includes(slice)) return [...way.slice(way.indexOf(slice)), slice]
    if (done.has(slice)) return null
    for (const used of uses.get(slice) ?? []) {
      const ring = walk(used, [...way, slice])
      if (ring !== null) return ring
    }
    done.add(slice)
    return null
  }
  for (const slice of uses.keys()) {
    const ring = walk(slice, [])
    if (ring !== null) return ring
  }
  return null
}

interface Place {
  readonly packageName: string
  /** Path within `src`. */
  readonly path: string
}

const placeOf = (file: string): Place | null => {
  const [, packageName, path] = /^packages\/([^/]+)\/(?:src\/)?(.+)$/u.exec(file) ?? []
  return packageName === undefined || path === undefined ? null : { packageName, path }
}

/** The reason that a file may not import this, or `null` when it may. */
export function refuseImport(file: string, one: Import): string | null {
  const from = placeOf(file)
  if (from === null) return null
  const to = targetOf(file, one.from)
  if (to === null) return refuseOutside(from, one, file)
  if (to.packageName !== from.packageName) return refusePackage(from, to, one, file)
  return refuseWithin(from, to, file)
}

/** The slice of the same package that an import leads into, or `null`. */
export function sliceImported(file: string, specifier: string): string | null {
  const to = targetOf(file, specifier)
  return to === null || to.packageName !== placeOf(file)?.packageName ? null : featureOf(to)
}

/** Our own module that an import names, or `null` for somebody else's. */
function targetOf(file: string, specifier: string): Place | null {
  if (specifier.startsWith('.')) return placeOf(join(dirname(file), specifier))
  const [, packageName, path] = /^@coopline\/([^/]+)\/(.+)$/u.exec(specifier) ?? []
  return packageName === undefined || path === undefined ? null : { packageName, path }
}

function refuseOutside(from: Place, one: Import, file: string): string | null {
  // What builds the pages runs on Node and never reaches a browser.
  if (isTest(file) || /^packages\/web\/(?:build\/|vite[.\w]*\.ts$)/u.test(file)) return null
  if (from.packageName === 'rules') return 'rules depend on nothing'
  // Types are erased: the published types of a vendor are the shapes that its double answers with.
  if (from.packageName === 'provider-sandbox' && !one.from.startsWith('node:') && !one.typeOnly)
    return 'the sandbox provider depends on Node alone'
  const bare = /^(?:zod|fastify|kysely|pg|node:)/u.test(one.from)
  if ((from.packageName === 'web' || from.packageName === 'ui') && bare) return 'the browser has no server libraries'
  // Mails are rendered with React (decision 0051).
  const isMail = file.startsWith('packages/server/src/platform/mail/') && one.from.startsWith('react')
  if (from.packageName === 'server' && !isMail && /^(?:react|vite)/u.test(one.from))
    return 'the server has no browser libraries'
  return null
}

function refusePackage(from: Place, to: Place, one: Import, file: string): string | null {
  const allowed = [
    ...(mayImport[from.packageName] ?? []),
    ...(isTest(file) ? (testsMayImport[from.packageName] ?? []) : []),
  ]
  if (!allowed.includes(to.packageName)) return `${from.packageName} may not import ${to.packageName}`
  if (from.packageName === 'ui' && !to.path.startsWith('kernel/')) return 'ui may import the kernel of rules only'
  const pathsOnly = from.packageName === 'e2e' || from.packageName === 'bench'
  if (to.packageName !== 'contract' || to.path === 'paths') return null
  if (pathsOnly) return `${from.packageName} may import the paths of contract only`
  if (from.packageName === 'web' && !one.typeOnly) return 'web may import types of contract only (and its paths)'
  return null
}

function refuseWithin(from: Place, to: Place, file: string): string | null {
  if (from.packageName === 'server') return refuseWithinServer(from, to, file)
  if (from.packageName !== 'web') return null
  const [fromFeature, toFeature] = [featureOf(from), featureOf(to)]
  if (isTest(file)) return null
  if (fromFeature !== null && toFeature !== null && fromFeature !== toFeature)
    return 'a feature of web never imports a feature'
  if (fromFeature !== null && to.path.startsWith('app/')) return 'a feature of web never imports the app'
  if (from.path.startsWith('portal/') && (toFeature !== null || to.path.startsWith('app/')))
    return 'what features share knows neither features nor the app'
  return null
}

const featureOf = (place: Place): string | null => /^features\/([^/]+\/[^/]+)\//u.exec(place.path)?.[1] ?? null

function refuseWithinServer(from: Place, to: Place, file: string): string | null {
  const toTests = to.path.startsWith('testing/')
  if (isTest(file)) return null
  if (toTests) return 'only tests import what is made for tests'
  const [fromFeature, toFeature] = [featureOf(from), featureOf(to)]
  if (
    from.path.startsWith('platform/') &&
    (toFeature !== null || !to.path.startsWith('platform/')) &&
    to.path !== '../package.json'
  )
    return to.path.startsWith('../') || to.path.endsWith('package.json') ? null : 'platform imports no feature'
  if (toFeature === null || fromFeature === toFeature) return null
  if (from.path === 'features.ts' && /\.(?:routes|data|events|command)\.ts$/u.test(to.path)) return null
  // The demo's data is written like that of tests.
  if (from.path.startsWith('demo/') && to.path.endsWith('.store.ts')) return null
  if (!/^features\/[^/]+\/[^/]+\/public\.ts$/u.test(to.path)) return 'of another feature only public.ts may be imported'
  return null
}

/** The tables and views that a `*.tables.ts` types, as `schema.table`. */
export const tablesTyped = (source: string): readonly string[] =>
  [...source.matchAll(/^ +'(\w+\.\w+)': \w+$/gmu)].map(([, table = '']) => table)

/** Tables and views of slices that a source names, in code or in text. */
export const tablesNamed = (source: string, ofSlices: ReadonlySet<string>): readonly string[] =>
  [...new Set(source.match(/\b(?:portal|pay|cis|meter|outbox)\.\w+/gu))].filter((name) => ofSlices.has(name)).toSorted()
