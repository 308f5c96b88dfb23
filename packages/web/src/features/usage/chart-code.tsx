import { lazy, useEffect } from 'react'

const loadBarChart = async () => ({ default: (await import('./bar-chart.tsx')).BarChart })
const loadIntervalChart = async () => ({ default: (await import('./interval-chart.tsx')).IntervalChart })

export const BarChart = lazy(loadBarChart)
export const IntervalChart = lazy(loadIntervalChart)

/**
 * Loads the code of a view's charts beside its data. Charts whose code came after the data would wait for it first, and then
 * for React, which shows a placeholder for 300 ms at least.
 */
export function useChartCode(): void {
  useEffect(() => {
    // A failure shows when the chart is drawn, which asks for the code again.
    void Promise.allSettled([loadBarChart(), loadIntervalChart()])
  }, [])
}
