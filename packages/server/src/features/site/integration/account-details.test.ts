import { describe, expect, test } from 'vitest'
import { bundleFolder, countedBy, csv, smallBundle } from '../../../testing/bundle-folder.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { importBundle, type ImportOptions } from './import-bundle.ts'
import type { ImportEntry } from './import-entry.ts'

const clock = createTestClock('2026-11-20T15:00:00Z')
const database = useTestDatabase()

const billColumns =
  'account_number,bill_date,due_date,amount,statement_start,statement_end,bill_type,previous_balance,payments_received,ending_balance,document,can_be_viewed,prepaid_daily_total,prepaid_usage_dollars,prepaid_charges,prepaid_taxes'

/** A bundle as a newer system exports it, with details of the accounts of the small bundle. */
const details = {
  'account-details.csv': csv(
    'account_number,cutoff_message,bill_message,statement_heading,prepaid_alert,capital_credit_message,returned_items,has_autopay,draft_date,year_to_date_difference,collects_meter_readings,shows_usage_history,usage_suspended,meter_sense_url,capital_credit_document,capital_credit_document_title,autopay_method,draft_method',
    '0200,"Pay, or service ends",Hello,Meeting,Low,Refund,2,Y,2026-12-15,-34.10,Y,N,Y,https://meters.example.org/1,cc-1.pdf,Capital credits,ECHECK,CHARGE',
    '100100101,,,,,,,,,,,,,,,,,',
  ),
  'meters.csv': csv('account_number,meter_number', '0200,E-1', '0200,E-2', '100100101,E-1'),
  'linked-accounts.csv': csv('account_number,linked_account_number', '100100101,100100102', '100100102,100100101'),
  'arrangements.csv': csv('account_number,balance,next_amount,next_due,notation', '0200,356.20,89.05,2026-11-05,Four'),
  'outages.csv': csv(
    'account_number,is_out,restored_at',
    '0200,Y,2026-11-20T18:30:00-06:00',
    '100100101,Y,',
    '100100102,N,2026-11-20T10:00:00.250Z',
  ),
  'bills.csv': csv(
    billColumns,
    '0200,2026-11-13,2026-12-04,94.20,2026-10-14,2026-11-12,Prepaid,40.00,100.00,45.80,b-1.pdf,N,94.20,61.25,28.00,4.95',
  ),
  'bill-lines.csv': csv(
    'account_number,bill_date,line,description,quantity,unit,amount',
    '0200,2026-11-13,1,Service charge,,,28.00',
    '0200,2026-11-13,2,"Energy, all hours",480.5,kWh,61.25',
    '0200,2026-11-13,3,Taxes,,,4.95',
  ),
}
const whole = { ...smallBundle, ...details }

async function bring(files: Parameters<typeof bundleFolder>[0], options: Partial<ImportOptions> = {}) {
  const entries: ImportEntry[] = []
  const directory = bundleFolder(files)
  const summary = await importBundle(
    { db: database.db, clock },
    { directory, report: (one) => void entries.push(one), ...options },
  )
  for (const file of summary.files) {
    expect(file.added + file.changed + file.unchanged + file.repeated + file.refused, file.file).toBe(file.rows)
  }
  return { ...summary, entries, faults: entries.map((one) => [one.file, one.line, one.column, one.value, one.reason]) }
}

const kept = async () => ({
  details: await database.db.selectFrom('cis.account_detail').selectAll().orderBy('account_number').execute(),
  meters: await database.db
    .selectFrom('cis.meter')
    .selectAll()
    .orderBy('account_number')
    .orderBy('meter_number')
    .execute(),
  linked: await database.db.selectFrom('cis.linked_account').selectAll().orderBy('account_number').execute(),
  arrangements: await database.db.selectFrom('cis.arrangement').selectAll().execute(),
  outages: await database.db.selectFrom('cis.outage').selectAll().orderBy('account_number').execute(),
  bills: await database.db.selectFrom('cis.bill').selectAll().orderBy('bill_date').execute(),
  lines: await database.db.selectFrom('cis.bill_line').selectAll().orderBy('line').execute(),
})

const nothing = { details: [], meters: [], linked: [], arrangements: [], outages: [], bills: [], lines: [] }

describe('good rows', () => {
  test('given account details arrive unchanged, and omitted ones have their documented meaning', async () => {
    expect((await bring(whole)).faults).toEqual([])
    const { details: rows, meters, linked, arrangements, outages } = await kept()
    expect(rows).toEqual([
      {
        account_number: '0200',
        cutoff_message: 'Pay, or service ends',
        bill_message: 'Hello',
        statement_heading: 'Meeting',
        prepaid_alert: 'Low',
        capital_credit_message: 'Refund',
        returned_items: 2,
        has_autopay: true,
        draft_date: '2026-12-15',
        year_to_date_difference: -3410,
        collects_meter_readings: true,
        shows_usage_history: false,
        usage_suspended: true,
        meter_sense_url: 'https://meters.example.org/1',
        capital_credit_document: 'cc-1.pdf',
        capital_credit_document_title: 'Capital credits',
        autopay_method: 'ECHECK',
        draft_method: 'CHARGE',
      },
      {
        account_number: '100100101',
        cutoff_message: '',
        bill_message: '',
        statement_heading: '',
        prepaid_alert: '',
        capital_credit_message: '',
        returned_items: 0,
        has_autopay: false,
        draft_date: null,
        year_to_date_difference: null,
        collects_meter_readings: false,
        shows_usage_history: true,
        usage_suspended: false,
        meter_sense_url: '',
        capital_credit_document: '',
        capital_credit_document_title: '',
        autopay_method: '',
        draft_method: '',
      },
    ])
    expect(meters.map((one) => `${one.account_number} ${one.meter_number}`)).toEqual([
      '0200 E-1',
      '0200 E-2',
      '100100101 E-1',
    ])
    expect(linked.map((one) => one.linked_account_number)).toEqual(['100100102', '100100101'])
    expect(arrangements).toEqual([
      {
        account_number: '0200',
        balance: 35620,
        next_amount: 8905,
        next_due: '2026-11-05',
        notation: 'Four',
        changes_through_event: null,
      },
    ])
    expect(outages).toEqual([
      { account_number: '0200', is_out: true, restored_at: new Date('2026-11-21T00:30:00Z') },
      { account_number: '100100101', is_out: true, restored_at: null },
      { account_number: '100100102', is_out: false, restored_at: new Date('2026-11-20T10:00:00.250Z') },
    ])
  })

  test('a bill arrives with its period, its sums, its prepaid figures and its lines', async () => {
    await bring(whole)
    const { bills, lines } = await kept()
    expect(bills).toEqual([
      {
        account_number: '0200',
        bill_date: '2026-11-13',
        due_date: '2026-12-04',
        amount: 9420,
        usage_kwh: null,
        late_fee: 0,
        statement_start: '2026-10-14',
        statement_end: '2026-11-12',
        bill_type: 'Prepaid',
        previous_balance: 4000,
        payments_received: 10000,
        ending_balance: 4580,
        document: 'b-1.pdf',
        can_be_viewed: false,
        prepaid_daily_total: 9420,
        prepaid_usage_dollars: 6125,
        prepaid_charges: 2800,
        prepaid_taxes: 495,
      },
    ])
    expect(
      lines.map(({ line, description, quantity, unit, amount }) => [line, description, quantity, unit, amount]),
    ).toEqual([
      [1, 'Service charge', null, '', 2800],
      [2, 'Energy, all hours', '480.5', 'kWh', 6125],
      [3, 'Taxes', null, '', 495],
    ])
  })

  test('the same bundle again changes nothing, with any batch size', async () => {
    await bring(whole, { batchRows: 1 })
    const before = await kept()
    const again = await bring(whole)
    expect(again.files.map((file) => [file.file, file.added, file.changed, file.refused])).toEqual(
      again.files.map((file) => [file.file, 0, 0, 0]),
    )
    expect(countedBy(again, 'unchanged')).toEqual({
      'members.csv': 2,
      'phones.csv': 2,
      'emails.csv': 1,
      'accounts.csv': 3,
      'balances.csv': 3,
      'account-details.csv': 2,
      'meters.csv': 3,
      'linked-accounts.csv': 2,
      'arrangements.csv': 1,
      'outages.csv': 3,
      'bills.csv': 1,
      'bill-lines.csv': 3,
      'payments.csv': 1,
    })
    expect(await kept()).toEqual(before)
  })

  test('a row that differs is changed, and what is no longer in the bundle stays', async () => {
    await bring(whole)
    const { files } = await bring({
      'outages.csv': csv('account_number,is_out,restored_at', '0200,N,'),
      'bill-lines.csv': csv('account_number,bill_date,line,description,amount', '0200,2026-11-13,3,State tax,4.95'),
    })
    expect(
      files.filter((file) => file.state === 'imported').map((file) => [file.file, file.added, file.changed]),
    ).toEqual([
      ['outages.csv', 0, 1],
      ['bill-lines.csv', 0, 1],
    ])
    const { outages, lines } = await kept()
    expect(outages[0]).toEqual({ account_number: '0200', is_out: false, restored_at: null })
    expect(lines.map((one) => one.description)).toEqual(['Service charge', 'Energy, all hours', 'State tax'])
    expect(outages).toHaveLength(3)
  })

  test('a dry run finds what the import would find and keeps nothing', async () => {
    const files = { ...whole, 'meters.csv': csv('account_number,meter_number', '0200,E-1', '999,E-2') }
    const dry = await bring(files, { dryRun: true })
    expect(await kept()).toEqual(nothing)
    const wet = await bring(files)
    expect([dry.files, dry.faults]).toEqual([wet.files, wet.faults])
    expect(dry.errors).toBe(1)
  })
})

describe('bad rows', () => {
  test('a row with an unknown account or bill is refused, and the rest is imported', async () => {
    const { faults } = await bring({
      ...whole,
      'account-details.csv': csv('account_number,bill_message', '555,Hi', '0200,Hi'),
      'linked-accounts.csv': csv('account_number,linked_account_number', '555,556', '0200,557', '0200,100100101'),
      'bill-lines.csv': csv(
        'account_number,bill_date,line,description,amount',
        '0200,2026-11-14,1,Service,1.00',
        '100100101,2026-11-13,1,Service,1.00',
        '0200,2026-11-13,1,Service,94.20',
      ),
    })
    expect(faults).toEqual([
      ['account-details.csv', 2, 'account_number', '555', 'names no account on file'],
      ['linked-accounts.csv', 2, 'account_number', '555', 'names no account on file'],
      ['linked-accounts.csv', 2, 'linked_account_number', '556', 'names no account on file'],
      ['linked-accounts.csv', 3, 'linked_account_number', '557', 'names no account on file'],
      ['bill-lines.csv', 2, 'account_number bill_date', '0200 2026-11-14', 'names no bill on file'],
      ['bill-lines.csv', 3, 'account_number bill_date', '100100101 2026-11-13', 'names no bill on file'],
    ])
    const { details: rows, linked, lines } = await kept()
    expect([rows.length, linked.length, lines.length]).toEqual([1, 1, 1])
  })

  test('an account cannot be linked with itself, and a period does not end before it begins', async () => {
    const { faults } = await bring({
      ...whole,
      'linked-accounts.csv': csv('account_number,linked_account_number', '0200,0200', '0200,100100101'),
      'bills.csv': csv(
        'account_number,bill_date,due_date,amount,statement_start,statement_end',
        '0200,2026-11-13,2026-12-04,94.20,2026-11-12,2026-11-12',
        '0200,2026-10-13,2026-11-04,1.00,2026-10-12,2026-10-11',
      ),
    })
    expect(faults).toEqual([
      ['linked-accounts.csv', 2, 'linked_account_number', '0200', 'is the account itself'],
      ['bills.csv', 3, 'statement_end', '2026-10-11', 'is before statement_start'],
    ])
  })

  test('the same line twice is a notice, and another line in its place an error', async () => {
    const { entries } = await bring({
      ...whole,
      'bill-lines.csv': csv(
        'account_number,bill_date,line,description,amount',
        '0200,2026-11-13,1,Service,94.20',
        '0200,2026-11-13,1,Service,94.20',
        '0200,2026-11-13,1,Energy,2.00',
      ),
    })
    expect(entries.map((one) => [one.severity, one.line])).toEqual([
      ['notice', 3],
      ['error', 4],
    ])
  })
})
