import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const module = join(import.meta.dirname, 'bound-young-generation.ts')

/** The size of V8's young generation, in MB, in a new process that makes these calls and then allocates. */
function sizeAfter(calls: string): number {
  const script = `
    import { setImmediate } from 'node:timers/promises'
    import { getHeapSpaceStatistics } from 'node:v8'
    import * as young from ${JSON.stringify(module)}
    ${calls}
    let alive = []
    for (let round = 0; round < 200; round += 1) {
      alive = [...alive.slice(-20000), ...Array.from({ length: 20000 }, (_, n) => ({ n, round }))]
      await setImmediate()
    }
    console.log(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size, alive.length)`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  return Number.parseInt(output, 10) / 2 ** 20
}

test('the young generation of a process stays at 1 MB while it loads, and grows to about 16 MB once it serves', () => {
  expect(sizeAfter('young.keepYoungGenerationSmall()')).toBeLessThan(4)
  const size = sizeAfter('young.keepYoungGenerationSmall(); young.boundYoungGeneration()')
  expect(size).toBeGreaterThanOrEqual(16)
  expect(size).toBeLessThan(40)
})
