import { freePort } from '@coopline/testing/free-port'
import { afterEach, expect, it, vi } from 'vitest'
import { tryLater } from '../platform/command-outcome.ts'
import { readEnv } from '../platform/env.ts'
import { migrateCommand } from './migrate.command.ts'

afterEach(() => vi.restoreAllMocks())

it('says in one line that the database is away, with the exit code of what may succeed later', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const url = `postgres://coopline@127.0.0.1:${await freePort()}/coopline`
  const env = readEnv({ DATABASE_URL: url, DATABASE_OWNER_URL: url })
  expect(await migrateCommand.run([], env)).toBe(tryLater)
  expect(said.mock.calls).toEqual([[expect.stringMatching(/^The database does not answer: [^\n]*ECONNREFUSED/u)]])
})
