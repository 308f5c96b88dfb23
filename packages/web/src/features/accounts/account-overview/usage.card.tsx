import { paths } from '@coopline/contract/paths'
import {
  aYearBefore,
  type BilledUsage,
  billedUsage,
  type UsageComparison,
} from '@coopline/rules/usage/billed-usage/billed-usage'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { Card } from '@coopline/ui/card'
import { Facts } from '@coopline/ui/facts'
import { Stack } from '@coopline/ui/stack'
import type { OwnAccount } from '../../../portal/session/own-account.ts'
import { useReachable } from '../../../portal/page/route-table.tsx'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import styles from './account-overview.module.css'
import { kwh } from './history-facts.ts'
import { lines } from './overview-settings.ts'
import type { AccountInfo, BillRow } from './use-overview.ts'

/** Usage of the last billed period with what it is compared with; `null` where no usage was billed. */
export function useBilledUsage(
  own: OwnAccount,
  bills: readonly BillRow[],
): { readonly usage: BilledUsage | null; readonly isPending: boolean } {
  const latest = billedUsage(bills)
  // Nine bills do not reach back a year. Without this load the rest is shown.
  const query = latest === null ? {} : { ...aYearBefore(latest.to), pageSize: '9' }
  const then = useMemberRead(lines.bills, { params: { ...own }, query }, { enabled: latest !== null })
  const known = new Set(bills.map(({ billDate }) => billDate))
  const older = then.data?.results.filter(({ billDate }) => !known.has(billDate)) ?? []
  return { usage: latest && (billedUsage([...bills, ...older]) ?? latest), isPending: then.isLoading }
}

interface UsageCardProps {
  readonly usage: BilledUsage
  readonly info: AccountInfo
}

/** Usage of the last billed period and how it compares (AO-21). */
export function UsageCard({ usage, info }: UsageCardProps) {
  const { usage: text } = useText('accountOverview')
  const site = useSite()
  const isReachable = useReachable()
  const tracker = isReachable(paths.usageTracker()) && hasFeature(site, 'Usages') && info.viewUsageHistory
  return (
    <Card
      title={text.title}
      footer={
        tracker ? (
          // What was billed is compared by the month.
          <a
            href={paths.usageTracker({ accountno: info.accountNumber })}
            data-opens-tab="monthly"
            className={styles.wayOn}
          >
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
