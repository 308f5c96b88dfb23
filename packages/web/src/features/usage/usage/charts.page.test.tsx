import { calendarDate } from '@coopline/rules/kernel/calendar-date'
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aDay, daily, intervals, openUsage, usageLines } from '../../../test-support/usage-answers.ts'

/** Six hours of November 15 and 16. */
const sixHours = intervals('2026-11-15T21:00:00-06:00', 1, 2, 3, 0.5, 0.25, 4)
/** Six hours with energy sent to the grid in the last one. */
const solarHours = {
  ...sixHours,
  blocks: sixHours.blocks.map((block) => ({ ...block, received: [0, 0, 0, 0, 0, 1_500] })),
}

async function openIntervals(answer: typeof sixHours) {
  const { user } = await openUsage({ answers: { [usageLines.intervals]: answer } })
  await user.click(await screen.findByRole('tab', { name: 'Interval' }))
  const chart = await screen.findByRole('group', { name: 'Interval usage in kWh' })
  const paths = () => [...chart.querySelectorAll('path')].map((path) => path.getAttribute('d'))
  const press = (key: string, more = {}) => fireEvent.keyDown(chart, { key, ...more })
  return { user, chart, paths, press }
}

describe('the chart of many days of intervals', () => {
  it('reads values with the arrow keys', async () => {
    const { press } = await openIntervals(sixHours)
    press('ArrowLeft')
    expect(screen.getByText('Nov 16, 2:00 AM: 4 kWh')).toBeDefined()
    press('ArrowLeft')
    expect(screen.getByText('Nov 16, 1:00 AM: 0.25 kWh')).toBeDefined()
    for (let step = 0; step < 9; step += 1) press('ArrowLeft')
    expect(screen.getByText('Nov 15, 9:00 PM: 1 kWh')).toBeDefined()
  })

  it('reads the value that a finger touches', async () => {
    const { chart } = await openIntervals(sixHours)
    chart.setPointerCapture = () => undefined
    fireEvent.pointerDown(chart, { pointerType: 'touch', clientX: 4_000 })
    expect(screen.getByText('Nov 16, 2:00 AM: 4 kWh')).toBeDefined()
  })

  it('zooms and moves with keys and buttons, and Home shows everything', async () => {
    const { user, paths, press } = await openIntervals(sixHours)
    const whole = paths()
    press('+')
    const zoomed = paths()
    expect(zoomed).not.toEqual(whole)
    press('ArrowRight', { shiftKey: true })
    expect(paths()).not.toEqual(zoomed)
    press('Home')
    expect(paths()).toEqual(whole)
    await user.click(screen.getByRole('button', { name: 'Zoom in' }))
    expect(paths()).toEqual(zoomed)
    await user.click(screen.getByRole('button', { name: 'Zoom out' }))
    expect(paths()).toEqual(whole)
    press('+')
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    expect(paths()).toEqual(whole)
  })

  it('opens its table with T', async () => {
    const { press } = await openIntervals(sixHours)
    press('T')
    const table = within(screen.getByRole('table', { name: 'Usage by interval' }))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Time', 'Usage'])
    expect(table.getAllByRole('row').at(-1)?.textContent).toBe('11/16/2026, 2:00 AM4 kWh')
    press('t')
    expect(screen.queryByRole('table', { name: 'Usage by interval' })).toBeNull()
  })

  it('draws the energy that a solar member sent to the grid apart from the delivered energy', async () => {
    const { user, chart, paths, press } = await openIntervals(solarHours)
    expect(paths()).toHaveLength(2)
    expect([...chart.querySelectorAll('text')].map(({ textContent }) => textContent)).toContain('-2')
    expect(screen.getAllByText('Sent to the grid', { selector: 'li' })).toHaveLength(1)
    press('ArrowRight')
    expect(screen.getByText('Nov 16, 2:00 AM: 4 kWh. Sent to the grid: 1.5 kWh')).toBeDefined()
    const panel = within(screen.getByRole('tabpanel', { name: 'Interval' }))
    await user.click(panel.getByRole('button', { name: 'Show table' }))
    const rows = within(screen.getByRole('table', { name: 'Usage by interval' })).getAllByRole('row')
    expect([rows[0], rows[5], rows[6]].map((row) => row?.textContent)).toEqual([
      'TimeUsageSent to the grid',
      '11/16/2026, 1:00 AM0.25 kWh0 kWh',
      '11/16/2026, 2:00 AM4 kWh1.5 kWh',
    ])
  })
})

describe('the bars', () => {
  const barNamed = async (name: RegExp) => {
    const chart = await screen.findByRole('group', { name: 'Daily usage in kWh' })
    const named = [...chart.querySelectorAll('[data-bar]')].find((bar) =>
      name.test(bar.getAttribute('aria-label') ?? ''),
    )
    const marks = [...(named?.querySelectorAll('rect') ?? [])].slice(1)
    return { label: named?.getAttribute('aria-label'), marks }
  }

  it('mark today as not complete and hatch a day without a reading', async () => {
    await openUsage({
      answers: { [usageLines.daily]: daily(aDay('2026-11-18', 20), aDay('2026-11-20', 5, { isPartial: true })) },
    })
    const today = await barNamed(/November 20/u)
    expect(today.label).toBe('Friday, November 20, 2026: 5 kWh (so far)')
    expect(today.marks[0]?.getAttribute('class')).toMatch(/partial/u)
    const missing = await barNamed(/November 19/u)
    expect(missing.marks[0]?.getAttribute('fill')).toMatch(/^url\(#/u)
    const legend = ['Not complete yet', 'No reading'].map((text) => screen.getByText(text, { selector: 'li' }))
    expect(legend).toHaveLength(2)
  })

  it('are flat, and no gaps, where nothing was used', async () => {
    await openUsage({ answers: { [usageLines.daily]: daily(aDay('2026-11-18', 0), aDay('2026-11-19', 0)) } })
    const { label, marks } = await barNamed(/November 18/u)
    expect([label, marks.length]).toEqual(['Wednesday, November 18, 2026: 0 kWh', 1])
    expect(marks[0]?.getAttribute('height')).toBe('0')
    expect(marks[0]?.getAttribute('class')).toMatch(/ordinary/u)
  })

  it('draw the energy sent to the grid below the axis', async () => {
    await openUsage({ answers: { [usageLines.daily]: daily(aDay('2026-11-18', 20, { receivedValue: 8 })) } })
    const { label, marks } = await barNamed(/November 18/u)
    expect(label).toBe('Wednesday, November 18, 2026: 20 kWh. Sent to the grid: 8 kWh')
    const [delivered, received] = marks.map((mark) => ({
      top: Number(mark.getAttribute('y')),
      bottom: Number(mark.getAttribute('y')) + Number(mark.getAttribute('height')),
    }))
    expect(marks[1]?.getAttribute('class')).toMatch(/received/u)
    expect(received?.top).toBeCloseTo(delivered?.bottom ?? 0)
    expect(screen.getByText('Sent to the grid', { selector: 'li' })).toBeDefined()
  })

  it('mark the same days of the year before', async () => {
    const compared = daily(aDay('2026-11-18', 20))
    const { user } = await openUsage({
      answers: {
        [usageLines.daily]: {
          usagesByMeter: compared.usagesByMeter.map((meter) => ({
            ...meter,
            previousYear: [{ date: calendarDate('2026-11-18'), usageValue: 16 }],
          })),
        },
      },
    })
    await user.click(await screen.findByLabelText('Compare with the year before'))
    expect((await barNamed(/November 18/u)).label).toMatch(/Year before: 16 kWh/u)
    expect(screen.getByText('Year before', { selector: 'li' })).toBeDefined()
  })
})
