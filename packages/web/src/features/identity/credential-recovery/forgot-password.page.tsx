import { ForgottenPage } from './forgotten.page.tsx'

export const ForgotPasswordPage = () => <ForgottenPage starts="password" />
