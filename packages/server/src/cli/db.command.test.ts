import { freePort } from '@coopline/testing/free-port'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { tryLater } from '../platform/command-outcome.ts'
import { readEnv } from '../read-env.ts'
import { WrongUsage } from './command.ts'
import { dbCommand } from './db.command.ts'

let errors: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

describe('coopline db distribute', () => {
  it.runIf(inject('postgresqlUrl') !== '')('says in one line that Citus is not installed', async () => {
    const env = readEnv({ DATABASE_URL: `${inject('postgresqlUrl')}postgres` })
    expect(await dbCommand.run(['distribute'], env)).toBe(1)
    expect(errors.mock.calls).toEqual([
      [expect.stringMatching(/^Citus is not installed in this database: [^\n]*create extension citus/u)],
    ])
  })

  it('says that the embedded database cannot be distributed', async () => {
    expect(await dbCommand.run(['distribute'], readEnv({}))).toBe(1)
    expect(errors.mock.calls).toEqual([[expect.stringMatching(/^The embedded database [^\n]* set DATABASE_URL\.$/u)]])
  })

  it('reports in one line that the database does not answer, and exits with 75 because a retry may succeed', async () => {
    const env = readEnv({ DATABASE_URL: `postgres://coopline@127.0.0.1:${await freePort()}/coopline` })
    expect(await dbCommand.run(['distribute', '--dry-run'], env)).toBe(tryLater)
    expect(errors.mock.calls).toEqual([[expect.stringMatching(/^The database does not answer: [^\n]*ECONNREFUSED/u)]])
  })

  it.each([
    [[]],
    [['spread']],
    [['distribute', '--shards', '0']],
    [['distribute', '--shards', '1000']],
    [['distribute', 'now']],
  ])('refuses the words %j', async (words) => {
    await expect(dbCommand.run(words, readEnv({}))).rejects.toThrow(WrongUsage)
  })
})
