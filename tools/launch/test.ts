import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWebIfNeeded } from './build-web.ts'
import { findBrowser } from './find-browser.ts'
import { root } from './portal-processes.ts'

interface Step {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const reports = mkdtempSync(join(tmpdir(), 'coopline-test-'))

/** Every check and every test, in the order in which a fault is found soonest. All run, whatever fails. */
const suite = (name: string, projects: readonly string[], env: Readonly<Record<string, string>> = {}): Step => ({
  name,
  command: 'vitest',
  args: [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, `${name.replaceAll(' ', '-')}.json`)}`,
  ],
  env,
})

const checks: readonly Step[] = [
  { name: 'types', command: 'npm', args: ['run', 'types', '--silent'] },
  { name: 'lint', command: 'npm', args: ['run', 'lint', '--silent'] },
  { name: 'format', command: 'npm', args: ['run', 'format:check', '--silent'] },
]

const suites = (browser: string): readonly Step[] => [
  suite('repository and units', ['repo', 'unit', 'web']),
  suite('server on the embedded database', ['server']),
  suite('server on PostgreSQL', ['server'], { TEST_DATABASE: 'postgresql' }),
  suite('journeys', ['e2e'], { CHROMIUM_PATH: browser }),
]

function run(step: Step): boolean {
  const begun = Date.now()
  console.log(`\n== ${step.name}`)
  const { status } = spawnSync(step.command, step.args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...step.env },
    shell: process.platform === 'win32',
  })
  console.log(`== ${step.name}: ${status === 0 ? 'passed' : 'FAILED'} in ${((Date.now() - begun) / 1000).toFixed(0)} s`)
  return status === 0
}

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numFailedTestSuites: number
}

/** A suite that did not even report counts as one failure: silence is not success. */
function countOf(step: Step, passed: boolean): { passed: number; failed: number } {
  const file = step.args.find((arg) => arg.startsWith('--outputFile.json='))?.split('=')[1]
  if (file === undefined) return passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    const failed = report.numFailedTests === 0 && !passed ? 1 : report.numFailedTests
    return { passed: report.numPassedTests, failed: report.numPassedTests === 0 && failed === 0 ? 1 : failed }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

buildWebIfNeeded((text) => console.log(text))
const total = { passed: 0, failed: 0 }
const failures: string[] = []
for (const step of [...checks, ...suites(findBrowser())]) {
  const passed = run(step)
  const count = countOf(step, passed)
  total.passed += count.passed
  total.failed += count.failed
  if (!passed || count.failed > 0) failures.push(step.name)
}
rmSync(reports, { recursive: true, force: true })
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
