import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { PageHeading } from '@coopline/ui/page-heading'
import { Component, type ReactNode } from 'react'
import { useText } from '../portal/text.tsx'

interface PageFaultProps {
  readonly children: ReactNode
}

/** Stands for a page that fell over, or whose files could not be loaded: the shell stays, and it can be tried again. */
export class PageFault extends Component<PageFaultProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? <FaultPage /> : this.props.children
  }
}

function FaultPage() {
  const { common } = useText('shell')
  return (
    <>
      <PageHeading title={common.faultTitle} />
      <Alert tone="error">
        <p>{common.fault}</p>
        <Button variant="secondary" onClick={() => window.location.reload()}>
          {common.reload}
        </Button>
      </Alert>
    </>
  )
}
