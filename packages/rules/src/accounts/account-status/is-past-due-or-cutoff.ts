const pastDueOrCutoff: ReadonlySet<string> = new Set([
  'Past Due',
  'Pending Reconnect',
  'Pending Disconnect',
  'Disconnected',
  'Final Billed',
])

/** True for the derived statuses that count as past due or cutoff (AO-43). */
export const isPastDueOrCutoff = (derivedStatus: string): boolean => pastDueOrCutoff.has(derivedStatus)
