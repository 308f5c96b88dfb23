/**
 * Exit code of a command that changed nothing and may succeed later: the database is away, another process has it open, or another
 * import runs. EX_TEMPFAIL of sysexits.h.
 */
export const tryLater = 75

/** The output of a command and its exit code: 0 done, 1 refused, 2 wrong arguments, `tryLater`. */
export interface CommandOutcome {
  readonly output: string
  readonly exitCode: number
  /** The result as data, which `--json` prints in place of `output`. Refusals have none. */
  readonly value?: unknown
}

/**
 * A text for a terminal, with control and invisible formatting characters as JSON escapes (`\u009b`): stored text must not move
 * the cursor or reverse what is read. JSON on one line stays the same JSON.
 */
export const escapeControls = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )

/** A value as indented JSON that `escapeControls` made fit for a terminal; it parses as the same value. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).split('\n').map(escapeControls).join('\n')
