import { paths } from '@coopline/contract/paths'
import {
  aYearBefore,
  type BilledUsage,
  billedUsage,
  type UsageComparison,
} from '@coopline/rules/billed-usage/billed-usage'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { Card } from '@coopline/ui/card'
import { Facts } from '@coopline/ui/facts'
import { Stack } from '@coopline/ui/stack'
import { useReachable } from '../../portal/route-table.tsx'
import { hasFeature, useSite } from '../../portal/site.tsx'
import { useText } from '../../portal/text.tsx'
import type { TextsOf } from '../../portal/text-store.ts'
import { useMemberRead } from '../../portal/use-member-read.ts'
import styles from './account-overview.module.css'
import { kwh } from './history-facts.ts'
import { lines } from './overview-settings.ts'
import type { OwnAccount } from './own-account.ts'
import type { AccountInfo, BillRow } from './use-overview.ts'

interface UsageCardProps {
  readonly own: OwnAccount
  readonly info: AccountInfo
  readonly bills: readonly BillRow[]
}

/** Usage of the last billed period and how it compares (AO-21); nothing where no usage was billed. */
export function UsageCard({ own, info, bills }: UsageCardProps) {
  const latest = billedUsage(bills)
  return latest === null ? null : <BilledUsageCard own={own} info={info} bills={bills} latest={latest} />
}

function BilledUsageCard({ own, info, bills, latest }: UsageCardProps & { readonly latest: BilledUsage }) {
  const { usage: text } = useText('accountOverview')
  const site = useSite()
  const isReachable = useReachable()
  // Nine bills do not reach back a year. Without this load, or while it is on its way, the rest is shown.
  const then = useMemberRead(lines.bills, { params: { ...own }, query: { ...aYearBefore(latest.to), pageSize: '9' } })
  const known = new Set(bills.map(({ billDate }) => billDate))
  const older = then.data?.results.filter(({ billDate }) => !known.has(billDate)) ?? []
  const usage = billedUsage([...bills, ...older]) ?? latest
  const tracker = isReachable(paths.usageTracker()) && hasFeature(site, 'Usages') && info.viewUsageHistory
  return (
    <Card
      title={text.title}
      footer={
        tracker ? (
          <a href={paths.usageTracker()} className={styles.wayOn}>
            {text.usage}
          </a>
        ) : undefined
      }
    >
      <Stack>
        <div>
          <p className={styles.used}>{text.kwh(kwh(usage.usageKwh))}</p>
          <p className={styles.muted}>
            {usage.from === null
              ? text.until(formatUsDate(usage.to))
              : text.period(formatUsDate(usage.from), formatUsDate(usage.to))}
          </p>
        </div>
        <Facts
          facts={[...comparison(text.before, usage.before, text), ...comparison(text.yearAgo, usage.yearAgo, text)]}
        />
      </Stack>
    </Card>
  )
}

function comparison(label: string, then: UsageComparison | null, text: TextsOf<'accountOverview'>['usage']) {
  if (then === null) return []
  const { changePercent: change } = then
  const percent = new Intl.NumberFormat('en-US', { style: 'percent' }).format(Math.abs(change ?? 0) / 100)
  const moreOrLess = (change ?? 0) > 0 ? text.more(percent) : text.less(percent)
  const words = change === 0 ? text.same : moreOrLess
  return [{ label, value: text.kwh(kwh(then.usageKwh)), ...(change === null ? {} : { note: words }) }]
}
