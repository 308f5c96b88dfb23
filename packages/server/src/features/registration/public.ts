export { checkAvailabilityFor, isUsernameFree } from './check-availability.ts'
export { registrationFeature } from './registration.routes.ts'
export { normalizeAnswer, questionsFor } from './secret-question.ts'
