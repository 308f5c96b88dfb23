import { once } from 'node:events'
import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { nearestWord } from '../platform/nearest-word.ts'
import { portalVersion } from '../platform/version.ts'
import { type Command, WrongUsage } from './command.ts'
import { commands } from './commands.ts'
import { completionFor, shells } from './completion.ts'
import { helpOf, listCommands, usageOf } from './help.ts'

// Before anything large is loaded: compiled code is kept between starts.
enableCompileCache()

/** `coopline COMMAND …`: exit code 0 when done, 1 when something was refused or failed, 2 for wrong arguments. */
async function main(argv: readonly string[]): Promise<number> {
  const [name, ...args] = argv
  if (name === undefined) return print(await listCommands(), 2)
  if (['--version', '-V', 'version'].includes(name)) return print(`coopline ${portalVersion}`)
  if (['help', '--help', '-h'].includes(name)) return help(args[0])
  if (name === 'completion') return complete(args)
  const command = await findCommand(name)
  if (command === undefined) return 2
  if (args.includes('--help') || args.includes('-h')) return print(helpOf(command))
  const { EnvironmentFaults, readEnv } = await import('../platform/env.ts')
  try {
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

async function help(name: string | undefined): Promise<number> {
  if (name === undefined) return print(await listCommands())
  const command = await findCommand(name)
  return command === undefined ? 2 : print(helpOf(command))
}

async function complete([shell, ...more]: readonly string[]): Promise<number> {
  const known = shells.find((one) => one === shell)
  if (known !== undefined && more.length === 0) return print(await completionFor(known))
  console.error(`Usage: coopline completion ${shells.join('|')}`)
  return 2
}

/** The command of a name; `undefined`, with a word to the caller, when there is none. */
async function findCommand(name: string): Promise<Command | undefined> {
  const command = Object.hasOwn(commands, name) ? await commands[name]?.() : undefined
  if (command !== undefined) return command
  const meant = nearestWord(name, Object.keys(commands))
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
  console.error(`There is no command ${name}.${hint} "coopline help" lists the commands.`)
  return undefined
}

const terminal = { isTTY: process.stderr.isTTY, columns: process.stderr.columns }

/** Makes V8 collect the old generation whenever it has grown by 40 %, the first time at 40 MB (decision 0182). */
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
