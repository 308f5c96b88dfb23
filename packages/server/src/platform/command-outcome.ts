/** What a command has to say, and its exit code: 0 done, 1 refused, 2 wrong words. */
export interface CommandOutcome {
  readonly output: string
  readonly exitCode: number
}
