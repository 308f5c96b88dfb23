import { type RawBuilder, sql } from 'kysely'
import type { Executor, Tx } from '../db/open-database.ts'
import type { SecretCondition, SecretPlace, StoredSecret } from './secret-kinds.ts'

const keyIdIn = ({ column }: SecretPlace): RawBuilder<string> => sql`portal.key_id_of(${sql.ref(column)})`
const idOf = ({ id }: SecretPlace): RawBuilder<unknown> => sql.join(id.map((name) => sql.ref(name)))
/** Written as literals, because only then does the planner compare them with the predicate of the index. */
const tests: Readonly<Record<SecretCondition['is'], RawBuilder<unknown>>> = {
  null: sql`is null`,
  set: sql`is not null`,
  sealed: sql`like 'sealed:%'`,
}
const termOf = ({ column, is }: SecretCondition): RawBuilder<boolean> => sql`${sql.ref(column)} ${tests[is]}`
const predicateOf = ({ where = [] }: SecretPlace): RawBuilder<boolean> =>
  where.length === 0 ? sql`true` : sql`${sql.join(where.map(termOf), sql` and `)}`

/** The ids of all keys that secrets of this kind name; '' for a former hash that names none. One index probe each. */
export async function listKeyIds(executor: Executor, place: SecretPlace): Promise<readonly string[]> {
  const next = (after: RawBuilder<unknown>) => sql`
    (select ${keyIdIn(place)} from ${sql.table(place.table)} where ${predicateOf(place)} and ${after}
     order by ${keyIdIn(place)} limit 1)`
  const { rows } = await sql<{ key_id: string }>`
    with recursive used (key_id) as (
      select ${next(sql`true`)}
      union all select ${next(sql`${keyIdIn(place)} > used.key_id`)} from used where used.key_id is not null)
    select key_id from used where key_id is not null`.execute(executor)
  return rows.map((row) => row.key_id)
}

/** Counts the secrets of this kind that name a key, up to `most`. */
export async function countSecrets(
  executor: Executor,
  place: SecretPlace,
  keyId: string,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from ${sql.table(place.table)} where ${predicateOf(place)} and ${keyIdIn(place)} = ${keyId} limit ${most}
    ) as counted`.execute(executor)
  return rows[0]?.count ?? 0
}

/** The next secrets under a key, in the order of their ids. */
export async function listSecrets(
  tx: Tx,
  place: SecretPlace,
  page: { readonly keyId: string; readonly after: readonly unknown[] | undefined; readonly limit: number },
): Promise<readonly StoredSecret[]> {
  const after = page.after === undefined ? sql`true` : sql`(${idOf(place)}) > (${sql.join(page.after)})`
  const { rows } = await sql<Record<string, unknown> & { secret: Uint8Array | string }>`
    select ${idOf(place)}, ${sql.ref(place.column)} as secret from ${sql.table(place.table)}
    where ${predicateOf(place)} and ${keyIdIn(place)} = ${page.keyId} and ${after}
    order by ${keyIdIn(place)}, ${idOf(place)} limit ${page.limit}`.execute(tx)
  return rows.map((row) => ({ id: place.id.map((name) => row[name]), secret: row.secret }))
}

/** Replaces one secret. @returns false when it changed or went away in the meantime. */
export async function replaceSecret(
  tx: Tx,
  place: SecretPlace,
  { id, secret }: StoredSecret,
  fresh: Uint8Array | string,
): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(place.table)} set ${sql.ref(place.column)} = ${fresh}
    where (${idOf(place)}) = (${sql.join([...id])}) and ${sql.ref(place.column)} = ${secret}
    returning 1`.execute(tx)
  return rows.length > 0
}

export interface KnownKey {
  readonly keyId: string
  readonly fingerprint: Uint8Array
  readonly currentSince: Date | null
}

export async function listKnownKeys(executor: Executor): Promise<readonly KnownKey[]> {
  const rows = await executor.selectFrom('portal.app_key').selectAll().orderBy('first_seen_at').execute()
  return rows.map((row) => ({ keyId: row.key_id, fingerprint: row.fingerprint, currentSince: row.current_since }))
}

/** Notes the keys of this process, the current one first. */
export async function noteKeys(
  tx: Tx,
  keys: readonly { readonly keyId: string; readonly fingerprint: Uint8Array }[],
  now: Date,
): Promise<void> {
  const [current] = keys
  if (current === undefined) return
  await tx
    .insertInto('portal.app_key')
    .values(keys.map((key) => ({ key_id: key.keyId, fingerprint: key.fingerprint, first_seen_at: now })))
    .onConflict((conflict) => conflict.column('key_id').doNothing())
    .execute()
  await tx.updateTable('portal.app_key').set({ current_since: null }).where('key_id', '<>', current.keyId).execute()
  await tx
    .updateTable('portal.app_key')
    .set({ current_since: now })
    .where('key_id', '=', current.keyId)
    .where('current_since', 'is', null)
    .execute()
}
