import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { peakMemoryBytes } from './peak-memory.ts'

const megabytes = (count: number) => count * 1024 * 1024

it('is what a process itself has had, also when its parent has more', () => {
  expect(Buffer.alloc(megabytes(400), 1).at(-1)).toBe(1)
  expect(peakMemoryBytes()).toBeGreaterThan(megabytes(400))
  const module = import.meta.resolve('./peak-memory.ts')
  const code = `import { peakMemoryBytes } from '${module}'; console.log(peakMemoryBytes())`
  const child = Number(execFileSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' }))
  expect(child).toBeGreaterThan(megabytes(20))
  expect(child).toBeLessThan(megabytes(300))
})
