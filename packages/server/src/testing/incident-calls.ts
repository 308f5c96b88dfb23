const [now, account] = [new Date('2026-11-20T15:00:00Z'), '100100101'] as const

/** Arguments for the functions that write outage incidents, for walk-every-store. */
export const incidentCalls: Readonly<Record<string, readonly unknown[]>> = {
  upsertIncidents: [
    [{ incident_id: 'I', is_active: true, started_at: now, cause: 'tree', crew: 'none', customers: 1 }],
  ],
  insertEstimates: [[{ incident_id: 'I', stated_at: now, estimate_at: now }]],
  noteCurrentEstimates: [['I'], now],
  setGeneratedAt: [now],
  findGeneratedAt: [],
  setTerritory: ['{}'],
  clearAffected: [['I']],
  markAffected: ['I', 'account', [account]],
  updatePower: [['I'], '', now],
  findIncidentOf: [account],
  listActiveIncidents: ['', 10],
  endIncidents: [['J'], now],
}

/** Values for the function that notes which estimates members were notified of. */
export const estimateCalls: Readonly<Record<string, readonly unknown[]>> = {
  noteEstimates: [[{ accountNumber: account, memberNumber: '10001', estimate: now, earlier: null }]],
}
