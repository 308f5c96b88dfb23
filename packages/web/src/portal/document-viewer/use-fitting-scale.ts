import { type RefObject, useEffect, useState } from 'react'
import type { OpenPdf } from './open-pdf.ts'

/** No page is drawn larger than this only because the window is wide: 150%. */
const largest = (96 / 72) * 1.5

/** The scale at which a page is as wide as the room for it, following the window; `null` until it is known. */
export function useFittingScale(room: RefObject<HTMLElement | null>, pdf: OpenPdf, page: number): number | null {
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
