import { Button } from '@coopline/ui/button'
import { IconButton } from '@coopline/ui/icon-button'
import { TextField } from '@coopline/ui/text-field'
import {
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { InEnglish } from '../../../portal/text/in-english.tsx'
import { useSession } from '../../../portal/session/session.tsx'
import { useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import {
  type ChatMessage,
  currentConversation,
  followConversation,
  onAgentMessage,
  onConversation,
  sendAgain,
  sendMessage,
} from './conversation.ts'
import type { ChatPanelProps } from './web-chat.tsx'
import styles from './chat-panel.module.css'

const mostLetters = 1_000
/** On a narrow screen the panel covers the page, which then takes no focus. */
const isNarrow = () => window.matchMedia('(max-width: 40rem)').matches

/** A fixed asset of the portal (SH-77). It is loaded here, so there is no sound before the chat was opened. */
const alertAddress = '/chat-alert.wav'
let sound: HTMLAudioElement | undefined
function playAlert(): void {
  sound ??= new Audio(alertAddress)
  // A browser that lets no page make a sound, or a muted device.
  void sound.play()?.catch(() => undefined)
}

/** Sounds the alert and calls `listener` when the agent writes while the panel is closed. */
export const watchClosedChat = (listener: () => void): (() => void) =>
  onAgentMessage(() => {
    playAlert()
    listener()
  })

/** The chat: introduction, messages, quick buttons and a field. */
export function ChatPanel({ onClose }: ChatPanelProps) {
  const text = useText('webChat')
  const { webChatSetting, portalLogoPath, coopName } = useSite().settings
  const { virtualAgentName, subTitle, introText } = webChatSetting
  const buttons = webChatSetting.buttons.filter(({ visible }) => visible)
  const { messages } = useSyncExternalStore(onConversation, currentConversation)
  const root = useRef<HTMLDialogElement>(null)
  const log = useRef<HTMLDivElement>(null)
  const titleId = useId()

  useLayoutEffect(() => {
    const dialog = root.current
    const opener = document.activeElement
    if (isNarrow()) dialog?.showModal()
    else dialog?.show()
    dialog?.querySelector('input')?.focus()
    return () => {
      dialog?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  useEffect(() => {
    followConversation()
    return onAgentMessage(playAlert)
  }, [])
  const count = messages.length
  useEffect(() => {
    if (count > 0) log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [count])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
  }
  const hasFailed = messages.some(({ state }) => state === 'failed')

  return (
    // Escape closes what is no modal dialog, too.
    <dialog
      ref={root}
      data-ui="chat-panel"
      className={styles.panel}
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header className={styles.header}>
        {portalLogoPath !== '' && <img src={portalLogoPath} alt="" className={styles.logo} />}
        <div className={styles.names}>
          <h2 id={titleId} className={styles.title}>
            {virtualAgentName === '' ? coopName : virtualAgentName}
          </h2>
          {subTitle !== '' && (
            <p className={styles.subtitle}>
              <InEnglish>{subTitle}</InEnglish>
            </p>
          )}
        </div>
        <IconButton icon="close" label={text.close} onClick={onClose} />
      </header>
      {/* A reader of the log can scroll it with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={log} role="log" aria-live="polite" aria-label={text.messages} tabIndex={0} className={styles.log}>
        {introText !== '' && (
          <p className={styles.message} data-from="agent">
            <InEnglish>{introText}</InEnglish>
          </p>
        )}
        {messages.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </div>
      {hasFailed && (
        <div className={styles.failed} role="alert">
          <p>{text.notDelivered}</p>
          <Button variant="secondary" onClick={sendAgain}>
            {text.sendAgain}
          </Button>
        </div>
      )}
      {buttons.length > 0 && (
        <ul aria-label={text.quickButtons} className={styles.quick}>
          {buttons.map(({ label, value }) => (
            <li key={`${label} ${value}`}>
              <button type="button" className={styles.choice} onClick={() => sendMessage(value)}>
                <InEnglish>{label}</InEnglish>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Composer />
    </dialog>
  )
}

function Message({ message: { from, text: words, state } }: { readonly message: ChatMessage }) {
  const text = useText('webChat')
  const { webChatSetting } = useSite().settings
  const { isValid } = useSession()
  const visitor = isValid || webChatSetting.userName === '' ? text.you : webChatSetting.userName
  return (
    <div className={styles.message} data-from={from} data-state={state}>
      <p className={styles.author}>{from === 'agent' ? webChatSetting.virtualAgentName : visitor}</p>
      <p className={styles.words}>{words}</p>
      {state === 'waiting' && <p className={styles.state}>{text.sending}</p>}
    </div>
  )
}

function Composer() {
  const text = useText('webChat')
  const [draft, setDraft] = useState('')
  const [error, setError] = useState<string | undefined>(undefined)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const words = draft.trim()
    if (words === '') return setError(text.empty)
    if (words.length > mostLetters) return setError(text.tooLong(words.length - mostLetters))
    setError(undefined)
    setDraft('')
    sendMessage(words)
  }

  return (
    <form method="dialog" className={styles.composer} onSubmit={submit}>
      <TextField
        label={text.field}
        value={draft}
        autoComplete="off"
        error={error}
        onChange={(event) => {
          setDraft(event.target.value)
          setError(undefined)
        }}
      />
      <Button type="submit">{text.send}</Button>
    </form>
  )
}
