/**
 * Writes into an input as if the member had typed it: React's `onChange` is called.
 *
 * React shadows `value` on the element to ignore changes made by scripts, so the prototype's setter is called.
 */
export function setInputValue(input: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const { prototype } = input instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
