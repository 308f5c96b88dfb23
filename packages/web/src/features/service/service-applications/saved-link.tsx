import { paths } from '@coopline/contract/paths'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { CopyButton } from '@coopline/ui/copy-button'
import { Stack } from '@coopline/ui/stack'
import { FailureAlert } from '../../../portal/call/failure-alert.tsx'
import { formatInstant } from '../../../portal/text/format-instant.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { useSend } from '../../../portal/call/use-send.ts'

/** The link of a saved application. */
export interface Saved {
  readonly token: string
  readonly expiresAt: string
}

interface SavedLinkProps {
  readonly saved: Saved
  readonly hasEmail: boolean
}

/** Shows the link that opens a saved application on another device. */
export function SavedLink({ saved: { token, expiresAt }, hasEmail }: SavedLinkProps) {
  const { saved: text } = useText('serviceApplications')
  const { language } = useLanguage()
  const mail = useSend('POST /v3/service-applications/link')
  return (
    <Card title={text.heading}>
      <Stack>
        <p>{text.until(formatInstant(expiresAt, language))}</p>
        <p>{text.private}</p>
        {mail.isSuccess && <Alert tone="success" title={mail.data.message} />}
        <FailureAlert error={mail.error} />
        <Stack row>
          <CopyButton
            text={window.location.origin + paths.applicationForService({ token })}
            label={text.copy}
            copied={text.copied}
            failed={text.copyFailed}
          />
          {hasEmail && (
            <Button
              variant="secondary"
              busy={mail.isPending}
              busyLabel={text.mailing}
              onClick={() => mail.mutate({ body: { token } })}
            >
              {text.mail}
            </Button>
          )}
        </Stack>
      </Stack>
    </Card>
  )
}
