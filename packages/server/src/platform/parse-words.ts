import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'

/**
 * Parses the words of a command.
 *
 * @returns the words that belong to no option, and the options; `null` for an option that the command does not take, one without its
 *   value, and one with a value that it does not take.
 */
export function parseWords<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  try {
    const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true })
    return { words: positionals, values }
  } catch {
    return null
  }
}

/** An option with one value. */
export const text = { type: 'string' } as const

/** An option without a value. */
export const flag = { type: 'boolean' } as const
