import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

export type Query = (text: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>

/** A database as a floor uses it: a driver, and nothing on top of it. */
export interface BareDatabase {
  readonly query: Query
  readonly inTransaction: (work: (query: Query) => Promise<void>) => Promise<void>
}

/** PostgreSQL by `DATABASE_URL` with a pool of `DATABASE_POOL`, or else PGlite in `DATA_DIR`. */
export async function openBareDatabase(): Promise<BareDatabase> {
  const url = process.env['DATABASE_URL']
  return url === undefined ? openPglite(process.env['DATA_DIR'] ?? '') : openPool(url)
}

async function openPglite(dataDir: string): Promise<BareDatabase> {
  const db = await PGlite.create({ dataDir: join(dataDir, 'database') })
  const rows = <R>(result: { readonly rows: R[] }): R[] => result.rows
  return {
    query: async (text, values = []) => rows(await db.query<Record<string, unknown>>(text, [...values])),
    inTransaction: (work) =>
      db.transaction((tx) =>
        work(async (text, values = []) => rows(await tx.query<Record<string, unknown>>(text, [...values]))),
      ),
  }
}

function openPool(connectionString: string): BareDatabase {
  const pool = new pg.Pool({ connectionString, max: Number(process.env['DATABASE_POOL'] ?? '8') })
  return {
    query: async (text, values = []) => (await pool.query<Record<string, unknown>>(text, [...values])).rows,
    inTransaction: async (work) => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await work(async (text, values = []) => (await client.query<Record<string, unknown>>(text, [...values])).rows)
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    },
  }
}
