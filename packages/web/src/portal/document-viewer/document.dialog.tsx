import { Alert } from '@coopline/ui/alert'
import { Dialog } from '@coopline/ui/dialog'
import { Skeleton } from '@coopline/ui/skeleton'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useText } from '../text/text.tsx'
import type { DocumentFile } from './document-file.ts'
import styles from './document-viewer.module.css'
import { DocumentView } from './document.view.tsx'
import { type OpenPdf, openPdf } from './open-pdf.ts'

interface DocumentDialogProps {
  /** The name of the document: "Bill of 03/01/2027". */
  readonly title: string
  /** Fetches the document; asked once, when the dialog opens. `documentFromBase64` makes what it answers. */
  readonly load: () => Promise<DocumentFile>
  /** The documented message for a document that cannot be shown. */
  readonly notFound: string
  /** Asked for by Escape and the cross; the page answers by taking the dialog away. */
  readonly onClose: () => void
}

/**
 * A PDF in front of the page: 94% of its height and 90% of its width, on a phone all of it (DH-12). A press outside
 * does not close it. Render it only while it is open: `{isOpen && <DocumentDialog … />}`.
 */
export function DocumentDialog(props: DocumentDialogProps) {
  const { common } = useText('shell')
  return (
    <Dialog open title={props.title} onClose={props.onClose} closeLabel={common.close} large blockOutsideClick>
      <Suspense fallback={<Skeleton height="100%" exact />}>
        <DocumentBody {...props} />
      </Suspense>
    </Dialog>
  )
}

function DocumentBody({ load, notFound }: DocumentDialogProps) {
  const text = useText('documentViewer')
  const { state, fail } = useDocument(load)
  if (state.kind === 'opening') {
    return (
      <div className={styles.desk}>
        <VisuallyHidden live="polite">{text.opening}</VisuallyHidden>
        <Skeleton height="100%" exact />
      </div>
    )
  }
  if (state.kind === 'failed') {
    return (
      <div className={styles.notice}>
        <Alert tone="error" title={notFound} />
      </div>
    )
  }
  return <DocumentView file={state.file} pdf={state.pdf} onFailure={fail} />
}

type DocumentState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'open'; readonly file: DocumentFile; readonly pdf: OpenPdf }

/** Fetches and opens a document when it is mounted, and frees it afterwards. `fail` says that it could not be drawn. */
function useDocument(load: () => Promise<DocumentFile>): {
  readonly state: DocumentState
  readonly fail: () => void
} {
  const [state, setState] = useState<DocumentState>({ kind: 'opening' })
  const first = useRef(load)

  useEffect(() => {
    let isWanted = true
    let opened: OpenPdf | undefined
    const open = async () => {
      const file = await first.current()
      if (!isWanted) return
      opened = await openPdf(file.bytes)
      if (isWanted) setState({ kind: 'open', file, pdf: opened })
      else await opened.close()
    }
    open().catch(() => {
      if (isWanted) setState({ kind: 'failed' })
    })
    return () => {
      isWanted = false
      void opened?.close()
    }
  }, [])

  const fail = useCallback(() => setState({ kind: 'failed' }), [])
  return { state, fail }
}
