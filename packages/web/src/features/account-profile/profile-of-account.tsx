import { Skeleton } from '@coopline/ui/skeleton'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { RetryAlert } from '../../portal/retry-alert.tsx'
import { useText } from '../../portal/text.tsx'
import { useMemberRead } from '../../portal/use-member-read.ts'
import { ProfileBlocks } from './profile-blocks.tsx'

interface ProfileOfAccountProps {
  readonly memberNumber: string
  readonly accountNumber: string
}

/** The profile once it and its settings are there. Failing either, nothing of it is shown but the alert (PF-55). */
export function ProfileOfAccount({ memberNumber, accountNumber }: ProfileOfAccountProps) {
  const { page } = useText('accountProfile')
  const settings = useMemberRead('GET /v3/members/{memberNumber}/profile-settings', { params: { memberNumber } })
  const profile = useMemberRead('GET /v3/members/{memberNumber}/accounts/{accountNumber}/profile', {
    params: { memberNumber, accountNumber },
  })
  const failed = [settings, profile].filter(({ error }) => error !== null)
  if (failed[0] !== undefined) {
    const query = {
      error: failed[0].error,
      isFetching: failed.some(({ isFetching }) => isFetching),
      refetch: async () => Promise.all(failed.map(async ({ refetch }) => refetch())),
    }
    return <RetryAlert query={query} />
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
