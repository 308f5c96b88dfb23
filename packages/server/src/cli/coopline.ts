import { once } from 'node:events'
import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { runCoopline } from './run-coopline.ts'

// Before large modules are loaded: compiled code is cached between starts.
enableCompileCache()

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
process.exitCode = flags === undefined ? await runCoopline(words) : await runInSmallHeap(words, flags)
