import { type MouseEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import styles from './disclosure-menu.module.css'
import { Icon } from './icon.tsx'
import { keepInView } from './keep-in-view.ts'

export interface MenuLink {
  readonly title: string
  readonly href: string
  /** Opens in a window of its own and shows the mark for it. */
  readonly external?: boolean | undefined
  /** This is the page being read. */
  readonly current?: boolean | undefined
}

export interface MenuColumn {
  readonly heading?: string | undefined
  readonly links: readonly MenuLink[]
}

/** A top entry: a link of its own, or a button that opens columns of links. */
export type MenuItem = MenuLink | { readonly title: string; readonly columns: readonly MenuColumn[] }

interface DisclosureMenuProps {
  /** Name of the navigation: "Main". */
  readonly label: string
  /** The phone's button that unfolds the menu: "Menu". */
  readonly menuLabel: string
  readonly items: readonly MenuItem[]
  /** The initial state: whether the phone's menu is unfolded, and the title of the open panel. */
  readonly startsAs?: { readonly unfolded: boolean; readonly open: string | undefined } | null | undefined
  /** A link was pressed; `preventDefault` and route, or let the browser go. */
  readonly onFollow?: ((event: MouseEvent<HTMLAnchorElement>, href: string) => void) | undefined
}

/** From this number of entries on, the menu needs smaller letters to stay in one row. */
const longMenu = 5

/**
 * The site's navigation: links, and buttons that open a panel with columns of links. On a phone one button unfolds
 * it and the panels open in place. Escape closes and returns to the button; so does a press or Tab elsewhere.
 */
export function DisclosureMenu({ label, menuLabel, items, startsAs, onFollow }: DisclosureMenuProps) {
  const id = useId()
  const root = useRef<HTMLElement>(null)
  const [unfolded, setUnfolded] = useState(startsAs?.unfolded ?? false)
  // By place: two entries may have the same title.
  const [openPlace, setOpenPlace] = useState(() => placeOf(items, startsAs?.open))
  const isOpen = unfolded || openPlace !== undefined

  useEffect(() => {
    if (!isOpen) return undefined
    const close = () => {
      setOpenPlace(undefined)
      setUnfolded(false)
    }
    const onElsewhere = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) close()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      focusOpener(root.current)
      if (openPlace === undefined) close()
      else setOpenPlace(undefined)
    }
    document.addEventListener('pointerdown', onElsewhere)
    document.addEventListener('focusin', onElsewhere)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('pointerdown', onElsewhere)
      document.removeEventListener('focusin', onElsewhere)
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [isOpen, openPlace])

  const follow = (event: MouseEvent<HTMLAnchorElement>, href: string) => {
    setOpenPlace(undefined)
    setUnfolded(false)
    onFollow?.(event, href)
  }

  return (
    <nav ref={root} data-ui="disclosure-menu" aria-label={label}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={unfolded}
        aria-controls={id}
        onClick={() => setUnfolded(!unfolded)}
      >
        <Icon name={unfolded ? 'close' : 'menu'} />
        {menuLabel}
      </button>
      <ul id={id} className={classNames(styles.list, items.length >= longMenu && styles.long)}>
        {items.map((item, place) => (
          <li key={`${place} ${item.title}`} className={styles.item}>
            {'columns' in item ? (
              <Section
                title={item.title}
                columns={item.columns}
                open={place === openPlace}
                onToggle={() => setOpenPlace(place === openPlace ? undefined : place)}
                onFollow={follow}
              />
            ) : (
              <EntryLink link={item} className={styles.top} onFollow={follow} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Returns the index of the entry whose panel has the title; `undefined` without one. */
function placeOf(items: readonly MenuItem[], title: string | undefined): number | undefined {
  const place = items.findIndex((item) => 'columns' in item && item.title === title)
  return place === -1 ? undefined : place
}

type Follow = (event: MouseEvent<HTMLAnchorElement>, href: string) => void

interface SectionProps {
  readonly title: string
  readonly columns: readonly MenuColumn[]
  readonly open: boolean
  readonly onToggle: () => void
  readonly onFollow: Follow
}

function Section({ title, columns, open, onToggle, onFollow }: SectionProps): ReactNode {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (open && panel.current) keepInView(panel.current)
  }, [open])

  return (
    <>
      <button type="button" className={styles.top} aria-expanded={open} aria-controls={id} onClick={onToggle}>
        {title}
        <span className={styles.chevron}>
          <Icon name="chevron-down" />
        </span>
      </button>
      <div ref={panel} id={id} className={styles.panel} hidden={!open}>
        {columns.map((column, index) => (
          <div key={`${index} ${column.heading ?? ''}`}>
            {column.heading !== undefined && (
              <p id={`${id}-${index}`} className={styles.heading}>
                {column.heading}
              </p>
            )}
            <ul className={styles.links} aria-labelledby={column.heading === undefined ? undefined : `${id}-${index}`}>
              {column.links.map((link, place) => (
                <li key={`${place} ${link.title}`}>
                  <EntryLink link={link} className={styles.link} onFollow={onFollow} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </>
  )
}

interface EntryLinkProps {
  readonly link: MenuLink
  readonly className: string | undefined
  readonly onFollow: Follow
}

function EntryLink({ link, className, onFollow }: EntryLinkProps) {
  const elsewhere = link.external ? { target: '_blank', rel: 'noopener noreferrer' } : {}
  return (
    <a
      href={link.href}
      className={className}
      aria-current={link.current ? 'page' : undefined}
      onClick={(event) => onFollow(event, link.href)}
      {...elsewhere}
    >
      {link.title}
      {link.external && <Icon name="external" />}
    </a>
  )
}

/** The innermost open button: the panel's, else the phone's. */
function focusOpener(nav: HTMLElement | null): void {
  const openers = nav?.querySelectorAll<HTMLElement>('button[aria-expanded="true"]')
  openers?.[openers.length - 1]?.focus()
}
