import type pg from 'pg'

/** A statement to run. With a name, the server parses and plans it once for each connection. */
export interface FilledStep {
  readonly text: string
  readonly values: readonly (string | null)[]
  readonly name?: string
}

/** Runs statements in order, those from `begin` to `commit` on one connection. */
export async function runSteps(pool: pg.Pool, steps: readonly FilledStep[]): Promise<void> {
  let client: pg.PoolClient | undefined
  for (const { text, values, name } of steps) {
    if (text === 'begin') client = await pool.connect()
    const query =
      values.length === 0 ? { text } : { text, values: [...values], ...(name === undefined ? {} : { name }) }
    await (client ?? pool).query(query)
    if (text === 'commit') {
      client?.release()
      client = undefined
    }
  }
}
