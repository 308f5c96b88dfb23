/** A press that lasts longer is something else: a drag, or its end was not reported. */
const longestPressMs = 3000

/** On a touch screen the click follows the end of the touch in a task of its own. */
const clickFollowsMs = 300

let isPressed = false
let end: ReturnType<typeof setTimeout> | undefined
let waiting: (() => void)[] = []

function release(): void {
  clearTimeout(end)
  isPressed = false
  const works = waiting
  waiting = []
  for (const work of works) work()
}

function press({ isPrimary, button }: PointerEvent): void {
  if (!isPrimary || button !== 0) return
  clearTimeout(end)
  isPressed = true
  end = setTimeout(release, longestPressMs)
}

function awaitClick(): void {
  if (!isPressed) return
  clearTimeout(end)
  end = setTimeout(release, clickFollowsMs)
}

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', press, true)
  window.addEventListener('pointerup', awaitClick, true)
  window.addEventListener('pointercancel', release, true)
  // Not while the click is on its way down: what it is for reacts first.
  window.addEventListener('click', release)
}

/**
 * Does at once what may move the page, or, during a press, as soon as the click has been delivered. A click whose button moves
 * away between press and release is lost.
 */
export function afterPress(work: () => void): void {
  if (isPressed) waiting.push(work)
  else work()
}
