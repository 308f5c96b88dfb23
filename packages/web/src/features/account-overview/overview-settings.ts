import type { accountOverview } from '@coopline/contract/account-overview/account-overview.contract'
import type { bills } from '@coopline/contract/bills/bills.contract'
import type { site } from '@coopline/contract/site/site.contract'
import { isOn } from '@coopline/rules/kernel/flag'
import type { Settings } from '../../portal/use-settings.ts'

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
export type SettingKey = 'timeZone' | 'hideNonElectricOutage' | 'hideNonElectricUsage' | 'myMeterAvailable'
export const settingKeys = 'timeZone,hideNonElectricOutage,hideNonElectricUsage,myMeterAvailable'

export interface OverviewSettings {
  /** Time zone of the cooperative: says which day today is and what its clocks show. */
  readonly timeZone: string
  readonly hidesNonElectricOutage: boolean
  readonly hidesNonElectricUsage: boolean
  readonly hasMyMeter: boolean
}

/** The loaded settings; without them, the time zone of the browser, and no links that may lead nowhere. */
export function overviewSettings(known: Settings<SettingKey> | undefined): OverviewSettings {
  return {
    timeZone: known?.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    hidesNonElectricOutage: known === undefined || isOn(known.hideNonElectricOutage),
    hidesNonElectricUsage: known === undefined || isOn(known.hideNonElectricUsage),
    hasMyMeter: isOn(known?.myMeterAvailable),
  }
}
