import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Skeleton } from '@coopline/ui/skeleton'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { failureMessage } from '../../portal/failure-message.ts'
import { useLanguage, useText } from '../../portal/text.tsx'
import { useMemberRead } from '../../portal/use-member-read.ts'
import { ProfileBlocks } from './profile-blocks.tsx'

interface ProfileOfAccountProps {
  readonly memberNumber: string
  readonly accountNumber: string
}

/** The profile once it and its settings are there. Failing either, nothing of it is shown but the alert (PF-55). */
export function ProfileOfAccount({ memberNumber, accountNumber }: ProfileOfAccountProps) {
  const { page } = useText('accountProfile')
  const { common } = useText('shell')
  const { language } = useLanguage()
  const settings = useMemberRead('GET /v3/members/{memberNumber}/profile-settings', { params: { memberNumber } })
  const profile = useMemberRead('GET /v3/members/{memberNumber}/accounts/{accountNumber}/profile', {
    params: { memberNumber, accountNumber },
  })
  const failed = [settings, profile].filter(({ error }) => error !== null)
  const error = failed[0]?.error
  if (error !== undefined && error !== null) {
    return (
      <Alert tone="error" title={failureMessage(error, language)}>
        <Button
          variant="secondary"
          busy={failed.some(({ isFetching }) => isFetching)}
          onClick={() => void Promise.all(failed.map(async ({ refetch }) => refetch()))}
        >
          {common.tryAgain}
        </Button>
      </Alert>
    )
  }
  if (settings.data === undefined || profile.data === undefined) {
    return (
      <>
        <VisuallyHidden live="polite">{page.loading}</VisuallyHidden>
        <Skeleton height="15rem" />
        <Skeleton height="18rem" />
        <Skeleton height="9rem" />
      </>
    )
  }
  return (
    <ProfileBlocks
      memberNumber={memberNumber}
      settings={settings.data}
      profile={profile.data}
      onChanged={() => void profile.refetch()}
    />
  )
}
