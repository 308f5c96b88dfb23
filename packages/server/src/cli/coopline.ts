import { EnvironmentFaults, readEnv } from '../platform/env.ts'
import { type Command, WrongUsage } from './command.ts'
import { commands } from './commands.ts'

/** `coopline COMMAND …`: exit code 0 when done, 1 when something was refused or failed, 2 for wrong words. */
async function main(argv: readonly string[]): Promise<number> {
  const [name, ...args] = argv
  const command = commands.find((one) => one.name === name)
  if (command === undefined || args.includes('--help')) return help(command)
  try {
    return await command.run(args, readEnv(process.env))
  } catch (error) {
    if (error instanceof WrongUsage) {
      console.error(`${error.message}\n\nUsage: coopline ${command.usage}`)
      return 2
    }
    if (error instanceof EnvironmentFaults) {
      console.error(error.message)
      return 1
    }
    throw error
  }
}

function help(command: Command | undefined): number {
  if (command !== undefined) console.log(`${command.summary}\n\nUsage: coopline ${command.usage}`)
  else
    console.log(
      ['Usage: coopline COMMAND', '', ...commands.map((one) => `  ${one.usage.padEnd(48)} ${one.summary}`)].join('\n'),
    )
  return command === undefined ? 2 : 0
}

process.exitCode = await main(process.argv.slice(2))
