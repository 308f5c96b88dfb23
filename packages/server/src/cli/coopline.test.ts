import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { documentedCalls, faultOfCall } from '../testing/documented-calls.ts'
import { commands } from './commands.ts'
import { usageOf } from './help.ts'

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
    const usage = usageOf(command)
    for (const example of command.examples) {
      expect(example.split(' ')[0], example).toBe(name)
      for (const [option] of example.matchAll(/--[a-z][a-z-]*/gu)) expect(usage, example).toContain(option)
    }
  }
})

it('prints the help of help and completion in any environment', () => {
  expect(coopline('help', 'completion').output).toContain('Usage: coopline completion bash|zsh|fish')
  expect(coopline('help', 'help').output).toContain('Usage: coopline help [COMMAND]')
  expect(coopline('completion', '--help')).toEqual(coopline('help', 'completion'))
  const run = spawnSync(process.execPath, [join(import.meta.dirname, 'coopline.ts'), 'completion', 'bash'], {
    env: { PORT: 'none' },
  })
  expect(run.status).toBe(0)
  expect(coopline('completion', 'csh').code).toBe(2)
})

it('refuses --json before it does anything, where a call prints nothing for programs', () => {
  const { code, errors, output } = coopline('maintenance', 'on', '--json')
  expect(code).toBe(2)
  expect(errors).toMatch(/^maintenance on takes no --json\. The output is one sentence/u)
  expect(output.join('')).toBe('')
})

/** The words that a shell offers after what was typed, `~` for files. Each is asked as its own completion asks. */
const shellsHere = {
  bash: (script: string, typed: readonly string[]) =>
    `${script}\nCOMP_WORDS=(coopline ${typed.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${typed.length}; _coopline; echo "\${COMPREPLY[@]}"`,
  zsh: (script: string, typed: readonly string[]) =>
    `compdef() { :; }; _files() { echo '~'; }
compadd() { shift; local word; for word in "$@"; do [[ $word == "$words[CURRENT]"* ]] && found+=($word); done; (( $#found )); }
${script}\nfound=(); words=(coopline ${typed.map((word) => `'${word}'`).join(' ')}); CURRENT=${typed.length + 1}; _coopline; echo $found`,
  fish: (script: string, typed: readonly string[]) =>
    `function coopline; end\n${script}\ncomplete -C "coopline ${typed.join(' ')}" | string replace -r "\\t.*" "" | string join " "`,
} as const

it.each(Object.keys(shellsHere) as (keyof typeof shellsHere)[])(
  'completes commands, then the verbs of a command, then the options of that call in %s, where it is installed',
  (shell) => {
    const script = coopline('completion', shell).output.join('\n')
    expect(script).toContain('list names retry drop run')
    // On a machine without this shell, only the case above tests its script.
    if (spawnSync(shell, ['-c', 'true']).status !== 0) return
    const complete = (...typed: readonly string[]) =>
      new Set(
        spawnSync(shell, ['-c', shellsHere[shell](script, typed)])
          .stdout.toString()
          .trim()
          .split(' '),
      )
    expect(complete('mai')).toEqual(new Set(['maintenance']))
    expect(complete('jobs', '')).toEqual(new Set(['list', 'names', 'retry', 'drop', 'run']))
    expect(complete('jobs', 'list', '--')).toEqual(new Set(['--json']))
    expect(complete('jobs', 'ret')).toEqual(new Set(['retry']))
    expect(complete('connect', 'apps', 're')).toEqual(new Set(['remove']))
    expect(complete('connect', 'apps', 'list', '--')).toEqual(new Set(['--json']))
    expect(complete('backup', '--k')).toEqual(new Set(['--keep']))
    expect(complete('member', 'show', '10001', '--b')).toEqual(new Set(['--by']))
    expect(complete('help', 'wat')).toEqual(new Set(['watch']))
    expect(complete('completion', 'f')).toEqual(new Set(['fish']))
  },
  30_000,
)

it('prints no colors where NO_COLOR is set or no terminal reads', () => {
  expect(coopline('help').output.join('')).not.toContain('\u001B')
})

it('prints each way to call a command on its own line, and keeps alternatives in brackets together', () => {
  expect(coopline('events', '--help').output.slice(2, 5)).toEqual([
    'Usage: coopline events list [--after ID] [--bank-numbers]',
    '       coopline events ack ID [ID …] [--json]',
    '       coopline events replay [--after ID | ID …] [--bank-numbers]',
  ])
})

/** Lists the faults of the calls that a text shows. */
const faultsIn = async (text: string): Promise<readonly string[]> => {
  const faults = await Promise.all(
    documentedCalls(text).map(async (call) => faultOfCall(call, await commands[call.split(/\s/u)[0] ?? '']?.())),
  )
  return faults.filter((fault) => fault !== '')
}

it('takes each call that the documents and the files of deploy/ show: its command, its verb and its options', async () => {
  const root = join(import.meta.dirname, '../../../..')
  const files = globSync(['*.md', 'docs/**/*.md', 'packages/*/*.md', 'deploy/**/*.*'], { cwd: root })
  const texts = files.filter((file) => !file.endsWith('/')).map((file) => readFileSync(join(root, file), 'utf8'))
  expect(texts.flatMap(documentedCalls).length).toBeGreaterThan(150)
  expect(await faultsIn(texts.join('\n'))).toEqual([])
})

it.each([
  ['a command', '`coopline imports DIR`', 'there is no command imports'],
  ['a verb', 'Run\nnpm run coopline -- payments settle-alarms 17', 'payments has no settle-alarms'],
  ['an option', 'node packages/server/src/cli/coopline.ts backup --into DIR', 'backup has no --into'],
])('the check of documented calls notices %s that does not exist', async (_, text, fault) => {
  expect(await faultsIn(text)).toEqual([fault])
})
