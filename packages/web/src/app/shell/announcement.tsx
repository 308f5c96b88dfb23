import { Content } from '@coopline/ui/content'
import { Icon } from '@coopline/ui/icon'
import { useCallback, useSyncExternalStore } from 'react'
import { writePortalCookie } from '../../portal/session/portal-cookie.ts'
import { useSite } from '../../portal/page/site.tsx'
import { readLocalItem, writeLocalItem } from '../../portal/session/local-storage.ts'
import { useText } from '../../portal/text/text.tsx'
import styles from './announcement.module.css'
import { announcementHash } from './announcement-hash.ts'

const storageKey = 'mcp_announcementClosed'
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

interface AnnouncementProps {
  /** The server's value from the visitor's cookie; the browser reads its own. */
  readonly closedOnServer: boolean
}

/** The emergency announcement: when it is on, has words, and this visitor has not closed these words (SH-66, REQ-D-212). */
export function Announcement({ closedOnServer }: AnnouncementProps) {
  const { displayEmergencyAnnouncement, emergencyAnnouncementMessage: message } = useSite().configuration
  const { header } = useText('shell')
  const hash = announcementHash(message)
  const isClosed = useSyncExternalStore(
    subscribe,
    useCallback(() => {
      const stored = readLocalItem(storageKey)
      // 'true' was written before messages had names, and closes them all.
      return stored === hash || stored === 'true'
    }, [hash]),
    () => closedOnServer,
  )
  if (!displayEmergencyAnnouncement || message.length === 0 || isClosed) return null

  const close = () => {
    writeLocalItem(storageKey, hash)
    writePortalCookie('coopline_announcement', hash)
    for (const listener of listeners) listener()
  }
  return (
    <section data-ui="announcement" className={styles.announcement} aria-label={header.announcement}>
      <div className={styles.inner}>
        <Icon name="warning" />
        <div className={styles.words}>
          <Content nodes={message} />
        </div>
        <button type="button" className={styles.close} aria-label={header.closeAnnouncement} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
    </section>
  )
}
