import { enableCompileCache } from 'node:module'
import { type Command, WrongUsage } from './command.ts'
import { commands } from './commands.ts'

// Before anything large is loaded: compiled code is kept between starts.
enableCompileCache()
const { EnvironmentFaults, readEnv } = await import('../platform/env.ts')

/** `coopline COMMAND …`: exit code 0 when done, 1 when something was refused or failed, 2 for wrong words. */
async function main(argv: readonly string[]): Promise<number> {
  const [name, ...args] = argv
  const command = Object.hasOwn(commands, name ?? '') ? await commands[name ?? '']?.() : undefined
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

async function help(command: Command | undefined): Promise<number> {
  if (command !== undefined) {
    console.log(`${command.summary}\n\nUsage: coopline ${command.usage}`)
    return 0
  }
  const all = await Promise.all(Object.values(commands).map((load) => load()))
  console.log(
    ['Usage: coopline COMMAND', '', ...all.map((one) => `  ${one.usage.padEnd(48)} ${one.summary}`)].join('\n'),
  )
  return 2
}

process.exitCode = await main(process.argv.slice(2))
