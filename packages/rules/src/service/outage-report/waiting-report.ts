/**
 * The maximum time that a report waits in the browser for a connection, in seconds. A report of four hours ago is still news to the crew; one
 * of yesterday evening could send it to a place that has power (REQ-D-387).
 */
export const longestWaitSeconds = 14_400

/** Whole seconds that a report written at an instant has waited; `null` when it must no longer be sent. Both in milliseconds since 1970. */
export function secondsWaited(writtenAt: number, now: number): number | null {
  const seconds = Math.floor((now - writtenAt) / 1_000)
  return seconds >= 0 && seconds <= longestWaitSeconds ? seconds : null
}
