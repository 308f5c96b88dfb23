import { useSite } from '../../portal/page/site.tsx'
import styles from './header.module.css'

/** The cooperative's logo, else its name beside a small drawing of fields under a sun. */
export function Wordmark() {
  const { portalLogoPath, coopName } = useSite().settings
  if (portalLogoPath !== '') return <img src={portalLogoPath} alt={coopName} className={styles.image} height={48} />
  return (
    <>
      <svg viewBox="0 0 40 40" className={styles.mark} aria-hidden="true">
        <rect width="40" height="40" rx="10" fill="var(--accent)" />
        <circle cx="20" cy="17" r="6.5" fill="var(--on-accent)" />
        <path
          d="M4 25.5c6-3 11-3.6 16-2.2s10 2 16-.6M4 31.5c7-2.8 12-3 17-1.6s9 1.6 15-.4"
          fill="none"
          stroke="var(--accent)"
          strokeWidth="5.5"
        />
        <path
          d="M4.5 26c6-3 10.500-3.600 15.500-2.200s10 2 15.500-.6M5.500 32c6.500-2.800 11.500-3 16.500-1.600s8 1.600 12.500-.2"
          fill="none"
          stroke="var(--on-accent)"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      </svg>
      <span className={styles.name}>{coopName}</span>
    </>
  )
}
