import { expect, test } from 'vitest'
import { bundleFolder, csv, smallBundle } from '../../../testing/bundle-folder.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { importBundle } from './import-bundle.ts'
import type { ImportEntry } from './import-entry.ts'

const clock = createTestClock('2026-11-20T15:00:00Z')
const database = useTestDatabase()

async function faultsOf(files: Parameters<typeof bundleFolder>[0]) {
  const entries: ImportEntry[] = []
  await importBundle(
    { db: database.db, clock },
    { directory: bundleFolder({ ...smallBundle, ...files }), report: (one) => void entries.push(one) },
  )
  return entries.map((one) => [one.file, one.line, one.column] as const)
}

test('capital credits arrive by year, and a row without an amount, a year or its member is refused', async () => {
  const faults = await faultsOf({
    'capital-credits.csv': csv(
      'member_number,entry_id,kind,year,posted_on,amount,document',
      '10001,A-2025,allocation,2025,2026-05-01,82.40,cc-2025.pdf',
      '10001,R-1999,retirement,1999,2025-12-01,18.64,',
      '10001,A-1,allocation,2025,2026-05-01,0.00,',
      '10001,A-2,allocation,25,2026-05-01,1.00,',
      '10001,A-3,refund,2025,2026-05-01,1.00,',
      '99999,A-4,allocation,2025,2026-05-01,1.00,',
      '10001,A-5,allocation,2025,2026-05-01,1.00,../secret.pdf',
    ),
  })
  expect(faults.map(([, line, column]) => [line, column])).toEqual([
    [4, 'amount'],
    [5, 'year'],
    [6, 'kind'],
    [8, 'document'],
    // Unknown members are reported after the rows were read.
    [7, 'member_number'],
  ])
  const entries = await database.db.selectFrom('cis.capital_credit').selectAll().orderBy('year').execute()
  expect(entries).toMatchObject([
    { entry_id: 'R-1999', kind: 'retirement', year: 1999, posted_on: '2025-12-01', amount: 1_864, document: '' },
    { entry_id: 'A-2025', kind: 'allocation', year: 2025, amount: 8_240, document: 'cc-2025.pdf' },
  ])
})

test('deposits and late bills arrive unchanged, and omitted values have their documented meaning', async () => {
  const faults = await faultsOf({
    'deposits.csv': csv(
      'account_number,reference,received_on,kind,amount,interest,refunded_on,member_number',
      '0200,D-1,2024-05-02,Security deposit,150.00,4.12,2026-05-02,90817',
      '0200,D-2,2026-05-02,Meter loop deposit,40.00,,,',
    ),
    'delinquents.csv': csv(
      'account_number,bill_date,past_due,late_fee,cutoff_date,processed_on,document,can_be_viewed',
      '0200,2026-09-13,157.90,2.37,2026-10-20,2026-10-05,notice-1.pdf,N',
      '0200,2026-08-13,12.00,,,2026-09-05,,',
    ),
  })
  expect(faults).toEqual([])
  expect(await database.db.selectFrom('cis.deposit').selectAll().orderBy('reference').execute()).toEqual([
    {
      account_number: '0200',
      reference: 'D-1',
      received_on: '2024-05-02',
      kind: 'Security deposit',
      amount: 15_000,
      interest: 412,
      refunded_on: '2026-05-02',
      member_number: '90817',
    },
    {
      account_number: '0200',
      reference: 'D-2',
      received_on: '2026-05-02',
      kind: 'Meter loop deposit',
      amount: 4_000,
      interest: 0,
      refunded_on: null,
      member_number: null,
    },
  ])
  expect(await database.db.selectFrom('cis.delinquent').selectAll().orderBy('bill_date', 'desc').execute()).toEqual([
    {
      account_number: '0200',
      bill_date: '2026-09-13',
      past_due: 15_790,
      late_fee: 237,
      cutoff_date: '2026-10-20',
      processed_on: '2026-10-05',
      document: 'notice-1.pdf',
      can_be_viewed: false,
    },
    {
      account_number: '0200',
      bill_date: '2026-08-13',
      past_due: 1_200,
      late_fee: 0,
      cutoff_date: null,
      processed_on: '2026-09-05',
      document: '',
      can_be_viewed: true,
    },
  ])
})

test('invalid rows and rows of unknown accounts are refused; the rest is imported', async () => {
  const faults = await faultsOf({
    'deposits.csv': csv(
      'account_number,reference,received_on,kind,amount',
      '0200,D-1,yesterday,Security deposit,150.00',
      '777,D-1,2024-05-02,Security deposit,150.00',
      '0200,D-2,2024-05-02,Security deposit,150.00',
    ),
    'delinquents.csv': csv('account_number,bill_date,past_due,processed_on', '0200,2026-09-13,-1.00,2026-10-05'),
  })
  expect(faults).toEqual([
    ['deposits.csv', 2, 'received_on'],
    ['deposits.csv', 3, 'account_number'],
    ['delinquents.csv', 2, 'past_due'],
  ])
  expect(await database.db.selectFrom('cis.deposit').select('reference').execute()).toEqual([{ reference: 'D-2' }])
})
