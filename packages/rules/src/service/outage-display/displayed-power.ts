/** The outage flag of the cooperative's system: Y, N, or empty when unknown (DE-06). */
export type OutageValue = 'Y' | 'N' | ''

/** Whether the power is on, as members read it: an outage means OFF, none means ON, not known N/A (AO-45 to AO-47). */
export function displayedPower(outage: OutageValue): 'ON' | 'OFF' | 'N/A' {
  if (outage === '') return 'N/A'
  return outage === 'Y' ? 'OFF' : 'ON'
}
