import { Dialog } from '@coopline/ui/dialog'
import type { ComponentType } from 'react'
import type { QuickPayDialogProps } from '../features/site/home.page.tsx'
import type { StoredUser } from '../portal/stored-user.ts'
import { useText } from '../portal/text.tsx'

/** The pay step of Quick Pay for a signed-in member's account. */
export interface HomePayStepProps {
  readonly member: StoredUser
  /** The member thought better of it. */
  readonly onCancel: () => void
}

interface HomeQuickPayDialogProps extends QuickPayDialogProps {
  readonly PayStep: ComponentType<HomePayStepProps>
}

/** The payment confirmation of the home page, 600 pixels wide (HM-16, HM-17). */
export function HomeQuickPayDialog({ member, open, onClose, PayStep }: HomeQuickPayDialogProps) {
  const { common, links } = useText('shell')
  return (
    <Dialog open={open} title={links.quickPay} closeLabel={common.close} onClose={onClose} width={600}>
      <PayStep member={member} onCancel={onClose} />
    </Dialog>
  )
}
