import { type AboutCommand, type Command, requireJsonAllowed, WrongUsage } from './command.ts'
import { helpOf, listCommands, usageOf } from './help.ts'
import { loadCommand, NoSuchCommand } from './load-command.ts'

const aliases: Readonly<Record<string, string>> = {
  '--help': 'help',
  '-h': 'help',
  '--version': 'version',
  '-V': 'version',
}

/** `coopline COMMAND …`: exit code 0 when done, 1 when something was refused or failed, 2 for wrong arguments. */
export async function runCoopline([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined) return print(await listCommands(), 2)
  try {
    const command = await loadCommand(aliases[name] ?? name)
    return await runCommand(command, args)
  } catch (error) {
    if (!(error instanceof NoSuchCommand)) throw error
    console.error(error.message)
    return 2
  }
}

async function runCommand(command: Command | AboutCommand, args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) return print(helpOf(command))
  const { EnvironmentFaults } = await import('../platform/env.ts')
  try {
    requireJsonAllowed(command, args)
    if ('answer' in command) return print(await command.answer(args))
    const { readEnv } = await import('../read-env.ts')
    return await command.run(args, readEnv(process.env))
  } catch (error) {
    if (error instanceof WrongUsage) {
      console.error(`${error.message}\n\n${usageOf(command)}`)
      return 2
    }
    if (error instanceof EnvironmentFaults) {
      console.error(error.message)
      return 1
    }
    throw error
  }
}

function print(text: string, exitCode = 0): number {
  console.log(text)
  return exitCode
}
