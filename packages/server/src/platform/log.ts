import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** Anything that looks like a card or bank number, an e-mail address, a phone number or a bearer token is never written. */
const personal =
  /[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}|\(?\b[0-9]{3}\)?[ -][0-9]{3}-[0-9]{4}\b|\b[0-9][0-9 -]{7,21}[0-9]\b|Bearer [A-Za-z0-9._~+/=-]{8,2048}/gu

/** Times, ids and counts that the pattern above must leave alone are numbers, not text, or contain letters. */
const scrub = (line: string): string =>
  line.replace(/"(?:[^"\\]|\\.)*"/gu, (text) => (text.startsWith('"20') ? text : text.replace(personal, '[removed]')))

/**
 * One JSON line per event. Personal data is kept out by what callers pass, by the redaction list, and at last by a
 * scrubber over every text of the line.
 */
export function createLog(level: string, destination: DestinationStream = process.stdout): Log {
  const scrubbed: DestinationStream = { write: (line) => destination.write(scrub(line)) }
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [
          '*.password',
          '*.authorization',
          '*.cookie',
          '*.token',
          '*.quickPayToken',
          '*.phoneLastFourDigits',
          '*.email',
        ],
        censor: '[removed]',
      },
    },
    scrubbed,
  )
}
