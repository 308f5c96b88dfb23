import { fork } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../../../../tools/launch/portal-processes.ts'
import { cleanEnv } from './processes.ts'

export interface CommandRun {
  /** The seconds from the start of the process to its end. */
  readonly seconds: number
  /** Peak memory of the process, in MB. */
  readonly maxRssMb: number
}

const hook = join(import.meta.dirname, 'report-memory.ts')

/** Runs a module to its end in its own process. @throws Error with its output when it fails. */
export async function runToEnd(
  module: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandRun> {
  const memory: { maxRssMb?: number } = {}
  const begun = performance.now()
  const child = fork(join(root, module), args, {
    cwd: root,
    env: cleanEnv(env),
    execArgv: ['--import', hook],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(String(chunk)))
  child.on('message', (message) => Object.assign(memory, message))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const seconds = (performance.now() - begun) / 1000
  if (code !== 0) throw new Error(`${module} ${args.join(' ')} ended with exit code ${code}:\n${said.join('')}`)
  return { seconds, maxRssMb: memory.maxRssMb ?? Number.NaN }
}

/** Runs `coopline …`. */
export const coopline = (args: readonly string[], env: Readonly<Record<string, string>>): Promise<CommandRun> =>
  runToEnd('packages/server/src/cli/coopline.ts', args, env)
