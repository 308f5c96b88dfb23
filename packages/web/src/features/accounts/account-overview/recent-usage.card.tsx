import { paths } from '@coopline/contract/paths'
import type { usage } from '@coopline/contract/usage/usage/usage.contract'
import { unitWords } from '@coopline/rules/accounts/account-status/cooperative-words.messages'
import { addDays, type CalendarDate, formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { barKind, everyDay } from '@coopline/rules/usage/usage/usage-days'
import { Card } from '@coopline/ui/card'
import { Skeleton } from '@coopline/ui/skeleton'
import type { ReactNode } from 'react'
import type { OwnAccount } from '../../../portal/session/own-account.ts'
import { useReachable } from '../../../portal/page/route-table.tsx'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import styles from './account-overview.module.css'
import { kwh } from './history-facts.ts'
import recent from './recent-usage.module.css'

const dailyLine =
  'GET /v3/members/{memberNumber}/accounts/{accountNumber}/usage/daily' satisfies (typeof usage)['daily']['call']

/** Days on the card, including today. */
const displayedDays = 14

interface RecentUsageCardProps {
  readonly own: OwnAccount
  readonly today: CalendarDate
  /** True when the account shows usage. */
  readonly isShown: boolean
}

/** Shows the last 14 days of usage as small bars, or nothing without readings. While they load, it keeps their room. */
export function RecentUsageCard({ own, today, isShown }: RecentUsageCardProps) {
  const { recentUsage: text } = useText('accountOverview')
  const { language } = useLanguage()
  const site = useSite()
  const isReachable = useReachable()
  const isOffered = isShown && hasFeature(site, 'Usages') && isReachable(paths.usageTracker())
  const range = { fromDate: addDays(today, 1 - displayedDays), toDate: today }
  const { data, isLoading } = useMemberRead(
    dailyLine,
    { params: { ...own }, query: range },
    { enabled: isOffered, freshMs: 60_000 },
  )
  if (isLoading)
    return (
      <UsageCardFrame own={own}>
        <Skeleton height="9.5rem" />
      </UsageCardFrame>
    )
  const meter = data?.usagesByMeter.find(({ meterUsages }) => meterUsages.length > 0)
  const unitOfMeasure = meter?.meterUsages[0]?.unitOfMeasure
  if (meter === undefined || unitOfMeasure === undefined) return null
  const unit = unitWords(unitOfMeasure, language)
  const days = everyDay(range.fromDate, range.toDate, meter.meterUsages)
  const most = Math.max(...meter.meterUsages.map(({ usageValue }) => usageValue), 0.001)
  const total = `${kwh(meter.summarization.totalConsumption ?? 0)} ${unit}`
  const highest = meter.summarization.highestUsage
  return (
    <UsageCardFrame own={own}>
      <p className={styles.used}>{total}</p>
      <svg
        viewBox={`0 0 ${displayedDays * 10} 40`}
        className={recent.bars}
        preserveAspectRatio="none"
        // A drawing has no address.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={
          highest === null
            ? text.picture(total)
            : text.highest(total, `${kwh(highest.value)} ${unit}`, formatUsDate(highest.date))
        }
      >
        {days.map(({ date, row }, index) => {
          const height = row === null ? 1 : Math.max(1, (row.usageValue / most) * 38)
          return (
            <rect
              key={date}
              x={index * 10 + 1}
              width={8}
              y={40 - height}
              height={height}
              className={row === null ? recent.gap : recent[row.isPartial ? 'partial' : barKind(row)]}
            />
          )
        })}
      </svg>
      <p className={styles.muted}>{text.days(formatUsDate(range.fromDate), formatUsDate(range.toDate))}</p>
    </UsageCardFrame>
  )
}

/** The card with its way on, the same while its readings load. */
function UsageCardFrame({ own, children }: { readonly own: OwnAccount; readonly children: ReactNode }) {
  const { recentUsage: text } = useText('accountOverview')
  return (
    <Card
      title={text.title}
      footer={
        <a href={paths.usageTracker({ accountno: own.accountNumber })} className={styles.wayOn}>
          {text.more}
        </a>
      }
    >
      {children}
    </Card>
  )
}
