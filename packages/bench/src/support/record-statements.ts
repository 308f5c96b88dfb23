import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresqlServer } from './postgresql-server.ts'

/** A statement as a process sent it to the database. */
export interface Statement {
  readonly text: string
  readonly parameters: readonly (string | null)[]
}

/** The milliseconds that the server may take to write its log. */
const settleMs = 300

/** Looks for changed settings, which every process makes at its own pace. */
const inTheBackground = /setting_version/u

/** Records the statements that reach the database while each piece of work is done, in order. Slow: for one flow, not for a load. */
export async function recordStatements(
  server: PostgresqlServer,
  pieces: readonly (() => Promise<void>)[],
): Promise<readonly (readonly Statement[])[]> {
  let heard = ''
  server.onLog((text) => {
    heard += text
  })
  await logStatements(server, 'all')
  const recorded: (readonly Statement[])[] = []
  for (const piece of pieces) {
    heard = ''
    await piece()
    await sleep(settleMs)
    recorded.push(parseLog(heard).filter(({ text }) => !inTheBackground.test(text)))
  }
  await logStatements(server, 'none')
  server.onLog(() => {})
  return recorded
}

async function logStatements(server: PostgresqlServer, which: 'all' | 'none'): Promise<void> {
  await server.admin(`alter system set log_statement = '${which}'`)
  await server.admin('select pg_reload_conf()')
  await sleep(settleMs)
}

/** Entries begin at the first column; what belongs to one begins with a tab. Parameters follow as an entry of their own. */
function parseLog(log: string): readonly Statement[] {
  const entries = log.replaceAll(/\n+(?=\t)/gu, '\n').split(/\n(?!\t)/u)
  const statements: Statement[] = []
  for (const entry of entries) {
    const [, text] = /^LOG: {2}(?:execute [^:]+|statement): ([^]*)$/u.exec(entry) ?? []
    const [, parameters] = /^DETAIL: {2}Parameters: ([^]*)$/u.exec(entry) ?? []
    const last = statements.at(-1)
    if (text !== undefined) statements.push({ text: text.replaceAll('\n\t', '\n').trim(), parameters: [] })
    else if (parameters !== undefined && last !== undefined)
      statements[statements.length - 1] = { ...last, parameters: parseParameters(parameters) }
  }
  return statements
}

const parseParameters = (text: string): readonly (string | null)[] =>
  [...text.matchAll(/\$\d+ = (?:'((?:[^']|'')*)'|NULL)/gu)].map((match) => match[1]?.replaceAll("''", "'") ?? null)
