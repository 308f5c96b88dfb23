import { ForgottenPage } from './forgotten.page.tsx'

export const ForgotUsernamePage = () => <ForgottenPage starts="username" />
