import { routes } from '../app/routes.tsx'
import type { RouteTable } from '../portal/page/route-table.tsx'

/** The portal without a login page, with one page for members. */
export const routesWithoutSignIn: RouteTable = routes.filter(
  ({ path, guarded }) => path !== '/login' && (!guarded || path === '/payment-options'),
)
