export { insertLettersAndCredits } from './capital-credits.store.ts'
