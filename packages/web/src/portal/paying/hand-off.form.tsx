import type { Requisition } from '@coopline/contract/paying/payments/payment-request'
import { Button } from '@coopline/ui/button'
import { ButtonLink } from '@coopline/ui/button-link'
import { Stack } from '@coopline/ui/stack'
import { type ReactNode, useEffect, useRef } from 'react'
import { StepHeading } from '../form/step-heading.tsx'
import { useText } from '../text/text.tsx'

interface HandOffFormProps {
  readonly requisition: Requisition
  /** The browser shows this page again as it left it: the payer pressed Back on the provider's page. */
  readonly onComeBack: () => void
  /** Text to show instead of the usual sentence. */
  readonly message?: ReactNode
}

/**
 * Posts what the server prepared to the payment provider, as it is, or goes to the provider's page, by itself; the button is for when that
 * fails.
 */
export function HandOffForm({ requisition, onComeBack, message }: HandOffFormProps) {
  const text = useText('quickPay').handOff
  const form = useRef<HTMLFormElement>(null)
  const { redirectUrl } = requisition

  useEffect(() => {
    // A hidden field may be named "submit", and would stand in the way of `form.submit`.
    if (form.current) HTMLFormElement.prototype.submit.call(form.current)
    else if (redirectUrl !== undefined) window.location.assign(redirectUrl)
  }, [redirectUrl])

  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) onComeBack()
    }
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [onComeBack])

  const parts = (goOn: ReactNode) => (
    <Stack>
      <StepHeading takesFocus>{text.heading}</StepHeading>
      {message ?? <p>{text.text}</p>}
      <div>{goOn}</div>
    </Stack>
  )

  if (redirectUrl !== undefined)
    return parts(
      <ButtonLink href={redirectUrl} variant="secondary">
        {text.submit}
      </ButtonLink>,
    )
  return (
    <form ref={form} method="post" action={requisition.paymentRequisitionSettings.actionUrl}>
      {requisition.configuration.fields.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {parts(
        <Button type="submit" variant="secondary">
          {text.submit}
        </Button>,
      )}
    </form>
  )
}
