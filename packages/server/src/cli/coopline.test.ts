import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { featureCommands } from '../features.ts'
import { documentedCalls, faultOfCall } from '../testing/documented-calls.ts'
import { commands } from './commands.ts'
import { usageOf } from './help.ts'
import { runCoopline } from './run-coopline.ts'

beforeEach(() => {
  vi.stubEnv('NO_COLOR', '1')
  return () => vi.unstubAllEnvs()
})

/** Runs `coopline …` as an operator does, in a process of its own. */
function inOwnProcess(args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
  const run = spawnSync(process.execPath, [join(import.meta.dirname, 'coopline.ts'), ...args], {
    encoding: 'utf8',
    env,
  })
  return { code: run.status, output: run.stdout.split('\n'), errors: run.stderr }
}

/** Runs `coopline …` in this process, which takes a tenth of the time. */
async function coopline(...args: readonly string[]) {
  const said = { log: '', error: '' }
  const spies = (['log', 'error'] as const).map((stream) =>
    vi.spyOn(console, stream).mockImplementation((text: string) => void (said[stream] += `${text}\n`)),
  )
  const code = await runCoopline(args).finally(() => spies.forEach((spy) => spy.mockRestore()))
  return { code, output: said.log.split('\n'), errors: said.error }
}

it('lists every command with its summary, as a success only when the list was asked for', async () => {
  const listed = await coopline('--help')
  expect(listed.code).toBe(0)
  expect(listed.output).toContain('  serve         Serve the portal')
  expect(listed.output.filter((line) => line.startsWith('  '))).toHaveLength(29)
  expect(listed.output).toContain('Payments and the bank')
  expect(await coopline('help')).toEqual(listed)
  expect(inOwnProcess(['help'])).toEqual(listed)
  expect(inOwnProcess([])).toEqual({ ...listed, code: 2 })
})

it('names a command that does not exist, and the one that was meant', async () => {
  expect(inOwnProcess(['imprt'])).toMatchObject({
    code: 2,
    errors: 'There is no command imprt. Did you mean import? "coopline help" lists the commands.\n',
  })
  expect(await coopline('help', 'xyzzy')).toMatchObject({
    code: 2,
    errors: 'There is no command xyzzy. "coopline help" lists the commands.\n',
  })
})

it('prints its version', async () => {
  expect((await coopline('--version')).output[0]).toMatch(/^coopline \d+\.\d+\.\d+/u)
})

it('shows of each command what it does, its calls and examples that use its own words', async () => {
  const byHelp = await coopline('help', 'backup')
  expect(byHelp).toEqual(await coopline('backup', '--help'))
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

it('prints the help of help and completion in any environment', async () => {
  const ofCompletion = await coopline('help', 'completion')
  expect(ofCompletion.output).toContain('Usage: coopline completion bash|zsh|fish')
  expect((await coopline('help', 'help')).output).toContain('Usage: coopline help [COMMAND]')
  expect(await coopline('completion', '--help')).toEqual(ofCompletion)
  expect(inOwnProcess(['completion', 'bash'], { PORT: 'none' }).code).toBe(0)
  expect((await coopline('completion', 'csh')).code).toBe(2)
})

it('refuses --json before it does anything, where a call prints nothing for programs', async () => {
  const { code, errors, output } = await coopline('maintenance', 'on', '--json')
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
  async (shell) => {
    const script = (await coopline('completion', shell)).output.join('\n')
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
)

it('prints no colors where NO_COLOR is set or no terminal reads', async () => {
  expect((await coopline('help')).output.join('')).not.toContain('\u001B')
  const { NO_COLOR: _none, FORCE_COLOR: _forced, ...withoutChoice } = process.env
  expect(inOwnProcess(['help'], withoutChoice).output.join('')).not.toContain('\u001B')
})

it('has every command of the slices', () => {
  expect(Object.keys(featureCommands).filter((name) => commands[name] === undefined)).toEqual([])
})

it('prints each way to call a command on its own line, and keeps alternatives in brackets together', async () => {
  expect((await coopline('events', '--help')).output.slice(2, 5)).toEqual([
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
