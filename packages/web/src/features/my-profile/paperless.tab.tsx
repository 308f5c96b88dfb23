import { needsPaperlessConfirmation } from '@coopline/rules/my-profile/check-profile'
import { Card } from '@coopline/ui/card'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { Content } from '@coopline/ui/content'
import { Stack } from '@coopline/ui/stack'
import { useLanguage, useText } from '../../portal/text.tsx'
import { useRead } from '../../portal/use-read.ts'
import { bindFlag } from './bind.ts'
import { PaperlessTable } from './paperless-table.tsx'
import { ProfileForm } from './profile-form.tsx'
import type { TypedProfile } from './typed-profile.ts'
import type { Profile } from './use-profile.ts'

interface PartProps {
  readonly profile: Profile
  readonly typed: TypedProfile
}

/** Paperless Options: for the whole membership above, for each account below it (REQ-D-144), and marketing. */
export function PaperlessTab({ profile }: Pick<PartProps, 'profile'>) {
  const { paperless: text } = useText('myProfile')
  const { member, account, marketing } = profile.offer.paperless
  return (
    <ProfileForm profile={profile}>
      {(typed) => (
        <Stack gap="large">
          {member && <MemberOptions profile={profile} typed={typed} />}
          {account && (
            <Card title={text.accounts.title}>
              <PaperlessTable
                rows={typed.paperlessAccounts}
                onChange={(paperlessAccounts) => profile.change({ paperlessAccounts })}
              />
            </Card>
          )}
          {marketing && <MarketingOptions profile={profile} typed={typed} />}
          {needsPaperlessConfirmation(typed, profile.offer.paperless) && (
            <CheckboxField
              {...bindFlag(profile, typed, 'paperlessConfirmText')}
              label={text.confirm}
              error={profile.errorOf('paperlessConfirmText')}
            />
          )}
        </Stack>
      )}
    </ProfileForm>
  )
}

function MemberOptions({ profile, typed }: PartProps) {
  const { member: text } = useText('myProfile').paperless
  return (
    <Card title={text.title}>
      <Stack gap="small">
        <CheckboxField {...bindFlag(profile, typed, 'isPaperlessBilling')} label={text.bills} hint={text.billsHint} />
        <CheckboxField {...bindFlag(profile, typed, 'isPaperlessOther')} label={text.other} hint={text.otherHint} />
      </Stack>
    </Card>
  )
}

function MarketingOptions({ profile, typed }: PartProps) {
  const { marketing: text } = useText('myProfile').paperless
  const { language } = useLanguage()
  const { data } = useRead('GET /v3/site/contents/{key}', { params: { key: 'marketingText' }, query: { language } })
  return (
    <Card title={text.title}>
      <Stack>
        {data !== undefined && data.content.length > 0 && <Content nodes={data.content} />}
        <Stack gap="small">
          <CheckboxField {...bindFlag(profile, typed, 'annualMarketingElectricKit')} label={text.kit} />
          <CheckboxField {...bindFlag(profile, typed, 'isMarketEmail')} label={text.email} />
        </Stack>
      </Stack>
    </Card>
  )
}
