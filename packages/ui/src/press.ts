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

/** The form of a submit button is submitted after the last listener of the click, and only while the button is on the page. */
function awaitSubmit(): void {
  if (!isPressed) return
  clearTimeout(end)
  end = setTimeout(release)
}

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', press, true)
  window.addEventListener('pointerup', awaitClick, true)
  window.addEventListener('pointercancel', release, true)
  window.addEventListener('click', awaitSubmit)
}

/**
 * Does at once what may move the page, or, during a press, as soon as its click and what the click submits have been delivered. A
 * click whose button moves away between press and release is lost.
 */
export function afterPress(work: () => void): void {
  if (isPressed) waiting.push(work)
  else work()
}
