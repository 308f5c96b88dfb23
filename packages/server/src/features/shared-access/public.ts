export { endAccessOf, endSharedAccess, listPeople } from './people.ts'
