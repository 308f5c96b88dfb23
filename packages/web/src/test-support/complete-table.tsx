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
  '/account-profile',
  '/account-management',
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
  '/usage-tracker',
  '/delinquent-history',
  '/outage-status',
  '/operation-roundup',
  '/member-info-docs',
]

const page = (path: string) => ({ load: async () => ({ Page: () => <h1>Page at {path}</h1> }) })

/** Every route of the documents: those that exist, and a page with nothing but its path for those that do not yet. */
export const completeTable: RouteTable = [
  ...routes,
  ...publicPaths.map((path) => route({ path, accountList: false, ...page(path) })),
  ...guardedPaths.map((path) => route({ path, guarded: true, ...page(path) })),
  route({ path: '/view-all-accounts', guarded: true, accountList: false, ...page('/view-all-accounts') }),
  route({
    path: '/direct-usage-tracker',
    guarded: true,
    accountList: false,
    menu: false,
    ...page('/direct-usage-tracker'),
  }),
]
