import { lazy, Suspense } from 'react'
import { HomePage, type QuickPayDialogProps } from '../features/site/site/home.page.tsx'

/** Home as the route shows it, with the payment dialog for members, which visitors never load. */
export const HomeRoute = () => <HomePage QuickPayDialog={QuickPayDialog} />

const LoadedDialog = lazy(async () => ({
  default: (await import('./home-quick-pay.dialog.tsx')).HomeQuickPayDialog,
}))

const QuickPayDialog = (props: QuickPayDialogProps) => (
  <Suspense fallback={null}>
    <LoadedDialog {...props} />
  </Suspense>
)
