import { styleText } from 'node:util'
import type { Command } from './command.ts'
import { commandGroups, commands } from './commands.ts'

/** Bold on a terminal, unless NO_COLOR is set. */
const heading = (text: string): string => styleText('bold', text)

/** The list of commands, by group. */
export async function listCommands(): Promise<string> {
  const width = Math.max(...Object.keys(commands).map((name) => name.length))
  const groups = await Promise.all(
    Object.entries(commandGroups).map(async ([title, loads]) => {
      const all = await Promise.all(Object.values(loads).map((load) => load()))
      return [heading(title), ...all.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`), '']
    }),
  )
  return [
    'Usage: coopline COMMAND …',
    '',
    ...groups.flat(),
    heading('About coopline'),
    `  ${'help'.padEnd(width)}  This list; "coopline help COMMAND" shows the arguments of a command and examples`,
    `  ${'completion'.padEnd(width)}  Print the completion for bash, zsh or fish`,
    `  ${'--version'.padEnd(width)}  Print the version`,
  ].join('\n')
}

/** The summary of a command, its calls and its examples. */
export const helpOf = (command: Command): string =>
  [
    command.summary,
    '',
    usageOf(command),
    '',
    heading('Examples'),
    ...command.examples.map((example) => `  coopline ${example}`),
  ].join('\n')

/** The calls of a command, each with its name. A ` | ` within brackets separates options of one call. */
const callsOf = ({ name, usage }: Command): readonly string[] =>
  usage
    .split(/ \| (?![^[]*\])/u)
    .map((call) => (call.startsWith(`${name} `) || call === name ? call : `${name} ${call}`))

/** The ways to call a command, one per line. */
export const usageOf = (command: Command): string =>
  `Usage: ${callsOf(command)
    .map((call) => `coopline ${call}`)
    .join('\n       ')}`

/** The fixed words that may follow a command: its verbs and its options, from its usage. */
export function wordsOf(command: Command): readonly string[] {
  const verbs = callsOf(command).flatMap(
    (call) => /^\S+ (?<verb>[a-z][a-z-]*)(?: |$)/u.exec(call)?.groups?.['verb'] ?? [],
  )
  const options = [...command.usage.matchAll(/--[a-z][a-z-]*/gu)].map(([option]) => option)
  return [...new Set([...verbs, ...options])]
}
