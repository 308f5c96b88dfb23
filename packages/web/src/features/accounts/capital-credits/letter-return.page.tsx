import type { capitalCredits } from '@coopline/contract/accounts/capital-credits/capital-credits.contract'
import { capitalCreditMessage } from '@coopline/rules/accounts/capital-credits/capital-credits.messages'
import { checkLetter, maxLetterDigits } from '@coopline/rules/accounts/capital-credits/check-letter'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { Dialog } from '@coopline/ui/dialog'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import { TextField } from '@coopline/ui/text-field'
import { useState } from 'react'
import { PortalForm } from '../../../portal/form/portal.form.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useRuleForm } from '../../../portal/form/use-rule-form.ts'
import { useSend } from '../../../portal/call/use-send.ts'
import { SiteMessage } from '../../../portal/page/site-message.tsx'
import { useSuccess } from '../../../portal/form/use-success.tsx'

const returnLine = 'POST /v3/capital-credit-letters/return' satisfies (typeof capitalCredits)['returnLetter']['call']

const nothingTyped = { memberNumber: '', letterId: '' }

/** The page where a visitor returns a signed capital credit letter (CL-01). */
export function LetterReturnPage() {
  const { letter: text } = useText('capitalCredits')
  const [asksHelp, setAsksHelp] = useState(false)
  const { success, succeedWith, clearSuccess } = useSuccess()
  const send = useSend(returnLine)
  const form = useRuleForm(checkLetter, ({ code }, language) => capitalCreditMessage(code, language), {
    start: nothingTyped,
    error: send.error,
    fields: ['memberNumber', 'letterId'],
    firstCheck: 'submit',
    onSubmit: (body) => {
      clearSuccess()
      const onSuccess = ({ message }: { readonly message: string }) => {
        form.replace(body, nothingTyped)
        succeedWith(message)
      }
      send.mutate({ body }, { onSuccess })
    },
  })
  const number = { inputMode: 'numeric', maxLength: maxLetterDigits, autoComplete: 'off', figures: true } as const
  return (
    <Stack gap="large">
      <PageHeading title={text.title} />
      <SiteMessage of="ccLetterReturnMessage">
        {success}
        <Card>
          <PortalForm
            form={form}
            busy={send.isPending}
            error={form.failure}
            submit={{ label: text.submit, busyLabel: text.busy }}
          >
            <TextField {...form.text('memberNumber')} {...number} label={text.memberNumber} />
            <TextField {...form.text('letterId')} {...number} label={text.letterId} />
            <div>
              <Button variant="quiet" type="button" onClick={() => setAsksHelp(true)}>
                {text.where}
              </Button>
            </div>
          </PortalForm>
        </Card>
      </SiteMessage>
      {asksHelp && (
        <Dialog open title={text.where} closeLabel={text.close} onClose={() => setAsksHelp(false)} width={400}>
          <p>{text.help}</p>
        </Dialog>
      )}
    </Stack>
  )
}
