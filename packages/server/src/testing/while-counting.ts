import type { TestPortal } from './test-portal.ts'

/** Runs a statement when an attempt is counted: after the request read the database, before it changes anything. */
export async function whileCounting<T>(
  { runScript }: TestPortal['database'],
  statement: string,
  work: () => Promise<T>,
): Promise<T> {
  await runScript(`
    create function portal.meanwhile() returns trigger language plpgsql as $$ begin ${statement}; return new; end $$;
    create trigger meanwhile after insert on portal.attempt_counter for each row execute function portal.meanwhile()`)
  try {
    return await work()
  } finally {
    await runScript('drop trigger meanwhile on portal.attempt_counter; drop function portal.meanwhile()')
  }
}
