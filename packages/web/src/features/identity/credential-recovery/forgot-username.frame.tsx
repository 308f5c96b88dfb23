export { ForgottenFrame } from './forgotten.frame.tsx'
