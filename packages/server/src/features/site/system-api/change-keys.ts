import { apiKeyMessage, type ApiKeyRefusal } from '@coopline/rules/site/system-api/api-key.messages'
import { type ApiKeyForm, checkApiKey } from '@coopline/rules/site/system-api/check-api-key'
import { type SystemScope, systemScopes } from '@coopline/rules/site/system-api/system-scopes'
import { calendarDateIn, endOfDay, parseCalendarDate } from '@coopline/rules/kernel/calendar-date'
import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Conflict, NotFound, Refused } from '../../../platform/errors.ts'
import { randomText } from '../../../platform/random.ts'
import { refusal } from '../../../platform/refusal.ts'
import { sha256 } from '../../../platform/secrets/split-token.ts'
import { endKeyAt, endSecrets, findKey, insertKey, insertSecret, listKeys, lockKey } from './api-keys.store.ts'
import { secretOf } from './check-system-key.ts'
import { readAddresses } from './key-addresses.ts'

type KeyDeps = Pick<Deps, 'db' | 'clock' | 'random' | 'settings'>

/** The most keys that work at a time. */
const mostKeys = 100

/** The most keys that are listed. */
export const mostListed = 1000

/** The form for a new key, with the addresses as staff type them. */
export interface NewKey extends ApiKeyForm {
  readonly addresses: string
}

/** The secret of a key: it is returned once, and only its hash is stored. */
export interface MadeSecret {
  readonly keyId: string
  readonly secret: string
}

/**
 * Makes a key of the system API (REQ-D-501).
 *
 * @param by who makes it, for the audit.
 * @throws Refused with every fault of the form; Conflict when there are too many keys.
 */
export async function makeKey(deps: KeyDeps, form: NewKey, by: string): Promise<MadeSecret> {
  const now = deps.clock.now()
  const { timeZone } = deps.settings.current()
  const addresses = readAddresses(form.addresses)
  const problems = checkApiKey(form, calendarDateIn(timeZone, now))
  const faults = problems.map((problem) => keyRefusal(problem.code, problem.field))
  if (addresses === null) faults.push(keyRefusal('addresses-not-valid', 'addresses'))
  if (faults.length > 0 || addresses === null) throw new Refused(...faults)
  const day = parseCalendarDate(form.lastDay)
  const keyId = newKeyId(deps)
  const scopes = systemScopes.filter((scope) => form.scopes.includes(scope))
  return inTransaction(deps.db, async (tx) => {
    const working = (await listKeys(tx, mostListed)).filter(({ endsAt }) => endsAt === null || endsAt > now)
    if (working.length >= mostKeys) throw new Conflict(keyRefusal('too-many-keys'))
    const endsAt = day === null ? null : endOfDay(day, timeZone)
    const name = form.name.trim()
    await insertKey(tx, { keyId, name, scopes, addresses, createdAt: now, createdBy: by, endsAt })
    await recordChange(deps, tx, 'system-api.key-made', { by, key: keyId, name, scopes: scopes.join(' ') })
    return addSecret(deps, tx, keyId)
  })
}

/**
 * Gives a key a new secret. The former ones work for some hours more.
 *
 * @throws NotFound; Conflict when the key has ended.
 */
export async function rotateKey(deps: KeyDeps, keyId: string, keepHours: number, by: string): Promise<MadeSecret> {
  return inTransaction(deps.db, async (tx) => {
    await requireKey(deps, tx, keyId)
    await endSecrets(tx, keyId, new Date(deps.clock.now().getTime() + keepHours * 3_600_000))
    await recordChange(deps, tx, 'system-api.key-rotated', { by, key: keyId, keepHours })
    return addSecret(deps, tx, keyId)
  })
}

/**
 * Ends a key with all its secrets.
 *
 * @throws NotFound; Conflict when it has ended before.
 */
export async function endKey(deps: KeyDeps, keyId: string, by: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await requireKey(deps, tx, keyId)
    await endKeyAt(tx, keyId, deps.clock.now())
    await recordChange(deps, tx, 'system-api.key-ended', { by, key: keyId })
  })
}

async function requireKey({ clock }: KeyDeps, tx: Tx, keyId: string): Promise<void> {
  if (await lockKey(tx, keyId, clock.now())) return
  if ((await findKey(tx, keyId)) === undefined) throw new NotFound('No such key')
  throw new Conflict(keyRefusal('key-ended'))
}

async function addSecret({ random, clock }: KeyDeps, tx: Tx, keyId: string): Promise<MadeSecret> {
  const secret = secretOf(keyId, randomText(random, 32))
  await insertSecret(tx, keyId, sha256(secret), clock.now())
  return { keyId, secret }
}

const recordChange = async (
  { clock }: KeyDeps,
  tx: Tx,
  kind: string,
  detail: Readonly<Record<string, string | number>>,
): Promise<void> => recordAudit(tx, { kind, at: clock.now(), detail })

const keyRefusal = (code: ApiKeyRefusal, field?: string) => refusal(apiKeyMessage, code, field)

/** Ten characters that are easy to read aloud: 50 random bits. */
function newKeyId({ random }: KeyDeps): string {
  // Base 32 without letters that look like digits.
  const digits = 'abcdefghjkmnpqrstvwxyz0123456789'
  return [...random.bytes(10)].map((byte) => digits[byte % digits.length]).join('')
}

/** Returns those of the words that are scopes; `null` when one is none. */
export function readScopes(words: readonly string[]): readonly SystemScope[] | null {
  const scopes = systemScopes.filter((scope) => words.includes(scope))
  return scopes.length === new Set(words).size ? scopes : null
}
