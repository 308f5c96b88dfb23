import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

const mostBytes = 32 * 2 ** 20

/**
 * Stops the growth of V8's young generation once it has 32 MB. On a machine with much memory it grows to 128 MB and never shrinks:
 * memory that every process of the portal would hold for good. `--max-semi-space-size` does the same but is read only
 * when a process starts (decision 0061).
 */
export function boundYoungGeneration(): void {
  const observer = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')
    if (young === undefined || young.space_size < mostBytes) return
    setFlagsFromString('--semi-space-growth-factor=1')
    observer.disconnect()
  })
  observer.observe({ entryTypes: ['gc'] })
}
