/** What the cooperative's system says of an outage: Y, N, or nothing (spec 001 §3). */
export type OutageValue = 'Y' | 'N' | ''

/** Whether the power is on, as members read it: an outage means OFF, none means ON, not known N/A (spec 001 §4). */
export function shownPower(outage: OutageValue): 'ON' | 'OFF' | 'N/A' {
  if (outage === '') return 'N/A'
  return outage === 'Y' ? 'OFF' : 'ON'
}
