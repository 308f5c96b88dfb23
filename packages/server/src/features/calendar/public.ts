export { calendarFeature } from './calendar.routes.ts'
