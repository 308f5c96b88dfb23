import { capitalCredits } from '@coopline/contract/accounts/capital-credits/capital-credits.contract'
import { staffClaims } from '@coopline/contract/accounts/capital-credits/staff-claims.contract'
import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { cents } from '@coopline/rules/kernel/money'
import type { SliceFixtures } from '../../../testing/endpoint-fixture.ts'
import { visitor } from '../../../testing/endpoint-fixture.ts'
import { encryptAtRest } from '../../../platform/secrets/encrypt-at-rest.ts'
import { staffFixture } from '../../../testing/seed-staff.ts'
import { seal } from '../../../platform/secrets/seal.ts'
import { given, type StoreCalls } from '../../../testing/store-calls.ts'

/** Seeds a letter and an unclaimed credit. */
export const fixtures: SliceFixtures = async ({ portal, own }) => {
  portal.set({
    CapitalCredits: true,
    capitalCreditClaimEmail: 'credits@coop.example',
    capitalCreditLettersPerHour: 100_000,
    capitalCreditSearchesPerHour: 100_000,
    capitalCreditClaimsPerHour: 100_000,
  })
  await portal.db.insertInto('cis.capital_credit_letter').values({ member_number: '10001', letter_id: '77' }).execute()
  await portal.db.insertInto('cis.unclaimed_credit').values(lostCredit).execute()
  const claimNumber = 'C-BCDF-GHJK'
  const sealedDigits = encryptAtRest(portal.deps, 'claim-digits', Buffer.from('4321'), claimNumber)
  await portal.db
    .insertInto('portal.claim_digits')
    .values({ claim_number: claimNumber, sealed_digits: sealedDigits, created_at: portal.clock.now() })
    .execute()
  const staff = await staffFixture(portal)
  return [
    [staffClaims.view, async () => ({ ...(await staff()), params: { claimNumber } })],
    [capitalCredits.list, own],
    [capitalCredits.returnLetter, { ...visitor, body: { memberNumber: '10001', letterId: '77' } }],
    [capitalCredits.search, { ...visitor, body: { firstName: 'Wil', lastName: null, companyName: null } }],
    [
      capitalCredits.claim,
      async () => ({
        ...visitor,
        body: {
          ...aClaim,
          rowKey: seal(
            portal.deps.keys,
            'unclaimed-credit',
            { creditNumber: lostCredit.credit_number },
            new Date(portal.clock.now().getTime() + 60_000),
          ),
        },
      }),
    ],
  ]
}

export const lostCredit = {
  credit_number: 'U-1',
  member_number: '90817',
  first_name: 'Willa',
  last_name: 'Brandt',
  address: '12 Old Mill Road',
  city: 'Menomonie',
  state: 'WI',
  zip: '54751',
} as const

const anEntry = {
  member_number: '10001',
  entry_id: 'A-2025',
  kind: 'allocation',
  year: 2025,
  posted_on: calendarDate('2026-05-01'),
  amount: cents(8_240),
} as const

/** A claim without its row key. */
export const aClaim = {
  name: 'Willa Brandt',
  ssn: '4321',
  phone: '7155550142',
  contactPref: 'Phone',
  email: '',
  address1: '12 Old Mill Road',
  address2: '',
  city: 'Menomonie',
  state: 'WI',
  zip: '547511234',
  comments: 'I moved in 2009.',
} as const

export const storeCalls: StoreCalls = {
  'credit-entries': { insertCreditEntries: [[anEntry]], findEntryDocument: [given.member, 'A-2025'] },
  'capital-credits': { insertLettersAndCredits: [[], []] },
}
