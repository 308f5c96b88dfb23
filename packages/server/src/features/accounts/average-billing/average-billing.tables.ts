import type { Cents } from '@coopline/rules/kernel/money'
import type { Generated } from 'kysely'

interface LevelizedAccount {
  account_number: string
  is_eligible: Generated<boolean>
  not_eligible_message: Generated<string>
  estimated_amount: Cents | null
  settlement_month: number
  changes_through_event: number | null
}

interface BillingChoice {
  account_number: string
  member_number: string
  billing_type: 'Standard' | 'Average'
  settlement_month: number | null
  event_id: number
  changed_at: Date
}

interface CurrentBilling {
  account_number: string
  billing_type: string
  settlement_month: number | null
}

declare module '../../../platform/db/schema.ts' {
  interface Schema {
    'cis.levelized_account': LevelizedAccount
    'portal.billing_choice': BillingChoice
    'portal.current_billing': CurrentBilling
  }
}
