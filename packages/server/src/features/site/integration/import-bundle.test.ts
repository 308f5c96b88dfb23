import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { bundleFolder, countedBy, csv, smallBundle } from '../../../testing/bundle-folder.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { importBundle, type ImportOptions, NoBundle } from './import-bundle.ts'
import type { ImportEntry } from './import-entry.ts'
import type { ImportSummary } from './import-summary.ts'

const clock = createTestClock('2026-11-20T15:00:00Z')
const database = useTestDatabase()

type Files = Parameters<typeof bundleFolder>[0]

/** Imports files and answers what was said besides the summary. */
async function bring(
  files: Files,
  options: Partial<ImportOptions> = {},
): Promise<ImportSummary & { entries: ImportEntry[] }> {
  const entries: ImportEntry[] = []
  const directory = bundleFolder(files)
  const summary = await importBundle(
    { db: database.db, clock },
    { directory, report: (one) => entries.push(one), ...options },
  )
  return { ...summary, entries }
}

const countsOf = (summary: ImportSummary, file: string) => {
  const { state, rows, added, changed, unchanged, repeated, refused } =
    summary.files.find((one) => one.file === file) ?? {}
  return { state, rows, added, changed, unchanged, repeated, refused }
}

/** The rows of the small bundle. */
const smallCounts = {
  'members.csv': 2,
  'phones.csv': 2,
  'emails.csv': 1,
  'accounts.csv': 3,
  'balances.csv': 3,
  'bills.csv': 2,
  'payments.csv': 1,
}

const everything = async () => ({
  members: await database.db.selectFrom('cis.member').selectAll().orderBy('member_number').execute(),
  phones: await database.db.selectFrom('cis.phone').selectAll().orderBy('digits').execute(),
  emails: await database.db.selectFrom('cis.email').selectAll().execute(),
  accounts: await database.db.selectFrom('cis.account').selectAll().orderBy('account_number').execute(),
  balances: await database.db.selectFrom('cis.balance').selectAll().orderBy('account_number').execute(),
  bills: await database.db.selectFrom('cis.bill').selectAll().orderBy('bill_date').execute(),
  payments: await database.db.selectFrom('cis.payment').selectAll().execute(),
})

/** The values of a bill's optional columns when its row leaves them out. */
const withoutDetails = {
  statement_start: null,
  statement_end: null,
  bill_type: 'Standard',
  previous_balance: null,
  payments_received: null,
  ending_balance: null,
  document: '',
  can_be_viewed: true,
  prepaid_daily_total: null,
  prepaid_usage_dollars: null,
  prepaid_charges: null,
  prepaid_taxes: null,
}

describe('good rows', () => {
  test('every value of a bundle arrives unchanged', async () => {
    const summary = await bring(smallBundle)
    expect(summary.entries).toEqual([])
    const kept = await everything()
    expect(kept.members).toEqual([
      { member_number: '10001', name: 'Ada Lindqvist', prefers_language: 'en' },
      { member_number: '10002', name: 'Ortega, Ben', prefers_language: 'en' },
    ])
    expect(kept.phones.map((phone) => [phone.digits, phone.kind])).toEqual([
      ['7155551177', 'home'],
      ['7155554821', 'cell'],
    ])
    expect(kept.emails).toEqual([{ member_number: '10001', address: 'ada@example.org' }])
    expect(kept.accounts[0]).toEqual({
      account_number: '0200',
      member_number: '10002',
      is_primary: true,
      holder_name: 'Ben Ortega',
      account_type: 'Electric',
      account_status: 'Active',
      derived_status: 'Past Due',
      service_street: '9 Mill Road, Apt "B"',
      service_city: 'Altoona',
      service_state: 'WI',
      service_zip: '54720-1234',
      location_id: 'L-2',
      is_prepaid: true,
      prepaid_label: 'Pay as you go',
      billing_type: 'Budget',
      card_eligible: false,
      echeck_eligible: false,
      no_more_checks: true,
      held_since: null,
    })
    expect(kept.accounts[2]).toMatchObject({
      account_number: '100100102',
      location_id: '',
      prepaid_label: '',
      is_primary: false,
    })
    expect(kept.balances[0]).toEqual({
      account_number: '0200',
      balance: 40280,
      past_due: 25000,
      due_date: '2026-10-10',
      cutoff_amount: 25000,
      cutoff_date: '2026-11-08',
      reconnect_fee: 4500,
      additional_deposit: 10000,
      disconnect_fee: 3000,
      over_pay_amount: 50000,
      prepaid_minimum: 0,
      prepaid_reconnect: 0,
      minimum_payment_due: 0,
      liability_confirmation_amount: 0,
      show_liability_confirmation: false,
      payments_through_event: null,
    })
    expect(kept.balances[2]).toMatchObject({ balance: -2500, due_date: null, cutoff_date: null })
    expect(kept.bills).toEqual([
      {
        account_number: '100100101',
        bill_date: '2026-10-13',
        due_date: '2026-11-03',
        amount: 12000,
        usage_kwh: null,
        late_fee: 250,
        ...withoutDetails,
      },
      {
        account_number: '100100101',
        bill_date: '2026-11-13',
        due_date: '2026-12-04',
        amount: 14237,
        usage_kwh: '812.5',
        late_fee: 0,
        ...withoutDetails,
      },
    ])
    expect(kept.payments).toEqual([
      { account_number: '100100101', reference: 'P-1', paid_on: '2026-11-01', amount: 12000, method: 'Check' },
    ])
  })

  test('the same bundle again changes nothing', async () => {
    await bring(smallBundle)
    const before = await everything()
    const again = await bring(smallBundle)
    expect(again.files.map((file) => [file.added, file.changed, file.refused])).toEqual(
      again.files.map(() => [0, 0, 0]),
    )
    expect(countedBy(again, 'unchanged')).toEqual(smallCounts)
    expect(await everything()).toEqual(before)
  })

  test('a row that differs is changed, and a row that is no longer in the bundle stays', async () => {
    await bring(smallBundle)
    const summary = await bring({ 'members.csv': csv('member_number,name', '10001,Ada Lindqvist-Moe') })
    expect(countsOf(summary, 'members.csv')).toMatchObject({ rows: 1, added: 0, changed: 1, unchanged: 0 })
    expect(countsOf(summary, 'bills.csv')).toMatchObject({ state: 'absent', rows: 0 })
    expect((await everything()).members.map((member) => member.name)).toEqual(['Ada Lindqvist-Moe', 'Ortega, Ben'])
  })

  test('columns may come in any order, with capitals, a byte order mark, CRLF ends and quotes', async () => {
    const summary = await bring({
      'members.csv': '\ufeffNAME,"Member_Number"\r\n"Zoë ""Z"" Carver","10027"\r\n\r\nÅsa Holm, 10028 \r\n',
    })
    expect(summary.entries).toEqual([])
    expect((await everything()).members).toEqual([
      { member_number: '10027', name: 'Zoë "Z" Carver', prefers_language: 'en' },
      { member_number: '10028', name: 'Åsa Holm', prefers_language: 'en' },
    ])
  })

  test('texts that mean something to SQL, JSON or arrays are kept letter by letter', async () => {
    const names = [
      `Robert'); drop table cis.member;--`,
      'NULL',
      '{a,b}',
      'back\\slash',
      '"quoted"',
      '$1',
      '= 1 + 1',
      'Ω 漢字 🌾',
    ]
    await bring({
      'members.csv': csv('member_number,name', ...names.map((name, at) => `${at + 1},"${name.replaceAll('"', '""')}"`)),
    })
    expect((await everything()).members.map((member) => member.name)).toEqual(names)
  })
})

describe('dry run', () => {
  test('a dry run finds what the import would find and keeps nothing', async () => {
    const files = {
      ...smallBundle,
      'emails.csv': csv('member_number,address', '10001,ada@example.org', '10009,x@example.org'),
    }
    const dry = await bring(files, { dryRun: true })
    expect((await everything()).members).toEqual([])
    const wet = await bring(files)
    expect(dry.files).toEqual(wet.files)
    expect(dry.entries).toEqual(wet.entries)
    expect([dry.dryRun, wet.dryRun, dry.errors]).toEqual([true, false, 1])
    expect((await everything()).payments).toHaveLength(1)
  })
})

describe('what is no bundle', () => {
  test('a folder that does not exist, a file, and a folder without any of the files are refused', async () => {
    const folder = bundleFolder({ 'readme.txt': 'hello' })
    const attempt = async (directory: string) => importBundle({ db: database.db, clock }, { directory })
    await expect(attempt(`${folder}/nowhere`)).rejects.toThrow('cannot be read as a folder')
    await expect(attempt(`${folder}/readme.txt`)).rejects.toThrow('is a file')
    await expect(attempt(folder)).rejects.toThrow(NoBundle)
  })

  test('a CSV file with another name is not passed over in silence', async () => {
    const { entries, errors, notices } = await bring({ ...smallBundle, 'member.csv': 'x' })
    expect([errors, notices]).toEqual([0, 1])
    expect(entries[0]).toMatchObject({ severity: 'notice', file: 'member.csv' })
    expect(entries[0]?.reason).toContain('was not read')
  })
})

describe('transactions', () => {
  const stopping = async (work: () => Promise<void>) => {
    await database.runScript(`create function cis.stop() returns trigger language plpgsql as $$
      begin if new.member_number = '4' then raise exception 'disk gone' using errcode = '53100'; end if; return new; end $$;
      create trigger stop before insert on cis.member for each row execute function cis.stop()`)
    try {
      await work()
    } finally {
      await database.runScript('drop trigger stop on cis.member; drop function cis.stop()')
    }
  }
  const five = {
    'members.csv': csv('member_number,name', ...['1', '2', '3', '4', '5'].map((number) => `${number},Name ${number}`)),
  }

  test('an import that fails half-way leaves nothing at all', async () => {
    await stopping(async () => {
      await expect(bring(five, { batchRows: 2 })).rejects.toThrow('disk gone')
      expect((await everything()).members).toEqual([])
    })
    expect(countsOf(await bring(five), 'members.csv')).toMatchObject({ added: 5 })
  })

  test('an import that runs while a page loads shows the old data or the new, never half of it', async () => {
    await bring(smallBundle)
    /** Reads in one statement, as a call of a page does. */
    const look = async () => {
      const { rows } = await sql`select
        (select json_agg(member order by member_number) from cis.member) as members,
        (select json_agg(balance order by account_number) from cis.balance) as balances,
        (select json_agg(bill order by bill_date) from cis.bill) as bills,
        (select json_agg(payment) from cis.payment) as payments`.execute(database.db)
      return rows[0]
    }
    const old = await look()
    const seen: ReturnType<typeof look>[] = []
    const newer = Object.fromEntries(
      Object.entries(smallBundle).map(([name, text]) => [name, text.replaceAll('2026', '2025')]),
    )
    // Reads start with every file; with one connection they wait for the end.
    await bring(
      { ...newer, 'members.csv': csv('member_number,name', '10001,Somebody New') },
      { batchRows: 1, onProgress: () => void seen.push(look()) },
    )
    const now = await look()
    expect(now).not.toEqual(old)
    expect(seen.length).toBeGreaterThan(5)
    for (const read of seen) expect([old, now]).toContainEqual(await read)
  })

  test('in batches, one that fails half-way leaves nothing of itself, and the batches before it stay', async () => {
    await stopping(async () => {
      await expect(bring(five, { batchRows: 2, inBatches: true })).rejects.toThrow('disk gone')
      expect((await everything()).members.map((member) => member.member_number)).toEqual(['1', '2'])
    })
    const summary = await bring({
      'members.csv': csv('member_number,name', '1,Name 1', '2,Name 2', '3,Name 3', '4,Name 4'),
    })
    expect(countsOf(summary, 'members.csv')).toMatchObject({ added: 2, unchanged: 2 })
  })

  test('rows that the database refuses are found among their batch, and the others go in', async () => {
    await database.runScript(`alter table cis.member add constraint not_bad check (name not like 'Bad%')`)
    try {
      const rows = Array.from(
        { length: 40 },
        (_, at) => `${at + 1},${at === 6 || at === 29 ? 'Bad' : 'Good'} ${at + 1}`,
      )
      const summary = await bring({ 'members.csv': csv('member_number,name', ...rows) })
      expect(countsOf(summary, 'members.csv')).toMatchObject({ rows: 40, added: 38, refused: 2 })
      expect(summary.entries.map((entry) => [entry.line, entry.value])).toEqual([
        [8, '7'],
        [31, '30'],
      ])
      expect(summary.entries[0]?.reason).toContain('not_bad')
    } finally {
      await database.runScript('alter table cis.member drop constraint not_bad')
    }
  })

  test('an earlier row of another file is found across batches of any size', async () => {
    const summary = await bring(smallBundle, { batchRows: 1 })
    expect(summary.errors).toBe(0)
    expect(countedBy(summary, 'added')).toEqual(smallCounts)
  })
})

describe('an account that changes hands', () => {
  const given = smallBundle['accounts.csv']
  const toBen = given.replace('100100102,10001,N,Ada Lindqvist', '100100102,10002,N,Ben Ortega')
  const withDay = (text: string, day: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line, at) => `${line},${at === 0 ? 'held_since' : day}\n`)
      .join('')
  const heldSince = async () =>
    (await everything()).accounts.map(({ account_number, held_since }) => [account_number, held_since])

  test('is held since the first import that names its member, unless the file has the day [REQ-D-271, SEC-73]', async () => {
    await bring(smallBundle)
    await bring({ 'accounts.csv': given })
    const unchanged = [
      ['0200', null],
      ['100100101', null],
    ]
    expect(await heldSince()).toEqual([...unchanged, ['100100102', null]])
    // Late in the evening of the day before in Wisconsin.
    clock.advance(13.5 * 3_600)
    await bring({ 'accounts.csv': toBen })
    expect(await heldSince()).toEqual([...unchanged, ['100100102', '2026-11-20']])
    clock.advance(10 * 86_400)
    expect(countsOf(await bring({ 'accounts.csv': toBen }), 'accounts.csv')).toMatchObject({ unchanged: 3 })
    await bring({ 'accounts.csv': withDay(toBen, '2026-11-15') })
    await bring({ 'accounts.csv': toBen })
    expect(new Set((await heldSince()).map(([, day]) => day))).toEqual(new Set(['2026-11-15']))
    await bring({ 'accounts.csv': withDay(given, '2026-11-30') })
    expect((await heldSince()).at(-1)).toEqual(['100100102', '2026-11-30'])
  })
})
