import { expect, it } from 'vitest'
import { runQuietly } from './run-quietly.ts'

const run = (script: string) => {
  const printed: string[] = []
  return { succeeded: runQuietly(process.execPath, ['-e', script], {}, (output) => printed.push(output)), printed }
}

it('prints nothing of a command that succeeds, its warnings included', () => {
  expect(run('console.log("progress"); console.error("(!) Some chunks are larger than 500 kB")')).toEqual({
    succeeded: true,
    printed: [],
  })
})

it('prints everything of a command that fails', () => {
  const { succeeded, printed } = run('console.log("compiling"); console.error("not found"); process.exitCode = 2')
  expect(succeeded).toBe(false)
  expect(printed.join('')).toBe('compiling\nnot found\n')
})
