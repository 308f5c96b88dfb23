import { sql } from 'kysely'
import { openBody, sealBody } from '../messages/sealed-body.ts'
import { decryptAtRest, encryptAtRest, type SealingDeps } from '../secrets/encrypt-at-rest.ts'
import { rewrapHash } from '../secrets/hash-password.ts'
import { rewrapRecoveryCode } from '../secrets/recovery-code.ts'
import type { SecretPlace, StoredSecret } from './stored-secrets.store.ts'

/** One kind of stored secret, and how it moves to the current key. */
export interface SecretKind extends SecretPlace {
  /** In the plural, for `coopline keys` and the refusal at start. */
  readonly name: string
  readonly rewrap: (deps: SealingDeps, stored: StoredSecret) => Uint8Array | string
}

const bytes = ({ secret }: StoredSecret): Uint8Array => {
  if (typeof secret === 'string') throw new Error('The secret is text')
  return secret
}
const text = ({ secret }: StoredSecret): string => {
  if (typeof secret !== 'string') throw new Error('The secret is not text')
  return secret
}
const rewrapAppSecret = (deps: SealingDeps, stored: StoredSecret): Uint8Array => {
  const loginId = String(stored.id[0])
  return encryptAtRest(deps, 'app-secret', decryptAtRest(deps.keys, 'app-secret', bytes(stored), loginId), loginId)
}

const rewrapBankNumbers = (deps: SealingDeps, stored: StoredSecret, accountNumber: string): Uint8Array => {
  const numbers = decryptAtRest(deps.keys, 'bank-numbers', bytes(stored), accountNumber)
  return encryptAtRest(deps, 'bank-numbers', numbers, accountNumber)
}

/** Name and key of a document are bound to its application and id. */
const rewrapDocument = (
  deps: SealingDeps,
  stored: StoredSecret,
  purpose: 'upload' | 'service-application',
): Uint8Array => {
  const owner = `service-application:${stored.id.map(String).join(':')}`
  return encryptAtRest(deps, purpose, decryptAtRest(deps.keys, purpose, bytes(stored), owner), owner)
}

const ofDocument = {
  table: 'portal.service_application_document',
  id: ['reference_number', 'document_id'],
  where: sql<boolean>`true`,
} as const
const ofLogin = { table: 'portal.login', id: ['login_id'] } as const
const ofStaff = { table: 'portal.staff_login', id: ['staff_id'] } as const
const isSealedAndWaiting = sql<boolean>`sent_at is null and body_text like 'sealed:%'`

/** Every secret that the database keeps under a key of `APP_KEYS`. A new kind needs its index and a line here. */
export const secretKinds: readonly SecretKind[] = [
  {
    ...ofLogin,
    name: 'passwords',
    column: 'password_hash',
    where: sql<boolean>`true`,
    rewrap: (deps, stored) => rewrapHash(deps, text(stored)),
  },
  {
    ...ofLogin,
    name: 'secret answers',
    column: 'secret_answer_hash',
    where: sql<boolean>`secret_answer_hash is not null`,
    rewrap: (deps, stored) => rewrapHash(deps, text(stored)),
  },
  {
    ...ofLogin,
    name: 'authenticator apps',
    column: 'app_secret',
    where: sql<boolean>`app_secret is not null`,
    rewrap: rewrapAppSecret,
  },
  {
    ...ofLogin,
    name: 'authenticator apps being set up',
    column: 'pending_app_secret',
    where: sql<boolean>`pending_app_secret is not null`,
    rewrap: rewrapAppSecret,
  },
  {
    ...ofStaff,
    name: 'passwords of staff',
    column: 'password_hash',
    where: sql<boolean>`password_hash is not null`,
    rewrap: (deps, stored) => rewrapHash(deps, text(stored)),
  },
  {
    ...ofStaff,
    name: 'authenticator apps of staff',
    column: 'app_secret',
    where: sql<boolean>`app_secret is not null`,
    rewrap: rewrapAppSecret,
  },
  {
    ...ofStaff,
    name: 'authenticator apps of staff being set up',
    column: 'pending_app_secret',
    where: sql<boolean>`pending_app_secret is not null`,
    rewrap: rewrapAppSecret,
  },
  {
    name: 'recovery codes',
    table: 'portal.recovery_code',
    id: ['login_id', 'code_hash'],
    column: 'code_hash',
    where: sql<boolean>`used_at is null`,
    rewrap: (deps, stored) => rewrapRecoveryCode(deps, bytes(stored), String(stored.id[0])),
  },
  {
    name: 'bank numbers of drafts',
    table: 'portal.draft',
    id: ['account_number'],
    column: 'bank_numbers',
    where: sql<boolean>`bank_numbers is not null`,
    rewrap: (deps, stored) => rewrapBankNumbers(deps, stored, String(stored.id[0])),
  },
  {
    name: 'bank numbers waiting for a bank file',
    table: 'pay.run_item',
    id: ['id', 'account_number'],
    column: 'bank_numbers',
    where: sql<boolean>`bank_numbers is not null`,
    rewrap: (deps, stored) => rewrapBankNumbers(deps, stored, String(stored.id[1])),
  },
  {
    name: 'saved applications for service',
    table: 'portal.service_application',
    id: ['reference_number'],
    column: 'draft',
    where: sql<boolean>`draft is not null`,
    rewrap: (deps, stored) => {
      const reference = String(stored.id[0])
      const draft = decryptAtRest(deps.keys, 'service-application', bytes(stored), reference)
      return encryptAtRest(deps, 'service-application', draft, reference)
    },
  },
  {
    ...ofDocument,
    name: 'documents of applications for service',
    column: 'sealed_key',
    rewrap: (deps, stored) => rewrapDocument(deps, stored, 'upload'),
  },
  {
    ...ofDocument,
    name: 'names of documents of applications for service',
    column: 'sealed_name',
    rewrap: (deps, stored) => rewrapDocument(deps, stored, 'service-application'),
  },
  {
    name: 'photos of meter readings',
    table: 'portal.meter_reading_photo',
    id: ['reading_id'],
    column: 'sealed_key',
    where: sql<boolean>`true`,
    rewrap: (deps, stored) => {
      const owner = `meter-reading:${String(stored.id[0])}`
      return encryptAtRest(deps, 'upload', decryptAtRest(deps.keys, 'upload', bytes(stored), owner), owner)
    },
  },
  {
    name: 'SSN digits of credit claims',
    table: 'portal.claim_digits',
    id: ['claim_number'],
    column: 'sealed_digits',
    where: sql<boolean>`true`,
    rewrap: (deps, stored) => {
      const claimNumber = String(stored.id[0])
      const digits = decryptAtRest(deps.keys, 'claim-digits', bytes(stored), claimNumber)
      return encryptAtRest(deps, 'claim-digits', digits, claimNumber)
    },
  },
  {
    name: 'tokens of stored payment methods',
    table: 'pay.stored_method',
    id: ['method_id'],
    column: 'token',
    where: sql<boolean>`true`,
    rewrap: (deps, stored) => {
      const methodId = String(stored.id[0])
      return encryptAtRest(
        deps,
        'method-token',
        decryptAtRest(deps.keys, 'method-token', bytes(stored), methodId),
        methodId,
      )
    },
  },
  {
    name: 'sealed messages waiting to be sent',
    table: 'outbox.message',
    id: ['id', 'dedupe_key'],
    column: 'body_text',
    where: isSealedAndWaiting,
    rewrap: (deps, stored) => {
      const dedupeKey = String(stored.id[1])
      return sealBody(deps, dedupeKey, openBody(deps.keys, { dedupeKey, bodyText: text(stored) }))
    },
  },
]
