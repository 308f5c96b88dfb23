import { once } from 'node:events'
import { enableCompileCache } from 'node:module'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { type Command, WrongUsage } from './command.ts'
import { commands } from './commands.ts'

// Before anything large is loaded: compiled code is kept between starts.
enableCompileCache()

/** `coopline COMMAND …`: exit code 0 when done, 1 when something was refused or failed, 2 for wrong words. */
async function main(argv: readonly string[]): Promise<number> {
  const [name, ...args] = argv
  const command = Object.hasOwn(commands, name ?? '') ? await commands[name ?? '']?.() : undefined
  if (command === undefined || args.includes('--help')) return help(command)
  const { EnvironmentFaults, readEnv } = await import('../platform/env.ts')
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

const terminal = { isTTY: process.stderr.isTTY, columns: process.stderr.columns }

/** Commands that allocate a lot of short-lived memory. */
const inSmallHeap = ['import', 'watch', 'runs', 'nacha']

/**
 * Runs the command in a worker thread with a small young generation. With V8's default size, uncollected garbage reaches 100 MB,
 * and more for larger files. Only a new thread can set the size.
 */
async function runInSmallHeap(argv: readonly string[]): Promise<number> {
  const resourceLimits = { maxYoungGenerationSizeMb: 12 }
  const worker = new Worker(new URL(import.meta.url), { argv: [...argv], workerData: terminal, resourceLimits })
  const [exitCode] = (await once(worker, 'exit')) as [number]
  return exitCode
}

const words = process.argv.slice(2)
// A worker's own stderr never reports a terminal; the progress display needs the main thread's.
if (!isMainThread) Object.assign(process.stderr, workerData)
process.exitCode =
  isMainThread && inSmallHeap.includes(words[0] ?? '') ? await runInSmallHeap(words) : await main(words)
