import styles from './icon.module.css'

/** SVG paths on a 24 × 24 grid, drawn with round line caps. */
const paths = {
  bank: 'M3 9.5 12 4l9 5.5v1H3zM5.5 11v6.5m4.3-6.5v6.5m4.4-6.5v6.5m4.3-6.5v6.5M3 20.5h18',
  bill: 'M6 3h12v18l-3-2-3 2-3-2-3 2zm3.5 5h5m-5 4h5',
  bolt: 'M13 2.5 5 13.5h6l-1 8 8-11h-6z',
  card: 'M4.5 5h15A1.5 1.5 0 0 1 21 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5v-11A1.5 1.5 0 0 1 4.5 5zM3 9.5h18M6.5 15h4',
  chat: 'M4 5h16v11h-8.500L7 20v-4H4zm4 4h8m-8 3h5',
  check: 'm4.5 12.5 5 5 10-11',
  'chevron-down': 'm6 9.5 6 6 6-6',
  'chevron-left': 'm14.5 6-6 6 6 6',
  'chevron-right': 'm9.5 6 6 6-6 6',
  close: 'm6 6 12 12M18 6 6 18',
  download: 'M12 3.5v11m-4.5-4.5 4.5 4.5 4.5-4.5M4 16.5v4h16v-4',
  external: 'M13.5 4.5h6v6m0-6-9 9m-2-7h-4v13h13v-4',
  'fit-width': 'M3.5 4v16m17-16v16M7 12h10m-7-3-3 3 3 3m4-6 3 3-3 3',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 0c5 5 5 13 0 18-5-5-5-13 0-18zM3.5 9h17m-17 6h17',
  home: 'm3.5 11 8.5-7.5 8.5 7.5M6 9.5v11h12v-11M10 20.5v-6h4v6',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 8v5.5M12 7.5v.1',
  leaf: 'M5 19c0-9 5-14 15-14 0 10-4.5 15-12 14m-4 2c1-5 4-8.5 9-10.5',
  lock: 'M6 10.5h12v10H6zm2.5 0V8a3.5 3.5 0 0 1 7 0v2.5M12 14.5v2',
  mail: 'M3.5 5.5h17v13h-17zm0 1 8.5 6.5 8.5-6.5',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  minus: 'M5 12h14',
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z',
  outage: 'M9 18.5h6m-5 2.5h4M8.5 15.5C6.5 14 5.5 12 5.5 10c0-1 .2-2 .6-2.8m3-3.5a6.5 6.5 0 0 1 7.9 10.3M3.5 3.5l17 17',
  phone:
    'M5 3.5h4l1.5 5-2 1.5a12 12 0 0 0 5.5 5.5l1.5-2 5 1.5v4c0 1-.5 1.5-1.5 1.5C11 20.5 3.5 13 3.5 5c0-1 .5-1.5 1.5-1.5z',
  plus: 'M5 12h14M12 5v14',
  print: 'M7 8.5v-5h10v5M7 17.5H3.5v-9h17v9H17M7 14.5h10v6H7zM17 11.5v.1',
  shield: 'M12 3c2.5 2 5 2.8 8 3 0 7-2.5 12-8 15-5.5-3-8-8-8-15 3-.2 5.5-1 8-3zm-3.5 9 2.5 2.5 4.5-5',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm0-5.5v2m0 15v2M2.5 12h2m15 0h2M5.3 5.3l1.4 1.4m10.6 10.6 1.4 1.4m0-13.4-1.4 1.4M6.7 17.3l-1.4 1.4',
  tools: 'M14.5 7.5a4 4 0 0 1 5.2-3.8L17 6.5l.5 2 2 .5 2-2.7a4 4 0 0 1-5.3 4.9L7.5 20a2.1 2.1 0 0 1-3-3l8.7-8.7',
  tree: 'M12 21v-8m0 4 3-2.5M9 17.5H8a4.5 4.5 0 0 1-2-8.5 6 6 0 0 1 12 0 4.5 4.5 0 0 1-2 8.5h-1',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6',
  warning: 'M12 4 2.5 20h19zm0 6v4.5m0 2.5v.1',
} as const

export type IconName = keyof typeof paths

/** @internal */
export const iconNames = Object.keys(paths) as readonly IconName[]

interface IconProps {
  readonly name: IconName
  readonly size?: 'text' | 'large' | undefined
  /** Label of the icon when no text beside it says the same; without it, the icon is decorative. */
  readonly label?: string | undefined
}

/** A small line drawing in the color of the surrounding text. */
export function Icon({ name, size = 'text', label }: IconProps) {
  const className = size === 'large' ? `${styles.icon} ${styles.large}` : styles.icon
  const meaning = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg data-ui="icon" data-icon={name} viewBox="0 0 24 24" className={className} {...meaning}>
      <path d={paths[name]} />
    </svg>
  )
}
