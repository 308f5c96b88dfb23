const [now, account, phone] = [new Date('2026-11-20T15:00:00Z'), '100100101', '7155550123'] as const

const incidentCalls: Readonly<Record<string, readonly unknown[]>> = {
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

const estimateCalls: Readonly<Record<string, readonly unknown[]>> = {
  noteEstimates: [[{ accountNumber: account, memberNumber: '10001', estimate: now, earlier: null }]],
}

/** Arguments for the functions of the stores of outages and text messages, for walk-every-store. */
export const outageCalls: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  'features/outage/incidents': incidentCalls,
  'features/outage/outage': {
    findOutageAccountByPhone: [account, phone],
    listOutageAccounts: [['10001']],
  },
  'features/notifications/estimate-changes': estimateCalls,
  'features/notifications/choices': {
    stopPhone: [phone, now],
    startPhone: ['7155550000'],
    isOptedOutPhone: [phone],
    listMembersOfPhone: [phone],
  },
}
