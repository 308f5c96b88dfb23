import type { Insertable } from 'kysely'
import type { Database } from '../platform/db/open-database.ts'
import type { Schema } from '../platform/db/schema.ts'

/** Writes the profile of an account into the cooperative's copy: Ada's, with one phone, unless the test says otherwise. */
export async function seedProfile(
  db: Database,
  profile: Partial<Insertable<Schema['cis.account_profile']>> = {},
): Promise<void> {
  const accountNumber = profile.account_number ?? '100100101'
  await db
    .insertInto('cis.account_profile')
    .values({
      first_name: 'Ada',
      middle_name: 'Maria',
      last_name: 'Lindqvist',
      spouse_name: 'Nils Lindqvist',
      street_number: '412',
      street_name: 'Cedar',
      street_type: 'Street',
      city: 'Eau Claire',
      state: 'WI',
      zip: '54701-1234',
      phone_1_id: `D${accountNumber.slice(-3)}`,
      phone_1_kind: 'cell',
      phone_1_digits: '7155554821',
      ...profile,
      account_number: accountNumber,
    })
    .execute()
}
