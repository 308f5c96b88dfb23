export { runPhotos } from './run-photos-command.ts'
