import { Tabs, type Tab } from '@coopline/ui/tabs'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { DailyTab } from './daily.tab.tsx'
import { IntervalTab } from './interval.tab.tsx'
import { MonthlyTab } from './monthly.tab.tsx'
import { lines } from './usage-lines.ts'
import type { ViewProps } from './view-props.ts'

/** The tabs Daily, Monthly and Interval (US-02, US-11). */
export function UsageViews(props: ViewProps) {
  const { heading, tabs: titles } = useText('usage')
  const site = useSite()
  const { state } = useLocation()
  const hasIntervals = useIntervalTab(props)
  const opensMonthly = !hasFeature(site, 'Usages') || asksForMonthly(state)
  const [selected, setSelected] = useState(opensMonthly ? 'monthly' : 'daily')
  const tabs: readonly Tab[] = [
    { key: 'daily', title: titles.daily, content: <DailyTab {...props} /> },
    { key: 'monthly', title: titles.monthly, content: <MonthlyTab {...props} /> },
    ...(hasIntervals
      ? [{ key: 'interval', title: titles.interval, content: <IntervalTab {...props} days={props.searched} /> }]
      : []),
  ]
  const shown = tabs.some(({ key }) => key === selected) ? selected : 'daily'
  return <Tabs label={heading} tabs={tabs} selected={shown} onSelect={setSelected} />
}

/** True when the link to the page asks for the Monthly tab (US-05, REQ-D-232). */
const asksForMonthly = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'tab' in state && state.tab === 'monthly'

/** True when the account has cloud meter data and the meter's attributes loaded (US-07, US-58, US-64). */
function useIntervalTab({ own, meterId }: ViewProps): boolean {
  const isOffered = hasFeature(useSite(), 'MdmCloudEnabled')
  const { data, error } = useMemberRead(lines.attributes, { params: { ...own, meterId } }, { enabled: isOffered })
  useEffect(() => {
    // oxlint-disable-next-line no-console
    if (error !== null) console.warn('The attributes of the meter could not be loaded.', error)
  }, [error])
  return isOffered && error === null && (data === undefined || data.attributes.length > 0)
}
