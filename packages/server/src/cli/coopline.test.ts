import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Runs `coopline …` as an operator does. */
function coopline(...args: readonly string[]) {
  const run = spawnSync(process.execPath, [join(import.meta.dirname, 'coopline.ts'), ...args], { encoding: 'utf8' })
  return { code: run.status, output: run.stdout.split('\n'), errors: run.stderr }
}

it('lists every command with its summary, as a success only when the list was asked for', () => {
  const listed = coopline('--help')
  expect(listed.code).toBe(0)
  expect(listed.output).toContain('  serve         Serve the portal')
  expect(listed.output.filter((line) => line.startsWith('  '))).toHaveLength(25)
  expect(coopline()).toEqual({ ...listed, code: 2 })
})

it('names a command that does not exist', () => {
  expect(coopline('imprt')).toMatchObject({
    code: 2,
    errors: 'There is no command imprt. "coopline --help" lists the commands.\n',
  })
})

it('prints each way to call a command on its own line, and keeps alternatives in brackets together', () => {
  expect(coopline('events', '--help').output.slice(2, 5)).toEqual([
    'Usage: coopline events list [--after ID] [--bank-numbers]',
    '       coopline events ack ID [ID …]',
    '       coopline events replay [--after ID | ID …] [--bank-numbers]',
  ])
})
