import { UsageAlertsCard } from '../features/usage/insights/usage-alerts.card.tsx'
import { ManageNotificationsPage } from '../features/messages/notifications/manage-notifications.page.tsx'

/** The notification settings page, with usage alerts. */
export const ManageNotificationsRoute = () => <ManageNotificationsPage Alerts={UsageAlertsCard} />
