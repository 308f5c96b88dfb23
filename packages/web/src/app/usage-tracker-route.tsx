import { Insights } from '../features/insights/insights.card.tsx'
import { UsageTrackerPage } from '../features/usage/usage-tracker.page.tsx'

/** The usage of an account, with what it shows. */
export const UsageTrackerRoute = () => <UsageTrackerPage Insights={Insights} />
