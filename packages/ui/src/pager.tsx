import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'
import controls from './control.module.css'
import { Icon } from './icon.tsx'
import styles from './pager.module.css'
import { pageCount, pagerNumbers } from './pager-numbers.ts'

export interface PagerWords {
  /** Name of the navigation: "Pages". */
  readonly label: string
  readonly previous: string
  readonly next: string
  /** "Page 3" */
  readonly page: (page: number) => string
  /** "11–20 of 60" */
  readonly shown: (first: number, last: number, total: number) => string
  /** "Rows per page" */
  readonly size: string
}

interface PagerProps {
  /** Counted from 1. */
  readonly page: number
  readonly pageSize: number
  /** Rows on all pages together. */
  readonly total: number
  /** Sizes to choose from, the smallest first. */
  readonly sizes: readonly number[]
  readonly onPage: (page: number) => void
  readonly onSize: (pageSize: number) => void
  readonly words: PagerWords
}

/** Under a table: which rows are shown, links to the other pages, and how many rows a page has. Nothing when there are no rows. */
export function Pager({ page, pageSize, total, sizes, onPage, onSize, words }: PagerProps) {
  const id = useId()
  if (total === 0) return null
  const pages = pageCount(total, pageSize)
  const first = (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, total)
  const hasChoice = total > Math.min(...sizes)
  return (
    <div data-ui="pager" className={styles.pager}>
      <p className={styles.shown} aria-live="polite">
        {words.shown(Math.min(first, last), last, total)}
      </p>
      {hasChoice && (
        <div className={styles.size}>
          <label htmlFor={id}>{words.size}</label>
          <div className={styles.box}>
            <select
              id={id}
              className={classNames(controls.control, controls.select)}
              value={pageSize}
              onChange={(event) => onSize(Number(event.target.value))}
            >
              {sizes.map((size) => (
                <option key={size}>{size}</option>
              ))}
            </select>
            <span className={controls.chevron}>
              <Icon name="chevron-down" />
            </span>
          </div>
        </div>
      )}
      {pages > 1 && (
        <nav aria-label={words.label}>
          <ul className={styles.pages}>
            <li>
              <Step to={page - 1} pages={pages} name={words.previous} onPage={onPage}>
                <span className={styles.back}>
                  <Icon name="chevron-right" />
                </span>
              </Step>
            </li>
            {pagerNumbers(page, pages).map((number, place) =>
              number === null ? (
                <li key={`gap ${place}`} className={styles.gap} aria-hidden="true">
                  …
                </li>
              ) : (
                <li key={number}>
                  <button
                    type="button"
                    className={styles.page}
                    aria-label={words.page(number)}
                    aria-current={number === page ? 'page' : undefined}
                    onClick={() => onPage(number)}
                  >
                    {number}
                  </button>
                </li>
              ),
            )}
            <li>
              <Step to={page + 1} pages={pages} name={words.next} onPage={onPage}>
                <Icon name="chevron-right" />
              </Step>
            </li>
          </ul>
        </nav>
      )}
    </div>
  )
}

interface StepProps {
  readonly to: number
  readonly pages: number
  readonly name: string
  readonly onPage: (page: number) => void
  readonly children: ReactNode
}

/** One page on or back. At the end it stays in place, so that the keyboard focus does not jump elsewhere. */
function Step({ to, pages, name, onPage, children }: StepProps) {
  const isEnd = to < 1 || to > pages
  return (
    <button
      type="button"
      className={styles.page}
      aria-label={name}
      aria-disabled={isEnd || undefined}
      onClick={() => !isEnd && onPage(to)}
    >
      {children}
    </button>
  )
}
