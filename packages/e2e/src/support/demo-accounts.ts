import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const table = join(import.meta.dirname, '../../../server/demo/demo-members.tsv')

/** An account of the demo cooperative by the names of its table; `-` means that there is none. */
export type DemoFacts = Readonly<Record<string, string>>

/** Every account of a member who can sign in. */
export function demoAccounts(): readonly DemoFacts[] {
  const [head = '', ...lines] = readFileSync(table, 'utf8').trim().split('\n')
  const names = head.split('\t')
  return lines
    .map((line) => Object.fromEntries(line.split('\t').map((value, place) => [names[place] ?? '', value])))
    .filter(({ username }) => username !== '-')
}

/** The date `days` from today in Wisconsin, as members read it. */
export function dayFromToday(days: number): string {
  const inWisconsin = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(new Date())
  const day = new Date(`${inWisconsin}T12:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  const [year, month, date] = day.toISOString().slice(0, 10).split('-')
  return `${month}/${date}/${year}`
}
