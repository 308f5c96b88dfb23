import { monitorEventLoopDelay } from 'node:perf_hooks'

/** The memory of a server process and the stalls of its event loop. */
export interface Holdings {
  readonly memoryMb: number
  /** The longest stall of the event loop since the last report, in milliseconds. */
  readonly longestStallMs: number
}

const resolutionMs = 10
const delay = monitorEventLoopDelay({ resolution: resolutionMs })
delay.enable()

/** Loaded before a server: answers every message of the process that started it with what the server holds. */
process.on('message', () => {
  const longestStallMs = Math.max(0, delay.max / 1e6 - resolutionMs)
  delay.reset()
  process.send?.({ memoryMb: process.memoryUsage.rss() / 1024 ** 2, longestStallMs } satisfies Holdings)
})
process.channel?.unref()
