import type { aclaraJump, AclaraSettings } from '@coopline/contract/usage/aclara-jump/aclara-jump.contract'
import { paths } from '@coopline/contract/paths'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { ButtonLink } from '@coopline/ui/button-link'
import { Dialog } from '@coopline/ui/dialog'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { failureMessage } from '../../../portal/call/failure-message.ts'
import { Redirect } from '../../../portal/page/redirect.tsx'
import { useSession } from '../../../portal/session/session.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'
import { parseUrl } from '../../../portal/call/parse-url.ts'

const settingsLine = 'GET /v2/aclara/member/{memberNumber}' satisfies (typeof aclaraJump)['settings']['call']

/** The code that sends the member back home (AJ-08). */
const returnsHome = '3101'

/** Redirects a signed-in member to the Aclara meter-data portal (AJ-01 to AJ-03). */
export function AclaraJumpPage() {
  const { member } = useSession()
  return member === null ? <Redirect to={paths.login()} /> : <Jump memberNumber={member.memberNumber} />
}

function Jump({ memberNumber }: { readonly memberNumber: string }) {
  const text = useText('aclaraJump')
  const { language } = useLanguage()
  const { data, error } = useMemberRead(settingsLine, { params: { memberNumber } })
  const address = data === undefined ? null : aclaraAddress(data)
  useEffect(() => {
    // Replace the history entry, because the URL contains a token.
    if (address !== null) window.location.replace(address)
  }, [address])
  if (error !== null) {
    const code = error instanceof CallFailed ? error.errors[0]?.code : undefined
    const message = failureMessage(error, language)
    return code === returnsHome ? <ReturnHome message={message} /> : <Failed message={message} />
  }
  if (data !== undefined && address === null) return <Failed message={text.failed} />
  return <h1>{text.wait}</h1>
}

function ReturnHome({ message }: { readonly message: string }) {
  const text = useText('aclaraJump')
  const navigate = useNavigate()
  const goHome = () => void navigate(paths.home(), { replace: true })
  return (
    <Dialog
      open
      title={text.redirect}
      closeLabel={text.close}
      onClose={goHome}
      width={400}
      footer={<Button onClick={goHome}>{text.home}</Button>}
    >
      <p>{message}</p>
    </Dialog>
  )
}

/** Shows any other failure, with the same link home (REQ-D-241). */
function Failed({ message }: { readonly message: string }) {
  const text = useText('aclaraJump')
  return (
    <Stack>
      <PageHeading title={text.heading} />
      <Alert tone="error" title={message} />
      <div>
        <ButtonLink href={paths.home()}>{text.home}</ButtonLink>
      </div>
    </Stack>
  )
}

/** Builds the Aclara portal URL for a member (AJ-04, REQ-D-240); `null` unless it is https. */
export function aclaraAddress({ aclaraUrl, ...settings }: AclaraSettings): string | null {
  const address = parseUrl(aclaraUrl)
  if (address?.protocol !== 'https:') return null
  const { clientId, memberNumber, accountNumber, premiseId, webToken } = settings
  const query = { clientId, memberNumber, accountNumber, premiseId, webToken, locale: 'en-US' }
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  return address.href
}
