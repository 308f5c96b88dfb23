import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { failedTests, type SuiteReport } from './failed-tests.ts'
import { root } from './portal-processes.ts'
import { scratchFolder } from './scratch-folder.ts'
import { type SuiteResult, suiteTable } from './suite-table.ts'

interface Step {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  /** The file in which the test runner counts passed and failed tests; a step without it counts as one. */
  readonly report?: string
}

const started = Date.now()

/** Takes what the run writes, the temporary folders of tests included, and is removed at its end. The database's own user enters it. */
const folder = mkdtempSync(join(scratchFolder(), 'coopline-test-'))
chmodSync(folder, 0o711)
// Also when the run is interrupted: the folder may be in memory.
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const env = {
  ...process.env,
  TMPDIR: folder,
  // Compiled code is kept for the next run.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'node-compile-cache'),
}

function suite(name: string, projects: readonly string[]): Step {
  const report = join(folder, `${name.replaceAll(' ', '-')}.json`)
  const selected = projects.flatMap((project) => ['--project', project])
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return { name, command: 'vitest', args: ['run', ...selected, ...reporters], report }
}

const check = (name: string, script: string): Step => ({ name, command: 'npm', args: ['run', script, '--silent'] })

/** Most of these use one core: they run side by side. */
const checks: readonly Step[] = [
  check('types', 'types'),
  check('lint', 'lint:code'),
  check('spelling', 'spelling'),
  // No check reads the built pages.
  { name: 'pages', command: process.execPath, args: [join(root, 'tools/launch/build-web.ts')] },
  check('unused', 'unused'),
  check('format', 'format:check'),
]

/** Every suite, fastest first. A failing suite does not stop the others (decision 0043). */
const suites: readonly Step[] = [
  suite('repository and units', ['repo', 'unit', 'ui', 'web']),
  // One run, so that no core idles at the end of the shorter one.
  suite('server on both databases', ['server', 'embedded', 'kit']),
  suite('journeys', ['e2e']),
]

const failures: string[] = []

async function run(step: Step): Promise<SuiteResult> {
  console.log(`\n== ${step.name}`)
  const begun = Date.now()
  return toResult(step, await succeeds(step, 'inherit'), begun)
}

/** Runs steps side by side, as many as there are cores, and prints what each has written when it has ended. */
async function runTogether(steps: readonly Step[]): Promise<readonly SuiteResult[]> {
  const waiting = [...steps]
  const results: SuiteResult[] = []
  const runner = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const begun = Date.now()
      let output = ''
      const succeeded = await succeeds(step, 'pipe', (text) => void (output += text))
      console.log(`\n== ${step.name}\n${output}`)
      results.push(toResult(step, succeeded, begun))
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, runner))
  return results
}

async function succeeds(step: Step, output: 'inherit' | 'pipe', onOutput?: (text: string) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(step.command, step.args, {
      cwd: root,
      env,
      stdio: ['ignore', output, output],
      shell: process.platform === 'win32',
    })
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', onOutput ?? (() => {}))
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
}

function toResult(step: Step, succeeded: boolean, begun: number): SuiteResult {
  const seconds = (Date.now() - begun) / 1000
  const result = { name: step.name, seconds, ...countOf(step, succeeded) }
  console.log(`== ${step.name}: ${result.failed === 0 ? 'passed' : 'FAILED'} in ${seconds.toFixed(0)} s`)
  return result
}

/** A suite that did not even report, or ran nothing, counts as one failure: silence is not success. */
function countOf({ report: file }: Step, succeeded: boolean): Pick<SuiteResult, 'passed' | 'failed'> {
  if (file === undefined) return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as SuiteReport
    failures.push(...failedTests(report, root))
    const { numPassedTests: passed, numFailedTests } = report
    const isSilent = numFailedTests === 0 && (!succeeded || passed === 0)
    return { passed, failed: isSilent ? 1 : numFailedTests }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

const results: SuiteResult[] = [...(await runTogether(checks))]
for (const step of suites) results.push(await run(step))
const [passed, failed] = [sum('passed'), sum('failed')]
if (failures.length > 0) console.log(`\nfailed tests\n${failures.join('\n')}`)
console.log(`\n${suiteTable(results, (Date.now() - started) / 1000)}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

function sum(count: 'passed' | 'failed'): number {
  return results.reduce((total, result) => total + result[count], 0)
}
