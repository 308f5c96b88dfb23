import { systemScopes } from '@coopline/rules/site/system-api/system-scopes'
import { staffRights } from '@coopline/rules/staff/staff-sign-in/staff-rights'
import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { wireInstant } from '../../wire.ts'

const source = 'addition: REQ-D-501'

const keyId = z.string().regex(/^[a-z0-9]{10}(?![\s\S])/u)

const listedKey = z.strictObject({
  keyId,
  name: z.string(),
  scopes: z.array(z.enum(systemScopes)),
  /** Addresses or CIDR ranges that it may be used from; empty for any. */
  addresses: z.array(z.string()),
  createdAt: wireInstant,
  /** The username of staff, or the name given at the command line. */
  createdBy: z.string(),
  /** When it ends or has ended; `null` for a key without an end. */
  endsAt: wireInstant.nullable(),
  isEnded: z.boolean(),
  lastUsedAt: wireInstant.nullable(),
  lastUsedFrom: z.string().nullable(),
})

/** The secret is in this answer only. */
const madeSecret = z.strictObject({ keyId, secret: z.string() })

export const staffApiKeys = {
  list: endpoint('staffApiKeys.list', 'GET /v3/staff/api-keys', {
    auth: 'staff',
    roles: staffRights.apiKeys,
    summary: 'List the keys of the system API, newest first',
    description:
      'Lists the keys with what they may do and when they were last used, those that have ended included. Secrets are never shown again.',
    source,
    answer: z.strictObject({ keys: z.array(listedKey) }),
    errors: [401, 403],
  }),
  make: endpoint('staffApiKeys.make', 'POST /v3/staff/api-keys', {
    auth: 'staff',
    roles: staffRights.apiKeys,
    summary: 'Make a key of the system API',
    description:
      'Makes a key for one system and answers its secret, which is shown this once: only its hash is stored. Give each system a key of its own, with as few scopes as it needs.',
    source,
    body: z.strictObject({
      name: z.string().max(200),
      scopes: z.array(z.enum(systemScopes)).max(systemScopes.length),
      /** Addresses or CIDR ranges, comma-separated; empty for any. */
      addresses: z.string().max(2000),
      /** The last day on which it works, yyyy-MM-dd; empty for a key without an end. */
      lastDay: z.string().max(20),
    }),
    answer: madeSecret,
    errors: [401, 403, 409],
  }),
  rotate: endpoint('staffApiKeys.rotate', 'POST /v3/staff/api-keys/{keyId}/secrets', {
    auth: 'staff',
    roles: staffRights.apiKeys,
    summary: 'Give a key a new secret',
    description:
      'Adds a secret to a key and answers it this once. The former secrets work for the given hours, so that the system can change without a gap; with 0 they end at once.',
    source,
    params: z.strictObject({ keyId }),
    body: z.strictObject({ keepHours: z.int().min(0).max(720) }),
    answer: madeSecret,
    errors: [401, 403, 404, 409],
  }),
  end: endpoint('staffApiKeys.end', 'DELETE /v3/staff/api-keys/{keyId}', {
    auth: 'staff',
    roles: staffRights.apiKeys,
    summary: 'End a key',
    description: 'Ends a key with all its secrets at once. A key that has ended never works again.',
    source,
    params: z.strictObject({ keyId }),
    answer: z.strictObject({}),
    errors: [401, 403, 404, 409],
  }),
}

export type StaffListedKey = z.output<typeof listedKey>
