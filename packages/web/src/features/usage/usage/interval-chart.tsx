import { niceAxis } from '@coopline/rules/usage/usage/nice-axis'
import { Button } from '@coopline/ui/button'
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react'
import { clockTime, shortDay } from '../../../portal/text/calendar-words.ts'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import { axisRoom } from './chart-bars.ts'
import styles from './chart.module.css'
import { clampView, indexAt, type IntervalPoints, localStart, outline, type View } from './interval-points.ts'
import { useWidth } from './use-width.ts'
import { measured } from './usage-words.ts'
import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'

interface IntervalChartProps {
  readonly label: string
  readonly points: IntervalPoints
  readonly unit: string
  readonly onTable: () => void
}

const [height, top, bottom, right] = [300, 12, 30, 8]

/**
 * A line chart of many days of intervals. Zoom and pan with the pointer, with buttons, or with the keys + and –, Shift plus
 * arrows, and Home. The arrow keys step through the intervals.
 */
export function IntervalChart({ label, points, unit, onTable }: IntervalChartProps) {
  const { chart: text } = useText('usage')
  const [attach, width] = useWidth()
  const whole = useMemo(() => wholeOf(points), [points])
  const [view, setView] = useState(whole)
  const [cursor, setCursor] = useState<number | null>(null)
  const drag = useRef<{ readonly x: number; readonly view: View } | null>(null)
  const received = useMemo(() => belowAxis(points), [points])
  const axis = useMemo(() => niceAxis([mostOf(points.values), -mostOf(points.received)]), [points])
  const left = axisRoom(axis.ticks.map(String))
  const plotWidth = Math.max(1, width - left - right)
  const x = (minute: number) => left + ((minute - view.from) / (view.to - view.from)) * plotWidth
  const y = (value: number) => top + ((axis.max - value) / (axis.max - axis.min)) * (height - top - bottom)
  const scales = { x, y, width: plotWidth }

  const show = (next: View) => setView(clampView(next, whole))
  const zoom = (factor: number, around = (view.from + view.to) / 2) =>
    show({ from: around - (around - view.from) * factor, to: around + (view.to - around) * factor })
  const move = (part: number) => {
    const by = (view.to - view.from) * part
    show({ from: view.from + by, to: view.to + by })
  }
  const read = (index: number) => {
    const next = Math.min(Math.max(index, 0), points.at.length - 1)
    const at = points.at[next] ?? 0
    setCursor(next)
    const length = view.to - view.from
    if (at < view.from || at > view.to) show({ from: at - length / 2, to: at + length / 2 })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step !== 0 && event.shiftKey) move(step * 0.25)
    // The newest interval in sight, because the latest usage is what most members look for.
    else if (step !== 0) read(cursor === null ? indexAt(points, view.to) - 1 : cursor + step)
    else if (event.key === '+' || event.key === '=') zoom(0.5)
    else if (event.key === '-') zoom(2)
    else if (event.key === 'Home') show(whole)
    else if (event.key === 't' || event.key === 'T') onTable()
    else return
    event.preventDefault()
  }
  const minuteAt = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) =>
    view.from + ((clientX - currentTarget.getBoundingClientRect().left - left) / plotWidth) * (view.to - view.from)
  const point = (event: PointerEvent<SVGSVGElement>) =>
    setCursor(Math.min(Math.max(indexAt(points, minuteAt(event)) - 1, 0), points.at.length - 1))
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const held = drag.current
    if (held === null) return point(event)
    const by = ((held.x - event.clientX) / plotWidth) * (held.view.to - held.view.from)
    show({ from: held.view.from + by, to: held.view.to + by })
  }

  return (
    <div ref={attach} className={styles.chart} data-ui="usage-chart">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <svg
        // SVG has no group element with this role.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="group"
        aria-label={label}
        // Keys zoom, pan and read values.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        className={`${styles.picture} ${styles.surface}`}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          drag.current = { x: event.clientX, view }
          // A finger does not hover: touching an interval shows its value.
          if (event.pointerType === 'touch') point(event)
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => (drag.current = null)}
        onPointerCancel={() => (drag.current = null)}
        onDoubleClick={() => zoom(0.5)}
        onWheel={(event) => event.ctrlKey && zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2)}
      >
        <Axes view={view} axis={axis} left={left} width={width} x={x} y={y} />
        <path d={outline(points, view, scales)} className={styles.outline} aria-hidden="true" />
        {received !== null && (
          <path d={outline(received, view, scales)} className={styles.outlineReceived} aria-hidden="true" />
        )}
        {cursor !== null && (
          <line
            x1={x(points.at[cursor] ?? 0)}
            x2={x(points.at[cursor] ?? 0)}
            y1={top}
            y2={height - bottom}
            className={styles.cursor}
            aria-hidden="true"
          />
        )}
      </svg>
      <p className={styles.reading} aria-live="polite">
        {cursor === null ? '' : <Reading points={points} index={cursor} unit={unit} />}
      </p>
      <div className={styles.tools} data-print="no">
        <Button variant="quiet" onClick={() => zoom(0.5)}>
          {text.zoomIn}
        </Button>
        <Button variant="quiet" onClick={() => zoom(2)}>
          {text.zoomOut}
        </Button>
        <Button variant="quiet" onClick={() => show(whole)}>
          {text.whole}
        </Button>
      </div>
    </div>
  )
}

const wholeOf = ({ at, minutes }: IntervalPoints): View => ({ from: at[0] ?? 0, to: (at.at(-1) ?? 0) + minutes })

const mostOf = (values: Float64Array | null): number => values?.reduce((most, one) => Math.max(most, one), 0) ?? 0

/** Energy sent to the grid, as values below the axis; `null` when there is none. */
const belowAxis = ({ received, ...points }: IntervalPoints) =>
  received === null ? null : { ...points, values: received.map((value) => -value) }

function Reading({ points, index, unit }: Pick<IntervalChartProps, 'points' | 'unit'> & { readonly index: number }) {
  const { language } = useLanguage()
  const { chart: text } = useText('usage')
  const start = localStart(points, index)
  const day = shortDay(start.slice(0, 10) as CalendarDate, language)
  const sent = points.received?.[index] ?? 0
  const used = `${day}, ${clockTime(start, language)}: ${measured(points.values[index] ?? 0, unit)}`
  return sent > 0 ? `${used}. ${text.gaveBack(measured(sent, unit))}` : used
}

interface AxesProps {
  readonly view: View
  readonly axis: ReturnType<typeof niceAxis>
  readonly left: number
  readonly width: number
  readonly x: (minute: number) => number
  readonly y: (value: number) => number
}

/** Possible tick steps, in minutes. */
const steps = [15, 30, 60, 120, 180, 360, 720, 1440, 2 * 1440, 3 * 1440, 4 * 1440, 7 * 1440, 14 * 1440, 28 * 1440]

function Axes({ view, axis, left, width, x, y }: AxesProps) {
  const { language } = useLanguage()
  const most = Math.max(2, Math.floor((width - left - right) / 80))
  const step = steps.find((one) => (view.to - view.from) / one <= most) ?? 56 * 1440
  // Places ticks on round times of the browser's offset, which is close to the cooperative's. Labels use the cooperative's own
  // times.
  const offset = new Date(view.from * 60_000).getTimezoneOffset()
  const first = Math.ceil((view.from - offset) / step) * step + offset
  const ticks = Array.from(
    { length: Math.max(0, Math.floor((view.to - first) / step) + 1) },
    (_none, index) => first + index * step,
  )
  const word = (minute: number) => {
    const local = new Date((minute - offset) * 60_000).toISOString()
    return step < 1440 && !local.includes('T00:00')
      ? clockTime(local, language)
      : shortDay(local.slice(0, 10) as CalendarDate, language)
  }
  return (
    <g aria-hidden="true" className={styles.axes}>
      {axis.ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={left}
            x2={width - right}
            y1={y(tick)}
            y2={y(tick)}
            className={tick === 0 ? styles.zero : styles.grid}
          />
          <text x={left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
            {tick}
          </text>
        </g>
      ))}
      {ticks.map((minute) => (
        <text key={minute} x={x(minute)} y={height - 9} textAnchor="middle">
          {word(minute)}
        </text>
      ))}
    </g>
  )
}
