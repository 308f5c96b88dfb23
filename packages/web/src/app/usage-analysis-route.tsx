import { EmbeddedView } from '../features/accounts/account-overview/embedded-view.tsx'
import { InsightsCard } from '../features/usage/insights/insights.card.tsx'
import { MemberUsage } from '../features/usage/usage/usage-tracker.page.tsx'
import { useSite } from '../portal/page/site.tsx'
import { useText } from '../portal/text/text.tsx'

/** The detailed usage analysis inside the overview's page, under the label that the cooperative gives it (RU-39, ST-46). */
export function UsageAnalysisRoute() {
  const { detailedUsageAnalysisLabel } = useSite().configuration
  const { links } = useText('shell')
  return (
    <EmbeddedView title={detailedUsageAnalysisLabel || links.usageAnalysis}>
      <MemberUsage Insights={InsightsCard} />
    </EmbeddedView>
  )
}
