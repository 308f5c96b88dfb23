export { noteLookUp } from './note-look-up.ts'
