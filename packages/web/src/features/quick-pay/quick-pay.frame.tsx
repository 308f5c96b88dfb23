import { Card } from '@coopline/ui/card'
import { ControlRoom } from '@coopline/ui/control-room'
import { Field } from '@coopline/ui/field'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { Steps } from '@coopline/ui/steps'
import { hasFeature, useSite } from '../../portal/site.tsx'
import { useText } from '../../portal/text.tsx'
import { ClosedQuickPay } from './closed-quick-pay.tsx'
import { GoodToKnow } from './good-to-know.tsx'
import styles from './quick-pay.module.css'

/** Step 1 before its code is there: everything in its place, and room where the fields will be. */
export function QuickPayFrame() {
  const { page, steps, account } = useText('quickPay')
  if (!hasFeature(useSite(), 'QuickPay')) return <ClosedQuickPay />
  const room = () => <ControlRoom />
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
            <Stack gap="large">
              <h2>{account.heading}</h2>
              <Field label={account.number} hint={account.numberHint}>
                {room}
              </Field>
              <Field label={account.phone} hint={account.phoneHint}>
                {room}
              </Field>
              <ControlRoom of="button" />
            </Stack>
          </Card>
        </div>
        <GoodToKnow isFirstStep />
      </div>
    </Stack>
  )
}
