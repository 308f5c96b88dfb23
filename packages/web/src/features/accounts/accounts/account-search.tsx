import { TextField } from '@coopline/ui/text-field'
import { useEffect, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import { useText } from '../../../portal/text/text.tsx'
import { longestSearch } from './accounts-view.ts'
import styles from './accounts.module.css'

/** The pause in typing after which the search starts, in milliseconds. */
const pauseMs = 300

interface AccountSearchProps {
  /** The search that is in effect. */
  readonly shown: string
  readonly onSearch: (search: string) => void
}

/** The field over the table; it searches by itself once the member pauses. */
export function AccountSearch({ shown, onSearch }: AccountSearchProps) {
  const { search: text } = useText('accounts')
  const [typed, setTyped] = useState(shown)
  const wanted = typed.trim()

  // Back navigation restores an earlier search; typing is ahead of the address.
  const { key } = useLocation()
  const isBack = useNavigationType() === NavigationType.Pop
  const [seenKey, setSeenKey] = useState(key)
  if (key !== seenKey) {
    setSeenKey(key)
    if (isBack) setTyped(shown)
  }

  useEffect(() => {
    if (wanted === shown) return undefined
    const timer = setTimeout(() => onSearch(wanted), pauseMs)
    return () => clearTimeout(timer)
  }, [wanted, shown, onSearch])

  return (
    <form
      // Before the scripts are there, a browser would otherwise send what is typed to the server.
      method="dialog"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault()
        if (wanted !== shown) onSearch(wanted)
      }}
    >
      <TextField
        type="search"
        label={text.label}
        hint={text.hint}
        maxLength={longestSearch}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </form>
  )
}
