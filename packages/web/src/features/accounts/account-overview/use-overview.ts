import type { Calls } from '@coopline/contract/calls'
import { readFlags } from '@coopline/rules/kernel/flag'
import { displayedPower } from '@coopline/rules/service/outage-display/displayed-power'
import { calendarDateIn, type CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnAccount } from '../../../portal/session/own-account.ts'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { useSettings } from '../../../portal/page/use-settings.ts'
import { historyQuery } from './overview-reads.ts'
import {
  lines,
  type LoadedSettings,
  overviewSettings,
  type OverviewSettings,
  settingKeys,
} from './overview-settings.ts'

/** The account with its flags as booleans. */
export type AccountInfo = ReturnType<typeof readInfo>
export type PaymentRow = Calls[(typeof lines)['payments']]['answer']['results'][number]
export type BillRow = Calls[(typeof lines)['bills']]['answer']['results'][number]

interface OverviewLoads {
  readonly info: UseQueryResult<AccountInfo>
  readonly payments: UseQueryResult<Calls[(typeof lines)['payments']]['answer']>
  readonly bills: UseQueryResult<Calls[(typeof lines)['bills']]['answer']>
  readonly settings: UseQueryResult<LoadedSettings>
}

export interface Overview extends OverviewLoads {
  /** The settings, or the defaults without them. */
  readonly known: OverviewSettings
  /** The day it is at the cooperative. */
  readonly today: CalendarDate
}

/** The four loads of the overview, all started together (AO-40); each may fail alone. */
export function useOverview({ memberNumber, accountNumber }: OwnAccount): Overview {
  const params = { memberNumber, accountNumber }
  const info = useMemberRead(lines.info, { params }, { select: readInfo })
  const payments = useMemberRead(lines.payments, { params, query: historyQuery })
  const bills = useMemberRead(lines.bills, { params, query: historyQuery })
  const settings = useSettings(settingKeys)
  const known = overviewSettings(settings.data)
  const [openedAt] = useState(() => new Date())
  return { info, payments, bills, settings, known, today: calendarDateIn(known.timeZone, openedAt) }
}

const readInfo = ({ outageStatus, ...answer }: Calls[(typeof lines)['info']]['answer']) => ({
  ...readFlags(answer, [
    'isPrepaidAccount',
    'autoPayExists',
    'isLinkedAccount',
    'hasArrangement',
    'collectMeterReading',
    'viewUsageHistory',
    'showUsageSuspendedMsg',
  ]),
  power: displayedPower(outageStatus),
})
