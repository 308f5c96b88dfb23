/** Distance that is kept to the window's edges, in pixels. */
const margin = 16

/** Sets `--shift` on a floating element, by which its style moves it sideways into the window. */
export function keepInView(floating: HTMLElement): void {
  floating.style.setProperty('--shift', '0px')
  const { left, right } = floating.getBoundingClientRect()
  const overRight = Math.max(right + margin - document.documentElement.clientWidth, 0)
  const overLeft = Math.max(margin - left, 0)
  floating.style.setProperty('--shift', `${overLeft - overRight}px`)
}
