import { Icon } from '@coopline/ui/icon'
import { VisuallyHidden } from '@coopline/ui/visually-hidden'
import { type ComponentType, createElement, useEffect, useState } from 'react'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { loadTexts } from '../../../portal/text/text-store.ts'
import styles from './web-chat.module.css'

export interface ChatPanelProps {
  readonly onClose: () => void
}

interface LoadedPanel {
  readonly Panel: ComponentType<ChatPanelProps>
  /** Calls `listener` for each new message while the panel is closed. */
  readonly watch: (listener: () => void) => () => void
}

const loadPanel = async (): Promise<LoadedPanel> => {
  const { ChatPanel, watchClosedChat } = await import('./chat-panel.tsx')
  return { Panel: ChatPanel, watch: watchClosedChat }
}

/**
 * The button that opens the web chat. The panel, its texts and the sound are loaded when it is pressed. The button has a row
 * of its own at the end of the page, so that it covers nothing there; above, it stays in sight.
 */
export function WebChat() {
  const { language } = useLanguage()
  const { chat } = useText('shell')
  const [loaded, setLoaded] = useState<LoadedPanel | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [hasNews, setHasNews] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    // Focus that moves by keyboard keeps clear of the button.
    document.documentElement.dataset['chat'] = 'offered'
    return () => void delete document.documentElement.dataset['chat']
  }, [])
  useEffect(() => (loaded === null || isOpen ? undefined : loaded.watch(() => setHasNews(true))), [loaded, isOpen])

  const open = () => {
    setHasFailed(false)
    Promise.all([loadPanel(), loadTexts(language, 'webChat')]).then(
      ([panel]) => {
        setLoaded(panel)
        setHasNews(false)
        setIsOpen(true)
      },
      () => setHasFailed(true),
    )
  }
  const close = () => setIsOpen(false)

  return (
    <aside data-ui="web-chat" aria-label={chat.label} className={styles.place}>
      {isOpen && loaded !== null && createElement(loaded.Panel, { onClose: close })}
      <button
        type="button"
        className={styles.launcher}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={isOpen ? close : open}
      >
        <Icon name="chat" />
        {hasFailed ? chat.notLoaded : hasNews ? chat.news : chat.open}
        {hasNews && <span className={styles.dot} aria-hidden="true" />}
      </button>
      <VisuallyHidden live="polite">{hasNews ? chat.news : ''}</VisuallyHidden>
    </aside>
  )
}
