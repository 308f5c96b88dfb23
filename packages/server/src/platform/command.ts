import type { CommandOutcome } from './command-outcome.ts'
import type { Deps } from './deps.ts'

/** One way to call a command. */
export interface Call {
  /** The words after the name of the command, without `--json`. */
  readonly words: string
  /** `true` when `--json` prints the result for programs; else the reason why there is nothing for programs to read. */
  readonly json: true | string
}

/** Describes a subcommand of `coopline`, as its help shows it. */
export interface DescribedCommand {
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  readonly calls: readonly [Call, ...Call[]]
  /** Whole calls that a reader may copy, the most usual first. */
  readonly examples: readonly [string, ...string[]]
}

/** A subcommand of a slice. A server that has the embedded database open runs it there, else its own process does. */
export interface FeatureCommand extends DescribedCommand {
  /** It works on many rows: each statement may take a minute. */
  readonly isBulk?: true
  /** The option that names a file or folder, which is relative to the folder in which the command is called. */
  readonly namesPath?: '--to' | '--list'
  /** Returns the sentence on standard error when a call was successful and has no output. */
  readonly sayNone?: (args: readonly string[]) => string
  readonly run: (deps: Deps, args: readonly string[]) => Promise<CommandOutcome>
}

/** The reason that a call has no `--json`: the exit code is what a program needs. */
export const isOneSentence = 'The output is one sentence, and the exit code says whether it was done.'
