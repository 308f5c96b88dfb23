import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Born, StoredKind, StoredObjects } from './stored-objects.ts'
import { idPrefixes } from './stored-objects.ts'

const schema = `
CREATE TABLE IF NOT EXISTS object (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  created INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS object_by_kind ON object (kind, seq);
CREATE TABLE IF NOT EXISTS link (parent TEXT NOT NULL, child TEXT NOT NULL, PRIMARY KEY (parent, child)) STRICT;
CREATE TABLE IF NOT EXISTS idempotency (
  key TEXT PRIMARY KEY,
  request TEXT NOT NULL,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS notice (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  about TEXT NOT NULL,
  body TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER,
  status INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS notice_due ON notice (next_at) WHERE next_at IS NOT NULL;
`

/** An event that is sent to the portal. */
export interface Notice {
  readonly id: string
  readonly type: string
  /** Id of the object that the event is about. */
  readonly about: string
  /** JSON as it is sent and signed. */
  readonly body: string
  readonly attempts: number
  /** Status of the last answer; `null` before the first. */
  readonly status: number | null
}

export interface StoredAnswer {
  readonly request: string
  readonly status: number
  readonly body: string
}

/** Keeps the objects of the double in one SQLite file, so that a restart forgets nothing. All calls are synchronous. */
export class StripeStore {
  readonly #db: DatabaseSync
  readonly #now: () => number

  /**
   * @param dataDir folder of the file, made when missing; `null` keeps everything in memory.
   * @param now seconds since 1970.
   */
  constructor(dataDir: string | null, now: () => number) {
    if (dataDir !== null) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    this.#db = new DatabaseSync(dataDir === null ? ':memory:' : join(dataDir, 'stripe.db'))
    this.#db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;')
    this.#db.exec(schema)
    this.#now = now
  }

  /** Runs `work` in one transaction: all of it is kept or, when it throws, nothing. */
  transaction<T>(work: () => T): T {
    this.#db.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#db.exec('COMMIT')
      return result
    } catch (error) {
      this.#db.exec('ROLLBACK')
      throw error
    }
  }

  /** Gives the id and the time to a new object. */
  born(kind: StoredKind): Born {
    return { id: idPrefixes[kind] + randomBytes(12).toString('hex'), created: this.#now() }
  }

  add<T extends StoredObjects[StoredKind]>(object: T): T {
    const insert = 'INSERT INTO object (id, kind, created, body) VALUES (?, ?, ?, ?)'
    const created = 'created' in object ? object.created : this.#now()
    this.#db.prepare(insert).run(object.id, object.object, created, JSON.stringify(object))
    return object
  }

  /** Stores changed fields of an object. */
  change<T extends StoredObjects[StoredKind]>(object: T, fields: Partial<T>): T {
    const changed = { ...object, ...fields }
    this.#db.prepare('UPDATE object SET body = ? WHERE id = ?').run(JSON.stringify(changed), object.id)
    return changed
  }

  find<K extends StoredKind>(kind: K, id: string | null | undefined): StoredObjects[K] | undefined {
    const row = this.#db.prepare('SELECT body FROM object WHERE id = ? AND kind = ?').get(id ?? '', kind)
    return row === undefined ? undefined : JSON.parse(String(row['body']))
  }

  /** Finds an object of any kind, for fields that hold the id of one. */
  findAny(id: string): StoredObjects[StoredKind] | undefined {
    const row = this.#db.prepare('SELECT body FROM object WHERE id = ?').get(id)
    return row === undefined ? undefined : JSON.parse(String(row['body']))
  }

  /**
   * Lists objects of a kind that have these values, newest first.
   *
   * @param where field names of the object and the values that they must have.
   * @param before id of the object after which the list begins; empty: the newest is first.
   */
  list<K extends StoredKind>(
    kind: K,
    {
      where = {},
      from = 0,
      to = Number.MAX_SAFE_INTEGER,
      before = '',
      limit = 100,
    }: {
      readonly where?: Readonly<Record<string, string>>
      /** Seconds since 1970, included. */
      readonly from?: number
      /** Seconds since 1970, not included. */
      readonly to?: number
      readonly before?: string
      readonly limit?: number
    } = {},
  ): StoredObjects[K][] {
    const conditions = Object.keys(where).map(() => 'AND json_extract(body, ?) = ?')
    const values = Object.entries(where).flatMap(([name, value]) => [`$.${name}`, value])
    const start = before === '' ? '' : 'AND seq < (SELECT seq FROM object WHERE id = ?)'
    return this.#db
      .prepare(
        `SELECT body FROM object WHERE kind = ? AND created >= ? AND created < ? ${conditions.join(' ')} ${start}
         ORDER BY seq DESC LIMIT ?`,
      )
      .all(kind, from, to, ...values, ...(before === '' ? [] : [before]), limit)
      .map((row) => JSON.parse(String(row['body'])))
  }

  /** Notes that a payout contains an entry of the balance. */
  link(parent: string, child: string): void {
    this.#db.prepare('INSERT OR IGNORE INTO link (parent, child) VALUES (?, ?)').run(parent, child)
  }

  /** Lists what stands in a parent; without a parent, what stands in any. */
  linked(parent: string | null): ReadonlySet<string> {
    const rows = this.#db.prepare('SELECT child FROM link WHERE ? IS NULL OR parent = ?').all(parent, parent)
    return new Set(rows.map((row) => String(row['child'])))
  }

  /** The answer that an idempotency key has had in the last 24 hours. */
  findAnswer(key: string): StoredAnswer | undefined {
    const select = 'SELECT request, status, body FROM idempotency WHERE key = ? AND at > ?'
    const row = this.#db.prepare(select).get(key, this.#now() - 86_400)
    if (row === undefined) return undefined
    return { request: String(row['request']), status: Number(row['status']), body: String(row['body']) }
  }

  keepAnswer(key: string, { request, status, body }: StoredAnswer): void {
    const insert = 'INSERT OR REPLACE INTO idempotency (key, request, status, body, at) VALUES (?, ?, ?, ?, ?)'
    this.#db.prepare(insert).run(key, request, status, body, this.#now())
  }

  /** Stores an event. `dueAt` is milliseconds of the machine's clock, `null` for one that is not sent by itself. */
  addNotice({ id, type, about, body }: Omit<Notice, 'attempts' | 'status'>, dueAt: number | null): void {
    const insert = 'INSERT INTO notice (id, type, about, body, next_at) VALUES (?, ?, ?, ?, ?)'
    this.#db.prepare(insert).run(id, type, about, body, dueAt)
  }

  /** Lists events, oldest first. `dueBy` keeps those that are to be sent by then, in milliseconds of the machine's clock. */
  notices(dueBy?: number): Notice[] {
    const rows =
      dueBy === undefined
        ? this.#db.prepare('SELECT * FROM notice ORDER BY seq').all()
        : this.#db.prepare('SELECT * FROM notice WHERE next_at <= ? ORDER BY seq LIMIT 100').all(dueBy)
    return rows.map((row) => ({
      id: String(row['id']),
      type: String(row['type']),
      about: String(row['about']),
      body: String(row['body']),
      attempts: Number(row['attempts']),
      status: row['status'] === null ? null : Number(row['status']),
    }))
  }

  /** Stores what came of sending an event, and when it is sent again. */
  sent(id: string, status: number | null, nextAt: number | null): void {
    const update = 'UPDATE notice SET attempts = attempts + 1, status = ?, next_at = ? WHERE id = ?'
    this.#db.prepare(update).run(status, nextAt, id)
  }

  close(): void {
    this.#db.close()
  }
}
