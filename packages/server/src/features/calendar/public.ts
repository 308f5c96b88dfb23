export { calendarFeature } from './calendar.routes.ts'
export { endCalendar } from './turn-off.ts'
