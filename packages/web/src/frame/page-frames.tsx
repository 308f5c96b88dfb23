import { paths } from '@coopline/contract/paths'
import { PageHeading } from '@coopline/ui/page-heading'
import { Skeleton } from '@coopline/ui/skeleton'
import type { ComponentType } from 'react'
import { ForgottenFrame } from '../features/credential-recovery/forgotten.frame.tsx'
import { ResetPasswordFrame } from '../features/credential-recovery/reset-password.frame.tsx'
import { UnsubscribeFrame } from '../features/notifications/unsubscribe.frame.tsx'
import { PaymentCancelPage } from '../features/payment-result/payment-cancel.page.tsx'
import { PaymentSuccessFrame } from '../features/payment-result/payment-success.frame.tsx'
import { QuickPayFrame } from '../features/quick-pay/quick-pay.frame.tsx'
import { RegisterFrame } from '../features/registration/register.frame.tsx'
import { ExternalRedirectFrame } from '../features/sign-in/external-redirect.frame.tsx'
import { LoginFrame } from '../features/sign-in/login.frame.tsx'
import { HomePage } from '../features/site/home.page.tsx'
import { MaintenancePage } from '../features/site/maintenance.page.tsx'
import { ServicesProductsPage } from '../features/site/services-products.page.tsx'
import { useText } from '../portal/text.tsx'

/** How a page looks before its code is there, and which file that code begins in. */
export interface PageFrame {
  readonly path: string
  /** Source file of the page's chunk, as the manifest of the build names it. */
  readonly chunk: string
  /** The page itself when it asks for nothing, else its heading and the room for the rest. No form fields. */
  readonly Frame: ComponentType
}

/** One for every public page; `frame.test.tsx` compares them with the route table. */
export const pageFrames: readonly PageFrame[] = [
  { path: '/', chunk: 'src/app/home-route.tsx', Frame: HomePage },
  { path: paths.home(), chunk: 'src/app/home-route.tsx', Frame: HomePage },
  {
    path: paths.servicesProducts(),
    chunk: 'src/features/site/services-products.page.tsx',
    Frame: ServicesProductsPage,
  },
  { path: paths.legalTerms(), chunk: 'src/features/site/legal-terms.page.tsx', Frame: LegalTermsFrame },
  { path: paths.quickPay(), chunk: 'src/features/quick-pay/quick-pay.page.tsx', Frame: QuickPayFrame },
  {
    path: paths.paymentSuccess(),
    chunk: 'src/features/payment-result/payment-success.page.tsx',
    Frame: PaymentSuccessFrame,
  },
  {
    path: paths.paymentCancel(),
    chunk: 'src/features/payment-result/payment-cancel.page.tsx',
    Frame: PaymentCancelPage,
  },
  { path: paths.login(), chunk: 'src/features/sign-in/login.page.tsx', Frame: LoginFrame },
  { path: paths.register(), chunk: 'src/features/registration/register.page.tsx', Frame: RegisterFrame },
  {
    path: paths.forgotPassword(),
    chunk: 'src/features/credential-recovery/forgot-password.page.tsx',
    Frame: ForgottenFrame,
  },
  {
    path: paths.forgotUsername(),
    chunk: 'src/features/credential-recovery/forgot-username.page.tsx',
    Frame: ForgottenFrame,
  },
  {
    path: paths.resetPassword(),
    chunk: 'src/features/credential-recovery/reset-password.page.tsx',
    Frame: ResetPasswordFrame,
  },
  {
    path: paths.externalRedirect(),
    chunk: 'src/features/sign-in/external-redirect.page.tsx',
    Frame: ExternalRedirectFrame,
  },
  {
    path: paths.unsubscribe(),
    chunk: 'src/features/notifications/unsubscribe.page.tsx',
    Frame: UnsubscribeFrame,
  },
  { path: paths.maintenance(), chunk: 'src/features/site/maintenance.page.tsx', Frame: MaintenancePage },
]

function LegalTermsFrame() {
  const { links } = useText('shell')
  return (
    <>
      <PageHeading title={links.termsOfUse} />
      <Skeleton lines={12} />
    </>
  )
}
