import { peakMemoryBytes } from '@coopline/testing/peak-memory'

/** Preloaded into a command: sends its peak memory to the parent process when it exits. */
process.channel?.unref()
process.on('exit', () => {
  process.send?.({ maxRssMb: peakMemoryBytes() / 1024 ** 2 })
})
