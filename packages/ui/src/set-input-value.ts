/**
 * Writes into an input as if the member had typed it: React's `onChange` is called.
 *
 * React shadows `value` on the element to ignore changes made by scripts, so the prototype's setter is called.
 */
export function setInputValue(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
