import { useCallback, useEffect, useRef, useState } from 'react'
import type { DocumentFile } from './document-file.ts'
import { type OpenPdf, openPdf } from './open-pdf.ts'

type DocumentState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'open'; readonly file: DocumentFile; readonly pdf: OpenPdf }

/** Fetches and opens a document when it is mounted, and frees it afterwards. `fail` says that it could not be drawn. */
export function useDocument(load: () => Promise<DocumentFile>): {
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
