import { insertLettersAndCredits } from '../src/features/capital-credits/capital-credits.store.ts'
import { inTransaction } from '../src/platform/db/in-transaction.ts'
import type { Deps } from '../src/platform/deps.ts'

const letters = ['10001', '10002', '10013'].map((memberNumber) => ({ memberNumber, letterId: `2026${memberNumber}` }))

const credits = [
  ['Willa', 'Brandt', '', '12 Old Mill Road', 'Menomonie', '54751'],
  ['Wilbur', 'Aster', '', '880 County Road E', 'Altoona', '54720'],
  ['Nadia', 'Brand', '', '31 Harbor Street', 'Chippewa Falls', '54729'],
  ['Otto', 'Lindgren', '', '6 Depot Lane', 'Eau Claire', '54701'],
  ['', '', 'Mill Pond Dairy', '2200 Mill Pond Road', 'Colfax', '54730'],
  ['', '', 'Brandt & Sons Implement', '74 Main Street', 'Menomonie', '54751'],
] as const

/** Adds the demo letters and unclaimed credits that do not exist yet. */
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
  await inTransaction(db, async (tx) => insertLettersAndCredits(tx, letters, rows))
}
