import { addressTemplate } from '../../../portal/call/api-request.ts'
import { settingsQuery } from '../../../portal/page/use-settings.ts'
import { lines, settingKeys } from './overview-settings.ts'

/** Maximum number of entries in the history (AO-49). */
export const historyQuery = { pageSize: '9' } as const

/** The loads of `use-overview.ts` by their addresses, for the served page to start. */
export const overviewReads = {
  ofAccount: [
    addressTemplate(lines.info),
    addressTemplate(lines.payments, historyQuery),
    addressTemplate(lines.bills, historyQuery),
  ],
  open: [addressTemplate(lines.settings, settingsQuery(settingKeys))],
} as const
