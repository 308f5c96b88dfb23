import { UsageAlertsCard } from '../features/insights/usage-alerts.card.tsx'
import { ManageNotificationsPage } from '../features/notifications/manage-notifications.page.tsx'

/** The member's notification choices, with the limits of usage alerts. */
export const ManageNotificationsRoute = () => <ManageNotificationsPage Alerts={UsageAlertsCard} />
