import { UsageAlertsCard } from '../features/insights/usage-alerts.card.tsx'
import { ManageNotificationsPage } from '../features/notifications/manage-notifications.page.tsx'

/** The notification settings page, with usage alerts. */
export const ManageNotificationsRoute = () => <ManageNotificationsPage Alerts={UsageAlertsCard} />
