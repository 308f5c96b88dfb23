/**
 * Returns a text without its identifiers, tokens, times of day and durations: UUIDs, base64url texts of 20 characters or more, and
 * `"time"` and `"ms"` of log lines. A test that searches an answer or a log for four digits searches the rest, because one random
 * identifier in a few thousand contains them.
 */
export const withoutRandom = (text: string): string =>
  text.replaceAll(
    /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?=[A-Za-z_-]{0,80}[0-9])(?=[0-9_-]{0,80}[A-Za-z])[A-Za-z0-9_-]{20,}|"time":"?[^",]{13,24}|"ms":[0-9.]+/gu,
    '…',
  )
