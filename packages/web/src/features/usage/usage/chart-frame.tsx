import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { classNames } from '@coopline/ui/class-names'
import { Skeleton } from '@coopline/ui/skeleton'
import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react'
import { useText } from '../../../portal/text/text.tsx'
import type { TextsOf } from '../../../portal/text/text-store.ts'
import styles from './chart.module.css'

export type LegendKey = Exclude<keyof TextsOf<'usage'>['legend'], never>

interface ChartFrameProps {
  /** A text summary of the chart, which screen readers read first. */
  readonly sentences: readonly string[]
  readonly legend: readonly LegendKey[]
  readonly hint?: string | undefined
  /** The hint on touch screens. */
  readonly tapHint?: string | undefined
  /** Keyboard help; hidden on touch screens. */
  readonly keys?: string | undefined
  /** File name of the saved picture, without its extension. */
  readonly fileName: string
  readonly children: (toggleTable: () => void) => ReactNode
  /** The chart's data as a table. */
  readonly table: ReactNode
}

/** A chart with its summary, legend and table, and a button that saves it as a picture. */
export function ChartFrame({ sentences, legend, hint, tapHint, keys, fileName, children, table }: ChartFrameProps) {
  const { chart: text } = useText('usage')
  const [showsTable, setShowsTable] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const toggle = () => setShowsTable((before) => !before)
  return (
    <div ref={frame} className={styles.frame}>
      <p data-ui="usage-sentence">{sentences.join(' ')}</p>
      <Suspense fallback={<Skeleton height="18.75rem" />}>{children(toggle)}</Suspense>
      <Legend keys={legend} />
      {(hint ?? keys) !== undefined && (
        <p className={styles.hint} data-print="no">
          {tapHint !== undefined && <span className={styles.tap}>{tapHint}</span>}
          <span className={styles.keys}>
            {hint} {keys}
          </span>
        </p>
      )}
      <div className={classNames(styles.tools, styles.actions)} data-print="no">
        <Button variant="secondary" onClick={toggle} aria-expanded={showsTable}>
          {showsTable ? text.hideTable : text.showTable}
        </Button>
        <SaveButton frame={frame} fileName={fileName} onFailed={setHasFailed} />
        <Button variant="quiet" onClick={() => window.print()}>
          {text.print}
        </Button>
      </div>
      {hasFailed && <Alert tone="error" title={text.saveFailed} />}
      {showsTable && table}
    </div>
  )
}

interface SaveButtonProps {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly fileName: string
  readonly onFailed: (failed: boolean) => void
}

function SaveButton({ frame, fileName, onFailed }: SaveButtonProps) {
  const { chart: text } = useText('usage')
  const save = async () => {
    try {
      const { savePicture } = await import('./save-picture.ts')
      const chart = frame.current?.querySelector<SVGSVGElement>('[data-ui="usage-chart"] svg')
      if (chart) await savePicture(chart, `${fileName}.png`)
      onFailed(false)
    } catch {
      onFailed(true)
    }
  }
  return (
    <Button variant="quiet" onClick={() => void save()}>
      {text.save}
    </Button>
  )
}

const lineKeys: readonly LegendKey[] = ['high', 'average', 'low']

function Legend({ keys }: { readonly keys: readonly LegendKey[] }) {
  const { legend } = useText('usage')
  return (
    <ul className={styles.legend}>
      {keys.map((key) => (
        <li key={key}>
          <svg width="20" height="12" viewBox="0 0 20 12" aria-hidden="true" className={styles.swatch}>
            <Swatch name={key} />
          </svg>
          {legend[key]}
        </li>
      ))}
    </ul>
  )
}

const fills: Partial<Record<LegendKey, string | undefined>> = {
  ordinary: styles.ordinary,
  weekend: styles.weekend,
  estimate: styles.estimate,
  keyed: styles.keyed,
  month: styles.ordinary,
  delivered: styles.ordinary,
  interval: styles.ordinary,
  received: styles.received,
  partial: `${styles.ordinary} ${styles.partial}`,
  gap: styles.gapSwatch,
}

function Swatch({ name }: { readonly name: LegendKey }) {
  if (lineKeys.includes(name)) {
    return (
      <g className={styles.lines}>
        <path d="M0 6H20" className={styles[name]} />
      </g>
    )
  }
  if (name === 'before') return <path d="M1 6H19" className={styles.before} />
  return <rect x="4" y="1" width="12" height="10" rx="2" className={fills[name]} />
}
