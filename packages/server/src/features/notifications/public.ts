export { notificationsFeature } from './notifications.routes.ts'
