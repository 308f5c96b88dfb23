import type { OutageSummary, Territory } from '@coopline/contract/service/outage/public-outages.contract'
import { useMemo } from 'react'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import styles from './outage.module.css'
import { type Position, projectTerritory } from './project-territory.ts'

/** Maximum numbered incidents on the map; the table uses the same numbers. */
const mostNumbered = 99

/** Distance of a label below its point, in drawing units. */
const below = 62

const isCovered = ([x, y]: Position, points: readonly { readonly at: Position }[]): boolean =>
  points.some(({ at: [left, top] }) => Math.abs(left - x) < 100 && Math.abs(top - y) < 40)

interface TerritoryMapProps {
  readonly summary: OutageSummary
  readonly territory: Territory
}

/** The cooperative's areas and where the power is out. The tables contain the same facts. */
export function TerritoryMap({ summary, territory }: TerritoryMapProps) {
  const { everyone: text } = useText('outage')
  const { language } = useLanguage()
  const drawn = useMemo(() => projectTerritory(territory), [territory])
  if (drawn === null) return null
  const affected = new Set(summary.areas.map(({ id }) => id))
  const points = summary.incidents
    .map(({ id, point }, place) => ({ id, point, number: place + 1 }))
    .flatMap(({ id, point, number }) =>
      point === null || number > mostNumbered ? [] : [{ id, number, at: drawn.project(point) }],
    )
    // Draw the largest incident last, on top of the others.
    .reverse()
  return (
    <svg
      className={styles.territory}
      viewBox={`0 0 ${drawn.width} ${drawn.height}`}
      // An inline image follows the theme.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={text.map}
    >
      {drawn.areas.map(({ id, outline }) => (
        <path key={id} d={outline} className={affected.has(id) ? styles.affected : styles.area} />
      ))}
      {drawn.areas.map(({ id, names, middle: [x, y] }) => (
        <text key={id} x={x} y={isCovered([x, y], points) ? y + below : y} className={styles.areaName}>
          {language === 'es' ? (names.nameInSpanish ?? names.name) : names.name}
        </text>
      ))}
      {points.map(({ id, number, at: [x, y] }) => (
        <g key={id} className={styles.point} transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
          <circle r={number < 10 ? 22 : 28} />
          <text>{number}</text>
        </g>
      ))}
    </svg>
  )
}
