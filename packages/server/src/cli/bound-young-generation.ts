import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

const mostBytes = 16 * 2 ** 20

/**
 * Keeps V8's young generation at its first size, 1 MB. What a start loads stays in memory, so that a large young generation is of no
 * use to it, but would hold 60 MB for good (decision 0061).
 */
export function keepYoungGenerationSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/**
 * Lets V8's young generation grow, and stops it once it has 16 MB. On a machine with much memory it grows to 128 MB and never shrinks:
 * memory that every process of the portal would hold for good. `--max-semi-space-size` does the same but is read only
 * when a process starts (decision 0061).
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
