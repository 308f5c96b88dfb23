import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { writeDemoBundle } from '../../../testing/write-demo-bundle.ts'
import { bundleFolder } from '../../../testing/bundle-folder.ts'
import { nearby } from '../../../testing/nearby.ts'
import { webAddress, type ValueKind } from './bundle-columns.ts'
import { bundleFiles } from './bundle-files.ts'
import { bundleSchemas } from './bundle-schemas.ts'
import { readCsv } from './read-csv.ts'

const ajv = new Ajv2020({ strict: true })
const validators = new Map(
  Object.entries(bundleSchemas()).map(([name, schema]) => [name.replace('.schema.json', '.csv'), ajv.compile(schema)]),
)

/** True when a row satisfies the schema of its file. */
function isValid(file: string, row: Readonly<Record<string, string>>): boolean {
  const validate = validators.get(file)
  if (validate === undefined) throw new Error(`${file} has no schema`)
  return validate(row)
}

const exampleOf = (file: string): Record<string, string> =>
  Object.fromEntries(
    bundleFiles.find((one) => one.file === file)?.columns.map(({ name, example }) => [name, example]) ?? [],
  )

it('accepts every row of the demo’s bundle', async () => {
  const dir = bundleFolder({})
  await writeDemoBundle({ dir, members: 60, today: calendarDate('2026-11-20') })
  const withRows = new Set<string>()
  const refused: string[] = []
  for (const file of readdirSync(dir)) {
    let names: readonly string[] | undefined
    for await (const { rows } of readCsv(join(dir, file)))
      for (const row of rows) {
        if (!('fields' in row)) throw new Error(`${file} has a broken row`)
        if (names === undefined) {
          names = row.fields
          continue
        }
        const values = Object.fromEntries(names.map((name, place) => [name, row.fields[place]?.trim() ?? '']))
        if (!isValid(file, values)) refused.push(`${file} ${row.line}: ${ajv.errorsText(validators.get(file)?.errors)}`)
        withRows.add(file)
      }
  }
  expect(refused).toEqual([])
  expect(withRows.size).toBeGreaterThan(20)
})

it.each([
  ['a date that no calendar has', 'bills.csv', { due_date: '2027-02-29' }],
  ['a date in the American order', 'bills.csv', { due_date: '03/15/2027' }],
  ['an amount without cents', 'balances.csv', { balance: '142' }],
  ['an amount with a separator', 'balances.csv', { balance: '1,142.37' }],
  ['an amount below zero where none may be', 'balances.csv', { past_due: '-1.00' }],
  ['an amount of nothing paid by capital credits', 'capital-credits.csv', { amount: '0.00' }],
  ['an unknown word', 'phones.csv', { kind: 'fax' }],
  ['a flag in lower case', 'accounts.csv', { is_primary: 'y' }],
  ['an empty value of a column that needs one', 'members.csv', { name: '' }],
  ['a control character in a text', 'members.csv', { name: 'Ada\tLindqvist' }],
  ['a column that the file does not have', 'members.csv', { nickname: 'Ada' }],
])('refuses %s', (_, file, values) => {
  expect(isValid(file, exampleOf(file))).toBe(true)
  expect(isValid(file, { ...exampleOf(file), ...values })).toBe(false)
})

it('refuses a row without a required column and accepts one without an optional column', () => {
  const { prefers_language: _language, ...withoutLanguage } = exampleOf('members.csv')
  const { name: _name, ...withoutName } = exampleOf('members.csv')
  expect([isValid('members.csv', withoutLanguage), isValid('members.csv', withoutName)]).toEqual([true, false])
})

const kinds = new Map<string, { kind: ValueKind; examples: string[] }>()
for (const { kind, example } of bundleFiles.flatMap(({ columns }) => columns)) {
  const known = kinds.get(kind.label)
  if (known === undefined) kinds.set(kind.label, { kind, examples: [example] })
  else known.examples.push(example)
}

/** Values at the edges of the kinds. */
const edges = [
  '-0.00 0.00 0.01 -0.01 .50 00.50 999999999999.99 1000000000000.00 0000000000000000000000000000001.00',
  '0000-01-01 0001-01-01 1900-02-29 2000-02-29 2028-02-29 2027-04-31 9999-12-31 2027-3-01',
  '17155550100 +1(715)555-0100 0155550100 7150550100 1155550100 27155550100 11155550100',
  '2028-02-29T23:59:59Z 2027-03-01T18:30-06:00 2027-03-01T24:00:00Z 2027-03-01T18:30:00+15:00',
]
  .join(' ')
  .split(' ')

it.each([...kinds.values()])(
  '$kind.label: accepts and refuses the values that the import does',
  ({ kind, examples }) => {
    const validate = ajv.compile({ type: 'string', ...kind.schema })
    const compare = (text: string) => {
      const isAccepted = 'text' in kind.read(text)
      // The import also parses a web address.
      if (kind === webAddress && !isAccepted) return
      expect({ text, isAccepted: validate(text) }).toEqual({ text, isAccepted })
    }
    for (const text of [...edges, ...examples]) compare(text)
    fc.assert(fc.property(fc.constantFrom(...examples).chain(nearby), compare), { numRuns: 400 })
  },
)
