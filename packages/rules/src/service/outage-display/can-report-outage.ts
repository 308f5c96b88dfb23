const withoutReports: ReadonlySet<string> = new Set([
  'Disconnected',
  'Pending Disconnect',
  'Pending Reconnect',
  'Final Billed',
])

/** False for accounts without service, or about to lose it: an outage is not theirs to report (OU-11, AO-62). */
export const canReportOutage = (derivedStatus: string): boolean => !withoutReports.has(derivedStatus)
