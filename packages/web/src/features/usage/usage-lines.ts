import type { site } from '@coopline/contract/site/site.contract'
import type { usage } from '@coopline/contract/usage/usage.contract'

/** The calls of the usage page. */
export const lines = {
  account: 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/usage',
  daily: 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/usage/daily',
  temperatures: 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/usage/temperatures',
  byMeter: 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/usage/by-meter',
  monthly: 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/usage/monthly',
  prepaidSummary: 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/usage/prepaid-summary',
  intervals: 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/usage/intervals',
  attributes: 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/meters/{meterId}/usage-attributes',
  settings: 'GET /v3/site/ats-config-settings',
  content: 'GET /v3/site/contents/{key}',
} as const satisfies { readonly [Name in keyof typeof usage]: (typeof usage)[Name]['call'] } & {
  readonly settings: (typeof site)['atsConfigSettings']['call']
  readonly content: (typeof site)['content']['call']
}

export interface OwnAccount {
  readonly memberNumber: string
  readonly accountNumber: string
}
