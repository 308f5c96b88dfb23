import { type Axis, niceAxis } from '@coopline/rules/usage/usage/nice-axis'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { axisRoom, barName, type ChartBar, type ChartLine, linePath } from './chart-bars.ts'
import styles from './chart.module.css'
import { useWidth } from './use-width.ts'

export interface BarChartProps {
  /** Accessible name of the chart. */
  readonly label: string
  readonly bars: readonly ChartBar[]
  readonly lines?: readonly ChartLine[]
  /** Formats a tick of the left axis. */
  readonly tickText: (value: number) => string
  /**
   * Called when a bar is pressed. A finger cannot hover: its first tap shows the bar's facts, and the second one calls this.
   * Without it, bars only show their facts.
   */
  readonly onOpen?: ((key: string) => void) | undefined
  /** Called when the member presses T. */
  readonly onTable: () => void
}

const height = 300
const top = 16
const bottom = 30

/**
 * A bar chart with optional weather lines. Each bar is a focusable element with its own name and color, and the arrow keys move
 * between bars. Days without a reading are hatched, never a zero bar.
 */
export function BarChart({ label, bars, lines = [], tickText, onOpen, onTable }: BarChartProps) {
  const [attach, width] = useWidth()
  const [current, setCurrent] = useState<string | null>(null)
  const [shown, setShown] = useState<number | null>(null)
  const root = useRef<SVGSVGElement>(null)
  const finger = useRef<FingerPress | null>(null)
  const hatch = useId()
  const plot = plotOf({ width, bars, lines, tickText })
  const found = bars.findIndex(({ key }) => key === current)
  // The newest bar, because the latest usage is what most members look for.
  const at = found === -1 ? bars.length - 1 : found

  const focus = (index: number) => root.current?.querySelector<SVGElement>(`[data-bar="${index}"]`)?.focus()
  const onKeyDown = (event: KeyboardEvent) => {
    // When keys repeat faster than the page renders, the focus is ahead of the state.
    const focused = event.target instanceof SVGElement ? event.target.dataset['bar'] : undefined
    const index = focused === undefined ? at : Number(focused)
    const next = placeAfter(event.key, index, bars.length)
    const bar = bars[index]
    if (next !== null) focus(next)
    else if (event.key === 't' || event.key === 'T') onTable()
    else if ((event.key === 'Enter' || event.key === ' ') && bar !== undefined && bar.value !== null) onOpen?.(bar.key)
    else return
    event.preventDefault()
  }
  const onPress = (index: number) => {
    const bar = bars[index]
    setShown(index)
    const opens = finger.current === null || finger.current.isSecond
    if (opens && bar !== undefined && bar.value !== null) onOpen?.(bar.key)
  }

  return (
    <div ref={attach} className={styles.chart} data-ui="usage-chart">
      {/* Handles keys for the focused bar. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <svg
        ref={root}
        // SVG has no group element with this role.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="group"
        aria-label={label}
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        className={styles.picture}
        onKeyDown={onKeyDown}
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setShown(null)}
      >
        <defs>
          <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="2" height="6" className={styles.hatch} />
          </pattern>
        </defs>
        <Axes plot={plot} width={width} bars={bars} tickText={tickText} />
        {bars.map((bar, index) => (
          <g
            key={bar.key}
            data-bar={index}
            role={onOpen !== undefined && bar.value !== null ? 'button' : 'img'}
            aria-label={barName(bar)}
            tabIndex={index === at ? 0 : -1}
            className={onOpen !== undefined && bar.value !== null ? styles.openable : styles.bar}
            onFocus={() => {
              setCurrent(bar.key)
              setShown(index)
            }}
            onBlur={() => setShown(null)}
            onPointerEnter={({ pointerType }) => pointerType !== 'touch' && setShown(index)}
            onPointerDown={({ pointerType }) => {
              finger.current = pointerType === 'touch' ? { isSecond: shown === index } : null
            }}
            onClick={() => onPress(index)}
          >
            <BarMark bar={bar} plot={plot} index={index} hatch={hatch} />
          </g>
        ))}
        <g aria-hidden="true" className={styles.lines}>
          {lines.map((line) => (
            <path
              key={line.key}
              d={linePath(line.values, (index) => plot.x(index) + plot.band / 2, plot.temperature.y)}
              className={styles[line.key]}
            />
          ))}
        </g>
      </svg>
      <Tooltip bar={shown === null ? undefined : bars[shown]} x={plot.x(shown ?? 0) + plot.band / 2} width={width} />
    </div>
  )
}

/** A press by a finger, and whether the bar already showed its facts when it began. */
interface FingerPress {
  readonly isSecond: boolean
}

interface Scale {
  readonly axis: Axis
  readonly y: (value: number) => number
}

type Plot = ReturnType<typeof plotOf>

interface PlotProps extends Required<Pick<BarChartProps, 'bars' | 'lines' | 'tickText'>> {
  readonly width: number
}

function plotOf({ width, bars, lines, tickText }: PlotProps) {
  const values = bars.flatMap(({ value, before, received }) => [value ?? 0, before ?? 0, -(received ?? 0)])
  const usage = niceAxis(values)
  const [left, right] = [axisRoom(usage.ticks.map(tickText)), lines.length > 0 ? 40 : 8]
  const band = Math.max(1, (width - left - right) / Math.max(1, bars.length))
  const scaleOf = (axis: Axis): Scale => ({
    axis,
    y: (value) => top + ((axis.max - value) / (axis.max - axis.min)) * (height - top - bottom),
  })
  const temperatures = lines.flatMap((line) => line.values.filter((value) => value !== null))
  return {
    left,
    right,
    band,
    x: (index: number) => left + index * band,
    usage: scaleOf(usage),
    temperature: scaleOf(niceAxis(temperatures, { fromZero: false })),
    hasWeather: temperatures.length > 0,
  }
}

interface AxesProps {
  readonly plot: Plot
  readonly width: number
  readonly bars: readonly ChartBar[]
  readonly tickText: (value: number) => string
}

function Axes({ plot, width, bars, tickText }: AxesProps) {
  const { usage, temperature, left, right } = plot
  const every = labelsEvery(bars, plot.band)
  return (
    <g aria-hidden="true" className={styles.axes}>
      {usage.axis.ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={left}
            x2={width - right}
            y1={usage.y(tick)}
            y2={usage.y(tick)}
            className={tick === 0 ? styles.zero : styles.grid}
          />
          <text x={left - 8} y={usage.y(tick)} dy="0.32em" textAnchor="end">
            {tickText(tick)}
          </text>
        </g>
      ))}
      {plot.hasWeather &&
        temperature.axis.ticks.map((tick) => (
          <text key={tick} x={width - right + 6} y={temperature.y(tick)} dy="0.32em">
            {tick}°
          </text>
        ))}
      {bars.map((bar, index) =>
        index % every === 0 && plot.x(index) + plot.band / 2 < width - right - 12 ? (
          <text key={bar.key} x={plot.x(index) + plot.band / 2} y={height - 9} textAnchor="middle">
            {bar.tick}
          </text>
        ) : null,
      )}
    </g>
  )
}

/** Tick steps, in bars, that divide a day evenly. */
const timeSteps = [1, 2, 4, 8, 12, 16, 24, 32, 48, 96, 144]

/** Returns n such that a label on every nth bar fits. */
function labelsEvery(bars: readonly ChartBar[], band: number): number {
  const longest = bars.reduce((most, { tick }) => Math.max(most, tick.length), 0)
  const least = Math.max(1, Math.ceil((longest * 6.5 + 14) / band))
  return bars[0]?.tick.includes(':') === true ? (timeSteps.find((step) => step >= least) ?? least) : least
}

interface BarMarkProps {
  readonly bar: ChartBar
  readonly plot: Plot
  readonly index: number
  readonly hatch: string
}

const letters = { estimate: 'E', keyed: 'K' } as const

function BarMark({ bar, plot, index, hatch }: BarMarkProps) {
  const { y } = plot.usage
  const width = Math.max(1, Math.min(44, plot.band * (plot.band < 4 ? 1 : 0.74)))
  const x = plot.x(index) + (plot.band - width) / 2
  const box = (from: number, to: number) => ({ x, width, y: y(to), height: Math.max(0, y(from) - y(to)) })
  const letter = bar.kind === 'estimate' || bar.kind === 'keyed' ? letters[bar.kind] : null
  return (
    <>
      <rect x={plot.x(index)} width={plot.band} y={top} height={height - top - bottom} className={styles.hit} />
      {bar.value === null ? (
        <rect x={x} width={width} y={top} height={y(0) - top} fill={`url(#${hatch})`} className={styles.gap} />
      ) : (
        <rect
          {...box(0, Math.max(bar.value, 0))}
          rx={width > 6 ? 2 : 0}
          className={`${styles[bar.kind]} ${bar.isPartial === true ? styles.partial : ''}`}
        />
      )}
      {bar.received !== undefined && bar.received !== null && bar.received > 0 && (
        <rect {...box(-bar.received, 0)} rx={width > 6 ? 2 : 0} className={styles.received} />
      )}
      {bar.before !== undefined && bar.before !== null && (
        <line x1={x - 1} x2={x + width + 1} y1={y(bar.before)} y2={y(bar.before)} className={styles.before} />
      )}
      {letter !== null && bar.value !== null && width > 9 && (
        <text x={x + width / 2} y={y(bar.value) - 4} textAnchor="middle" className={styles.letter}>
          {letter}
        </text>
      )}
    </>
  )
}

/** Hidden from screen readers, because the bar's name and the table contain the same facts. */
function Tooltip({
  bar,
  x,
  width,
}: {
  readonly bar: ChartBar | undefined
  readonly x: number
  readonly width: number
}) {
  if (bar === undefined) return null
  const room = 210
  return (
    <div
      className={styles.tip}
      data-ui="usage-tip"
      style={{ left: Math.min(Math.max(0, x - room / 2), Math.max(0, width - room)) }}
      aria-hidden="true"
    >
      <strong>{bar.name}</strong>
      {bar.facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </div>
  )
}

/** Index of the bar that a key moves to; `null` for other keys. */
function placeAfter(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return Math.min(index + 1, count - 1)
    case 'ArrowLeft':
      return Math.max(index - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
