import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import { insertLettersAndCredits } from '../src/features/accounts/capital-credits/capital-credits.store.ts'
import { insertCreditEntries } from '../src/features/accounts/capital-credits/credit-entries.store.ts'
import { inTransaction } from '../src/platform/db/in-transaction.ts'
import type { Deps } from '../src/platform/deps.ts'

const letters = [
  ...['10001', '10002', '10013'].map((memberNumber) => ({ memberNumber, letterId: `2026${memberNumber}` })),
  { memberNumber: '10029', letterId: '55012' },
]

const credits = [
  ['Willa', 'Brandt', '', '12 Old Mill Road', 'Menomonie', '54751'],
  ['Wilbur', 'Aster', '', '880 County Road E', 'Altoona', '54720'],
  ['Nadia', 'Brand', '', '31 Harbor Street', 'Chippewa Falls', '54729'],
  ['Otto', 'Lindgren', '', '6 Depot Lane', 'Eau Claire', '54701'],
  ['', '', 'Mill Pond Dairy', '2200 Mill Pond Road', 'Colfax', '54730'],
  ['', '', 'Brandt & Sons Implement', '74 Main Street', 'Menomonie', '54751'],
  // The deceased husband of member 10029, Edna Marsh.
  ['Harold', 'Marsh', '', '17 Church Street', 'Menomonie', '54751'],
] as const

/** Members with credits by year: since when, and cents of a typical year. Others have none, so their page is empty. */
const owners = [
  ['10001', 1998, 8_240],
  ['10002', 2014, 4_115],
  ['10003', 2021, 2_730],
] as const

/** Years that the board has paid out, each ten years and more after its margins. */
const paidThrough = 2006
const lastYear = 2025

/**
 * Builds the capital credit entries of one member: an allocation for each year of membership, and a retirement for each
 * year that has been paid out.
 */
const entriesOf = ([memberNumber, since, typical]: (typeof owners)[number]) =>
  Array.from({ length: lastYear - since + 1 }, (_, index) => since + index).flatMap((year) => {
    const amount = cents(Math.round(typical * (0.7 + ((year * 37) % 60) / 100)))
    const entry = { member_number: memberNumber, year, amount }
    const allocation = {
      ...entry,
      entry_id: `A-${year}`,
      kind: 'allocation' as const,
      posted_on: calendarDate(`${year + 1}-05-01`),
      // Notices of recent years are on file.
      document: year >= lastYear - 2 ? 'capital-credit-notice.pdf' : '',
    }
    const retirement = {
      ...entry,
      entry_id: `R-${year}`,
      kind: 'retirement' as const,
      posted_on: calendarDate(`${Math.min(year + 20, lastYear)}-12-01`),
      document: '',
    }
    return year <= paidThrough ? [allocation, retirement] : [allocation]
  })

/** Adds the demo credits by year, letters and unclaimed credits that do not exist yet. */
export async function createDemoCredits({ db }: Pick<Deps, 'db'>): Promise<void> {
  const rows = credits.map(([firstName, lastName, company, address, city, zip], index) => ({
    credit_number: `U-${index + 1}`,
    member_number: String(90_800 + index),
    first_name: firstName,
    last_name: lastName,
    company_name: company,
    address,
    city,
    state: 'WI',
    zip,
  }))
  await inTransaction(db, async (tx) => {
    await insertLettersAndCredits(tx, letters, rows)
    await insertCreditEntries(tx, owners.flatMap(entriesOf))
  })
}
