import type { Kysely, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

/** The database outside a transaction. Never touch it inside one: PGlite has a single connection and would wait forever. */
export type Database = Kysely<Schema>
/** An open transaction: pass it down to every store function called within. */
export type Tx = Transaction<Schema>
/** The first argument of store functions: the transaction or the database. */
export type Executor = Database | Tx

export interface OpenDatabase {
  readonly kind: 'pglite' | 'postgresql'
  readonly db: Database
  /** Runs a script of several statements on one connection, outside any other transaction. */
  readonly runScript: (sql: string) => Promise<ScriptRows>
  readonly close: () => Promise<void>
}

/** The rows of all statements of a script, in order. */
type ScriptRows = readonly Readonly<Record<string, unknown>>[]
