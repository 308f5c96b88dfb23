import { Activity, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import styles from './tabs.module.css'

export interface Tab {
  readonly key: string
  readonly title: string
  readonly content: ReactNode
}

interface TabsProps {
  /** Name of the set of tabs: "My Profile". */
  readonly label: string
  readonly tabs: readonly Tab[]
  /** The key of the tab that is shown. */
  readonly selected: string
  readonly onSelect: (key: string) => void
}

/** Characters of all titles that fit in one row of a phone. */
const phoneRow = 28

/**
 * Tabs of a page. The arrow keys move between tabs, Tab moves into the panel. A panel keeps typed text while it is hidden; its
 * effects run again when it is shown, so its data is fresh.
 */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set([selected]))
  const isLong = tabs.reduce((sum, { title }) => sum + title.length, 0) > phoneRow
  if (!visited.has(selected)) setVisited(new Set([...visited, selected]))

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // The focus is ahead of the selection when keys are pressed faster than the page renders.
    const focused = event.target instanceof HTMLElement ? event.target.dataset['tab'] : undefined
    const index = tabs.findIndex(({ key }) => key === (focused ?? selected))
    const next = tabs[placeAfter(event.key, index, tabs.length)]
    if (next === undefined) return
    event.preventDefault()
    onSelect(next.key)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus()
  }

  return (
    <div data-ui="tabs" className={styles.tabs}>
      {/* The keys are those of the tab that has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus */}
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={classNames(styles.list, isLong && styles.stacked)}
        onKeyDown={onKeyDown}
      >
        {tabs.map(({ key, title }) => {
          const isSelected = key === selected
          return (
            <button
              key={key}
              type="button"
              role="tab"
              id={`${id}-${key}`}
              data-tab={key}
              className={styles.tab}
              aria-selected={isSelected}
              aria-controls={isSelected ? `${id}-${key}-panel` : undefined}
              tabIndex={isSelected ? 0 : -1}
              onClick={() => onSelect(key)}
            >
              {title}
            </button>
          )
        })}
      </div>
      {tabs
        .filter(({ key }) => visited.has(key))
        .map(({ key, content }) => (
          <Activity key={key} mode={key === selected ? 'visible' : 'hidden'}>
            <div role="tabpanel" id={`${id}-${key}-panel`} aria-labelledby={`${id}-${key}`} className={styles.panel}>
              {content}
            </div>
          </Activity>
        ))}
    </div>
  )
}

/** The place that a key leads to from another; -1 for a key that is not for tabs. */
function placeAfter(key: string, index: number, count: number): number {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count
    case 'ArrowLeft':
      return (index - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return -1
  }
}
