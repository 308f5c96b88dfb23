import type { accountOverview } from '@coopline/contract/accounts/account-overview/account-overview.contract'
import { paths } from '@coopline/contract/paths'
import { isSecureLink } from '@coopline/rules/site/safe-link/safe-link'
import { Alert } from '@coopline/ui/alert'
import { ButtonLink } from '@coopline/ui/button-link'
import { Stack } from '@coopline/ui/stack'
import { useEffect } from 'react'
import { AccountPage } from '../../../portal/page/account-page.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useMemberRead } from '../../../portal/call/use-member-read.ts'

const infoLine =
  'GET /v3/members/{memberNumber}/accounts/{accountNumber}' satisfies (typeof accountOverview)['info']['call']
const height = '8rem'

/** Forwards to the MeterSense address of the account (AO-37, REQ-D-087). */
export function MeterSensePage() {
  const { title } = useText('meterSense')
  return (
    <AccountPage title={title} height={height}>
      {({ accountNumber }, memberNumber) => (
        <Forward key={accountNumber} memberNumber={memberNumber} accountNumber={accountNumber} />
      )}
    </AccountPage>
  )
}

function Forward(params: { readonly memberNumber: string; readonly accountNumber: string }) {
  const text = useText('meterSense')
  const query = useMemberRead(infoLine, { params })
  const url = query.data?.meterSenseccUrl ?? ''
  const isOpen = isSecureLink(url)
  useEffect(() => {
    if (isOpen) window.location.replace(url)
  }, [isOpen, url])
  return (
    <Loaded query={query} loading={text.wait} height={height}>
      {() =>
        isOpen ? (
          <p>{text.wait}</p>
        ) : (
          <Stack>
            <Alert tone="info" title={text.none} />
            <div>
              <ButtonLink href={paths.accountOverview({ accountno: params.accountNumber })}>{text.overview}</ButtonLink>
            </div>
          </Stack>
        )
      }
    </Loaded>
  )
}
