import { type DestinationStream, type Logger, pino } from 'pino'
import { scrubJsonLine } from './scrub-personal.ts'
import { traceOfLine } from './tracing/spans.ts'

export type Log = Logger

/**
 * One JSON line per event. Callers pass no personal data; as a last line of defense, a scrubber checks every name and text of
 * the line.
 */
export function createLog(level: string, destination: DestinationStream = process.stdout): Log {
  return pino(
    {
      level,
      base: null,
      mixin: traceOfLine,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
    },
    { write: (line) => destination.write(scrubJsonLine(line)) },
  )
}

/** For decisions that are rolled back: the alarms that they would log are not raised. */
export const silentLog: Log = createLog('silent')

interface DescribedError {
  readonly type: string
  readonly message: string
  readonly code?: string
  readonly stack?: string
  readonly cause?: DescribedError
  /** The errors that an AggregateError holds, five at most. */
  readonly errors?: readonly DescribedError[]
}

/**
 * Describes an error with the facts that help to find the fault. A database's error also carries rows (`detail`,
 * `where`), which contain people's data and are left out.
 */
function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) }
  return {
    type: error.name,
    message: error.message,
    ...('code' in error ? { code: String(error.code) } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause === undefined || depth >= 3 ? {} : { cause: describeError(error.cause, depth + 1) }),
    ...(error instanceof AggregateError && depth < 3
      ? { errors: error.errors.slice(0, 5).map((one: unknown) => describeError(one, depth + 1)) }
      : {}),
  }
}
