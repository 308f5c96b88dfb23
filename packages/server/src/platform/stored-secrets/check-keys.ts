import { inTransaction } from '../db/in-transaction.ts'
import type { Deps } from '../deps.ts'
import { type Keys } from '../keys.ts'
import { isSameHash } from '../secrets/split-token.ts'
import type { SecretKind } from './secret-kinds.ts'
import { listKeyIds, listKnownKeys, noteKeys } from './stored-secrets.store.ts'

/** Thrown when the portal must not start with these keys; the message says which key is wrong, why, and what to do. */
export class UnfitKeys extends Error {
  constructor(faults: readonly string[]) {
    super(
      [
        'APP_KEYS does not fit what this database keeps:',
        ...faults.map((fault) => `  - ${fault}`),
        'Put the missing keys back. To retire a key, put the new one first, run "coopline keys rewrap", and take the former',
        'one away when "coopline keys status" says that nothing needs it (docs/OPERATIONS.md, "Changing keys").',
      ].join('\n'),
    )
    this.name = 'UnfitKeys'
  }
}

/** The fingerprints of the keys in the database; a fingerprint reveals nothing about the secret. */
export const fingerprintsOf = (keys: Keys): readonly { readonly keyId: string; readonly fingerprint: Uint8Array }[] =>
  keys.forPurpose('fingerprint').map((key) => ({ keyId: key.kid, fingerprint: key.secret.slice(0, 16) }))

/**
 * Checks before a start that every stored secret can be read, and notes the keys.
 *
 * @throws UnfitKeys when a stored secret names a key that is absent, or a key has another secret than it had.
 */
export async function checkKeys({
  db,
  clock,
  keys,
  featureData: { secrets },
}: Pick<Deps, 'db' | 'clock' | 'keys' | 'featureData'>): Promise<void> {
  const faults = await listKeyFaults({ db, keys, secrets })
  if (faults.length > 0) throw new UnfitKeys(faults)
  await inTransaction(db, async (tx) => noteKeys(tx, fingerprintsOf(keys), clock.now()))
}

/** The keys that are missing or have another secret, one sentence each; none when every stored secret can be read. */
export async function listKeyFaults({
  db,
  keys,
  secrets,
}: Pick<Deps, 'db' | 'keys'> & { readonly secrets: readonly SecretKind[] }): Promise<readonly string[]> {
  const given = fingerprintsOf(keys)
  return [...(await changedKeys(db, given)), ...(await missingKeys(db, given, secrets))]
}

type Given = ReturnType<typeof fingerprintsOf>

async function changedKeys(db: Deps['db'], given: Given): Promise<readonly string[]> {
  const known = new Map((await listKnownKeys(db)).map((key) => [key.keyId, key.fingerprint]))
  return given
    .filter(({ keyId, fingerprint }) => !isSameHash(fingerprint, known.get(keyId) ?? fingerprint))
    .map(({ keyId }) => `The key "${keyId}" has another secret than before. Give a new secret a new id.`)
}

async function missingKeys(db: Deps['db'], given: Given, secrets: readonly SecretKind[]): Promise<readonly string[]> {
  const present = new Set(given.map((key) => key.keyId))
  const needed = new Map<string, string[]>()
  for (const kind of secrets)
    for (const keyId of await listKeyIds(db, kind))
      if (!present.has(keyId)) needed.set(keyId, [...(needed.get(keyId) ?? []), kind.name])
  return [...needed].map(([keyId, kinds]) => `The key "${keyId}" is missing, and these need it: ${kinds.join(', ')}.`)
}
