import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Stack } from '@coopline/ui/stack'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureMessage } from '../../portal/failure-message.ts'
import { useLanguage, useText } from '../../portal/text.tsx'

interface FailedProps<Data> {
  readonly query: UseQueryResult<Data>
  /** What is not shown because of it. */
  readonly children?: ReactNode
}

/** What a load of its own failed with, and a way to try again; nothing while it did not. */
export function Failed<Data>({ query, children }: FailedProps<Data>) {
  const { common } = useText('shell')
  const { language } = useLanguage()
  if (query.error === null) return null
  return (
    <Alert tone="error" title={failureMessage(query.error, language)}>
      <Stack gap="small">
        {children}
        <div>
          <Button variant="secondary" busy={query.isFetching} onClick={() => void query.refetch()}>
            {common.tryAgain}
          </Button>
        </div>
      </Stack>
    </Alert>
  )
}
