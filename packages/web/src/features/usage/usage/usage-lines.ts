import type { greenButton } from '@coopline/contract/usage/green-button/green-button.contract'
import type { site } from '@coopline/contract/site/site/site.contract'
import type { UsageAccount, usage } from '@coopline/contract/usage/usage/usage.contract'
import { readFlags } from '@coopline/rules/kernel/flag'

/** The endpoints of the usage page. */
export const lines = {
  account: 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/usage',
  daily: 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/usage/daily',
  temperatures: 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/usage/temperatures',
  byMeter: 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/usage/by-meter',
  monthly: 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/usage/monthly',
  prepaidSummary: 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/usage/prepaid-summary',
  netMetering: 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/usage/net-metering',
  intervalBlocks: 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/usage/interval-blocks',
  csv: 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/usage/csv',
  greenButton: 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/green-button',
  attributes: 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/meters/{meterId}/usage-attributes',
  content: 'GET /v3/site/contents/{key}',
} as const satisfies { readonly [Name in Exclude<keyof typeof usage, 'intervals'>]: (typeof usage)[Name]['call'] } & {
  readonly greenButton: (typeof greenButton)['download']['call']
  readonly content: (typeof site)['content']['call']
}

/** Parses the account, with its flag as a boolean. */
export const readAccount = (answer: UsageAccount) => readFlags(answer, ['isPrepaidAccount'])

export type DisplayedUsageAccount = ReturnType<typeof readAccount>
