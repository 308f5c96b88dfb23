import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Cents } from '@coopline/rules/kernel/money'
import type { GeneratedAlways, Generated } from 'kysely'

interface CapitalCreditLetter {
  member_number: string
  letter_id: string
}

interface CapitalCredit {
  member_number: string
  entry_id: string
  kind: 'allocation' | 'retirement'
  year: number
  posted_on: CalendarDate
  amount: Cents
  document: Generated<string>
}

interface ReturnedLetter {
  member_number: string
  letter_id: string
  returned_at: Date
}

interface ClaimDigits {
  claim_number: string
  sealed_digits: Uint8Array
  created_at: Date
}

interface UnclaimedCreditRow {
  credit_number: string
  member_number: string
  first_name: Generated<string>
  last_name: Generated<string>
  company_name: Generated<string>
  address: Generated<string>
  city: Generated<string>
  state: Generated<string>
  zip: Generated<string>
  first_key: GeneratedAlways<string | null>
  last_key: GeneratedAlways<string | null>
  company_key: GeneratedAlways<string | null>
}

declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'cis.capital_credit': CapitalCredit
    'cis.capital_credit_letter': CapitalCreditLetter
    'cis.unclaimed_credit': UnclaimedCreditRow
    'portal.claim_digits': ClaimDigits
    'portal.returned_letter': ReturnedLetter
  }
}
