import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Loaded with `--import` into a process of a test: when the test sends `memory`, it collects garbage and answers with the bytes
 * that are still in use. Resident memory cannot tell this: V8 keeps what it has once needed until it sees fit.
 */
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

process.on('message', (message) => {
  if (message !== 'memory') return
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  process.send?.({ event: 'memory', bytes: heapUsed + external })
})
// Waiting for the question keeps no process alive.
process.channel?.unref()
