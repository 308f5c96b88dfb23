import { type ComponentType, lazy, useEffect, useState } from 'react'

/**
 * A component whose code may be loaded ahead. Once the code is there, the component is drawn at once; `lazy` alone would show
 * its placeholder first, and React keeps one for 300 ms at least.
 */
function loadedAhead<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let code: ComponentType<Props> | undefined
  const loadCode = async () => {
    code = await load()
    return code
  }
  const Lazy: ComponentType<Props> = lazy(async () => ({ default: await loadCode() }))
  function Chart(props: Props) {
    const [Drawn] = useState(() => code ?? Lazy)
    return <Drawn {...props} />
  }
  return { Chart, loadCode }
}

const bars = loadedAhead(async () => (await import('./bar-chart.tsx')).BarChart)
const intervals = loadedAhead(async () => (await import('./interval-chart.tsx')).IntervalChart)

export const BarChart = bars.Chart
export const IntervalChart = intervals.Chart

/** Loads the code of a view's charts beside its data. */
export function useChartCode(): void {
  useEffect(() => {
    // A failure shows when the chart is drawn, which asks for the code again.
    void Promise.allSettled([bars.loadCode(), intervals.loadCode()])
  }, [])
}
