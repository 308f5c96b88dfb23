import { InsightsCard } from '../features/usage/insights/insights.card.tsx'
import { UsageTrackerPage } from '../features/usage/usage/usage-tracker.page.tsx'

/** The usage page, with insights. */
export const UsageTrackerRoute = () => <UsageTrackerPage Insights={InsightsCard} />
