import { createHash } from 'node:crypto'
import {
  mostBytesAtOnce,
  mostRowsAtOnce,
  type PushedImport,
} from '@coopline/contract/site/system-api/system-pushes.contract'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Database, Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { Conflict, Refused, Unavailable, UnsupportedMedia } from '../../../platform/errors.ts'
import type { AnswerFacts, RequestFacts } from '../../../platform/http/call.ts'
import { idempotencyKeyOf } from '../../../platform/http/idempotency-key.ts'
import { protocolRefusal } from '../../../platform/refusal.ts'
import type { SystemCaller } from './check-system-key.ts'
import {
  importPush,
  type PushBody,
  type PushOptions,
  type PushResult,
  type PushTarget,
  targetOf,
} from './import-push.ts'
import {
  deletePush,
  findPushByIdempotencyKey,
  insertAnswered,
  insertPush,
  insertPushPart,
  isTargetWaiting,
  type NewPush,
  type Push,
  setPushComplete,
} from './pushes.store.ts'
import { importArrivedJob } from './import-arrived.job.ts'

/** A body that a system pushes, and what it is for. */
export interface IncomingPush {
  readonly caller: SystemCaller
  readonly request: RequestFacts
  readonly reply: AnswerFacts
  /** As `targetOf` reads it. */
  readonly target: string
  readonly options: PushOptions
  /** The rows of a body in JSON. */
  readonly rows: readonly unknown[] | undefined
}

/**
 * The times that a caller waits for other imports, in milliseconds: in the database, and altogether. A connection without an answer is
 * closed after 20 seconds, and its body must not be imported later.
 */
const [patienceMs, longestWaitMs] = [5_000, 10_000] as const

/** Ends the import of a body whose request was answered meanwhile, by this process or another one. */
class AnsweredMeanwhile extends Error {}

/**
 * Takes what a system pushes: a small body is imported at once, a larger one is stored and imported later, in the order in which bodies
 * arrive (REQ-D-504).
 *
 * @throws UnsupportedMedia without a body that the call takes; Conflict when the Idempotency-Key is that of another request; Refused for a
 *   body that is refused as a whole, and for a dry run of a large one; TooLarge; Unavailable when another import does not end in time.
 */
export async function receivePush(deps: Deps, incoming: IncomingPush): Promise<PushedImport> {
  const target = targetOf(incoming.target)
  if (target === undefined) throw new Error(`There is no target ${incoming.target}`)
  const { request, caller, options } = incoming
  const push: NewPush = {
    keyId: caller.keyId,
    target: incoming.target,
    media: incoming.rows === undefined ? mediaOf(request) : 'application/x-ndjson',
    options,
    receivedAt: deps.clock.now(),
  }
  const idempotencyKey = idempotencyKeyOf(request)
  const hash = createHash('sha256').update(JSON.stringify([push.target, push.media, options]))
  const pieces = incoming.rows === undefined ? request.stream?.pieces : linesOfRows(incoming.rows)
  if (pieces === undefined) throw new UnsupportedMedia('The body is of another media type')
  const { small, rest } = await takeSmall(pieces)
  if (small !== undefined) hash.update(small)
  if (small === undefined || (await isTargetWaiting(deps.db, push.target))) {
    if (options.dryRun === true) throw new Refused(dryRunRefusal)
    const isHashed = small !== undefined
    const stored = await storeBody(deps, push, { pieces: isHashed ? [small] : rest, hash, isHashed, idempotencyKey })
    if (stored.state === 'waiting' || stored.state === 'running') incoming.reply.setLater()
    return stored
  }
  const requestHash = hash.digest()
  const earlier = await findRepeated(deps, push.keyId, idempotencyKey, requestHash)
  if (earlier !== undefined) return showPush(earlier)
  const body: PushBody = { media: push.media, pieces: oneOf(small) }
  const isKept = idempotencyKey !== undefined && options.dryRun !== true
  const keep = async (tx: Tx, kept: PushResult) => {
    const answered = { ...push, idempotencyKey: idempotencyKey ?? '', requestHash, result: kept }
    if (!(await insertAnswered(tx, answered))) throw new AnsweredMeanwhile()
  }
  try {
    const result = await importInTurn(deps, target, { body, options, ...(isKept ? { beforeCommit: keep } : {}) })
    if (result.state === 'failed') throw new Refused(...result.entries.slice(0, 50).map(asRefusal))
    const { state, ...counts } = result
    const at = push.receivedAt.toISOString()
    return { importId: null, state, ...counts, receivedAt: at, endedAt: deps.clock.now().toISOString() }
  } catch (error) {
    const other =
      error instanceof AnsweredMeanwhile ? await findRepeated(deps, push.keyId, idempotencyKey, requestHash) : undefined
    if (other === undefined) throw error
    return showPush(other)
  }
}

interface InTurn {
  readonly body: PushBody
  readonly options: PushOptions
  readonly beforeCommit?: (tx: Tx, result: PushResult) => Promise<void>
}

/** @throws Unavailable when its turn does not come in time. */
async function importInTurn(
  deps: Deps,
  target: PushTarget,
  { body, options, beforeCommit }: InTurn,
): Promise<PushResult> {
  const { importing } = deps.heavyWork
  const began = Date.now()
  return importing.admit(async () =>
    importing.run(async () => {
      if (Date.now() - began > longestWaitMs) throw new Unavailable('Importing', 30)
      return importPush(deps, target, body, options, { patienceMs, ...(beforeCommit && { beforeCommit }) })
    }),
  )
}

/** The reason that nothing of a body was imported. */
const asRefusal = ({ column, reason }: PushResult['entries'][number]) =>
  protocolRefusal('file-refused', `${column} ${reason}`.trim())

const dryRunRefusal = protocolRefusal(
  'too-large-for-dry-run',
  `A dry run takes at most ${mostRowsAtOnce} rows and 1 MB, and no rows for the same target may wait. Run \`coopline import --dry-run\` for larger files.`,
)

/** Returns a push in the form of the contract. */
export function showPush({ pushId, state, rowsRead, receivedAt, endedAt, result, isAnswered }: Push): PushedImport {
  const none = { rows: rowsRead, stored: 0, unchanged: 0, refused: 0, ended: 0, entries: [], moreEntries: 0 }
  return {
    ...none,
    ...result,
    importId: isAnswered ? null : String(pushId),
    state: state === 'receiving' ? 'waiting' : state,
    receivedAt: receivedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}

function mediaOf({ stream }: RequestFacts): string {
  if (stream === undefined) throw new UnsupportedMedia('The body is of another media type')
  return stream.media
}

async function* linesOfRows(rows: readonly unknown[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

async function* oneOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** Reads a body that may be answered at once. @returns it whole, or the pieces of a larger one, those that were read included. */
async function takeSmall(
  pieces: AsyncIterable<Uint8Array>,
): Promise<
  | { readonly small: Uint8Array; readonly rest?: never }
  | { readonly small?: never; readonly rest: AsyncIterable<Uint8Array> }
> {
  const read: Uint8Array[] = []
  const iterator = pieces[Symbol.asyncIterator]()
  let [bytes, lines] = [0, 0]
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
    read.push(next.value)
    bytes += next.value.length
    lines += linesIn(next.value)
    // The header of a CSV file is one more line.
    if (bytes > mostBytesAtOnce || lines > mostRowsAtOnce + 1) return { rest: withRest(read, iterator) }
  }
  return { small: Buffer.concat(read) }
}

async function* withRest(read: readonly Uint8Array[], iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* read
  for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value
}

function linesIn(bytes: Uint8Array): number {
  let lines = 0
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1
  return lines
}

interface StoredBody {
  readonly pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  readonly hash: ReturnType<typeof createHash>
  /** True when the hash has the body already. */
  readonly isHashed: boolean
  readonly idempotencyKey: string | undefined
}

/** Stores a body piece by piece, then as complete together with the job that imports it. A body that breaks off leaves nothing. */
async function storeBody(
  deps: Deps,
  push: NewPush,
  { pieces, hash, isHashed, idempotencyKey }: StoredBody,
): Promise<PushedImport> {
  const pushId = await insertPush(deps.db, push)
  let isComplete = false
  let parts = 0
  try {
    for await (const bytes of inParts(pieces)) {
      if (!isHashed) hash.update(bytes)
      await insertPushPart(deps.db, pushId, parts, bytes)
      parts += 1
    }
    const requestHash = hash.digest()
    const earlier = await findRepeated(deps, push.keyId, idempotencyKey, requestHash)
    if (earlier !== undefined) return showPush(earlier)
    isComplete = await once(deps.db, async (tx) => {
      const isFirst = await setPushComplete(tx, pushId, { idempotencyKey, requestHash, parts })
      if (isFirst) await deps.jobs.enqueue(tx, importArrivedJob, {})
      return isFirst
    })
    if (isComplete) return showPush({ ...push, ...waiting, pushId, requestHash, parts })
    // The same request has arrived a second time meanwhile.
    const other = await findRepeated(deps, push.keyId, idempotencyKey, requestHash)
    if (other === undefined) throw new Error('A push gave way to none')
    return showPush(other)
  } finally {
    if (!isComplete) await deletePush(deps.db, pushId)
  }
}

/** Does work in a transaction. @returns false also when another transaction was first with the same Idempotency-Key. */
async function once(db: Database, work: (tx: Tx) => Promise<boolean>): Promise<boolean> {
  try {
    return await inTransaction(db, work)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23505') return false
    throw error
  }
}

const waiting = { state: 'waiting', endedAt: null, attempts: 0, rowsRead: 0, result: null, isAnswered: false } as const

/** Finds what the same request was answered before. @throws Conflict when the key is that of another request. */
async function findRepeated(
  { db }: Deps,
  keyId: string,
  idempotencyKey: string | undefined,
  requestHash: Buffer,
): Promise<Push | undefined> {
  if (idempotencyKey === undefined) return undefined
  const earlier = await findPushByIdempotencyKey(db, keyId, idempotencyKey)
  if (earlier === undefined) return undefined
  if (earlier.requestHash !== null && requestHash.equals(earlier.requestHash)) return earlier
  const sentence = 'This Idempotency-Key was used for another request. Use a new key for each request.'
  throw new Conflict(protocolRefusal('idempotency-key-reused', sentence))
}

const partBytes = 1_048_576

/** Joins pieces to parts of about a megabyte. */
async function* inParts(pieces: StoredBody['pieces']): AsyncGenerator<Uint8Array> {
  let joined: Uint8Array[] = []
  let bytes = 0
  for await (const piece of pieces) {
    joined.push(piece)
    bytes += piece.length
    if (bytes < partBytes) continue
    yield Buffer.concat(joined)
    joined = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(joined)
}
