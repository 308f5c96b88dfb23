const pastDueOrCutoff: ReadonlySet<string> = new Set([
  'Past Due',
  'Pending Reconnect',
  'Pending Disconnect',
  'Disconnected',
  'Final Billed',
])

/** True for the derived statuses that count as past due or cutoff (spec 001 §4, "Account status display"). */
export const isPastDueOrCutoff = (derivedStatus: string): boolean => pastDueOrCutoff.has(derivedStatus)
