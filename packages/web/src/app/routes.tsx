import { paths } from '@coopline/contract/paths'
import { route, type RouteTable } from '../portal/route-table.tsx'

const home = {
  title: 'home',
  accountList: false,
  texts: ['site'],
  load: async () => ({ Page: (await import('./home-route.tsx')).HomeRoute }),
} as const

/** Every page of the portal (spec 000 §2; 002 §2). A page that is not here does not exist anywhere: no menu shows it. */
export const routes: RouteTable = [
  route({ path: '/', ...home }),
  route({ path: paths.home(), ...home }),
  route({
    path: paths.paymentOptions(),
    title: 'paymentOptions',
    guarded: true,
    accountList: false,
    texts: ['site'],
    load: async () => ({ Page: (await import('../features/site/payment-options.page.tsx')).PaymentOptionsPage }),
  }),
  route({
    path: paths.servicesProducts(),
    title: 'servicesProducts',
    texts: ['site'],
    load: async () => ({ Page: (await import('../features/site/services-products.page.tsx')).ServicesProductsPage }),
  }),
  route({
    path: paths.legalTerms(),
    title: 'legalTerms',
    texts: ['site'],
    load: async () => ({ Page: (await import('../features/site/legal-terms.page.tsx')).LegalTermsPage }),
  }),
  route({
    path: paths.maintenance(),
    title: 'maintenance',
    accountList: false,
    texts: ['site'],
    load: async () => ({ Page: (await import('../features/site/maintenance.page.tsx')).MaintenancePage }),
  }),
]
