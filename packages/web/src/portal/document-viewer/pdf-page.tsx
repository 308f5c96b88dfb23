import { useEffect, useRef } from 'react'
import styles from './document-viewer.module.css'
import { type DrawnPage, forgetPicture, type OpenPdf } from './open-pdf.ts'

interface PdfPageProps {
  readonly pdf: OpenPdf
  /** From 1. */
  readonly page: number
  /** CSS pixels for a point. */
  readonly scale: number
  /** The page could not be drawn. */
  readonly onFailure: () => void
}

/** A page of a document. While the next one is drawn, the one before stays. */
export function PdfPage({ pdf, page, scale, onFailure }: PdfPageProps) {
  const sheet = useRef<HTMLDivElement>(null)
  const shown = useRef<DrawnPage>(null)

  useEffect(() => {
    const ended = new AbortController()
    pdf.drawPage({ page, scale, signal: ended.signal }).then(
      (drawn) => {
        if (ended.signal.aborted) return forgetPicture(drawn.picture)
        if (shown.current !== null) forgetPicture(shown.current.picture)
        shown.current = drawn
        drawn.picture.className = styles.picture ?? ''
        drawn.picture.setAttribute('aria-hidden', 'true')
        drawn.text.className = styles.text ?? ''
        sheet.current?.replaceChildren(drawn.picture, drawn.text)
      },
      () => {
        if (!ended.signal.aborted) onFailure()
      },
    )
    return () => ended.abort()
  }, [pdf, page, scale, onFailure])

  useEffect(
    () => () => {
      if (shown.current !== null) forgetPicture(shown.current.picture)
    },
    [],
  )

  return <div ref={sheet} className={styles.sheet} data-ui="document-page" data-page={page} />
}
