import { Skeleton } from '@coopline/ui/skeleton'
import { lazy, Suspense } from 'react'
import { HomePage, type QuickPayDialogProps } from '../features/site/home.page.tsx'
import { type HomePayStepProps, HomeQuickPayDialog } from './home-quick-pay-dialog.tsx'

/** Home as the route shows it, with the pay step for members, which visitors never load. */
export const HomeRoute = () => <HomePage QuickPayDialog={MemberQuickPayDialog} />

const MemberQuickPayDialog = (props: QuickPayDialogProps) => <HomeQuickPayDialog {...props} PayStep={PayStep} />

const LoadedPayStep = lazy(async () => ({
  default: (await import('../features/pay-multiple/home-pay-step.tsx')).HomePayStep,
}))

const PayStep = (props: HomePayStepProps) => (
  <Suspense fallback={<Skeleton height="28rem" />}>
    <LoadedPayStep {...props} />
  </Suspense>
)
