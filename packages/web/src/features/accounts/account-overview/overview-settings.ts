import type { accountOverview } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import type { bills } from '@coopline/contract/accounts/bills/bills.contract'
import type { site } from '@coopline/contract/site/site/site.contract'
import { browserTimeZone } from '../../../portal/text/format-instant.ts'
import type { SettingKeys, Settings } from '../../../portal/page/use-settings.ts'

export const lines = {
  info: 'GET /v3/members/{memberNumber}/accounts/{accountNumber}',
  payments: 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/payments',
  bills: 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/bills',
  linked: 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/linked',
  myMeter: 'GET /v3/members/{memberNumber}/accounts/{accountNumber}/my-meter',
  billPdf: 'POST /v3/members/{memberNumber}/bills/pdf',
  capitalCreditPdf: 'POST /v3/members/{memberNumber}/capital-credits/pdf',
  settings: 'GET /v3/site/ats-config-settings',
} as const satisfies Partial<
  { readonly [Name in keyof typeof accountOverview]: (typeof accountOverview)[Name]['call'] } & {
    readonly bills: (typeof bills)['list']['call']
    readonly billPdf: (typeof bills)['pdf']['call']
    readonly settings: (typeof site)['atsConfigSettings']['call']
  }
>

/** The settings that the overview needs beside those that every page has (REQ-D-115). */
export const settingKeys = {
  texts: ['timeZone'],
  flags: ['hideNonElectricOutage', 'hideNonElectricUsage'],
} as const satisfies SettingKeys<string, string>

export type LoadedSettings = Settings<(typeof settingKeys.texts)[number], (typeof settingKeys.flags)[number]>

export interface OverviewSettings {
  /** Time zone of the cooperative: says which day today is and what its clocks show. */
  readonly timeZone: string
  readonly hidesNonElectricOutage: boolean
  readonly hidesNonElectricUsage: boolean
}

/** The loaded settings; without them, the time zone of the browser, and no links that may lead nowhere. */
export function overviewSettings(known: LoadedSettings | undefined): OverviewSettings {
  return {
    timeZone: known?.timeZone ?? browserTimeZone(),
    hidesNonElectricOutage: known === undefined || known.hideNonElectricOutage,
    hidesNonElectricUsage: known === undefined || known.hideNonElectricUsage,
  }
}
