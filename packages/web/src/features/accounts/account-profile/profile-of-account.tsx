import { Skeleton } from '@coopline/ui/skeleton'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { RetryAlert } from '../../../portal/call/retry-alert.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { readProfile, readSettings } from './update-body.ts'
import { ProfileBlocks } from './profile-blocks.tsx'

interface ProfileOfAccountProps {
  readonly memberNumber: string
  readonly accountNumber: string
}

/** The profile once it and its settings are there. Until then a failure of either shows the alert alone (PF-55). */
export function ProfileOfAccount({ memberNumber, accountNumber }: ProfileOfAccountProps) {
  const settings = useMemberRead(
    'GET /v3/members/{memberNumber}/profile-settings',
    { params: { memberNumber } },
    { select: readSettings },
  )
  const profile = useMemberRead(
    'GET /v3/members/{memberNumber}/accounts/{accountNumber}/profile',
    { params: { memberNumber, accountNumber } },
    { select: readProfile },
  )
  const failed = [settings, profile].filter(({ error }) => error !== null)
  const query = {
    error: failed[0]?.error ?? null,
    data: profile.data,
    isFetching: failed.some(({ isFetching }) => isFetching),
    refetch: async () => Promise.all(failed.map(async ({ refetch }) => refetch())),
  }
  return (
    <>
      <RetryAlert query={query} />
      {settings.data !== undefined && profile.data !== undefined ? (
        <ProfileBlocks
          memberNumber={memberNumber}
          settings={settings.data}
          profile={profile.data}
          onChanged={profile.refetch}
        />
      ) : (
        query.error === null && <Loading />
      )}
    </>
  )
}

function Loading() {
  const { page } = useText('accountProfile')
  return (
    <>
      <VisuallyHidden live="polite">{page.loading}</VisuallyHidden>
      <Skeleton height="15rem" />
      <Skeleton height="18rem" />
      <Skeleton height="9rem" />
    </>
  )
}
