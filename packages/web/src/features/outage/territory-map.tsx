import type { OutageSummary, publicOutages } from '@coopline/contract/outage/public-outages.contract'
import { useMemo } from 'react'
import { useLanguage, useText } from '../../portal/text.tsx'
import styles from './outage.module.css'
import { type Position, projectTerritory } from './project-territory.ts'
import { useKeptRead } from './use-kept-read.ts'

const territoryLine = 'GET /v3/outages/territory' satisfies (typeof publicOutages)['territory']['call']

/** The cooperative's areas, loaded once when the page opens. */
export const useTerritory = () => useKeptRead(territoryLine).answer

/** Maximum numbered incidents on the map; the table uses the same numbers. */
const mostNumbered = 99

/** Distance of a label below its point, in drawing units. */
const below = 62

const isCovered = ([x, y]: Position, points: readonly { readonly at: Position }[]): boolean =>
  points.some(({ at: [left, top] }) => Math.abs(left - x) < 100 && Math.abs(top - y) < 40)

/** The cooperative's areas and where the power is out. The tables contain the same facts. */
export function TerritoryMap({ summary }: { readonly summary: OutageSummary }) {
  const { everyone: text } = useText('outage')
  const { language } = useLanguage()
  const territory = useTerritory()
  const drawn = useMemo(() => (territory === undefined ? null : projectTerritory(territory)), [territory])
  if (territory !== undefined && drawn === null) return null
  if (drawn === null) return <div className={styles.mapWaiting} />
  const affected = new Set(summary.areas.map(({ id }) => id))
  const points = summary.incidents
    .map(({ id, point }, place) => ({ id, point, number: place + 1 }))
    .flatMap(({ id, point, number }) =>
      point === null || number > mostNumbered ? [] : [{ id, number, at: drawn.project(point) }],
    )
    // Draw the largest incident last, on top of the others.
    .toReversed()
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
