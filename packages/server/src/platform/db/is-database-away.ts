import { describeCode } from '../describe-code.ts'

/**
 * SQLSTATEs of a database that is down, overloaded or full, or that aborted work in favor of other work. 08P01 is PgBouncer's code
 * for a server that it cannot reach or has lost.
 */
const transientSqlStates: ReadonlySet<string> = new Set(
  ['57P01', '57P02', '57P03', '57P05', '57014', '25006', '25P03', '40001', '40P01', '55P03', '58030'].concat([
    '08000',
    '08001',
    '08003',
    '08004',
    '08006',
    '08P01',
    '53000',
    '53100',
    '53200',
    '53300',
  ]),
)
const networkCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** Errors that the database driver threw. A client that aborts its upload causes the same codes as a lost database. */
const driverErrors = new WeakSet<Error>()

/** Errors that the driver threw before there was a connection. */
const connectErrors = new WeakSet<Error>()

/** Marks an error of this work as one of the database driver, and rethrows it. */
export async function markDriverErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error) driverErrors.add(error)
    throw error
  }
}

/** Marks an error of an attempt to connect, and rethrows it. */
export async function markConnectErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await markDriverErrors(work)
  } catch (error) {
    if (error instanceof Error) connectErrors.add(error)
    throw error
  }
}

/** True for errors that say that the database is away, slow or full: the caller may retry. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (isRefusedByPooler(error)) return false
  if (transientSqlStates.has(code)) return true
  if (networkCodes.has(code)) return driverErrors.has(error)
  return /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable/u.test(
    error.message,
  )
}

/** True when PgBouncer refuses the limits of a session, which a portal without DATABASE_POOLER asks for: waiting does not help. */
export const isRefusedByPooler = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('unsupported startup parameter')

/** SQLSTATEs, or the classes of them, that say that the server or its set-up is at fault: no rows of a caller cause them. */
const faultsOfServer = /^(?:08|28|3D|3F|53|57|58|F0|XX|42501$|42P01$|42703$|42883$)/u

/**
 * Returns the sentence for an error that the database or its configuration causes, and no input of the caller: it is
 * away, refuses the login, or lacks a table or a right. `null` for any other error. Never contains the address, which
 * may contain a password.
 */
export function explainDatabaseFault(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (isRefusedByPooler(error)) return 'DATABASE_URL leads to PgBouncer. Set DATABASE_POOLER=Y (docs/OPERATIONS.md).'
  const cause = describeCode(error) ?? error.message
  if (connectErrors.has(error) && !isDatabaseAway(error)) return `The database refuses the connection: ${cause}.`
  if (isDatabaseAway(error)) return `The database does not answer: ${cause}.`
  const code = 'code' in error ? String(error.code) : ''
  const isOfServer = driverErrors.has(error) && faultsOfServer.test(code)
  return isOfServer ? `The database refuses a statement of the portal: ${cause}.` : null
}
