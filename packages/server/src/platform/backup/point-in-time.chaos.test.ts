import { type SpawnSyncReturns, spawnSync } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountOverview } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import { freePort } from '@coopline/testing/free-port'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresqlServer, startPostgresql } from '../../testing/postgresql-server.ts'
import { adaSignedIn } from '../../testing/seed-login.ts'
import { startTestPortal } from '../../testing/test-portal.ts'
import { migrate } from '../db/migrate.ts'
import { openPostgresql } from '../db/open-postgresql.ts'
import { recordAudit } from '../audit/audit.store.ts'

const document = readFileSync(join(import.meta.dirname, '../../../../../docs/OPERATIONS.md'), 'utf8')
const section = document.slice(document.indexOf('### Restoring to a point in time'))
/** The blocks of the section, in their order. The first one makes the folders of the archive, as root. */
const [, settings = '', baseBackup = '', restoring = '', start = ''] = [
  ...section.matchAll(/^```\w+\n([\s\S]*?)^```$/gmu),
].map(([, block = '']) => block)

/** The programs of Debian's newest PostgreSQL; `undefined` where it is not installed with Debian's own commands for servers. */
const programs = existsSync('/usr/bin/pg_createcluster')
  ? globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1)
  : undefined
const version = programs?.split('/').at(-2) ?? ''
const hint = programs === undefined ? ' (PostgreSQL of Debian is not installed here)' : ''

/** PostgreSQL does not run as root. */
const owner =
  process.getuid?.() === 0
    ? (['-u', '-g'] as const).map((flag) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout))
    : []
const asOwner = owner.length === 0 ? {} : { uid: Number(owner[0]), gid: Number(owner[1]) }

const folder = mkdtempSync(join(tmpdir(), 'coopline-point-in-time-'))
const inFolder = (name: string) => join(folder, name)
let postgresql: PostgresqlServer
let port: number

/** The text of the document with the version, the folders, the user and the port of this test. */
const here = (text: string): string =>
  text
    .replaceAll('/var/backups/postgresql', inFolder('backups'))
    .replaceAll('/var/lib/postgresql', folder)
    .replaceAll('/etc/postgresql', inFolder('etc'))
    .replaceAll(/\b15\b/gu, version)
    .replace('base-2026-11-22', 'base-*')
    .replace(
      'pg_createcluster --port=5433',
      [`pg_createcluster --port=${port} --user=$(id -un) --socketdir=${folder} --logfile=${folder}/log`]
        .concat(`--datadir=${folder}/${version}/restored`)
        .join(' '),
    )

function shell(script: string): SpawnSyncReturns<string> {
  const env = {
    PATH: '/usr/bin:/bin',
    PG_CLUSTER_CONF_ROOT: inFolder('etc'),
    PGHOST: '127.0.0.1',
    PGPORT: String(postgresql.port),
    PGUSER: 'coopline',
  }
  return spawnSync('sh', ['-ec', script], { ...asOwner, env, encoding: 'utf8', stdio: ['ignore', 'ignore', 'inherit'] })
}

const open = (url: string) =>
  openPostgresql({ url, poolSize: 4, statementTimeoutMs: 30_000, acquireTimeoutMs: 30_000, onError: () => undefined })

beforeAll(async () => {
  if (programs === undefined) return
  port = await freePort()
  for (const name of ['', 'backups', 'backups/wal', 'etc', version]) {
    if (name !== '') mkdirSync(inFolder(name))
    if (asOwner.uid !== undefined) chownSync(inFolder(name), asOwner.uid, asOwner.gid)
  }
  postgresql = await startPostgresql(true, programs)
  const admin = open(postgresql.url('postgres'))
  for (const line of here(settings).trim().split('\n')) {
    const [name = '', value = ''] = line.split(/ = (.*)/u)
    await sql`${sql.raw(`alter system set ${name} = ${value}`)}`.execute(admin.db)
  }
  await admin.close()
  await postgresql.kill()
  await postgresql.start()
})
afterAll(async () => {
  if (programs === undefined) return
  shell(here('pg_dropcluster --stop 15 restored || true'))
  await postgresql.stop()
  rmSync(folder, { recursive: true, force: true })
})

test.skipIf(programs === undefined)(
  `the documented steps restore the moment before a mistake, and the portal serves members from it${hint}`,
  { timeout: 300_000 },
  async () => {
    const database = open(postgresql.url('postgres'))
    await migrate(database)
    expect(shell(here(baseBackup)).status).toBe(0)
    const portal = await startTestPortal({ database })
    const ada = await adaSignedIn(portal)
    const write = async (kind: string) => recordAudit(database.db, { kind, at: new Date() })
    await write('before')
    const { rows } = await sql<{ at: string }>`select clock_timestamp()::text as at, pg_sleep(1)`.execute(database.db)
    await write('after')
    await sql`truncate cis.account cascade`.execute(database.db)
    await sql`select pg_switch_wal()`.execute(database.db)
    await expect
      .poll(async () => {
        const { rows: kept } = await sql<{ isKept: boolean }>`
          select last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) as "isKept" from pg_stat_archiver`.execute(
          database.db,
        )
        return kept[0]?.isKept
      })
      .toBe(true)
    await portal.close()
    await postgresql.kill()

    expect(shell(here(restoring).replace('2026-11-23 14:05:00+00', rows[0]?.at ?? '')).status).toBe(0)
    // The roles of this test's server have no passwords.
    const rules = inFolder(`etc/${version}/restored/pg_hba.conf`)
    expect(shell(`printf 'local all all trust\\nhost all all 127.0.0.1/32 trust\\n' > ${rules}`).status).toBe(0)
    expect(shell(here(start)).status, readFileSync(inFolder('log'), 'utf8')).toBe(0)
    const restored = open(`postgres://coopline@127.0.0.1:${port}/postgres`)
    const served = await startTestPortal({ database: restored })
    const { rows: kinds } = await sql<{ kind: string }>`
      select kind from portal.audit where kind in ('before', 'after')`.execute(restored.db)
    expect(kinds).toEqual([{ kind: 'before' }])
    const params = { memberNumber: '10001', accountNumber: '100100101' }
    const overview = await served.call(accountOverview.info, { ...ada, params })
    expect([overview.statusCode, overview.json()]).toMatchObject([200, { accountBalance: 14_237 }])
    await served.close()
  },
)
