import { isLanguage, keepLanguage } from '../../portal/text/language.ts'
import type { EarlyWork } from '../../portal/call/early-work.ts'
import { findStoredUser } from '../../portal/session/stored-user.ts'
import { chooseTheme, isThemeChoice } from '../../portal/page/theme-choice.ts'

/**
 * Makes the frame interactive before the scripts load: the menu opens, language and colors change, other clicks are stored and
 * replayed, and a submitted form waits unless its fields change again. `app/take-over.ts` continues from there.
 *
 * @param onLost one of those scripts did not load.
 */
export function answerFrame(root: Document, onLost: () => void): Pick<EarlyWork, 'presses' | 'end'> {
  const listening = new AbortController()
  const { signal } = listening
  // The cookie of a session may outlive its member in this browser, who is then sent to sign in and sees no member's page before that.
  root.documentElement.toggleAttribute(signedOutAttribute, findStoredUser() === null)
  const presses = new Set<HTMLButtonElement>()

  const onClick = ({ target }: Event) => {
    if (!(target instanceof Element)) return
    const button = target.closest('button')
    if (target.closest(menu) === null) closeMenu(root)
    if (button === null || button.type === 'submit') return
    if (button.closest(menu) !== null) turn(root, button, !isOpen(button))
    else if (button.dataset['ui'] === 'language-switch') changeLanguage(root, button)
    else remember(button, presses)
  }
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (event.submitter instanceof HTMLButtonElement) remember(event.submitter, presses)
  }
  const onChange = ({ target }: Event) => {
    if (!(target instanceof HTMLSelectElement) || target.closest('[data-ui="theme-switch"]') === null) return
    if (isThemeChoice(target.value)) chooseTheme(target.value)
  }
  // A member who keeps typing is not done: a partial password must not be submitted when the scripts have loaded.
  const onInput = ({ target }: Event) => {
    for (const button of presses) {
      if (!(target instanceof HTMLInputElement) || button.form === null || button.form !== target.form) continue
      presses.delete(button)
      button.removeAttribute('aria-busy')
    }
  }
  // This event does not bubble.
  const onError = ({ target }: Event) => target instanceof HTMLScriptElement && target.type === 'module' && onLost()
  root.addEventListener('error', onError, { signal, capture: true })
  root.addEventListener('click', onClick, { signal })
  root.addEventListener('input', onInput, { signal })
  root.addEventListener('submit', onSubmit, { signal })
  root.addEventListener('change', onChange, { signal })
  root.addEventListener('keydown', ({ key }) => key === 'Escape' && closeMenu(root), { signal })
  const end = () => {
    listening.abort()
    root.documentElement.removeAttribute(signedOutAttribute)
  }
  return { presses, end }
}

/** Hides the content of a member's page (`shell.module.css`). */
const signedOutAttribute = 'data-signed-out'

const menu = '[data-ui="disclosure-menu"]'

const isOpen = (button: Element): boolean => button.getAttribute('aria-expanded') === 'true'

function closeMenu(root: Document): void {
  for (const button of root.querySelectorAll(`${menu} button[aria-expanded="true"]`)) turn(root, button, false)
}

/** Opens or closes a part of the menu. The phone's button unfolds all of it; of the panels one is open at a time. */
function turn(root: Document, button: Element, open: boolean): void {
  const panel = button.nextElementSibling
  const isPanel = button.closest('li') !== null
  if (isPanel && open) for (const other of root.querySelectorAll(`${menu} li > button`)) turn(root, other, false)
  button.setAttribute('aria-expanded', String(open))
  // The list itself is folded by style, on a phone only.
  if (isPanel && panel instanceof HTMLElement) panel.hidden = !open
}

/** The server draws the page in the other language, unless that would lose what was typed: then it changes later. */
function changeLanguage(root: Document, button: HTMLButtonElement): void {
  if (!isLanguage(button.lang)) return
  keepLanguage(button.lang)
  const hasTyped = [...root.querySelectorAll('input')].some(({ value }) => value !== '')
  if (hasTyped) button.setAttribute('aria-busy', 'true')
  else window.location.reload()
}

function remember(button: HTMLButtonElement, presses: Set<HTMLButtonElement>): void {
  const announcement = button.closest<HTMLElement>('[data-ui="announcement"]')
  if (announcement !== null) announcement.hidden = true
  // For visitors this button is a link; members get a dialog.
  const { visitorHref } = button.dataset
  if (visitorHref !== undefined && findStoredUser() === null) window.location.assign(visitorHref)
  // Pressed again later, a link that has led away would do so once more on the way back.
  else presses.add(button)
  button.setAttribute('aria-busy', 'true')
}
