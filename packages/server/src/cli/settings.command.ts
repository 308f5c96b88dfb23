import { readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { runSettingsCommand, settingsDocs } from '../features/site/site/public.ts'
import { openDatabaseClock } from '../platform/db/database-clock.ts'
import { createLog } from '../platform/log.ts'
import { parseWords } from '../platform/parse-words.ts'
import { type Command, printOutcome, readJsonFlag, WrongUsage } from './command.ts'
import { runWhereTheDatabaseIs } from './run-where-the-database-is.ts'

/** `coopline settings …`: on the database itself, or through the server that has the embedded one open. */
export const settingsCommand: Command = {
  name: 'settings',
  summary: 'List, read, set, reset, import and export the settings of the cooperative',
  calls: [
    { words: 'list [--group G]', json: true },
    { words: 'get KEY', json: true },
    { words: 'set KEY VALUE', json: true },
    { words: 'set KEY --file F', json: true },
    { words: 'reset KEY', json: true },
    { words: 'import FILE.json', json: true },
    { words: 'export [FILE.json] [--all]', json: 'It is JSON already.' },
    { words: 'docs', json: 'It prints the table of docs/SETTINGS.md.' },
  ],
  examples: [
    'settings list --group look',
    'settings set coopName "Prairie Electric"',
    'settings import cooperative.json',
  ],
  run: async (given, env) => {
    const { isJson, words: args } = readJsonFlag(given)
    if (args[0] === 'docs' && args.length === 1) return print(settingsDocs())
    const prepared = readFiles(args)
    if ('fault' in prepared) return refuse(prepared.fault)
    const outcome = await runWhereTheDatabaseIs(
      'settings',
      prepared.args,
      env,
      async ({ db }) =>
        runSettingsCommand(prepared.args, {
          db,
          clock: await openDatabaseClock({ db, log: createLog('warn', process.stderr) }),
          by: `command line (${userName()})`,
        }),
      // Settings may be written before the portal starts for the first time.
      { mayCreate: writingVerbs.has(prepared.args[0] ?? '') },
    )
    if (outcome.exitCode !== 0 || prepared.outputFile === undefined) return printOutcome(outcome, isJson)
    return write(prepared.outputFile, `${outcome.output}\n`)
  },
}

const writingVerbs: ReadonlySet<string> = new Set(['set', 'reset', 'import'])

function write(file: string, text: string): number {
  try {
    writeFileSync(file, text)
    return 0
  } catch (error) {
    return refuse(`${file} cannot be written: ${reasonOf(error)}`)
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function print(text: string): number {
  console.log(text)
  return 0
}

function refuse(message: string, exitCode = 1): number {
  console.error(message)
  return exitCode
}

/** The arguments with the content of the named files in place of their names: the server may be unable to read them. */
type Prepared = { readonly args: readonly string[]; readonly outputFile?: string } | { readonly fault: string }

const decoder = new TextDecoder('utf-8', { fatal: true })

function readFiles(args: readonly string[]): Prepared {
  const [verb, ...rest] = args
  const withContent = (file: string | undefined, before: readonly string[], what: string): Prepared => {
    if (file === undefined) throw new WrongUsage(`settings ${what}: give a file`)
    try {
      return { args: [...before, decoder.decode(readFileSync(file)).replace(/\r?\n$/u, '')] }
    } catch (error) {
      return { fault: `${file} cannot be read: ${reasonOf(error)}` }
    }
  }
  // A value may begin with a dash, so a call of `set` is parsed only when it has a file in place of one.
  if (verb === 'set' && /^--file(?:=|$)/u.test(rest[1] ?? '')) {
    const call = parseWords(rest, { file: { type: 'string' } })
    if (call?.words.length === 1) return withContent(call.values.file, ['set', ...call.words], 'set')
    throw new WrongUsage('settings set: give a file')
  }
  if (verb === 'import' && rest.length <= 1) return withContent(rest[0], ['import'], 'import')
  if (verb !== 'export') return { args }
  const call = parseWords(rest, { all: { type: 'boolean' } })
  if (call === null || call.words.length > 1) throw new WrongUsage('settings export: give one file, and --all')
  const [outputFile] = call.words
  const flags = call.values.all === true ? ['export', '--all'] : ['export']
  return outputFile === undefined ? { args: flags } : { args: flags, outputFile }
}

/** A container may run under a user id without a name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
