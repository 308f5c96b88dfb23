import { readCsv } from '../../site/integration/public.ts'
import { type MeterName, ReadingsUnreadable, toUnreadable } from '../usage/public.ts'

const columns = ['usage_point', 'account_number', 'meter_number']
const mostRows = 1_000_000

/**
 * Reads a CSV file that maps usage points of Green Button files to accounts and meters (docs/IMPORT.md).
 *
 * @throws ReadingsUnreadable with the line number, when a row lacks a value or repeats a usage point with another meter.
 */
export async function readUsagePoints(path: string): Promise<ReadonlyMap<string, MeterName>> {
  const found = new Map<string, MeterName>()
  let isHeader = true
  try {
    for await (const { rows } of readCsv(path))
      for (const row of rows) {
        if ('broken' in row) throw new ReadingsUnreadable(path, `line ${row.line}: ${row.broken}`)
        const fields = row.fields.map((value) => value.replace(/^\uFEFF/u, '').trim())
        const refuse = (reason: string) => new ReadingsUnreadable(path, `line ${row.line}: ${reason}`)
        const [name = '', accountNumber = '', meterNumber = ''] = fields
        if (isHeader) {
          if (fields.join() !== columns.join()) throw refuse(`needs the columns ${columns.join(', ')}`)
          isHeader = false
          continue
        }
        if (fields.length !== columns.length || fields.includes(''))
          throw refuse('needs a value in each of three columns')
        const earlier = found.get(name)
        if (earlier !== undefined && (earlier.accountNumber !== accountNumber || earlier.meterNumber !== meterNumber))
          throw refuse(`names the usage point ${name} again with another meter`)
        if (found.set(name, { accountNumber, meterNumber }).size > mostRows)
          throw refuse(`is more than ${mostRows} rows`)
      }
  } catch (error) {
    throw toUnreadable(path, error)
  }
  return found
}
