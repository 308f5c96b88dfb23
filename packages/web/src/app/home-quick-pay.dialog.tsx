import { Dialog } from '@coopline/ui/dialog'
import { Skeleton } from '@coopline/ui/skeleton'
import { Suspense } from 'react'
import { HomePayStep } from '../features/paying/pay-multiple/home-pay-step.tsx'
import type { QuickPayDialogProps } from '../features/site/site/home.page.tsx'
import { useText } from '../portal/text/text.tsx'

/** The payment confirmation of the home page, 600 pixels wide, with the member's account (HM-16, HM-17). */
export function HomeQuickPayDialog({ member, open, onClose }: QuickPayDialogProps) {
  const { common, links } = useText('shell')
  return (
    <Dialog open={open} title={links.quickPay} closeLabel={common.close} onClose={onClose} width={600}>
      {/* Its texts are loaded once the dialog is open. */}
      <Suspense fallback={<Skeleton height="28rem" />}>
        <HomePayStep member={member} onCancel={onClose} />
      </Suspense>
    </Dialog>
  )
}
