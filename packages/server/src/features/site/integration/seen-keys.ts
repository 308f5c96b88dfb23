import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

interface SeenRow {
  readonly line: number
  readonly key: string
  readonly content: string
}

/** An earlier row of the same file with the same key. */
interface EarlierRow {
  readonly line: number
  readonly sameContent: boolean
}

/** Remembers the rows of one file by their keys, on disk, so that memory does not grow with the file. */
export interface SeenKeys {
  /** Adds rows and answers, for each, the earlier row with its key; the first of a key stays the one that counts. */
  readonly add: (rows: readonly SeenRow[]) => readonly (EarlierRow | undefined)[]
  /** Tells for each key, in the given order, whether it was added. */
  readonly has: (keys: readonly string[]) => readonly boolean[]
  readonly close: () => void
}

export function openSeenKeys(): SeenKeys {
  // The empty name is a private file that SQLite makes where temporary files belong and removes when closed.
  const store = new DatabaseSync('')
  store.exec(`pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -16000;
    create table seen (key text primary key, mark text not null) without rowid; begin`)
  const insert = store.prepare('insert into seen select key, value from json_each(?) where true on conflict do nothing')
  const marksOf = store.prepare(
    'select seen.mark as mark from json_each(?) asked join seen on seen.key = asked.key order by asked.id',
  )
  const askFor = store.prepare(
    'select seen.key is not null as known from json_each(?) asked left join seen on seen.key = asked.value order by asked.id',
  )
  return {
    add: (rows) => {
      const marks = rows.map((row) => `${row.line} ${hash('sha1', row.content, 'base64')}`)
      // Built by hand: a JavaScript object would drop repeated keys and reorder those that look like numbers.
      const pairs = `{${rows.map((row, index) => `${JSON.stringify(row.key)}:"${marks[index]}"`).join(',')}}`
      if (insert.run(pairs).changes === rows.length) return rows.map(() => undefined)
      const found = marksOf.all(pairs).map((one) => String(one.mark))
      return marks.map((mark, index) => earlier(mark, found[index] ?? mark))
    },
    has: (keys) => {
      const asked = JSON.stringify(keys)
      return askFor.all(asked).map((one) => one.known === 1)
    },
    close: () => store.close(),
  }
}

function earlier(own: string, found: string): EarlierRow | undefined {
  if (own === found) return undefined
  const [line = '', content] = found.split(' ')
  return { line: Number(line), sameContent: own.split(' ')[1] === content }
}
