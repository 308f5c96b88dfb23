import { onlyDigits } from '@coopline/rules/kernel/digits'
import type { FieldWords } from './field.tsx'
import { setInputValue } from './set-input-value.ts'
import { type InputAttributes, TextField } from './text-field.tsx'

interface PhoneFieldProps extends FieldWords, Omit<InputAttributes, 'type' | 'inputMode' | 'maxLength' | 'pattern'> {}

/** Room for '(715) 555-0100'. */
const phoneLength = 14

/** A telephone number of the United States. Only its digits are typed; the field writes '(715) 555-0100'. */
export function PhoneField(props: PhoneFieldProps) {
  return (
    <div ref={keepWritten}>
      <TextField autoComplete="tel-national" {...props} type="tel" figures maxLength={phoneLength} />
    </div>
  )
}

/** The part of '(999) 999-9999' that the digits fill. A sign is added only before a digit, so that it can be deleted. */
function writePhone(text: string): string {
  const typed = onlyDigits(text)
  // A country code does not fit; the digit 1 is no area code by itself.
  const digits = (typed.length > 10 && typed.startsWith('1') ? typed.slice(1) : typed).slice(0, 10)
  if (digits === '') return ''
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  return `(${area}${exchange === '' ? '' : `) ${exchange}`}${line === '' ? '' : `-${line}`}`
}

/** A pasted number is longer than the field when it has a country code: it is read before the browser cuts it. */
function onBeforeInput(event: InputEvent): void {
  const input = event.target
  const inserted = event.data ?? event.dataTransfer?.getData('text/plain') ?? ''
  if (!(input instanceof HTMLInputElement) || inserted.length < 2 || !event.cancelable) return
  event.preventDefault()
  const start = input.selectionStart ?? input.value.length
  setInputValue(input, input.value.slice(0, start) + inserted + input.value.slice(input.selectionEnd ?? start))
}

function onInput(event: Event): void {
  const input = event.target
  if (!(input instanceof HTMLInputElement)) return
  const written = writePhone(input.value)
  if (written === input.value) return
  event.stopPropagation()
  const isAtEnd = input.selectionStart === input.value.length
  const before = onlyDigits(input.value.slice(0, input.selectionStart ?? input.value.length)).length
  setInputValue(input, written)
  const caret = isAtEnd ? written.length : placeAfter(written, before)
  input.setSelectionRange(caret, caret)
}

/** The position of the caret after a number of digits. */
function placeAfter(text: string, digits: number): number {
  let at = 0
  for (let left = digits; left > 0 && at < text.length; at += 1) if (onlyDigits(text.charAt(at)) !== '') left -= 1
  return at
}

function keepWritten(wrapper: HTMLElement | null): () => void {
  wrapper?.addEventListener('beforeinput', onBeforeInput)
  wrapper?.addEventListener('input', onInput)
  return () => {
    wrapper?.removeEventListener('beforeinput', onBeforeInput)
    wrapper?.removeEventListener('input', onInput)
  }
}
