import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './portal-processes.ts'

/**
 * Runs the conformance kit of payment providers: `npm run provider-kit`, or with the path of a file that exports `adapterUnderTest`, which
 * is then the only one. `--case K-42` runs one case, `--embedded` runs on the embedded database.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { case: { type: 'string' }, embedded: { type: 'boolean', default: false } },
})
const [adapter] = positionals
spawn('vitest', ['run', '--project', 'kit', '--reporter', 'verbose'], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: {
    ...process.env,
    ...(adapter === undefined ? {} : { PROVIDER_KIT_ADAPTER: resolve(adapter) }),
    ...(values.case === undefined ? {} : { PROVIDER_KIT_CASE: values.case }),
    ...(values.embedded ? { TEST_DATABASE: 'embedded' } : {}),
  },
}).on('exit', (code) => {
  process.exitCode = code ?? 1
})
