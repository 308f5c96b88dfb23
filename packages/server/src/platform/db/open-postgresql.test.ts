import { describe, expect, inject, it } from 'vitest'
import type { OpenDatabase } from './open-database.ts'
import { openPostgresql } from './open-postgresql.ts'

const open = (name: string): OpenDatabase =>
  openPostgresql({
    url: `${inject('postgresqlUrl')}postgres?application_name=${name}`,
    poolSize: 2,
    statementTimeoutMs: 5_000,
    acquireTimeoutMs: 5_000,
    onError: () => {},
  })

const connectionsOf = async (name: string): Promise<unknown> => {
  const watcher = open('watcher')
  const rows = await watcher.runScript(
    `select count(*)::integer as n from pg_stat_activity where application_name = '${name}'`,
  )
  await watcher.close()
  return rows[0]?.['n']
}

describe.runIf(inject('postgresqlUrl') !== '')('closing PostgreSQL', () => {
  it('ends the connections also when only scripts ran, so that a refused command ends at once', async () => {
    const closing = open('closing')
    await closing.runScript('select 1')
    expect(await connectionsOf('closing')).toBe(1)
    await closing.close()
    expect(await connectionsOf('closing')).toBe(0)
  })

  it('may be closed twice', async () => {
    const database = open('twice')
    await database.runScript('select 1')
    await database.close()
    await expect(database.close()).resolves.toBeUndefined()
  })
})

describe.runIf(inject('postgresqlUrl') !== '').each([
  [false, { limit: '5s', idle: '20s', names: 1 }],
  [true, { limit: '0', idle: '0', names: 0 }],
])('with a pooler: %s', (isPooled, expected) => {
  it('sets limits of the session and names statements only without one', async () => {
    const database = openPostgresql({
      url: `${inject('postgresqlUrl')}postgres`,
      poolSize: 1,
      statementTimeoutMs: 5_000,
      acquireTimeoutMs: 5_000,
      onError: () => {},
      poolerTimeoutMs: isPooled ? 5_000 : undefined,
    })
    await database.db.selectNoFrom((build) => build.val(7).as('seven')).execute()
    const [found] = await database.runScript(`
      select current_setting('statement_timeout') as limit, current_setting('idle_in_transaction_session_timeout') as idle,
        (select count(*)::integer from pg_prepared_statements) as names`)
    expect(found).toEqual(expected)
    await database.close()
  })
})

it('closes a pool that never connected', async () => {
  const unused = openPostgresql({
    url: 'postgres://nobody@127.0.0.1:1/none',
    poolSize: 1,
    statementTimeoutMs: 1_000,
    acquireTimeoutMs: 1_000,
    onError: () => {},
  })
  await expect(unused.close()).resolves.toBeUndefined()
})
