import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const schema = `
CREATE TABLE IF NOT EXISTS payment (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  trans_no TEXT NOT NULL UNIQUE,
  session_id TEXT NOT NULL UNIQUE,
  hand_off TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  was_paid INTEGER NOT NULL DEFAULT 0,
  convenience_fee INTEGER NOT NULL,
  payment_type TEXT NOT NULL,
  card_type TEXT,
  last_four TEXT,
  confirmation_number TEXT,
  message TEXT,
  occurred_at TEXT NOT NULL,
  issued_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS payment_by_state ON payment (state, seq);
CREATE INDEX IF NOT EXISTS payment_by_time ON payment (occurred_at);
CREATE TABLE IF NOT EXISTS method (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  reference TEXT NOT NULL UNIQUE,
  session_id TEXT NOT NULL UNIQUE,
  hand_off TEXT NOT NULL,
  state TEXT NOT NULL,
  event_id TEXT,
  token TEXT UNIQUE,
  payment_type TEXT NOT NULL,
  card_type TEXT,
  last_four TEXT,
  expiry TEXT,
  behaviour TEXT NOT NULL,
  occurred_at TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS event (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  trans_no TEXT NOT NULL,
  type TEXT NOT NULL,
  occurred_at TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS event_by_payment ON event (trans_no, seq);
CREATE TABLE IF NOT EXISTS delivery (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  event_id TEXT NOT NULL,
  trans_no TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS delivery_due ON delivery (next_at) WHERE state = 'waiting';
CREATE INDEX IF NOT EXISTS delivery_by_payment ON delivery (trans_no, id);
CREATE TABLE IF NOT EXISTS delivery_attempt (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  delivery_id INTEGER NOT NULL,
  at TEXT NOT NULL,
  status INTEGER,
  error TEXT,
  took_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS attempt_by_delivery ON delivery_attempt (delivery_id, id);
`

/**
 * Opens (and on first use creates) the store in `dataDir`.
 *
 * @throws Error when the folder cannot be written or another sandbox has it open.
 */
export function openStore(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const db = new DatabaseSync(join(dataDir, 'provider.db'))
  try {
    // Two sandboxes on one store would each send every postback: the second one must not start.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;')
    db.exec(schema)
  } catch (error) {
    db.close()
    throw new Error(`The store in ${dataDir} cannot be opened; is another sandbox using it?`, { cause: error })
  }
  return db
}

/**
 * The event that a transaction outlives: a power cut, or only the end of the process, which every transaction outlives.
 */
export type Durability = 'power-cut' | 'process-end'

/**
 * Runs `work` in one transaction: stores all of its changes or, when it throws, none. `work` is synchronous.
 *
 * @param durability `process-end` spares the wait for the disk where a loss does no harm: a page that is opened again,
 *   a postback that is sent once more.
 */
export function inTransaction<T>(db: DatabaseSync, work: () => T, durability: Durability = 'power-cut'): T {
  db.exec(`PRAGMA synchronous = ${durability === 'power-cut' ? 'FULL' : 'NORMAL'}`)
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}
