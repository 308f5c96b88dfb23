import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { hasDocument } from '../../../platform/documents/has-document.ts'
import { bundleFolder, csv, smallBundle } from '../../../testing/bundle-folder.ts'
import { createTestClock } from '../../../testing/test-clock.ts'
import { useTestDatabase } from '../../../testing/test-database.ts'
import { importBundle, type ImportOptions } from './import-bundle.ts'

const clock = createTestClock('2026-11-20T15:00:00Z')
const database = useTestDatabase()

async function take(files: Parameters<typeof bundleFolder>[0], options: Partial<ImportOptions> = {}) {
  const said: string[] = []
  const summary = await importBundle(
    { db: database.db, clock },
    {
      directory: bundleFolder(files),
      report: ({ severity, file, line, value, reason }) =>
        void said.push([severity, file, line, value, reason].join('|')),
      ...options,
    },
  )
  return { ...summary, said }
}

const stored = async () => ({
  members: (await database.db.selectFrom('cis.member').select('member_number').execute()).length,
  bills: (await database.db.selectFrom('cis.bill').select('amount').orderBy('bill_date').execute()).map(
    ({ amount }) => amount,
  ),
})

const bills = (...rows: readonly string[]) => csv('account_number,bill_date,due_date,amount,document', ...rows)
const factsOf = (content: string, rows: number) => ({
  rows,
  sha256: createHash('sha256').update(content).digest('hex'),
})
const manifestOf = (files: Readonly<Record<string, string>>) =>
  JSON.stringify({
    format: 'coopline-bundle/1',
    files: Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        factsOf(content, content.trimEnd().split('\n').length - 1),
      ]),
    ),
  })

it('refuses the last row of a file that is cut inside its last value and ends nothing by it [REQ-D-315]', async () => {
  await take({ ...smallBundle, 'bills.csv': bills('100100101,2026-10-13,2026-11-03,120.00,') })
  // 800 kWh have become 80.
  const cut = `account_number,bill_date,due_date,amount,usage_kwh
100100101,2026-11-13,2026-12-04,142.37,812
100100101,2026-12-13,2027-01-04,139.00,80`
  const { said, files } = await take({ 'bills.csv': cut }, { mostEnded: 100 })
  expect(said).toEqual([
    'error|bills.csv|3|100100101,2026-12-13,2027-01-04,139.00,80|the row does not end with a line break, so the file may be cut off here; end the last line like the others',
    'notice|bills.csv|0||has refused rows, so what it does not have any more stays',
  ])
  expect(files.find(({ file }) => file === 'bills.csv')).toMatchObject({ added: 1, refused: 1, ended: 0 })
  expect((await stored()).bills).toEqual([12_000, 14_237])
})

it('imports a bundle that is as its manifest says, also without a line break at its end', async () => {
  const files = { ...smallBundle, 'bills.csv': smallBundle['bills.csv'].trimEnd() }
  const { said, errors } = await take({ ...files, 'manifest.json': manifestOf(files) })
  expect([said, errors, (await stored()).bills]).toEqual([[], 0, [12_000, 14_237]])
})

it.each([
  [
    'a file that lacks rows',
    { 'bills.csv': smallBundle['bills.csv'].slice(0, smallBundle['bills.csv'].lastIndexOf('100100101')) },
    'error|bills.csv|0||differs from its SHA-256 in manifest.json; it is incomplete or was changed',
  ],
  [
    'a file that is not listed',
    { 'service-applications.csv': csv('reference_number,status') },
    'error|service-applications.csv|0||is in the bundle and not listed in manifest.json',
  ],
  [
    'a manifest of another format',
    { 'manifest.json': '{"format":"other/1"}' },
    'error|manifest.json|0||is no manifest',
  ],
  ['a manifest that is cut off', { 'manifest.json': '{"format":"coop' }, 'error|manifest.json|0||is no manifest'],
])('imports nothing of a bundle with %s [REQ-D-315]', async (_, changes, reason) => {
  const { said, errors } = await take({ 'manifest.json': manifestOf(smallBundle), ...smallBundle, ...changes })
  expect([said.length, errors]).toEqual([1, 1])
  expect(said[0]).toContain(reason)
  expect(await stored()).toEqual({ members: 0, bills: [] })
})

it('imports nothing of a bundle that lacks a file of its manifest or counts other rows', async () => {
  const { 'payments.csv': payments, ...others } = smallBundle
  const manifest = JSON.parse(manifestOf(smallBundle)) as { files: Record<string, unknown> }
  manifest.files['members.csv'] = factsOf(smallBundle['members.csv'], 3)
  const { said } = await take({ ...others, 'manifest.json': JSON.stringify(manifest) })
  expect(payments).toContain('P-1')
  expect(said).toEqual([
    'error|payments.csv|0||is listed in manifest.json and not in the bundle',
    'error|members.csv|0||has 2 rows and 3 in manifest.json',
  ])
  expect(await stored()).toEqual({ members: 0, bills: [] })
})

it('notices documents that rows name and DOCUMENTS_DIR lacks, also in sub-folders, and imports the rows [REQ-D-315]', async () => {
  const folder = bundleFolder({})
  mkdirSync(join(folder, '2026/11'), { recursive: true })
  writeFileSync(join(folder, '2026/11/here.pdf'), '%PDF-1.7')
  const { said, errors } = await take(
    {
      ...smallBundle,
      'bills.csv': bills(
        '100100101,2026-10-13,2026-11-03,120.00,2026/11/gone.pdf',
        '100100101,2026-11-13,2026-12-04,142.37,2026/11/here.pdf',
      ),
      'delinquents.csv': csv(
        'account_number,bill_date,past_due,processed_on,document',
        '100100101,2026-10-13,120.00,2026-11-04,https://notices.example.org/n-1.pdf',
        '100100101,2026-11-13,120.00,2026-11-05,n-2.pdf',
      ),
    },
    { hasDocument: async (name) => hasDocument(folder, name) },
  )
  const reason = 'is not in DOCUMENTS_DIR, so members cannot open it yet'
  expect(said).toEqual([`notice|bills.csv|2|2026/11/gone.pdf|${reason}`, `notice|delinquents.csv|3|n-2.pdf|${reason}`])
  expect([errors, (await stored()).bills]).toEqual([0, [12_000, 14_237]])
})

it('reports bills whose lines do not add up to their amounts, in every order and bundle of the lines', async () => {
  const lines = (...rows: readonly string[]) => csv('account_number,bill_date,line,description,amount', ...rows)
  const first = lines(
    '100100101,2026-11-13,1,Energy charge,100.00',
    '100100101,2026-10-13,1,Energy charge,80.00',
    '100100101,2026-11-13,2,Tax,42.37',
    '100100101,2026-10-13,2,Tax,4.00',
  )
  const about = 'notice|bill-lines.csv|0|100100101'
  expect((await take({ ...smallBundle, 'bill-lines.csv': first }, { batchRows: 2 })).said).toEqual([
    `${about} 2026-10-13|has lines of $84.00 together; the bill is $120.00`,
  ])
  expect((await take({ 'bill-lines.csv': lines('100100101,2026-10-13,2,Tax,40.00') })).said).toEqual([])
  const changed = smallBundle['bills.csv'].replace('142.37', '150.00')
  expect((await take({ 'bills.csv': changed })).said).toEqual([
    `${about} 2026-11-13|has lines of $142.37 together; the bill is $150.00`,
  ])
})

/** The small bundle with a member and an account as a spreadsheet writes them. */
const spreadsheet = {
  'members.csv': csv('member_number,name', '10001,Ada Lindqvist'),
  'accounts.csv': smallBundle['accounts.csv'].replace('\n0200,10002', '\n200,10001'),
}
const differs = (other: string) =>
  `differs from ${other} by zeros in front only; check that a spreadsheet has not removed them`

it('notices a new account that differs from one on file or in the file by zeros in front only [REQ-D-316]', async () => {
  await take(smallBundle)
  const taken = await take(spreadsheet)
  expect([taken.said, taken.errors]).toEqual([
    [`notice|accounts.csv|4|200|${differs('0200')}; both are on file now`],
    0,
  ])
  // Only for the first import: a cooperative may have both.
  expect((await take(spreadsheet)).said).toEqual([])
  const both = await take({
    'members.csv': csv('member_number,name', '0500,Cal Ito', '500,Cal Ito', 'A-00,Dee Park'),
  })
  expect(both.said).toEqual([`notice|members.csv|3|500|${differs('0500')}; both are on file now`])
})

it('refuses such an account in a full load and ends nothing [REQ-D-316]', async () => {
  await take(smallBundle)
  const { said, errors } = await take(spreadsheet, { mostEnded: 100 })
  expect([said, errors]).toEqual([
    [
      `error|accounts.csv|4|200|${differs('0200')}; a full load refuses it`,
      'notice|accounts.csv|0||has refused rows, so what it does not have any more stays',
    ],
    1,
  ])
  const accounts = await database.db
    .selectFrom('cis.account')
    .select(['account_number', 'account_status'])
    .orderBy('account_number')
    .execute()
  expect(accounts.map((one) => `${one.account_number} ${one.account_status}`)).toEqual([
    '0200 Active',
    '100100101 Active',
    '100100102 Active',
  ])
})
