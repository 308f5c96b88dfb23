export { endCalendar } from './turn-off.ts'
