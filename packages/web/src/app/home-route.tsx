import { HomePage } from '../features/site/home.page.tsx'

/** Home as the route shows it. The sign-in work hands it `HomeQuickPayDialog` with the pay step for a member's account. */
export const HomeRoute = () => <HomePage />
