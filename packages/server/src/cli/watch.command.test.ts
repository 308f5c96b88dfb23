import { spawn } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { controlChannelPath, serveControlChannel } from '../platform/control-channel.ts'
import { lockDirectory } from '../platform/db/lock-directory.ts'
import type { Env } from '../platform/env.ts'
import { readEnv } from '../read-env.ts'
import { createLog } from '../platform/log.ts'
import { addressOf } from '../testing/command-environment.ts'
import { bundleFolder, csv, smallBundle } from '../testing/bundle-folder.ts'
import { processEnvironment } from '../testing/portal-process.ts'
import { seedAccount } from '../testing/seed-account.ts'
import { useTestDatabase } from '../testing/test-database.ts'
import { takeOutput } from '../testing/take-output.ts'
import { WrongUsage } from './command.ts'
import { importCommand } from './import.command.ts'
import { watchCommand, watchFolder } from './watch.command.ts'
import { expireDone, listArrivals, prepareWatchFolder } from './watch-folder.ts'

const out = takeOutput('log', 'error')

/** A watch folder with its sub-folders. */
function watchFolderOf(files: Readonly<Record<string, string>> = {}): string {
  const directory = bundleFolder({})
  prepareWatchFolder(directory)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(directory, name, '..'), { recursive: true })
    writeFileSync(join(directory, name), text)
  }
  return directory
}

const filesIn = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !['lock', '.folder-id'].includes(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .toSorted()

const today = '2026-11-20'
const started = Date.now()
/** A clock that runs, and starts at noon: a test that runs over midnight finds its files on another day. */
const fromNoon = { now: () => new Date(Date.parse(`${today}T12:00:00Z`) + Date.now() - started) }
const once = async (directory: string, env: Env, log = createLog('silent'), pauseMs = 20) =>
  watchFolder([directory, '--once'], env, log, { clock: fromNoon, pauseMs })
const readings = (meter = 'E-1') => csv('account_number,meter_number,day,used', `100100101,${meter},2026-01-02,12.5`)
const outages = JSON.stringify({
  format: 'coopline-outages/1',
  generatedAt: '2026-01-02T14:30:00Z',
  scope: 'full',
  incidents: [
    {
      id: 'I-1',
      status: 'active',
      startedAt: '2026-01-02T14:00:00Z',
      cause: 'tree',
      crew: 'assigned',
      customersAffected: 3,
      accounts: ['100100101'],
    },
  ],
})

describe('what counts as arrived', () => {
  it('ignores dotfiles, unfinished uploads, links and bundles with an unfinished file, and lists what is misplaced', () => {
    const directory = watchFolderOf({
      'readings/a.csv': 'x',
      'readings/.b.csv': 'x',
      'readings/c.csv.part': 'x',
      'bundles/one/members.csv': 'x',
      'bundles/two/members.csv': 'x',
      'bundles/two/bills.csv.part': 'x',
      'bundles/three.csv': 'x',
      'outages/deep/o.json': 'x',
    })
    mkdirSync(join(directory, 'bundles/empty'))
    symlinkSync('/etc/hostname', join(directory, 'readings/link.csv'))
    mkdirSync(join(directory, 'bundles/linked'))
    symlinkSync('/etc/hostname', join(directory, 'bundles/linked/members.csv'))
    const arrivals = listArrivals(directory)
    const pathOf = ({ path }: { readonly path: string }) => path.slice(directory.length + 1)
    expect(arrivals.filter(({ misplaced }) => misplaced === undefined).map((one) => [one.kind, pathOf(one)])).toEqual([
      ['bundles', 'bundles/one'],
      ['readings', 'readings/a.csv'],
    ])
    expect(arrivals.filter(({ misplaced }) => misplaced !== undefined).map(pathOf)).toEqual([
      'outages/deep',
      'bundles/three.csv',
    ])
  })

  it('deletes imports that are older than 30 days, and keeps what was refused', () => {
    const directory = watchFolderOf({
      'done/2026-01-01/readings/a.csv': 'x',
      'done/2026-01-02/readings/b.csv': 'x',
      'done/notes/c.csv': 'x',
      'refused/2026-01-01/readings/d.csv': 'x',
    })
    expect(expireDone(directory, '2026-02-01', 30)).toEqual(['2026-01-01'])
    expect(filesIn(directory)).toEqual([
      'done/2026-01-02/readings/b.csv',
      'done/notes/c.csv',
      'refused/2026-01-01/readings/d.csv',
    ])
  })

  it('refuses wrong arguments and a folder that does not exist', async () => {
    const env = readEnv({ DATA_DIR: bundleFolder({}) })
    await expect(watchCommand.run([], env)).rejects.toThrow(WrongUsage)
    await expect(watchCommand.run(['a', 'b'], env)).rejects.toThrow(WrongUsage)
    await expect(watchCommand.run(['a', '--every', '0'], env)).rejects.toThrow('whole seconds')
    expect(await watchCommand.run([join(env.DATA_DIR, 'none')], env)).toBe(1)
  })
})

describe.runIf(inject('postgresqlUrl') !== '')('coopline watch on PostgreSQL', () => {
  const database = useTestDatabase()
  let env: Env
  let variables: Record<string, string>
  beforeAll(async () => {
    variables = processEnvironment({ DATABASE_URL: await addressOf(database), DATA_DIR: '/nowhere' })
    env = readEnv(variables)
  })

  it('takes a bundle whose folder ends in .full as a full load', async () => {
    const { 'members.csv': members, 'phones.csv': phones } = smallBundle
    const directory = watchFolderOf({ 'bundles/a/members.csv': members, 'bundles/a/phones.csv': phones })
    expect(await once(directory, env)).toBe(0)
    const next = csv('member_number,digits,kind', '10001,7155554821,cell')
    const digits = async () => (await database.db.selectFrom('cis.phone').select('digits').execute()).length
    for (const [name, left] of [
      ['b', 2],
      ['b.full', 1],
    ] as const) {
      mkdirSync(join(directory, 'bundles', name))
      writeFileSync(join(directory, 'bundles', name, 'phones.csv'), next)
      expect(await once(directory, env)).toBe(0)
      expect(await digits()).toBe(left)
    }
  })

  it('imports a bundle, then readings of its meters, weather and outages, and moves them to done', async () => {
    const { 'members.csv': members, 'accounts.csv': accounts } = smallBundle
    const directory = watchFolderOf({
      'bundles/nightly/members.csv': members,
      'bundles/nightly/accounts.csv': accounts,
      'bundles/nightly/meters.csv': csv('account_number,meter_number', '100100101,E-1'),
      'readings/a.csv': readings(),
      'weather/W1.csv': csv('DATE,TMAX,TMIN', '2026-01-02,20,10', '2026-01-03,,'),
      'outages/o.json': outages,
    })
    expect(await once(directory, env)).toBe(0)
    const { used } = await database.db.selectFrom('meter.daily_reading').select('used').executeTakeFirstOrThrow()
    expect(used).toBe(12_500)
    const stations = await database.db.selectFrom('meter.weather_day').select('station').execute()
    expect(stations).toEqual([{ station: 'W1' }])
    // The outage file was imported first: its account came with the bundle, which its report says.
    expect(filesIn(directory)).toEqual([
      `done/${today}/bundles/nightly.txt`,
      `done/${today}/bundles/nightly/accounts.csv`,
      `done/${today}/bundles/nightly/members.csv`,
      `done/${today}/bundles/nightly/meters.csv`,
      `done/${today}/outages/o.json`,
      `done/${today}/outages/o.json.report.csv`,
      `done/${today}/outages/o.json.txt`,
      `done/${today}/readings/a.csv`,
      `done/${today}/readings/a.csv.txt`,
      `done/${today}/weather/W1.csv`,
      `done/${today}/weather/W1.csv.report.csv`,
      `done/${today}/weather/W1.csv.txt`,
    ])
    expect(readFileSync(join(directory, `done/${today}/readings/a.csv.txt`), 'utf8')).toBe(
      'a.csv: 1 rows, 1 days written, 0 refused, 0 notices\n',
    )
  })

  it('moves a file with a refused row to refused with its report, and raises an alarm without the file’s content', async () => {
    await seedAccount(database.db)
    await database.db.insertInto('cis.meter').values({ account_number: '100100101', meter_number: 'E-1' }).execute()
    const text = `${readings()}100100101,E-9,2026-01-02,1\n`
    const directory = watchFolderOf({ 'readings/a.csv': text, 'outages/broken.json': '{' })
    const logged: string[] = []
    const log = createLog('info', { write: (line: string) => void logged.push(line) })
    expect(await once(directory, env, log)).toBe(1)
    expect(filesIn(directory)).toEqual([
      `refused/${today}/outages/broken.json`,
      `refused/${today}/outages/broken.json.txt`,
      `refused/${today}/readings/a.csv`,
      `refused/${today}/readings/a.csv.report.csv`,
      `refused/${today}/readings/a.csv.txt`,
    ])
    const report = readFileSync(join(directory, `refused/${today}/readings/a.csv.report.csv`), 'utf8')
    expect(report).toContain('"100100101 E-9","names no meter on file"')
    expect(await database.db.selectFrom('meter.daily_reading').select('used').execute()).toEqual([{ used: 12_500 }])
    const alarms = logged.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(alarms).toMatchObject([
      { alarm: 'import-refused', file: `refused/${today}/outages/broken.json`, hasReport: false },
      { alarm: 'import-refused', file: `refused/${today}/readings/a.csv`, hasReport: true },
    ])
    const noted = async () =>
      database.db
        .selectFrom('portal.refused_import')
        .select(['directory', 'file', 'has_report'])
        .orderBy('file')
        .execute()
    expect(await noted()).toEqual([
      { directory, file: `refused/${today}/outages/broken.json`, has_report: false },
      { directory, file: `refused/${today}/readings/a.csv`, has_report: true },
    ])
    rmSync(join(directory, `refused/${today}/outages/broken.json`))
    rmSync(join(directory, `refused/${today}/outages/broken.json.txt`))
    await once(directory, env)
    expect(await noted()).toMatchObject([{ file: `refused/${today}/readings/a.csv` }])
    rmSync(join(directory, 'refused', today), { recursive: true })
    await once(directory, env)
    expect(await noted()).toEqual([])
  })

  it('keeps what it reported refused while a look fails, and knows a folder that was moved', async () => {
    const directory = watchFolderOf({ 'refused/2026-01-02/readings/a.csv': 'x' })
    const noted = async () =>
      database.db
        .selectFrom('portal.refused_import')
        .select(['directory', 'file', 'mailed_at', 'seen_at'])
        .orderBy('file')
        .execute()
    const lying = async () => (await noted()).map(({ file }) => file)
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'coopline.ts'), 'watch', directory, '--every', '1'],
      {
        stdio: 'ignore',
        env: variables,
      },
    )
    const ended = new Promise((resolve) => void child.on('close', resolve))
    onTestFinished(() => void child.kill('SIGKILL'))
    await expect.poll(lying).toEqual(['refused/2026-01-02/readings/a.csv'])
    const mailedAt = new Date('2026-01-02T12:00:00Z')
    await database.db.updateTable('portal.refused_import').set({ mailed_at: mailedAt }).execute()
    renameSync(join(directory, 'readings'), join(directory, 'away'))
    await expect.poll(lying).toEqual(['.', 'refused/2026-01-02/readings/a.csv'])
    renameSync(join(directory, 'away'), join(directory, 'readings'))
    await expect.poll(lying).toEqual(['refused/2026-01-02/readings/a.csv'])
    child.kill('SIGKILL')
    await ended
    const moved = `${directory}-moved`
    renameSync(directory, moved)
    await once(moved, env)
    expect(await noted()).toMatchObject([{ directory: moved, mailed_at: mailedAt }])
  })

  it('reports what lies refused again after an hour', async () => {
    const directory = watchFolderOf({ 'refused/2026-01-02/readings/a.csv': 'x' })
    let now = new Date('2026-01-02T12:00:00Z')
    const reports = async () =>
      (await database.db.selectFrom('portal.refused_import').select('seen_at').execute()).map(({ seen_at }) => seen_at)
    // Each look at the clock is half an hour after the one before.
    const clock = { now: () => (now = new Date(now.getTime() + 1_800_000)) }
    await watchFolder([directory, '--once'], env, createLog('silent'), { clock, pauseMs: 20 })
    const [first] = await reports()
    expect(first?.getTime()).toBeGreaterThan(Date.parse('2026-01-02T13:30:00Z'))
  })

  it('writes its own files through no link that an uploader made beside the arrival', async () => {
    await seedAccount(database.db)
    const directory = watchFolderOf({ 'readings/a.csv': readings('E-9') })
    const secrets = join(bundleFolder({ 'secrets.env': 'APP_KEYS' }), 'secrets.env')
    for (const ending of ['.report.csv', '.txt']) symlinkSync(secrets, join(directory, `readings/.a.csv${ending}`))
    expect(await once(directory, env)).toBe(1)
    expect(readFileSync(secrets, 'utf8')).toBe('APP_KEYS')
    expect(filesIn(directory)).toContain(`refused/${today}/readings/a.csv.txt`)
  })

  it('refuses with a reason what lies where nothing is imported from, and leaves folders of others alone [REQ-D-318]', async () => {
    const directory = watchFolderOf({
      'readings.csv': 'a\n',
      '2026-11-20/members.csv': 'a\n',
      'notes/todo.txt': 'a\n',
      'bundles/members.csv': 'a\n',
      'readings/november/a.csv': 'a\n',
    })
    expect(await once(directory, env)).toBe(1)
    const refused = `refused/${today}`
    expect(filesIn(directory)).toEqual([
      'notes/todo.txt',
      `${refused}/bundles/members.csv`,
      `${refused}/bundles/members.csv.txt`,
      `${refused}/elsewhere/2026-11-20.txt`,
      `${refused}/elsewhere/2026-11-20/members.csv`,
      `${refused}/elsewhere/readings.csv`,
      `${refused}/elsewhere/readings.csv.txt`,
      `${refused}/readings/november.txt`,
      `${refused}/readings/november/a.csv`,
    ])
    const said = (name: string) => readFileSync(join(directory, refused, `${name}.txt`), 'utf8')
    expect(said('elsewhere/readings.csv')).toBe(
      'readings.csv is in no sub-folder; put it into outages, bundles, readings or weather. It was not imported.\n',
    )
    expect([said('bundles/members.csv'), said('readings/november')]).toEqual([
      'members.csv is a single file; put the files of a bundle into a folder within bundles. It was not imported.\n',
      'november is a folder; put the files themselves into readings. It was not imported.\n',
    ])
  })

  it('leaves a file that still grows, and imports it after two equal looks', async () => {
    const directory = watchFolderOf({ 'weather/W1.csv': 'DATE,TMAX,TMIN\n' })
    const looking = once(directory, env, undefined, 1_000)
    await sleep(400)
    appendFileSync(join(directory, 'weather/W1.csv'), '2026-01-02,20,10\n')
    expect(await looking).toBe(75)
    expect(filesIn(directory)).toEqual(['weather/W1.csv'])
    expect(await once(directory, env)).toBe(0)
    expect(filesIn(directory)).toEqual([`done/${today}/weather/W1.csv`, `done/${today}/weather/W1.csv.txt`])
  })

  it('gives a second file of the same name and day a number', async () => {
    const directory = watchFolderOf({ 'weather/W1.csv': csv('DATE,TMAX,TMIN', '2026-01-02,20,10') })
    expect(await once(directory, env)).toBe(0)
    writeFileSync(join(directory, 'weather/W1.csv'), csv('DATE,TMAX,TMIN', '2026-01-03,20,10'))
    expect(await once(directory, env)).toBe(0)
    expect(filesIn(directory).filter((name) => name.endsWith('.csv'))).toEqual([
      `done/${today}/weather/2-W1.csv`,
      `done/${today}/weather/W1.csv`,
    ])
  })

  it('leaves files in place while the database is down or another process watches the folder', async () => {
    const directory = watchFolderOf({ 'readings/a.csv': readings() })
    const away = { ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    expect(await once(directory, away)).toBe(75)
    const unlock = lockDirectory(directory)
    expect(await once(directory, env)).toBe(75)
    expect(out).toContain(`Another process watches ${directory}.`)
    unlock()
    expect(filesIn(directory)).toEqual(['readings/a.csv'])
  })

  it('stores nothing in a dry run of weather, and exits with 75 when the database is down', async () => {
    const file = join(bundleFolder({ 'W1.csv': csv('DATE,TMAX,TMIN', '2026-01-02,20,10') }), 'W1.csv')
    expect(await importCommand.run(['weather', file, '--dry-run'], env)).toBe(0)
    expect(out).toEqual([expect.stringMatching(/1 days written.*\nDry run: nothing was stored\.$/u)])
    expect(await database.db.selectFrom('meter.weather_day').select('day').execute()).toEqual([])
    const away = { ...env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }
    for (const words of [['weather', file], ['readings', file], ['outages', file], [join(file, '..')]])
      expect(await importCommand.run(words, away), words[0]).toBe(75)
  })
})

describe('coopline watch on the embedded database', () => {
  const embedded = (): Env => readEnv(processEnvironment({ DATA_DIR: bundleFolder({}) }))

  it('leaves files in place when there is no database', async () => {
    const directory = watchFolderOf({ 'readings/a.csv': readings() })
    expect(await once(directory, embedded())).toBe(75)
    expect(filesIn(directory)).toEqual(['readings/a.csv'])
  })

  it('leaves a file that the running portal has no time for, and one that changes during its import', async () => {
    const env = embedded()
    const directory = watchFolderOf({ 'readings/a.csv': readings() })
    const file = join(directory, 'readings/a.csv')
    mkdirSync(join(env.DATA_DIR, 'database'), { recursive: true })
    onTestFinished(lockDirectory(env.DATA_DIR))
    let exitCode = 75
    const commands: string[] = []
    const channel = await serveControlChannel(controlChannelPath(env.DATA_DIR), async ({ command }) => {
      commands.push(command)
      if (command === 'ping' || command === 'refused-imports') return { output: '', exitCode: 0 }
      if (exitCode === 0) appendFileSync(file, '100100101,E-1,2026-01-03,1\n')
      return { output: 'from the portal', exitCode }
    })
    onTestFinished(async () => channel.close())
    expect(await once(directory, env)).toBe(75)
    exitCode = 0
    expect(await once(directory, env)).toBe(75)
    expect(commands.filter((command) => command !== 'refused-imports')).toEqual([
      'ping',
      'readings',
      'ping',
      'readings',
    ])
    expect(filesIn(directory)).toEqual(['readings/a.csv'])
  })
})
