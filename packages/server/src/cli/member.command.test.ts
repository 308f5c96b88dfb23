import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { openByEnv } from '../platform/db/open-by-env.ts'
import { readEnv } from '../read-env.ts'
import { seedAccount } from '../testing/seed-account.ts'
import { migratedDataFolder } from '../testing/test-database.ts'
import { takeOutput } from '../testing/take-output.ts'
import { WrongUsage } from './command.ts'
import { loadFeatureCommand } from './run-with-deps.ts'

const out = takeOutput('log', 'error')

it('coopline member finds, exports and erases on the database of the environment', async () => {
  const memberCommand = await loadFeatureCommand('member')
  const env = readEnv({ DATA_DIR: await migratedDataFolder() })
  const database = await openByEnv(env, () => {})
  await seedAccount(database.db)
  await database.close()
  expect(await memberCommand.run(['find', 'lindqvist'], env)).toBe(0)
  expect(out.join('\n')).toContain('10001  Ada Lindqvist  no online account')
  expect(await memberCommand.run(['unlock', '10001', '--by', 'Dana'], env)).toBe(1)
  const file = join(env.DATA_DIR, 'ada.json')
  expect(await memberCommand.run(['export', '10001', '--to', relative('.', file), '--by', 'Dana'], env)).toBe(0)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    memberNumber: '10001',
    tables: { 'cis.account': [{ account_number: '100100101' }], 'portal.login': [] },
  })
  expect(await memberCommand.run(['erase', '10001', '--by', 'Dana', '--yes'], env)).toBe(0)
  await expect(memberCommand.run(['unlock', '10001'], env)).rejects.toThrow(WrongUsage)
})
