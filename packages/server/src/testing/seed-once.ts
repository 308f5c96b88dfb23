import type { Settings } from '@coopline/contract/site/site/settings-catalog'
import type { OpenDatabase } from '../platform/db/open-database.ts'
import type { TestPortal } from './test-portal.ts'

/**
 * Builds a function that fills a database that is empty. Its first call runs `seed` and keeps a copy of the rows; each later call
 * copies them back, which takes a fraction of the time. Sequences continue: a later row never takes the number of a copied one.
 */
export function seedOnce(database: OpenDatabase, seed: () => Promise<void>): () => Promise<void> {
  let script: string | undefined
  return async () => {
    if (script === undefined) {
      await seed()
      script = await keepRows(database)
    } else await database.runScript(script)
  }
}

/** The settings and the time that `seed` leaves return together with the rows, as `seedOnce` returns those. */
export function seedPortalOnce(portal: TestPortal, seed: () => Promise<void>): () => Promise<void> {
  let left: { readonly settings: Partial<Settings>; readonly time: string } | undefined
  let fill: (() => Promise<void>) | undefined
  return async () => {
    fill ??= seedOnce(portal.database, async () => {
      const before = portal.deps.settings.current()
      await seed()
      const changed = Object.entries(portal.deps.settings.current()).filter(
        ([key, value]) => before[key as keyof Settings] !== value,
      )
      left = { settings: Object.fromEntries(changed), time: portal.clock.now().toISOString() }
    })
    await fill()
    if (left === undefined) return
    portal.set(left.settings)
    portal.clock.set(left.time)
  }
}

let copies = 0

/** Copies all rows to a schema of their own. @returns the script that copies them back. */
async function keepRows(database: OpenDatabase): Promise<string> {
  const schema = `kept_${(copies += 1)}`
  const rows = await database.runScript(`
    create schema ${schema};
    do $$
    declare one record; has_rows boolean;
    begin
      for one in
        select nspname, relname, pg_class.oid as id
        from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where nspname in ('portal', 'cis', 'outbox', 'pay', 'meter') and relkind = 'r' and relname <> 'setting_version'
          and pg_relation_size(pg_class.oid) > 0
      loop
        execute format('select exists (select 1 from %I.%I)', one.nspname, one.relname) into has_rows;
        if has_rows then execute format('create table ${schema}.%I as table %I.%I', one.id::text, one.nspname, one.relname); end if;
      end loop;
    end $$;
    select format('insert into %s (%s) overriding system value select %2$s from ${schema}.%I;', attrelid::regclass,
      string_agg(quote_ident(attname), ', '), attrelid::text) as copy
    from pg_attribute
    where attnum > 0 and not attisdropped and attgenerated = ''
      and attrelid::text in (select relname from pg_class where relnamespace = '${schema}'::regnamespace)
    group by attrelid`)
  const copyBack = rows.map(({ copy }) => String(copy)).join('\n')
  // Foreign keys and the triggers of ledgers have approved these rows before.
  return `set session_replication_role = replica;\n${copyBack}\nset session_replication_role = origin`
}
