import { paths } from '@coopline/contract/paths'
import { autopayText } from '@coopline/rules/paying/auto-pay/auto-pay.messages'
import { formatUsDate } from '@coopline/rules/kernel/calendar-date'
import { formatUsd } from '@coopline/rules/kernel/money'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { ButtonLink } from '@coopline/ui/button-link'
import { Card } from '@coopline/ui/card'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../portal/call/call.ts'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useLastError } from '../../../portal/call/use-last-error.ts'
import { useSend } from '../../../portal/call/use-send.ts'

/** The page of the link that stops one AutoPay payment. Opening it stops nothing: mail programs open links by themselves. */
export function StopAutoPayPage() {
  const { stop: text } = useText('autoPay')
  const { language } = useLanguage()
  const query = usePageQuery()
  const [token] = useState(() => query.get('token') ?? '')
  return (
    <Stack gap="large">
      <PageHeading title={text.heading} />
      {token === '' ? <Alert tone="error" title={autopayText('linkNotGood', language)} /> : <Asking token={token} />}
      <div>
        <ButtonLink variant="secondary" href={paths.autoPay()}>
          {text.open}
        </ButtonLink>
      </div>
    </Stack>
  )
}

function Asking({ token }: { readonly token: string }) {
  const { stop: text } = useText('autoPay')
  const { language } = useLanguage()
  const queryKey = ['stop-autopay', token]
  const queryFn = ({ signal }: { readonly signal: AbortSignal }) =>
    call('POST /v3/autopay/stop/check', { body: { token }, signal })
  const link = useLastError(useQuery({ queryKey, queryFn }), queryKey)
  const end = useSend('POST /v3/autopay/stop')
  // Asking again makes a bad link no better.
  if (link.error instanceof CallFailed && link.error.status === 400) return <FailureAlert error={link.error} />
  return (
    <Loaded query={link} loading={text.checking} height="10rem">
      {({ amount, chargeOn, accountEnding, isStopped }) =>
        end.isSuccess || isStopped ? (
          <Alert tone="success" title={autopayText('stopped', language)} focusOnMount={end.isSuccess} />
        ) : (
          <Card>
            <Stack>
              <FailureAlert error={end.error} />
              <p>{text.ask(formatUsd(amount), formatUsDate(chargeOn), accountEnding)}</p>
              <p>{text.others}</p>
              <div>
                <Button busy={end.isPending} busyLabel={text.busy} onClick={() => end.mutate({ body: { token } })}>
                  {text.submit}
                </Button>
              </div>
            </Stack>
          </Card>
        )
      }
    </Loaded>
  )
}
