import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

/** The floor of P9: the least that a page built on React must load. */
const container = document.getElementById('root')
if (container !== null) createRoot(container).render(createElement('p', null, 'Ready'))
