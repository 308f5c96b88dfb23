import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles, read, root } from '../repo-checks/src/source-files.ts'
import { listForeignLicenses, listUnsafeSources, type LockedPackages } from '../repo-checks/src/supply/lock-file.ts'
import { findSecrets } from '../repo-checks/src/supply/secrets.ts'

/**
 * `npm run audit:supply`: sources and licenses of the libraries, secrets in files, known vulnerabilities, and a CycloneDX bill of
 * materials in `dist/sbom.cdx.json`. Only the vulnerabilities need the registry; without it that step says so and is not counted.
 */
const { packages } = JSON.parse(read('package-lock.json')) as { packages: LockedPackages }
const textFiles = listFiles(/^(?!.*\.(?:png|jpe?g|gif|ico|woff2?|pdf|gz|br|zip)$).+$/u)

const npm = (...words: string[]) => spawnSync('npm', words, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 })

/** Prints the result of a step. @returns whether it passed. */
function report(step: string, problems: readonly string[], passed: string): boolean {
  console.log(`${problems.length === 0 ? 'OK    ' : 'FAULT '} ${step}: ${problems.length === 0 ? passed : ''}`)
  for (const problem of problems) console.log(`         ${problem}`)
  return problems.length === 0
}

/** Writes the bill of materials of what is installed for production. */
function writeBillOfMaterials(): boolean {
  const made = npm('sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only')
  const file = join(root, 'dist/sbom.cdx.json')
  if (made.status !== 0) return report('bill of materials', [made.stderr.trim().slice(-500)], '')
  const { components } = JSON.parse(made.stdout) as { components: readonly unknown[] }
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(file, made.stdout)
  return report(
    'bill of materials',
    components.length > 0 ? [] : ['It is empty.'],
    `${components.length} components, dist/sbom.cdx.json`,
  )
}

interface Audit {
  readonly metadata?: { readonly vulnerabilities: Readonly<Record<string, number>> }
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>
}

/** Asks the registry for known vulnerabilities: of production libraries every one from moderate on is a fault. */
function askForVulnerabilities(): boolean {
  const asked = npm('audit', '--json', '--omit=dev')
  const answer = parseAudit(asked.stdout)
  if (answer.metadata === undefined) {
    console.log('SKIP   vulnerabilities: the registry gave no answer. Run it again with a connection.')
    return true
  }
  const found = Object.entries(answer.vulnerabilities ?? {}).filter(
    ([, { severity }]) => !['info', 'low'].includes(severity),
  )
  return report(
    'vulnerabilities',
    found.map(([name, { severity, range }]) => `${name} ${range}: ${severity}`),
    'none known',
  )
}

function parseAudit(text: string): Audit {
  try {
    return JSON.parse(text) as Audit
  } catch {
    return {}
  }
}

const passed = [
  report('sources', listUnsafeSources(packages), 'every library has a SHA-512 and no address of its own'),
  report('licenses', listForeignLicenses(packages), 'all are on the list'),
  report(
    'secrets',
    textFiles.flatMap((file) => findSecrets(read(file)).map((found) => `${file}: ${found}`)),
    `none in ${textFiles.length} files`,
  ),
  writeBillOfMaterials(),
  askForVulnerabilities(),
]
process.exitCode = passed.every(Boolean) ? 0 : 1
