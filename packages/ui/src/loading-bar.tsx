import { useEffect, useState } from 'react'
import styles from './loading-bar.module.css'

/** Work that ends sooner shows no bar at all. */
const patienceMs = 150

/** A thin bar at the top of the window while `active`; the page itself does not move. */
export function LoadingBar({ active }: { readonly active: boolean }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (!active) return undefined
    const timer = setTimeout(() => setShown(true), patienceMs)
    return () => {
      clearTimeout(timer)
      setShown(false)
    }
  }, [active])

  if (!shown) return null
  return (
    <div data-ui="loading-bar" className={styles.track} aria-hidden="true">
      <div className={styles.bar} />
    </div>
  )
}
