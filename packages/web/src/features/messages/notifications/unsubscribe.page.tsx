import { paths } from '@coopline/contract/paths'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { ButtonLink } from '@coopline/ui/button-link'
import { Card } from '@coopline/ui/card'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { notificationMessage } from '@coopline/rules/messages/notifications/notifications.messages'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { usePageQuery } from '../../../portal/page/page-address.ts'
import { call } from '../../../portal/call/call.ts'
import { CallFailed } from '../../../portal/call/call-failed.ts'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { Loaded } from '../../../portal/call/loaded.tsx'
import { useReachable } from '../../../portal/page/route-table.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useLastError } from '../../../portal/call/use-last-error.ts'
import { useSend } from '../../../portal/call/use-send.ts'
import styles from './notifications.module.css'
import { offersNotifications } from './offers.ts'

/** The page of the unsubscribe link in an email. It turns off emails of that topic only after a confirmation (RFC 8058). */
export function UnsubscribePage() {
  const { language } = useLanguage()
  const query = usePageQuery()
  const [token] = useState(() => query.get('token') ?? '')
  return (
    <UnsubscribeLayout>
      {token === '' ? (
        <Alert tone="error" title={notificationMessage('link-not-good', language)} />
      ) : (
        <Asking token={token} />
      )}
      <Elsewhere />
    </UnsubscribeLayout>
  )
}

/** The layout of the page for every state of the link. The frame draws it too. */
export function UnsubscribeLayout({ children }: { readonly children: ReactNode }) {
  const { unsubscribe: text } = useText('notifications')
  return (
    <div className={styles.narrow}>
      <Stack gap="large">
        <PageHeading title={text.heading} />
        {children}
      </Stack>
    </div>
  )
}

function Asking({ token }: { readonly token: string }) {
  const { unsubscribe: text, topics } = useText('notifications')
  const queryKey = ['unsubscribe', token]
  const queryFn = ({ signal }: { readonly signal: AbortSignal }) =>
    call('POST /v3/unsubscribe/check', { body: { token }, signal })
  const link = useLastError(useQuery({ queryKey, queryFn }), queryKey)
  const end = useSend('POST /v3/unsubscribe')
  const undo = useSend('POST /v3/unsubscribe/undo')
  // Asking again makes a bad link no better.
  if (link.error instanceof CallFailed && link.error.status === 400) return <FailureAlert error={link.error} />
  return (
    <Loaded query={link} loading={text.checking} height="10rem">
      {(looked) => {
        const { topic, accountEnding, isOn, canUndo } = undo.data ?? end.data ?? looked
        const about = [topics[topic].name, accountEnding] as const
        if (undo.data?.isOn === true) return <Alert tone="success" title={text.undone(...about)} focusOnMount />
        if (!isOn)
          return (
            <Stack>
              <Alert tone="success" title={text.done(...about)} focusOnMount={end.isSuccess} />
              <FailureAlert error={undo.error} />
              {canUndo && (
                <div>
                  <Button
                    variant="secondary"
                    busy={undo.isPending}
                    busyLabel={text.undoing}
                    onClick={() => undo.mutate({ body: { token } })}
                  >
                    {text.undo}
                  </Button>
                </div>
              )}
            </Stack>
          )
        return (
          <Card>
            <Stack>
              <FailureAlert error={end.error} />
              <p>{text.ask(...about)}</p>
              <p>{text.others}</p>
              <div>
                <Button busy={end.isPending} busyLabel={text.busy} onClick={() => end.mutate({ body: { token } })}>
                  {text.submit}
                </Button>
              </div>
            </Stack>
          </Card>
        )
      }}
    </Loaded>
  )
}

function Elsewhere() {
  const { unsubscribe: text } = useText('notifications')
  const isReachable = useReachable()
  const site = useSite()
  return (
    <Stack row>
      {offersNotifications(site) && isReachable(paths.manageNotifications()) && (
        <ButtonLink variant="secondary" href={paths.manageNotifications()}>
          {text.change}
        </ButtonLink>
      )}
      <ButtonLink variant="secondary" href={paths.home()}>
        {text.home}
      </ButtonLink>
    </Stack>
  )
}
