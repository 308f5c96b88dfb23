import { spawnSync } from 'node:child_process'
import { root } from './portal-processes.ts'

/**
 * Runs a command in the root folder and prints its output only when it fails: somebody who starts the portal for the first
 * time can do nothing about the warnings of a bundler.
 *
 * @returns whether the command succeeded.
 */
export function runQuietly(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  print: (output: string) => void = (output) => void process.stderr.write(output),
): boolean {
  const run = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  if (run.status === 0) return true
  print(`${run.stdout}${run.stderr}${run.error === undefined ? '' : run.error.message}`)
  return false
}
