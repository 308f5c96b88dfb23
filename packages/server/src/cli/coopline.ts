import { once } from 'node:events'
import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { type Command, WrongUsage } from './command.ts'
import { commands } from './commands.ts'

// Before anything large is loaded: compiled code is kept between starts.
enableCompileCache()

/** `coopline COMMAND …`: exit code 0 when done, 1 when something was refused or failed, 2 for wrong arguments. */
async function main(argv: readonly string[]): Promise<number> {
  const [name, ...args] = argv
  if (name === undefined || name === '--help' || name === '-h') {
    console.log(await listCommands())
    return name === undefined ? 2 : 0
  }
  const command = Object.hasOwn(commands, name) ? await commands[name]?.() : undefined
  if (command === undefined) {
    console.error(`There is no command ${name}. "coopline --help" lists the commands.`)
    return 2
  }
  if (args.includes('--help')) {
    console.log(`${command.summary}\n\n${usageOf(command)}`)
    return 0
  }
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

async function listCommands(): Promise<string> {
  const all = await Promise.all(Object.values(commands).map((load) => load()))
  const width = Math.max(...all.map(({ name }) => name.length))
  const lines = all.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)
  return [
    'Usage: coopline COMMAND …',
    '',
    ...lines,
    '',
    '"coopline COMMAND --help" shows the arguments of a command.',
  ].join('\n')
}

/** The ways to call a command, one per line. A ` | ` within brackets separates options of one call. */
function usageOf({ name, usage }: Command): string {
  const calls = usage.split(/ \| (?![^[]*\])/u)
  const whole = calls.map(
    (call) => `coopline ${call.startsWith(`${name} `) || call === name ? call : `${name} ${call}`}`,
  )
  return `Usage: ${whole.join('\n       ')}`
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
