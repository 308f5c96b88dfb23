import { freePort } from '@coopline/testing/free-port'
import { afterEach, expect, it, vi } from 'vitest'
import { tryLater } from '../platform/command-outcome.ts'
import { readEnv } from '../read-env.ts'
import { migrateCommand } from './migrate.command.ts'

afterEach(() => vi.restoreAllMocks())

it('reports in one line that the database does not answer, and exits with 75 because a retry may succeed', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const url = `postgres://coopline@127.0.0.1:${await freePort()}/coopline`
  const env = readEnv({ DATABASE_URL: url, DATABASE_OWNER_URL: url })
  expect(await migrateCommand.run([], env)).toBe(tryLater)
  expect(said.mock.calls).toEqual([[expect.stringMatching(/^The database does not answer: [^\n]*ECONNREFUSED/u)]])
})
