import { describe, expect, test } from 'vitest'
import { bundleFolder, csv, smallBundle } from '../../../testing/bundle-folder.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { emptyTables, useTestDatabase } from '../../../testing/test-database.ts'
import { importBundle } from './import-bundle.ts'
import type { ImportEntry } from './import-entry.ts'

const clock = createTestClock('2026-11-20T15:00:00Z')
const database = useTestDatabase()

/** Imports a bundle and returns the reported entries. Expects every row to be counted exactly once. */
async function said(files: Parameters<typeof bundleFolder>[0], batchRows = 5000): Promise<readonly ImportEntry[]> {
  const entries: ImportEntry[] = []
  const options = { directory: bundleFolder(files), batchRows, report: (one: ImportEntry) => void entries.push(one) }
  const summary = await importBundle({ db: database.db, clock }, options)
  for (const file of summary.files) {
    expect(file.added + file.changed + file.unchanged + file.repeated + file.refused).toBe(file.rows)
  }
  return entries
}

const members = async () =>
  (await database.db.selectFrom('cis.member').select(['member_number']).orderBy('member_number').execute()).map(
    (one) => one.member_number,
  )

const places = (entries: readonly ImportEntry[]) => entries.map((one) => [one.line, one.column, one.value])

/** Imports a single row of accounts.csv or balances.csv with some values changed, after its member and account. */
async function saidOfChanged(file: 'accounts.csv' | 'balances.csv', changes: Readonly<Record<string, string>>) {
  const [header = '', row = ''] = smallBundle[file].split('\n')
  const names = header.split(',')
  const values = row.split(',').map((value, at) => changes[names[at] ?? ''] ?? value)
  return said({
    ...smallBundle,
    [file]: csv(header, values.join(',')),
    'bills.csv': csv('account_number,bill_date,due_date,amount'),
  })
}

describe('values', () => {
  test('all faults of a row are reported, each with its column, value and reason', async () => {
    const entries = await saidOfChanged('balances.csv', {
      balance: '12.5',
      past_due: '-1.00',
      due_date: '2026-02-29',
      cutoff_amount: '1,000.00'.replace(',', ''),
      reconnect_fee: '$5.00',
      over_pay_amount: '',
    })
    expect(entries.map((one) => [one.column, one.value, one.reason])).toEqual([
      ['balance', '12.5', 'must be dollars with two decimals and no separators, such as 1234.50'],
      ['past_due', '-1.00', 'must not be below zero'],
      ['due_date', '2026-02-29', 'must be a date of the calendar written yyyy-MM-dd'],
      ['reconnect_fee', '$5.00', 'must be dollars with two decimals and no separators, such as 1234.50'],
      ['over_pay_amount', '', 'is empty'],
    ])
    expect(new Set(entries.map((one) => `${one.severity} ${one.file} ${one.line}`))).toEqual(
      new Set(['error balances.csv 2']),
    )
  })

  test('account rows with a wrong number, flag, state, ZIP code or too long a text are refused', async () => {
    const entries = await saidOfChanged('accounts.csv', {
      account_number: '1234567890123',
      is_primary: 'yes',
      holder_name: 'x'.repeat(121),
      service_state: 'Wisconsin',
      service_zip: '5470',
    })
    expect(entries.filter((one) => one.file === 'accounts.csv').map((one) => one.column)).toEqual([
      'account_number',
      'is_primary',
      'holder_name',
      'service_state',
      'service_zip',
    ])
  })

  test('amounts beyond what can be kept exactly, and numbers in other writings, are refused', async () => {
    for (const balance of ['1000000000000.00', '1e3', '12.345', '.50', '12.', '+1.00', '١٢.٠٠', 'NaN', '1 000.00']) {
      expect((await saidOfChanged('balances.csv', { balance })).map((one) => one.column)).toEqual(['balance'])
    }
  })

  test('dates that do not exist or have another format are refused', async () => {
    for (const date of ['2026-13-01', '2027-02-29', '11/20/2026', '2026-1-1', '2026-11-20T00:00:00Z', '0000-01-01']) {
      expect((await saidOfChanged('balances.csv', { due_date: date })).map((one) => one.column)).toEqual(['due_date'])
    }
  })

  test('control characters, NUL and line breaks are refused with the reason, and shown without themselves', async () => {
    const entries = await said({
      'members.csv': csv('member_number,name', '1,a\u0000b', '2,a\u0007b', '3,"line\nbreak"', '4,fine', '5,tab\there'),
    })
    expect(entries.map((one) => [one.line, one.value, one.reason])).toEqual([
      [2, 'a\\u0000b', 'contains a NUL character'],
      [3, 'a\\u0007b', 'contains a control character'],
      [4, 'line\\u000abreak', 'contains a line break'],
      [7, 'tab\\u0009here', 'contains a control character'],
    ])
    expect(await members()).toEqual(['4'])
  })

  test('phones and email addresses that no one can be reached at are refused', async () => {
    const entries = await said({
      'members.csv': csv('member_number,name', '1,A'),
      'phones.csv': csv('member_number,digits,kind', '1,555-4821,cell', '1,(015) 555-4821,cell', '1,7155554821,fax'),
      'emails.csv': csv('member_number,address', '1,nobody', '1,a b@example.org', '1,a@b@example.org', '1,a@example'),
    })
    expect(entries.map((one) => [one.file, one.line, one.column])).toEqual([
      ['phones.csv', 2, 'digits'],
      ['phones.csv', 3, 'digits'],
      ['phones.csv', 4, 'kind'],
      ['emails.csv', 2, 'address'],
      ['emails.csv', 3, 'address'],
      ['emails.csv', 4, 'address'],
      ['emails.csv', 5, 'address'],
    ])
  })
})

describe('windows of drafts', () => {
  test('a draft window that admits no day is refused with the reason [DR-38]', async () => {
    const entries = await said({
      ...smallBundle,
      'drafts.csv': csv(
        'account_number,allow_after_billed_day,allow_before_billed_day',
        '0200,5,5',
        '0200,28,1',
        '0200,5,7',
      ),
    })
    expect(entries.map((one) => [one.line, one.column, one.value, one.reason])).toEqual([
      [
        2,
        'allow_before_billed_day',
        '5',
        'leaves no day from 1 to 28 after day 5 and before day 5; leave both empty for any day',
      ],
      [
        3,
        'allow_before_billed_day',
        '1',
        'leaves no day from 1 to 28 after day 28 and before day 1; leave both empty for any day',
      ],
    ])
  })
})

describe('rows', () => {
  test('a row with an unknown member or account is refused and the rest is imported', async () => {
    const entries = await said({
      ...smallBundle,
      'phones.csv': csv('member_number,digits,kind', '99999,7155550001,cell', '10001,7155550002,cell'),
      'payments.csv': csv(
        'account_number,reference,paid_on,amount,method',
        '555,P,2026-11-01,1.00,Card',
        '0200,P,2026-11-01,1.00,Card',
      ),
    })
    expect(entries.map((one) => [one.file, one.line, one.column, one.value, one.reason])).toEqual([
      ['phones.csv', 2, 'member_number', '99999', 'names no member on file'],
      ['payments.csv', 2, 'account_number', '555', 'names no account on file'],
    ])
    expect(await database.db.selectFrom('cis.payment').select('account_number').execute()).toEqual([
      { account_number: '0200' },
    ])
  })

  test('an account without its leading zeros is another account', async () => {
    const entries = await said({
      ...smallBundle,
      'balances.csv': smallBundle['balances.csv'].replace('\n0200,', '\n200,'),
    })
    expect(places(entries)).toEqual([[4, 'account_number', '200']])
  })

  test('a repeated key with other values is refused; with the same values it is a notice', async () => {
    const rows = ['1,Ada,en', '2,Ben,en', '1,Ada,', '1,Eva,en', '3,Cy,es', '2,Ben,es']
    for (const batchRows of [1, 2, 5000]) {
      await emptyTables(database)
      const entries = await said({ 'members.csv': csv('member_number,name,prefers_language', ...rows) }, batchRows)
      expect(entries.map((one) => [one.severity, one.line, one.value, one.reason])).toEqual([
        ['notice', 4, '1', 'the same row is on line 2 already'],
        ['error', 5, '1', 'is on line 2 already, with other values; only that row counts'],
        ['error', 7, '2', 'is on line 3 already, with other values; only that row counts'],
      ])
      expect(await members()).toEqual(['1', '2', '3'])
    }
    expect(
      await database.db.selectFrom('cis.member').select('name').where('member_number', '=', '1').execute(),
    ).toEqual([{ name: 'Ada' }])
  })

  test('a row with too few or too many values is refused', async () => {
    const entries = await said({ 'members.csv': csv('member_number,name', '1', '2,Lund, Victor', '3,Ok') })
    expect(entries.map((one) => [one.line, one.reason.slice(0, 33)])).toEqual([
      [2, 'the row has 1 values and the head'],
      [3, 'the row has 3 values and the head'],
    ])
    expect(await members()).toEqual(['3'])
  })

  test('an unclosed or misplaced quote spoils its own row only', async () => {
    const entries = await said({
      'members.csv': csv(
        'member_number,name',
        '1,"Open',
        '2,Fine',
        '3,Bob "Bobby" Smith',
        '4,"Fine, too"',
        '5,"a"b',
        '6,Last',
      ),
    })
    expect(entries.map((one) => [one.line, one.reason.slice(0, 41)])).toEqual([
      [2, 'the row has a quote that is not closed; w'],
      [4, 'the row has a quote where none may stand;'],
      [6, 'the row has a quote where none may stand;'],
    ])
    expect(await members()).toEqual(['2', '4', '6'])
  })

  test('a line break inside quotes cannot smuggle in a row', async () => {
    const entries = await said({ 'members.csv': csv('member_number,name', '1,"Evil', '2,Smuggled', 'end"', '3,Fine') })
    expect(entries.map((one) => [one.line, one.column, one.reason])).toEqual([[2, 'name', 'contains a line break']])
    expect(await members()).toEqual(['3'])
  })

  test('letters in another encoding are refused row by row', async () => {
    const latin1 = Buffer.concat([
      Buffer.from('member_number,name\n1,Zo'),
      Buffer.from([0xeb]),
      Buffer.from('\n2,Fine\n'),
    ])
    const entries = await said({ 'members.csv': latin1 })
    expect(entries.map((one) => [one.line, one.column, one.reason])).toEqual([
      [2, 'name', 'has characters that are not UTF-8; save the file as UTF-8'],
    ])
    expect(await members()).toEqual(['2'])
  })
})

describe('files', () => {
  const fault = async (content: string | Uint8Array) => {
    const entries = await said({ ...smallBundle, 'members.csv': content, 'emails.csv': csv('member_number,address') })
    return entries.filter((one) => one.file === 'members.csv').map((one) => [one.line, one.reason])
  }

  test('a header with unknown, missing and repeated columns refuses its file with all of them, and no other file', async () => {
    await said({ 'members.csv': smallBundle['members.csv'] })
    const entries = await said({
      ...smallBundle,
      'phones.csv': csv('member_number,member_number,phone,type,kind', '10001,1,7155550001,1,cell'),
    })
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ severity: 'error', file: 'phones.csv', line: 1 })
    expect(entries[0]?.reason).toBe(
      'phone, type are no columns of phones.csv, which has member_number, digits, kind; member_number stands twice in the header; digits is missing from the header',
    )
    expect(await database.db.selectFrom('cis.account').select('account_number').execute()).toHaveLength(3)
  })

  test('an empty file, a file with the header only, and one cut by semicolons', async () => {
    expect(await fault('')).toEqual([[1, 'is empty; a file of a bundle begins with a header row']])
    expect(await fault('member_number,name\n')).toEqual([])
    expect(await fault('member_number;name\n1;Ada\n')).toEqual([
      [1, 'values are separated by semicolons; separate them by commas'],
    ])
  })

  test('UTF-16, with and without its mark, and a file that is not text', async () => {
    const utf16 = Buffer.from('member_number,name\n1,Ada\n', 'utf16le')
    expect(await fault(Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]))).toEqual([[1, 'is UTF-16; save it as UTF-8']])
    expect((await fault(utf16)).flat().join(' ')).toContain('is not UTF-8 text')
    expect((await fault(Buffer.alloc(200_000, 'a'))).flat().join(' ')).toContain(
      'more than 65536 characters in one line',
    )
  })

  test('a line without an end stops its file: rows before it are imported, and the report names the place', async () => {
    const entries = await said({
      'members.csv': `${csv('member_number,name', '1,Ada', '2,Ben')}${'x'.repeat(400_000)}\n3,Cy\n`,
    })
    expect(entries.map((one) => one.line)).toEqual([4])
    expect(entries[0]?.reason).toContain('nothing from this line on was read')
    expect(await members()).toEqual(['1', '2'])
  })
})
