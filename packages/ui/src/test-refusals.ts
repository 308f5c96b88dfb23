import { createElement, type ReactNode } from 'react'
import { RefusalTextContext } from './typing-rule.ts'

/** Shows each refusal as its code and figure, for tests. */
export const WithRefusals = ({ children }: { readonly children: ReactNode }) =>
  createElement(RefusalTextContext, { value: (refusal) => Object.values(refusal).join(' ') }, children)

/** The refusals on the screen. */
export const visibleRefusals = (): readonly string[] =>
  Array.from(document.querySelectorAll('[data-ui="field-refusal"]'), (one) => one.textContent ?? '').filter(
    (text) => text !== '',
  )
