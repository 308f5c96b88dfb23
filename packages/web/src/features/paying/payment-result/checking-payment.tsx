import { Alert } from '@coopline/ui/alert'
import { Card } from '@coopline/ui/card'
import { Skeleton } from '@coopline/ui/skeleton'
import { Stack } from '@coopline/ui/stack'
import { useText } from '../../../portal/text/text.tsx'

/** While the answer is awaited: at first the room of the facts only, then what the wait is about. */
export function CheckingPayment({ view }: { readonly view: { readonly missed: boolean } | null }) {
  const text = useText('paymentResult')
  return (
    <Stack gap="large">
      <Alert tone="info">
        <p>{view === null ? text.checking.text : text.processing.text}</p>
        {view?.missed === true && <p>{text.processing.retrying}</p>}
      </Alert>
      <Card>
        <Skeleton lines={6} />
      </Card>
    </Stack>
  )
}
