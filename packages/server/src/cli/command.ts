import type { Env } from '../platform/env.ts'

/** One subcommand of `coopline`. */
export interface Command {
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  /** How it is called, after `coopline `. ` | ` separates calls; each later one leaves out the command's name. */
  readonly usage: string
  /** Whole calls that a reader may copy, the most usual first. */
  readonly examples: readonly [string, ...string[]]
  /** @returns the exit code. */
  readonly run: (args: readonly string[], env: Env) => Promise<number>
}

/** Thrown when a command is called with wrong arguments; the message and the usage are printed and the exit code is 2. */
export class WrongUsage extends Error {}
