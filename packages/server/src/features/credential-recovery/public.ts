export { closeLinks, closeSecondSteps } from './reset-links.store.ts'
