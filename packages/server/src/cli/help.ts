import { styleText } from 'node:util'
import type { Call } from '../platform/command.ts'
import { type Command, fixedWordsOf } from './command.ts'
import { commandGroups, commands } from './commands.ts'

/** Bold on a terminal, unless NO_COLOR is set. */
const heading = (text: string): string => styleText('bold', text)

/** The list of commands, by group. */
export async function listCommands(): Promise<string> {
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  const groups = await Promise.all(
    Object.entries(commandGroups).map(async ([title, loads]) => {
      const all = await Promise.all(Object.values(loads).map((load) => load()))
      return ['', heading(title), ...all.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)]
    }),
  )
  return ['Usage: coopline COMMAND …', ...groups.flat()].join('\n')
}

type Described = Pick<Command, 'name' | 'summary' | 'calls' | 'examples'>

/** The summary of a command, its calls and its examples. */
export const helpOf = (command: Described): string =>
  [
    command.summary,
    '',
    usageOf(command),
    '',
    heading('Examples'),
    ...command.examples.map((example) => `  coopline ${example}`),
  ].join('\n')

/** The ways to call a command, one per line. */
export const usageOf = ({ name, calls }: Described): string =>
  `Usage: ${calls
    .map(({ words, json }) => ['coopline', name, words, json === true ? '[--json]' : ''].filter(Boolean).join(' '))
    .join('\n       ')}`

const optionsOf = ({ words, json }: Call): readonly string[] => [
  ...new Set([...words.matchAll(/--[a-z][a-z-]*/gu)].map(([option]) => option)),
  ...(json === true ? ['--json'] : []),
]

/**
 * Lists the words that may follow each sequence of typed words: after `jobs` its verbs, after `jobs list` the options
 * of that call. A command with a call that has no verb also offers its options.
 */
export function nextWords({ name, calls }: Described): ReadonlyMap<string, readonly string[]> {
  const next = new Map<string, string[]>([[name, []]])
  for (const call of calls) {
    let typed = name
    for (const word of fixedWordsOf(call)) {
      next.set(typed, [...(next.get(typed) ?? []), word])
      typed = `${typed} ${word}`
    }
    next.set(typed, [...(next.get(typed) ?? []), ...optionsOf(call)])
  }
  return new Map([...next].map(([typed, words]) => [typed, [...new Set(words)]]))
}
