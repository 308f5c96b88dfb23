import { Button } from '@coopline/ui/button'
import { Icon } from '@coopline/ui/icon'
import { IconButton } from '@coopline/ui/icon-button'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { saveFile } from '../form/save-file.ts'
import { useText } from '../text/text.tsx'
import type { DocumentFile } from './document-file.ts'
import styles from './document-viewer.module.css'
import type { OpenPdf } from './open-pdf.ts'
import { PdfPage } from './pdf-page.tsx'

/** No page is drawn larger than this only because the window is wide: 150%. */
const largest = (96 / 72) * 1.5

/** The scale at which a page is as wide as the room for it, following the window; `null` until it is known. */
function useFittingScale(room: RefObject<HTMLElement | null>, pdf: OpenPdf, page: number): number | null {
  const [roomWidth, setRoomWidth] = useState<number | null>(null)
  const [pageWidth, setPageWidth] = useState<number | null>(null)

  useEffect(() => {
    const element = room.current
    if (element === null) return undefined
    const watcher = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setRoomWidth(entry.contentRect.width)
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [room])

  useEffect(() => {
    let isWanted = true
    pdf.widthOf(page).then(
      (width) => {
        if (isWanted) setPageWidth(width)
      },
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [pdf, page])

  if (roomWidth === null || pageWidth === null) return null
  return Math.min(roomWidth / pageWidth, largest)
}

interface DocumentViewProps {
  readonly file: DocumentFile
  readonly pdf: OpenPdf
  readonly onFailure: () => void
}

/** At 100% an inch of the document is an inch of the screen: 96 CSS pixels for 72 points. */
const actualSize = 96 / 72
const zoomSteps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]

/** A document to read page by page, to save and to print. It can be changed in no way. */
export function DocumentView({ file, pdf, onFailure }: DocumentViewProps) {
  const text = useText('documentViewer')
  const desk = useRef<HTMLElement>(null)
  const [page, setPage] = useState(1)
  const [chosenZoom, setChosenZoom] = useState<number | null>(null)
  const fitting = useFittingScale(desk, pdf, page)
  const scale = chosenZoom === null ? fitting : chosenZoom * actualSize
  const zoom = (scale ?? actualSize) / actualSize
  const smaller = zoomSteps.findLast((step) => step < zoom - 0.01)
  const larger = zoomSteps.find((step) => step > zoom + 0.01)
  const zoomTo = (step: number | undefined) => {
    if (step !== undefined) setChosenZoom(step)
  }

  const goTo = (next: number) => {
    setPage(next)
    desk.current?.scrollTo(0, 0)
  }

  return (
    <>
      <div className={styles.bar} role="toolbar" aria-label={text.toolbar}>
        <div className={styles.group}>
          <IconButton icon="chevron-left" label={text.previous} idle={page === 1} onClick={() => goTo(page - 1)} />
          <span className={styles.figure} aria-live="polite">
            {text.page(page, pdf.pageCount)}
          </span>
          <IconButton
            icon="chevron-right"
            label={text.next}
            idle={page === pdf.pageCount}
            onClick={() => goTo(page + 1)}
          />
        </div>
        <div className={styles.group}>
          <IconButton icon="minus" label={text.zoomOut} idle={smaller === undefined} onClick={() => zoomTo(smaller)} />
          <span className={styles.figure}>{text.percent(Math.round(zoom * 100))}</span>
          <IconButton icon="plus" label={text.zoomIn} idle={larger === undefined} onClick={() => zoomTo(larger)} />
          <IconButton
            icon="fit-width"
            label={text.fitWidth}
            idle={chosenZoom === null}
            onClick={() => setChosenZoom(null)}
          />
        </div>
        <div className={styles.group}>
          <Button
            variant="quiet"
            onClick={() => saveFile(file.fileName, new Blob([file.bytes], { type: 'application/pdf' }))}
          >
            <Icon name="download" />
            {text.download}
          </Button>
          <PrintButton pdf={pdf} onFailure={onFailure} />
        </div>
      </div>
      {/* A region that scrolls has to be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section ref={desk} className={styles.desk} aria-label={text.page(page, pdf.pageCount)} tabIndex={0}>
        {scale !== null && <PdfPage pdf={pdf} page={page} scale={scale} onFailure={onFailure} />}
      </section>
    </>
  )
}

function PrintButton({ pdf, onFailure }: { readonly pdf: OpenPdf; readonly onFailure: () => void }) {
  const text = useText('documentViewer')
  const [isPreparing, setIsPreparing] = useState(false)
  const print = useCallback(async () => {
    setIsPreparing(true)
    try {
      await printPages(pdf)
    } catch {
      onFailure()
    } finally {
      setIsPreparing(false)
    }
  }, [pdf, onFailure])
  return (
    <Button variant="quiet" busy={isPreparing} busyLabel={text.preparing} onClick={() => void print()}>
      <Icon name="print" />
      {text.print}
    </Button>
  )
}

/** Draws every page for paper and opens the browser's print dialog with them and nothing else of what is on the screen. */
async function printPages(pdf: OpenPdf): Promise<void> {
  const paper = document.createElement('div')
  paper.className = styles.paper ?? ''
  const addresses: string[] = []
  const clear = () => {
    paper.remove()
    if (styles.printing !== undefined) document.body.classList.remove(styles.printing)
    for (const address of addresses) URL.revokeObjectURL(address)
  }
  try {
    for (let page = 1; page <= pdf.pageCount; page += 1) {
      const picture = document.createElement('img')
      picture.alt = ''
      picture.src = URL.createObjectURL(await pdf.printPage(page))
      addresses.push(picture.src)
      await picture.decode()
      paper.append(picture)
    }
  } catch (error) {
    clear()
    throw error
  }
  // Some browsers keep running while their print dialog is open: the printed pages stay until it is closed.
  window.addEventListener('afterprint', clear, { once: true })
  document.body.append(paper)
  if (styles.printing !== undefined) document.body.classList.add(styles.printing)
  window.print()
}
