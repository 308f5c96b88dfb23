import { vi } from 'vitest'
import { WrongUsage } from '../cli/command.ts'
import { loadCommand } from '../cli/load-command.ts'
import { readEnv } from '../read-env.ts'

/** The result of a command: its exit code and what it printed. */
interface CommandResult {
  readonly code: number
  readonly output: string
  readonly errors: string
}

/**
 * Runs `coopline NAME …` within this process: a process of its own takes a second to load. `coopline.test.ts` tests the command line
 * that operators start.
 */
export async function runCommand(
  [name = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const [output, errors]: [string[], string[]] = [[], []]
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((text: string) => void output.push(text)),
    vi.spyOn(console, 'error').mockImplementation((text: string) => void errors.push(text)),
  ]
  try {
    const code = await exitCode(name, args, env)
    return { code, output: output.join('\n').trim(), errors: errors.join('\n').trim() }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

async function exitCode(name: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const command = await loadCommand(name)
  if ('answer' in command) throw new Error(`${name} prints help alone`)
  try {
    return await command.run(args, readEnv(env))
  } catch (error) {
    if (error instanceof WrongUsage) return 2
    throw error
  }
}
