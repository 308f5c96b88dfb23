import { Card } from '@coopline/ui/card'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { Steps } from '@coopline/ui/steps'
import { hasFeature, useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { nothingTyped } from './account-prefill.ts'
import { AccountStep } from './account.step.tsx'
import { ClosedQuickPay } from './closed-quick-pay.tsx'
import { GoodToKnow } from './good-to-know.tsx'
import styles from './quick-pay.module.css'

/** Step 1 before its code is there. Text that is typed or sent by then is kept for the page. */
export function QuickPayFrame() {
  const { page, steps } = useText('quickPay')
  if (!hasFeature(useSite(), 'QuickPay')) return <ClosedQuickPay />
  return (
    <Stack gap="large">
      <PageHeading title={page.heading} lead={page.lead} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <Steps
            label={steps.label}
            steps={steps.names}
            current={0}
            compactText={steps.compact(1, steps.names[0] ?? '')}
            doneText={steps.done}
          />
          <Card>
            <AccountStep start={nothingTyped} busy={false} takesFocus={false} onVerify={() => undefined} />
          </Card>
        </div>
        <GoodToKnow isFirstStep />
      </div>
    </Stack>
  )
}
