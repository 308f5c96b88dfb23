import { read } from '../source-files.ts'
import { listForeignLicenses, listUnsafeSources, type LockedPackages } from './lock-file.ts'
import { findSecrets } from './secrets.ts'

export interface AuditParts {
  /** Runs npm. */
  readonly npm: (...words: string[]) => {
    readonly status: number | null
    readonly stdout: string
    readonly stderr: string
  }
  readonly print: (line: string) => void
  /** Text files that may hold secrets. */
  readonly files: readonly string[]
  /** Keeps the CycloneDX bill of materials. */
  readonly saveBill: (json: string) => void
}

interface Step {
  readonly name: string
  readonly problems: readonly string[]
  readonly passed: string
}

interface Audit {
  readonly metadata?: { readonly vulnerabilities: Readonly<Record<string, number>> }
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string; readonly range: string }>>
}

/**
 * Checks sources and licenses of the libraries, secrets in files and known vulnerabilities, and makes the bill of materials. Only the
 * vulnerabilities need the registry: when it does not answer, the last line is a warning, and the exit code is that of the other steps.
 *
 * @returns the exit code.
 */
export function auditSupply({ npm, print, files, saveBill }: AuditParts): 0 | 1 {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: LockedPackages }
  const secrets = files.flatMap((file) => findSecrets(read(file)).map((found) => `${file}: ${found}`))
  const vulnerabilities = listVulnerabilities(npm('audit', '--json', '--omit=dev').stdout)
  const unsafe = listUnsafeSources(packages)
  const steps: readonly Step[] = [
    { name: 'sources', problems: unsafe, passed: 'every library has a SHA-512 and no address of its own' },
    { name: 'licenses', problems: listForeignLicenses(packages), passed: 'all are on the list' },
    { name: 'secrets', problems: secrets, passed: `none in ${files.length} files` },
    makeBill(npm, saveBill),
    ...(vulnerabilities === undefined
      ? []
      : [{ name: 'vulnerabilities', problems: vulnerabilities, passed: 'none known' }]),
  ]
  for (const { name, problems, passed } of steps) {
    print(problems.length === 0 ? `OK     ${name}: ${passed}` : `FAULT  ${name}:`)
    for (const problem of problems) print(`         ${problem}`)
  }
  if (vulnerabilities === undefined)
    print(
      'WARNING: KNOWN VULNERABILITIES WERE NOT CHECKED, because the registry gave no answer. Run npm run audit:supply again with a connection.',
    )
  return steps.every(({ problems }) => problems.length === 0) ? 0 : 1
}

/** Makes the bill of materials of what is installed for production. */
function makeBill(npm: AuditParts['npm'], saveBill: AuditParts['saveBill']): Step {
  const name = 'bill of materials'
  const made = npm('sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only')
  if (made.status !== 0) return { name, problems: [made.stderr.trim().slice(-500)], passed: '' }
  const { components } = JSON.parse(made.stdout) as { components: readonly unknown[] }
  saveBill(made.stdout)
  return {
    name,
    problems: components.length > 0 ? [] : ['It is empty.'],
    passed: `${components.length} components, dist/sbom.cdx.json`,
  }
}

/** Known vulnerabilities of production libraries, from moderate on; undefined when the registry gave no answer. */
function listVulnerabilities(text: string): readonly string[] | undefined {
  const { metadata, vulnerabilities = {} } = parseAudit(text)
  if (metadata === undefined) return undefined
  return Object.entries(vulnerabilities)
    .filter(([, { severity }]) => !['info', 'low'].includes(severity))
    .map(([name, { severity, range }]) => `${name} ${range}: ${severity}`)
}

function parseAudit(text: string): Audit {
  try {
    return JSON.parse(text) as Audit
  } catch {
    return {}
  }
}
