import { Card } from '@coopline/ui/card'
import { Skeleton } from '@coopline/ui/skeleton'
import { ForgottenLayout } from './forgotten.page.tsx'

/** The page before its code is there, with the room of its form. */
export function ForgottenFrame() {
  return (
    <ForgottenLayout>
      <Card>
        <Skeleton height="24rem" />
      </Card>
    </ForgottenLayout>
  )
}
