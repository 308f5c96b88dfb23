import type { ServerProcess } from './processes.ts'

/** A folder in `BENCH_PROFILE` gets a processor profile of every portal that was started, once it has ended. */
const profile = process.env['BENCH_PROFILE']

/** The portal as `coopline serve` runs it. */
export const portalProcess = (env: Readonly<Record<string, string>>): ServerProcess => ({
  module: 'packages/server/src/serve.ts',
  env,
  readyPath: '/readyz',
  execArgv: profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`],
})

/** A floor in a process of its own. */
export const floorProcess = (file: string, env: Readonly<Record<string, string>>): ServerProcess => ({
  module: `packages/bench/src/floors/${file}`,
  env,
  readyPath: '/readyz',
})
