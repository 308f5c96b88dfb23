import type { OpenDatabase } from './open-database.ts'

/** The schemas whose tables are the portal's. A test compares them with those that the migrations make. */
export const portalSchemas: readonly string[] = ['portal', 'cis', 'outbox', 'pay', 'meter', 'job']
const schemas = portalSchemas.map((name) => `'${name}'`).join(', ')

/**
 * Finds out whether the role of this connection could undo what the database enforces. The owner of a table, or a
 * superuser, can drop the triggers that keep the ledger and the audit append-only.
 *
 * @returns the role and the reason; `null` when it owns nothing.
 */
export async function findTooPowerfulRole(
  database: OpenDatabase,
): Promise<{ readonly role: string; readonly reason: 'superuser' | 'owner' } | null> {
  if (database.kind !== 'postgresql') return null
  const [row] = await database.runScript(`
    select current_user as role, rolsuper as is_superuser, exists (
      select from pg_class table_of
      join pg_namespace schema_of on schema_of.oid = table_of.relnamespace
      where schema_of.nspname in (${schemas}) and table_of.relkind in ('r', 'p')
        and pg_has_role(current_user, table_of.relowner, 'member')) as owns
    from pg_roles where rolname = current_user`)
  const role = String(row?.role)
  if (row?.is_superuser === true) return { role, reason: 'superuser' }
  return row?.owns === true ? { role, reason: 'owner' } : null
}

/** A name that needs no escaping in a script. */
const plainName = /^[a-z_][a-z0-9_-]{0,62}$/iu

/**
 * Grants the application's role only what serving needs: the rows of all tables, but no change of append-only ones, no
 * TRUNCATE and no ownership. The role that owns the tables runs it after each migration.
 */
export async function grantToApplication(owner: OpenDatabase, role: string): Promise<void> {
  if (!plainName.test(role))
    throw new Error(`Give the role of DATABASE_URL a name of letters, digits, _ and -: ${role}`)
  const [quoted, literal] = [`"${role}"`, `'${role}'`]
  await owner.runScript(`
    begin;
    grant usage on schema public to ${quoted};
    grant select on public.coopline_migration to ${quoted};
    do $$
    declare schema_name text; one record;
    begin
      foreach schema_name in array array[${schemas}] loop
        execute format('grant usage on schema %I to %I', schema_name, ${literal});
        execute format('grant select, insert, update, delete on all tables in schema %I to %I', schema_name, ${literal});
        execute format('grant usage, select on all sequences in schema %I to %I', schema_name, ${literal});
        execute format('grant execute on all functions in schema %I to %I', schema_name, ${literal});
      end loop;
      for one in
        select schema_of.nspname, table_of.relname, bool_and(pg_proc.proname = 'refuse_change') as is_for_ever
        from pg_trigger
        join pg_proc on pg_proc.oid = pg_trigger.tgfoid
        join pg_class table_of on table_of.oid = pg_trigger.tgrelid
        join pg_namespace schema_of on schema_of.oid = table_of.relnamespace
        where pg_trigger.tgname = 'append_only'
        group by 1, 2
      loop
        execute format('revoke update on %I.%I from %I', one.nspname, one.relname, ${literal});
        -- The audit's own trigger lets entries go that are older than a year.
        if one.is_for_ever then execute format('revoke delete on %I.%I from %I', one.nspname, one.relname, ${literal}); end if;
      end loop;
    end $$;
    commit`)
}
