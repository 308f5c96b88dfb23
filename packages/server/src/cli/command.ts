import { type CommandOutcome, printableJson } from '../platform/command-outcome.ts'
import type { Call, DescribedCommand } from '../platform/command.ts'
import type { Env } from '../platform/env.ts'

/** One subcommand of `coopline`. */
export interface Command extends DescribedCommand {
  /** @returns the exit code. */
  readonly run: (args: readonly string[], env: Env) => Promise<number>
}

/** A command that only prints about `coopline` itself. It works with any environment. */
export interface AboutCommand extends Omit<Command, 'run'> {
  /** @throws WrongUsage. */
  readonly answer: (args: readonly string[]) => Promise<string>
}

/** Thrown when a command is called with wrong arguments; the message and the usage are printed and the exit code is 2. */
export class WrongUsage extends Error {}

const jsonFlag = '--json'

/** Tells whether a call asks for JSON, and returns its other words. */
export const readJsonFlag = (args: readonly string[]) => ({
  isJson: args.includes(jsonFlag),
  words: args.filter((word) => word !== jsonFlag),
})

/** The `run` of a command that ends with an outcome: prints its sentences, or with `--json` its value. */
export const answering =
  (run: (args: readonly string[], env: Env) => Promise<CommandOutcome>): Command['run'] =>
  async (args, env) => {
    const { isJson, words } = readJsonFlag(args)
    return printOutcome(await run(words, env), isJson)
  }

/**
 * Prints an outcome: a result to standard output, a refusal to standard error.
 *
 * @returns the exit code.
 * @throws WrongUsage for wrong arguments.
 */
export function printOutcome(
  { output, exitCode, value }: CommandOutcome,
  isJson: boolean,
  printer: Printer = console,
): number {
  if (exitCode === 2) throw new WrongUsage(output)
  if (isJson && value !== undefined) printer.log(printableJson(value))
  else if (output !== '') printer[exitCode === 0 ? 'log' : 'error'](output)
  return exitCode
}

/** Prints the lines of a command: `log` to standard output, `error` to standard error. */
export type Printer = Pick<Console, 'log' | 'error'>

/** The fixed words that begin a call: `apps list` of `apps list [--json]`. */
export const fixedWordsOf = ({ words }: Call): readonly string[] =>
  (/^(?:[a-z][a-z-]*(?: |$))*/u.exec(words)?.[0] ?? '').split(' ').filter((word) => word !== '')

/**
 * Refuses `--json` where a call has nothing for programs to read: without this, a program would take the sentence for JSON.
 *
 * @throws WrongUsage.
 */
export function requireJsonAllowed({ name, calls }: Pick<Command, 'name' | 'calls'>, args: readonly string[]): void {
  const { isJson, words } = readJsonFlag(args)
  if (!isJson) return
  const [call] = calls
    .map((one) => ({ fixed: fixedWordsOf(one), json: one.json }))
    .filter(({ fixed }) => fixed.every((word, place) => words[place] === word))
    .sort((a, b) => b.fixed.length - a.fixed.length)
  if (call !== undefined && call.json !== true)
    throw new WrongUsage(`${[name, ...call.fixed].join(' ')} takes no --json. ${call.json}`)
}
