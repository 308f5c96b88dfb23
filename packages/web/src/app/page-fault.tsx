import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { PageHeading } from '@coopline/ui/page-heading'
import { Component, type ReactNode } from 'react'
import { isOffline } from '../portal/call/call-failed.ts'
import { useText } from '../portal/text/text.tsx'
import { PageNotLoaded } from './page-store.ts'

interface PageFaultProps {
  readonly children: ReactNode
}

/** Stands for a page that fell over, or whose files could not be loaded: the shell stays, and it can be tried again. */
export class PageFault extends Component<PageFaultProps, { readonly error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('A page threw nothing') }
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <FaultPage error={this.state.error} />
  }
}

function FaultPage({ error }: { readonly error: unknown }) {
  const { common } = useText('shell')
  const why = error instanceof PageNotLoaded ? common.notLoaded : common.fault
  return (
    <>
      <PageHeading title={common.faultTitle} />
      <Alert tone="error">
        <p>{isOffline() ? common.noConnection : why}</p>
        <Button variant="secondary" onClick={() => window.location.reload()}>
          {common.reload}
        </Button>
      </Alert>
    </>
  )
}
