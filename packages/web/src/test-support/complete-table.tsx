import { routes } from '../app/routes.tsx'
import { route, type RouteTable } from '../portal/route-table.tsx'

const guardedPaths = ['/draft-payments', '/billpayments/payment-profile', '/billpayments/auto-pay', '/meter-reading']

const page = (path: string) => ({ load: async () => ({ Page: () => <h1>Page at {path}</h1> }) })

const standIns: RouteTable = guardedPaths.map((path) => route({ path, guarded: true, ...page(path) }))

/**
 * The portal's own routes, and a page with nothing but its path at each other address of the requirements. A page that
 * is added to the portal takes the place of its stand-in.
 */
export const completeTable: RouteTable = [
  ...routes,
  ...standIns.filter(({ path }) => routes.every((one) => one.path !== path)),
]
