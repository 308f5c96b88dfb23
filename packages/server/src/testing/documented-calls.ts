import type { AboutCommand, Command } from '../cli/command.ts'
import { fixedWordsOf } from '../cli/command.ts'
import { nextWords } from '../cli/help.ts'

/** The calls of `coopline` that a document shows, each without that word: in its code and in its blocks, up to a comment beside it. */
export const documentedCalls = (document: string): readonly string[] =>
  [
    ...document.matchAll(
      /(?:`|^ *(?:\w+=\S+ )*|npm run (?:--silent )?|src\/cli\/)coopline(?:\.ts| --)? ([a-z][^\n`|#\\]*)/gmu,
    ),
  ].map(([, call = '']) => call.trim().replace(/ {2,}.*$/u, ''))

/** True when a call that continues with `words` takes an argument that is not an option. */
const takesArgument = (words: string): boolean => /[A-Z]|\w\|\w/u.test(words.replaceAll(/--[a-z-]+ \S+/gu, ''))

/** Returns the part of a documented call that its command does not have; empty for a call that the command takes. */
export function faultOfCall(call: string, command: Command | AboutCommand | undefined): string {
  const [name = '', ...rest] = call.split(/\s+/u)
  if (command === undefined) return `there is no command ${name}`
  const next = nextWords(command)
  let typed = name
  for (const word of rest) {
    if (!/^[a-z][a-z-]*$/u.test(word)) break
    const isFixed = (next.get(typed) ?? []).includes(word)
    const taking = command.calls.filter((one) => [name, ...fixedWordsOf(one)].join(' ') === typed)
    if (!isFixed && !taking.some(({ words }) => takesArgument(words))) return `${typed} has no ${word}`
    if (!isFixed) break
    typed = `${typed} ${word}`
  }
  const known = [...next].filter(([words]) => `${words} `.startsWith(`${typed} `)).flatMap(([, words]) => words)
  const options = [...call.matchAll(/(?<= \[?)--[a-z][a-z-]*/gu)].map(([option]) => option)
  const unknown = options.filter((option) => !known.includes(option) && option !== '--help')
  return unknown.length === 0 ? '' : `${typed} has no ${unknown.join(', ')}`
}
