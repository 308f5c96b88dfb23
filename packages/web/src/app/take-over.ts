import { setInputValue } from '@coopline/ui/set-input-value'
import { keepMenuState } from '../portal/page/menu-state.ts'
import { dropEarlyAnswersSoon } from '../portal/call/early-work.ts'

/** A control of the frame as it is found again among those that the portal draws in its place. */
interface Place {
  readonly tag: string
  readonly name: string
  /** Among those of the same tag and name. */
  readonly index: number
}

/**
 * Takes from the served frame what a visitor has done with it: the menu that is open, what was typed, where the keyboard
 * is, buttons that were pressed. Call it right before the portal is drawn, in one go.
 *
 * @returns what puts that into the portal's own controls, once they are drawn.
 */
export function leaveFrame(root: HTMLElement): () => void {
  const early = window.cooplineEarly
  early?.end()
  const typed = [...root.querySelectorAll('input')].filter(({ value }) => value !== '')
  const fields = typed.map((input) => ({ place: placeOf(root, input), value: input.value }))
  const { activeElement } = document
  const focused = activeElement !== null && root.contains(activeElement) ? placeOf(root, activeElement) : null
  const caret = activeElement instanceof HTMLInputElement ? selectionOf(activeElement) : null
  const presses = [...(early?.presses ?? [])].map((button) => placeOf(root, button))
  keepMenuState(menuStateOf(root))

  return () => {
    keepMenuState(null)
    for (const { place, value } of fields) {
      const input = find(root, place)
      if (input instanceof HTMLInputElement) setInputValue(input, value)
    }
    const target = focused && find(root, focused)
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    if (target instanceof HTMLInputElement && caret !== null) target.setSelectionRange(...caret)
    for (const place of presses) {
      const button = find(root, place)
      if (button instanceof HTMLButtonElement) button.click()
    }
    dropEarlyAnswersSoon()
  }
}

/** A form's own button is the same one in the other language, which may be chosen before the portal is drawn. */
const isSubmit = (element: Element): boolean =>
  element instanceof HTMLButtonElement && element.form !== null && element.type === 'submit'

const nameOf = (element: Element): string =>
  (isSubmit(element) ? 'submit' : null) ??
  element.getAttribute('name') ??
  element.getAttribute('aria-label') ??
  element.getAttribute('href') ??
  element.textContent

const alike = (root: HTMLElement, { tag, name }: Pick<Place, 'tag' | 'name'>): readonly Element[] =>
  [...root.querySelectorAll(tag)].filter((element) => nameOf(element) === name)

function placeOf(root: HTMLElement, element: Element): Place {
  const sought = { tag: element.tagName.toLowerCase(), name: nameOf(element) }
  return { ...sought, index: alike(root, sought).indexOf(element) }
}

const find = (root: HTMLElement, place: Place): Element | undefined => alike(root, place)[place.index]

/** Fields that have no caret, such as one for an email address, say so by `null`. */
const selectionOf = ({ selectionStart, selectionEnd }: HTMLInputElement): [number, number] | null =>
  selectionStart === null || selectionEnd === null ? null : [selectionStart, selectionEnd]

function menuStateOf(root: HTMLElement) {
  const opened = [...root.querySelectorAll('[data-ui="disclosure-menu"] button[aria-expanded="true"]')]
  const panel = opened.find((button) => button.closest('li') !== null)
  return { unfolded: opened.some((button) => button.closest('li') === null), open: panel?.textContent }
}
