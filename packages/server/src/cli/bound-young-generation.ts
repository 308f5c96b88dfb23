import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

const mostBytes = 16 * 2 ** 20

/**
 * Keeps V8's young generation at its first size, 1 MB. Modules that a start loads stay in memory, so a large young
 * generation does not help it and would occupy 60 MB permanently (decision 0061).
 */
export function keepYoungGenerationSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/**
 * Lets V8's young generation grow up to 16 MB. On a machine with much memory it would grow to 128 MB and never shrink,
 * in every process of the portal. `--max-semi-space-size` does the same but is read only when a process starts
 * (decision 0061).
 */
export function boundYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
  const observer = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')
    if (young === undefined || young.space_size < mostBytes) return
    setFlagsFromString('--semi-space-growth-factor=1')
    observer.disconnect()
  })
  observer.observe({ entryTypes: ['gc'] })
}
