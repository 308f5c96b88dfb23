/** The time in which a chart of intervals was drawn, in milliseconds since it was requested. */
export interface Drawn {
  readonly drawn: number
  /** The milliseconds since the answer was parsed. */
  readonly afterParse: number
}

interface Block {
  readonly startTime: string
  readonly minutes: number
  readonly used: readonly (number | null)[]
}
/** Arrays, or an object for each interval. */
type Answer =
  | { readonly blocks: readonly Block[] }
  | { readonly intervals: readonly { readonly values: readonly { startTime: string; value: number }[] }[] }

/**
 * The floor of P6: asks for the answer, parses it and draws it on a canvas, the least and the greatest value of each pixel, with
 * five lines and their labels. Runs in a page of its own, so it uses nothing from outside.
 */
export async function drawOnCanvas(address: string): Promise<Drawn> {
  const begun = performance.now()
  const answer = (await (await fetch(address)).json()) as Answer
  const parsed = performance.now()
  const values = 'blocks' in answer ? [] : (answer.intervals[0]?.values ?? [])
  const blocks = 'blocks' in answer ? answer.blocks : []
  const starts = blocks.flatMap(({ startTime, minutes, used }) => {
    const start = Date.parse(startTime)
    return used.map((_value, index) => start + index * minutes * 60_000)
  })
  for (const { startTime } of values) starts.push(Date.parse(startTime))
  const at = Float64Array.from(starts)
  const used = blocks.flatMap((block) => block.used)
  const amounts = 'blocks' in answer ? Float64Array.from(used, Number) : Float64Array.from(values, ({ value }) => value)
  const [width, height] = [1_150, 300]
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  document.body.append(canvas)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('No canvas')
  const most = amounts.reduce((a, b) => Math.max(a, b), 0)
  const [first, last] = [at[0] ?? 0, at.at(-1) ?? 1]
  const x = (moment: number) => ((moment - first) / (last - first)) * width
  const y = (value: number) => height - (value / most) * height
  for (let line = 0; line < 5; line += 1) {
    context.fillText(((most * line) / 4).toFixed(2), 0, y((most * line) / 4))
    context.strokeRect(0, y((most * line) / 4), width, 0)
  }
  context.beginPath()
  for (let index = 0; index < at.length; ) {
    const pixel = Math.floor(x(at[index] ?? 0))
    let [low, high] = [Infinity, -Infinity]
    for (; index < at.length && Math.floor(x(at[index] ?? 0)) <= pixel; index += 1) {
      low = Math.min(low, amounts[index] ?? 0)
      high = Math.max(high, amounts[index] ?? 0)
    }
    context.lineTo(pixel, y(high))
    context.lineTo(pixel, y(low))
  }
  context.stroke()
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  const drawn = performance.now()
  return { drawn: drawn - begun, afterParse: drawn - parsed }
}
