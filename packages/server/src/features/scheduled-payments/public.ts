export { scheduledSource } from './scheduled-source.ts'
