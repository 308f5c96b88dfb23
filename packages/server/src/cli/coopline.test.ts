import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commands } from './commands.ts'
import { wordsOf } from './help.ts'

/** Runs `coopline …` as an operator does. */
function coopline(...args: readonly string[]) {
  const run = spawnSync(process.execPath, [join(import.meta.dirname, 'coopline.ts'), ...args], { encoding: 'utf8' })
  return { code: run.status, output: run.stdout.split('\n'), errors: run.stderr }
}

it('lists every command with its summary, as a success only when the list was asked for', () => {
  const listed = coopline('--help')
  expect(listed.code).toBe(0)
  expect(listed.output).toContain('  serve         Serve the portal')
  expect(listed.output.filter((line) => line.startsWith('  '))).toHaveLength(28)
  expect(listed.output).toContain('Payments and the bank')
  expect(coopline('help')).toEqual(listed)
  expect(coopline()).toEqual({ ...listed, code: 2 })
})

it('names a command that does not exist, and the one that was meant', () => {
  expect(coopline('imprt')).toMatchObject({
    code: 2,
    errors: 'There is no command imprt. Did you mean import? "coopline help" lists the commands.\n',
  })
  expect(coopline('help', 'xyzzy')).toMatchObject({
    code: 2,
    errors: 'There is no command xyzzy. "coopline help" lists the commands.\n',
  })
})

it('prints its version', () => {
  expect(coopline('--version').output[0]).toMatch(/^coopline \d+\.\d+\.\d+/u)
})

it('shows of each command what it does, its calls and examples that use its own words', async () => {
  const byHelp = coopline('help', 'backup')
  expect(byHelp).toEqual(coopline('backup', '--help'))
  expect(byHelp.output).toContain('  coopline backup --to /var/backups/coopline --keep 14')
  for (const [name, load] of Object.entries(commands)) {
    const command = await load()
    const words = wordsOf(command)
    for (const example of command.examples) {
      expect(example.split(' ')[0], example).toBe(name)
      for (const [option] of example.matchAll(/--[a-z][a-z-]*/gu)) expect(words, example).toContain(option)
    }
  }
})

it('completes commands, verbs and options in bash, and prints the same words for zsh and fish', () => {
  const script = coopline('completion', 'bash').output.join('\n')
  const complete = (...typed: readonly string[]) =>
    spawnSync('bash', [
      '-c',
      `${script}\nCOMP_WORDS=(coopline ${typed.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${typed.length}; _coopline; echo "\${COMPREPLY[@]}"`,
    ])
      .stdout.toString()
      .trim()
  expect(complete('mai')).toBe('maintenance')
  expect(complete('jobs', '')).toBe('list names retry drop run --json')
  expect(complete('backup', '--k')).toBe('--keep')
  expect(complete('help', 'wat')).toBe('watch')
  for (const shell of ['zsh', 'fish'])
    expect(coopline('completion', shell).output.join('\n')).toContain('list names retry drop run')
  expect(coopline('completion', 'csh').code).toBe(2)
})

it('prints no colors where NO_COLOR is set or no terminal reads', () => {
  expect(coopline('help').output.join('')).not.toContain('\u001B')
})

it('prints each way to call a command on its own line, and keeps alternatives in brackets together', () => {
  expect(coopline('events', '--help').output.slice(2, 5)).toEqual([
    'Usage: coopline events list [--after ID] [--bank-numbers]',
    '       coopline events ack ID [ID …]',
    '       coopline events replay [--after ID | ID …] [--bank-numbers]',
  ])
})
