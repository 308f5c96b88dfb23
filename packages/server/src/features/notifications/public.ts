export { isStoppedPhone } from './choices.store.ts'
export { notificationsFeature } from './notifications.routes.ts'
