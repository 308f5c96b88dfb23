export { endSharedAccess } from './people.ts'
