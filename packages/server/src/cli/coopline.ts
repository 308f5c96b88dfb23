import { once } from 'node:events'
import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { type AboutCommand, type Command, requireJsonAllowed, WrongUsage } from './command.ts'
import { helpOf, listCommands, usageOf } from './help.ts'
import { loadCommand, NoSuchCommand } from './load-command.ts'

// Before large modules are loaded: compiled code is cached between starts.
enableCompileCache()

const aliases: Readonly<Record<string, string>> = {
  '--help': 'help',
  '-h': 'help',
  '--version': 'version',
  '-V': 'version',
}

/** `coopline COMMAND …`: exit code 0 when done, 1 when something was refused or failed, 2 for wrong arguments. */
async function main([name, ...args]: readonly string[]): Promise<number> {
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

const terminal = { isTTY: process.stderr.isTTY, columns: process.stderr.columns }

/** Makes V8 collect the old generation whenever it has grown by 40 %, the first time at 40 MB (decision 0061). */
const collectEarly = ['--initial-old-space-size=40', '--heap-growing-percent=40']

/** Commands that allocate a lot of short-lived memory, with the V8 flags of each. */
const inSmallHeap = new Map<string, readonly string[]>([
  ['import', []],
  ['watch', []],
  ['runs', collectEarly],
  ['nacha', collectEarly],
])

/**
 * Runs the command in a worker thread with a small young generation. With V8's default size, uncollected garbage reaches 100 MB,
 * and more for larger files. Only a new thread can set the size.
 */
async function runInSmallHeap(argv: readonly string[], flags: readonly string[]): Promise<number> {
  for (const flag of flags) setFlagsFromString(flag)
  const resourceLimits = { maxYoungGenerationSizeMb: 12 }
  const worker = new Worker(new URL(import.meta.url), { argv: [...argv], workerData: terminal, resourceLimits })
  const [exitCode] = (await once(worker, 'exit')) as [number]
  return exitCode
}

const words = process.argv.slice(2)
// A worker's own stderr never reports a terminal; the progress display needs the main thread's.
if (!isMainThread) Object.assign(process.stderr, workerData)
const flags = isMainThread ? inSmallHeap.get(words[0] ?? '') : undefined
process.exitCode = flags === undefined ? await main(words) : await runInSmallHeap(words, flags)
