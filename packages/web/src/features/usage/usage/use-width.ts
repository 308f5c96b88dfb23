import { type RefCallback, useCallback, useState } from 'react'

/** An element's current width in pixels. Starts with the width of a small screen. */
export function useWidth(): readonly [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(640)
  const attach = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const measure = () => setWidth((before) => Math.floor(element.clientWidth) || before)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [attach, width]
}
