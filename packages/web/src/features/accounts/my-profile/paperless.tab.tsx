import { needsPaperlessConfirmation } from '@coopline/rules/accounts/my-profile/check-profile'
import { Card } from '@coopline/ui/card'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { Content } from '@coopline/ui/content'
import { Stack } from '@coopline/ui/stack'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useRead } from '../../../portal/call/use-read.ts'
import { PaperlessTable } from './paperless.table.tsx'
import { ProfileForm } from './profile.form.tsx'
import type { Profile } from './use-profile.ts'

interface TabProps {
  readonly profile: Profile
}

/** Paperless Options: for the whole membership above, for each account below it (REQ-D-144), and marketing. */
export function PaperlessTab({ profile }: TabProps) {
  const { paperless: text } = useText('myProfile')
  const { form, offer } = profile
  const { member, account, marketing } = offer.paperless
  return (
    <ProfileForm profile={profile}>
      <Stack gap="large">
        {member && <MemberOptions profile={profile} />}
        {account && (
          <Card title={text.accounts.title}>
            <PaperlessTable
              rows={form.values.paperlessAccounts}
              onChange={(paperlessAccounts) => form.change({ paperlessAccounts })}
            />
          </Card>
        )}
        {marketing && <MarketingOptions profile={profile} />}
        {needsPaperlessConfirmation(form.values, offer.paperless) && (
          <CheckboxField {...form.flag('paperlessConfirmText')} label={text.confirm} />
        )}
      </Stack>
    </ProfileForm>
  )
}

function MemberOptions({ profile: { form } }: TabProps) {
  const { member: text } = useText('myProfile').paperless
  return (
    <Card title={text.title}>
      <Stack gap="small">
        <CheckboxField {...form.flag('isPaperlessBilling')} label={text.bills} hint={text.billsHint} />
        <CheckboxField {...form.flag('isPaperlessOther')} label={text.other} hint={text.otherHint} />
      </Stack>
    </Card>
  )
}

function MarketingOptions({ profile: { form } }: TabProps) {
  const { marketing: text } = useText('myProfile').paperless
  const { language } = useLanguage()
  const { data } = useRead('GET /v3/site/contents/{key}', { params: { key: 'marketingText' }, query: { language } })
  return (
    <Card title={text.title}>
      <Stack>
        {data !== undefined && data.content.length > 0 && <Content nodes={data.content} />}
        <Stack gap="small">
          <CheckboxField {...form.flag('annualMarketingElectricKit')} label={text.kit} />
          <CheckboxField {...form.flag('isMarketEmail')} label={text.email} />
        </Stack>
      </Stack>
    </Card>
  )
}
