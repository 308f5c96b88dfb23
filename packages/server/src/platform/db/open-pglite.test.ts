import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { migratedDataFolder, snapshot } from '../../testing/test-database.ts'
import { databaseFolder } from './holds-database.ts'
import { DatabaseDamaged, openPglite } from './open-pglite.ts'

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'coopline-half-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes the first files of a database. */
function beginFiles(folder: string): void {
  mkdirSync(join(databaseFolder(folder), 'base'), { recursive: true })
  writeFileSync(join(databaseFolder(folder), 'PG_VERSION'), '17\n')
}

/** Kills a process as it begins to create the database in a folder, and leaves the files there that it would have written next. */
async function killWhileCreating(folder: string): Promise<void> {
  const path = JSON.stringify(join(import.meta.dirname, 'open-pglite.ts'))
  const child = spawn(process.execPath, ['-e', `import(${path}).then((m) => m.openPglite(${JSON.stringify(folder)}))`])
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await expect.poll(() => existsSync(join(folder, 'database-is-being-created')), { interval: 2 }).toBe(true)
  child.kill('SIGKILL')
  await ended
  beginFiles(folder)
}

it('creates the database again, with one sentence, after a first start that was killed half-way', async () => {
  const folder = dataFolder()
  await killWhileCreating(folder)
  const said = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  onTestFinished(() => said.mockRestore())
  const database = await openPglite(folder, await snapshot())
  expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
  await database.close()
  expect(said.mock.calls).toEqual([
    ['The last start ended while it created the database, so the database is created again.\n'],
  ])
  await (await openPglite(folder)).close()
  expect(said).toHaveBeenCalledTimes(1)
})

it('closes the database also when no statement ran, so that a refused command ends at once', async () => {
  const database = await openPglite(await migratedDataFolder())
  await database.close()
  expect(database.pglite.closed).toBe(true)
})

it('says in a sentence that a database with damaged files cannot be opened, and touches none of them', async () => {
  const folder = dataFolder()
  beginFiles(folder)
  await expect(openPglite(folder)).rejects.toThrow(DatabaseDamaged)
  expect(existsSync(join(databaseFolder(folder), 'PG_VERSION'))).toBe(true)
})
