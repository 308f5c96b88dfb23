import { anAccount } from '@coopline/testing/builders/account'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { featureData } from '../../../features.ts'
import { createEndpointFixtures } from '../../../testing/endpoint-fixtures.ts'
import { rowsBeside } from '../../../testing/rows-beside.ts'
import { giveToBen, seedAccount } from '../../../testing/seed-account.ts'
import { login, seedLogin } from '../../../testing/seed-login.ts'
import { seedPortalOnce } from '../../../testing/seed-once.ts'
import { useTestPortal } from '../../../testing/test-portal.ts'
import { endPayments } from './member-support.fixtures.ts'
import { runMemberCommand } from './run-member-command.ts'

const { notPersonalData, personalData } = featureData
const folder = mkdtempSync(join(tmpdir(), 'coopline-export-'))
const portal = useTestPortal()
let count = 0
afterAll(() => rmSync(folder, { recursive: true }))

const member = async (...args: readonly string[]) => runMemberCommand(portal.deps, args)
const newFile = () => join(folder, `${(count += 1)}.json`)

interface Exported {
  readonly memberNumber: string
  readonly tables: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
}

async function exported(memberNumber = '10001'): Promise<Exported & { readonly text: string }> {
  const file = newFile()
  expect(await member('export', memberNumber, '--to', file, '--by', 'Dana')).toMatchObject({ exitCode: 0 })
  const text = readFileSync(file, 'utf8')
  return { ...(JSON.parse(text) as Exported), text }
}

describe('the list of personal data', () => {
  const tables = async () =>
    (
      await portal.database.runScript(`
        select n.nspname || '.' || c.relname as name from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
        where n.nspname in ('portal', 'outbox', 'pay', 'cis', 'meter') and c.relkind in ('r', 'p') and not c.relispartition`)
    ).map(({ name }) => String(name))

  it('says of every table what an export and an erasure do with it', async () => {
    const listed = [...personalData.map(({ table }) => table), ...Object.keys(notPersonalData)]
    expect(listed.toSorted()).toEqual((await tables()).toSorted())
  })

  it('names every table with a member, account or login among those with personal data, or says why not', async () => {
    const rows = await portal.database.runScript(`
      select distinct table_schema || '.' || table_name as name from information_schema.columns
      where column_name in ('member_number', 'login_id') and table_schema in ('portal', 'pay', 'cis')`)
    const withMembers = new Set(rows.map(({ name }) => String(name)))
    expect(Object.keys(notPersonalData).filter((table) => withMembers.has(table))).toEqual([
      'cis.unclaimed_credit',
      'portal.draft_request',
      'portal.hand_off',
      'portal.registration_grant',
      'portal.unsubscribe_link',
    ])
  })

  it('exports no column of bytes or that is named like a secret', async () => {
    const columns = await portal.database.runScript(`
      select table_schema || '.' || table_name as "table", column_name as "column", udt_name as type
      from information_schema.columns where table_schema in ('portal', 'outbox', 'pay', 'cis', 'meter')`)
    // The address of a page at the cooperative, and the name of a notice such as a bill's date.
    const harmless = ['cis.account_detail.meter_sense_url', 'portal.sent_notice.dedupe_key']
    const faults = personalData.flatMap(({ table, omit }) =>
      columns.filter(
        (one) =>
          one['table'] === table &&
          omit !== 'all' &&
          !omit.includes(String(one['column'])) &&
          (one['type'] === 'bytea' || /hash|secret(?!_question)|token|_key|url/u.test(String(one['column']))),
      ),
    )
    expect(faults.map((one) => `${String(one['table'])}.${String(one['column'])}`)).toEqual(harmless)
  })

  it('is the one that docs/OPERATIONS.md has', () => {
    const document = readFileSync(join(import.meta.dirname, '../../../../../../docs/OPERATIONS.md'), 'utf8')
    const rows = personalData.map(({ table, what, omit, isErased }) => {
      const isExported = omit === 'all' ? 'no' : 'yes'
      return `| \`${table}\` | ${what} | ${isExported} | ${isErased ? 'deleted' : 'kept'} |`
    })
    expect(document).toContain(rows.join('\n'))
  })
})

/** Ada, who has used every call of the portal, and a neighbor with the same phone number. */
const seedBusyMember = seedPortalOnce(portal, async () => {
  for (const fixture of await createEndpointFixtures(portal)) await fixture.send()
  await seedNeighbor()
})

/** Ada, who has a login and rows beside what calls of the portal make, and the neighbor. */
async function seedMember(): Promise<void> {
  await seedAccount(portal.db)
  await seedLogin(portal)
  await seedNeighbor()
}

async function seedNeighbor(): Promise<void> {
  await portal.database.runScript(rowsBeside('100100101', '2026-11-20'))
  await portal.database.runScript(`
    insert into cis.email (member_number, address) values ('10001', 'only.ada@example.org');
    insert into outbox.message (dedupe_key, channel, recipient, subject, body_text, language, created_at) values
    ('own', 'email', 'only.ada@example.org', 'Hers', 'Hello', 'en', now()),
    ('sealed', 'email', 'only.ada@example.org', 'Code', 'sealed:' || repeat('AAAA', 20), 'en', now()),
    ('shared', 'text', '7155554821', '', 'To both', 'en', now()),
    ('stranger', 'email', 'stranger@example.org', 'Not hers', 'To a stranger', 'en', now());
    insert into portal.contact (contact_id, member_number, channel, value, created_at)
    values (gen_random_uuid(), '10001', 'email', 'stranger@example.org', now())`)
  await seedAccount(
    portal.db,
    anAccount('100100199').of({
      memberNumber: '10099',
      name: 'Bo',
      phones: ['7155554821'],
      emails: ['bo@example.org'],
    }),
  )
  await seedLogin(portal, { username: 'bo.berg', memberNumber: '10099', email: 'bo@example.org' })
}

const rowsOf = async (table: string) => {
  const rows = await portal.database.runScript(`select to_jsonb(own)::text as row from ${table} as own`)
  return rows.map(({ row }) => String(row))
}

describe('member export', () => {
  it('writes the rows of every table in one JSON file for its owner alone, and the member sees that', async () => {
    await seedBusyMember()
    const file = newFile()
    expect(await member('export', '10001', '--to', file, '--by', 'Dana')).toEqual({
      output: `Wrote ${file}. It holds personal data: delete it once the member has it.`,
      exitCode: 0,
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { memberNumber, tables } = JSON.parse(readFileSync(file, 'utf8')) as Exported
    expect(memberNumber).toBe('10001')
    expect(Object.keys(tables)).toEqual(personalData.filter(({ omit }) => omit !== 'all').map(({ table }) => table))
    expect(tables['portal.login']).toEqual([expect.objectContaining({ username: 'ada.lindqvist' })])
    for (const table of [
      'cis.account',
      'cis.bill',
      'pay.payment',
      'portal.session',
      'portal.contact',
      'portal.connected_grant',
    ])
      expect(tables[table]?.length, table).toBeGreaterThan(0)
    expect(tables['portal.audit']).toContainEqual(expect.objectContaining({ kind: 'staff.exported' }))
  })

  it('has no rows of the former holder of an account [REQ-D-308]', async () => {
    await seedBusyMember()
    const dated = ['cis.bill', 'cis.bill_line', 'meter.daily_reading']
    const { tables: before } = await exported()
    for (const table of dated) expect(before[table]?.length, table).toBeGreaterThan(0)
    await portal.db
      .updateTable('cis.account')
      .set({ held_since: calendarDate('2027-01-01') })
      .where('member_number', '=', '10001')
      .execute()
    const { tables } = await exported()
    for (const table of dated) expect(tables[table], table).toEqual([])
  })

  it('has neither secrets nor what another member was sent', async () => {
    await seedBusyMember()
    const { text, tables } = await exported()
    const secrets = await portal.database.runScript(`
      select password_hash as secret from portal.login union all select token_hash::text from portal.session
      union all select token::text from pay.stored_method`)
    expect(secrets.length).toBeGreaterThan(2)
    for (const { secret } of secrets) expect(text).not.toContain(String(secret))
    const sent = tables['outbox.message'] ?? []
    expect(sent.find((one) => one['subject'] === 'Hers')).toMatchObject({ body_text: 'Hello' })
    expect(sent.find((one) => one['subject'] === 'Code')).toMatchObject({ body_text: null })
    expect(text).not.toContain('sealed:')
    expect(text).not.toContain('To both')
    // Anyone may type an address that is not theirs. It is theirs once they enter its code.
    expect(text).not.toContain('To a stranger')
    expect(text).not.toContain('bo@example.org')
  })

  it('writes more rows than fit in a page, each once and in order', async () => {
    await seedMember()
    await portal.database.runScript(`
      insert into cis.payment (account_number, reference, paid_on, amount, method)
      select '100100101', 'P' || lpad(n::text, 5, '0'), '2026-01-01', n, 'cash' from generate_series(1, 1200) as n`)
    const references = (await exported()).tables['cis.payment']?.map((one) => String(one['reference'])) ?? []
    expect(references.filter((one) => one.startsWith('P'))).toEqual(
      Array.from({ length: 1200 }, (_none, n) => `P${String(n + 1).padStart(5, '0')}`),
    )
  })

  it('refuses a file that exists, a folder that does not, and a member that does not', async () => {
    await seedMember()
    const file = newFile()
    writeFileSync(file, 'mine')
    expect((await member('export', '10001', '--to', file, '--by', 'Dana')).output).toContain('cannot be written')
    expect(readFileSync(file, 'utf8')).toBe('mine')
    expect(await member('export', '10001', '--to', join(folder, 'no', 'x'), '--by', 'Dana')).toMatchObject({
      exitCode: 1,
    })
    const unknown = newFile()
    expect((await member('export', '10098', '--to', unknown, '--by', 'Dana')).output).toBe('There is no member 10098.')
    expect(existsSync(unknown)).toBe(false)
    expect(await member('export', '10001', '--to', 'relative.json', '--by', 'Dana')).toMatchObject({ exitCode: 2 })
  })
})

describe('member erase', () => {
  it('deletes what need not stay, keeps the books, and leaves other members alone', async () => {
    await seedBusyMember()
    await endPayments(portal)
    const kept = personalData.filter(({ table, isErased }) => !isErased && table !== 'portal.audit')
    const before = await Promise.all(kept.map(async ({ table }) => rowsOf(table)))
    const neighbor = await exported('10099')
    const loginId = String((await exported()).tables['portal.login']?.[0]?.['login_id'])
    expect((await rowsOf('portal.recovery_code')).filter((row) => row.includes(loginId))).not.toEqual([])
    const { output, exitCode } = await member('erase', '10001', '--by', 'Dana', '--yes')
    expect([exitCode, output]).toEqual([0, expect.stringContaining('portal.login  1\nErased')])
    expect(await Promise.all(kept.map(async ({ table }) => rowsOf(table)))).toEqual(before)
    const after = await exported()
    const visible = personalData.filter(({ isErased, omit }) => isErased && omit !== 'all')
    for (const { table } of visible) expect(after.tables[table], table).toEqual([])
    for (const table of ['portal.passkey', 'portal.recovery_code', 'portal.second_step', 'portal.reset_link'])
      expect(
        (await rowsOf(table)).filter((row) => row.includes(loginId)),
        table,
      ).toEqual([])
    // Requests that no connection was made of name no member.
    const tokens = (await rowsOf('portal.oauth_record')).filter((row) => !row.includes('"grant_id": null'))
    expect([tokens, await rowsOf('portal.quick_pay_browser')]).toEqual([[], []])
    expect((await rowsOf('outbox.message')).filter((row) => row.includes('only.ada'))).toEqual([])
    const messages = (await rowsOf('outbox.message')).join('\n')
    for (const text of ['To both', 'To a stranger']) expect(messages).toContain(text)
    const { tables } = await exported('10099')
    expect({ ...tables, 'portal.audit': [] }).toEqual({ ...neighbor.tables, 'portal.audit': [] })
    expect((await login(portal)).statusCode).toBe(400)
    expect(await rowsOf('portal.audit')).toContainEqual(expect.stringContaining('"kind": "staff.erased"'))
  })

  it('deletes what the member did on an account that another member holds now', async () => {
    await seedBusyMember()
    await endPayments(portal)
    await giveToBen(portal.db)
    expect(await member('erase', '10001', '--by', 'Dana', '--yes')).toMatchObject({ exitCode: 0 })
    const tables = personalData.filter(({ isErased, by }) => isErased && by !== 'stored-method')
    for (const { table } of tables)
      expect(
        (await rowsOf(table)).filter((row) => row.includes('"member_number": "10001"')),
        table,
      ).toEqual([])
  })

  it('only counts without --yes', async () => {
    await seedMember()
    await endPayments(portal)
    const before = await rowsOf('portal.session')
    const { output, exitCode } = await member('erase', '10001', '--by', 'Dana')
    expect([exitCode, output]).toEqual([0, expect.stringContaining('portal.login  1\nNothing was erased. Add --yes')])
    expect(await rowsOf('portal.session')).toEqual(before)
    expect(await rowsOf('portal.audit')).not.toContainEqual(expect.stringContaining('staff.erased'))
  })

  it.each([
    [
      'payments',
      `update pay.payment set state = 'under-review'
        where trans_no = (select min(trans_no) from pay.payment where member_number = '10001')`,
    ],
    ['scheduled', `update portal.scheduled_payment set ended_at = null`],
    [
      'scheduled',
      `insert into pay.run (run_date, from_date, started_at) values ('2026-11-20', '2026-11-19', now()) on conflict do nothing;
      insert into pay.run_item
        (kind, enrollment_id, due_date, run_date, account_number, member_number, amount, state, created_at)
      values ('scheduled', 'S1', '2026-11-20', '2026-11-20', '100100101', '10001', 100, 'pending', now())`,
    ],
    [
      'autopay',
      `update portal.autopay set state = 'paused', method_id = (select min(method_id) from pay.stored_method)`,
    ],
    [
      'drafts',
      `delete from portal.draft;
      insert into portal.draft (account_number, member_number, draft_type, event_id, changed_at)
      values ('100100101', '10001', 'WHEN_BILLED', 1, now())`,
    ],
  ])('refuses while money is under way: %s', async (kind, sql) => {
    await seedBusyMember()
    await endPayments(portal)
    await portal.database.runScript(sql)
    expect(await member('erase', '10001', '--by', 'Dana', '--yes')).toEqual({
      output: expect.stringMatching(new RegExp(`^Nothing was erased. These must end first: ${kind} [1-9]`, 'u')),
      exitCode: 1,
    })
    expect((await exported()).tables['portal.login']).toHaveLength(1)
  })

  it('refuses an unknown member', async () => {
    expect(await member('erase', '10077', '--by', 'Dana', '--yes')).toEqual({
      output: 'There is no member 10077.',
      exitCode: 1,
    })
  })
})
