import { explainDatabaseFault, isRefusedByPooler } from './is-database-away.ts'
import type { OpenDatabase } from './open-database.ts'

const oldestVersion = 15

/** Thrown when the settings of the database server are not safe for payments; the message says what to change. */
export class UnfitDatabase extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnfitDatabase'
  }
}

/**
 * Looks at the database server before anything is written to it.
 *
 * @throws UnfitDatabase when it is too old, or when production would run on one that forgets at a power cut.
 */
export async function checkPostgresql(database: OpenDatabase, nodeEnv: string): Promise<void> {
  if (database.kind !== 'postgresql') return
  const [row] = await database
    .runScript("select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync")
    .catch((error: unknown) => {
      if (isRefusedByPooler(error)) throw new UnfitDatabase(explainDatabaseFault(error) ?? '')
      throw error
    })
  const version = Math.floor(Number(row?.version) / 10_000)
  if (version < oldestVersion)
    throw new UnfitDatabase(`The database server is PostgreSQL ${version}; the portal needs ${oldestVersion} or newer.`)
  if (nodeEnv === 'production' && row?.fsync !== 'on')
    throw new UnfitDatabase(
      'The database server runs with fsync=off and would lose payments at a power cut. Turn it on.',
    )
}
