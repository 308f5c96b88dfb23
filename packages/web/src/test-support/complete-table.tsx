import { routes } from '../app/routes.tsx'
import { route, type RouteTable } from '../portal/route-table.tsx'

const publicPaths = [
  '/login',
  '/register',
  '/forgot-password',
  '/service-type/select-service-type',
  '/service-type/application-for-service',
]

const guardedPaths = [
  '/accountoverview',
  '/accountoverview/:link',
  '/my-profile',
  '/draft-payments',
  '/billpayments/pay-multiple',
  '/billpayments/history',
  '/billpayments/payment-profile',
  '/billpayments/auto-pay',
  '/billpayments/view-deposits',
  '/billpayments/view-arrangements',
  '/scheduled-payments',
  '/levelized-billing',
  '/service-requests',
  '/manage-notifications',
  '/manage-contacts',
  '/meter-reading',
  '/meter-sense-cc',
  '/usage-tracker',
  '/delinquent-history',
  '/outage-status',
  '/operation-roundup',
  '/member-info-docs',
]

const page = (path: string) => ({ load: async () => ({ Page: () => <h1>Page at {path}</h1> }) })

/** A portal without a login page, with one page for members. */
export const tableWithoutSignIn: RouteTable = routes.filter(
  ({ path, guarded }) => path !== '/login' && (!guarded || path === '/payment-options'),
)

/**
 * Every route of the requirements. Those listed above have a page with nothing but its path: they do not exist yet, or ask
 * the server for what a test of the shell does not want to answer.
 */
export const completeTable: RouteTable = [
  ...publicPaths.map((path) => route({ path, accountList: false, ...page(path) })),
  ...guardedPaths.map((path) => route({ path, guarded: true, ...page(path) })),
  route({
    path: '/direct-usage-tracker',
    guarded: true,
    accountList: false,
    menu: false,
    ...page('/direct-usage-tracker'),
  }),
  ...routes,
]
