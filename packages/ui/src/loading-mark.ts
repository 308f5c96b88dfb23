import { type RefObject, useLayoutEffect } from 'react'

/** The number of placeholders in each element. */
const counts = new WeakMap<Element, number>()

function count(element: Element, change: 1 | -1): void {
  const left = (counts.get(element) ?? 0) + change
  counts.set(element, left)
  if (left > 0) element.setAttribute('data-loads', '')
  else element.removeAttribute('data-loads')
}

/** A placeholder and what it is in, up to the page's main part or the dialog. */
function placesOf(placeholder: Element): readonly Element[] {
  const places: Element[] = []
  for (let place: Element | null = placeholder; place !== null; place = place.parentElement) {
    places.push(place)
    if (place.matches('main, dialog')) return places
  }
  return places
}

/**
 * Marks what contains the placeholder with `data-loads`, so that the style sheet can tell what comes after it: the size of what
 * is loading is not known yet, and a button below it would move from under the pointer.
 */
export function useLoadingMark(placeholder: RefObject<Element | null>, marks: boolean): void {
  useLayoutEffect(() => {
    if (!marks || placeholder.current === null) return undefined
    const places = placesOf(placeholder.current)
    for (const place of places) count(place, 1)
    return () => {
      for (const place of places) count(place, -1)
    }
  }, [placeholder, marks])
}
