/** The rights that a key of the system API can have. `bank-numbers:read` adds the numbers of bank accounts to events about drafts. */
export const systemScopes = [
  'events:read',
  'events:ack',
  'bank-numbers:read',
  'payments:read',
  'data:write',
  'outages:write',
  'readings:write',
  'documents:write',
] as const

export type SystemScope = (typeof systemScopes)[number]
