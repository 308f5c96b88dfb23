export { checkAvailabilityFor, isUsernameFree } from './check-availability.ts'
export { normalizeAnswer, questionsFor } from './secret-question.ts'
