import '../src/styles/layers.css'
import '../src/styles/tokens.css'
import '../src/styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { PageHeading } from '../src/page-heading.tsx'
import { SelectField } from '../src/select-field.tsx'
import { actions } from './actions.specimens.tsx'
import { choices } from './choices.specimens.tsx'
import { data } from './data.specimens.tsx'
import { fields } from './fields.specimens.tsx'
import styles from './gallery.module.css'
import { messages } from './messages.specimens.tsx'
import { navigation } from './navigation.specimens.tsx'

const pieces = Object.entries({ ...actions, ...fields, ...choices, ...messages, ...data, ...navigation }).sort(
  ([one], [other]) => one.localeCompare(other),
)

/** Pieces whose states need the width of the page. */
const wide = new Set(['data-table', 'disclosure-menu', 'error-summary', 'page-heading', 'pager', 'steps', 'tabs'])

const themes = [
  { value: '', text: 'Match device' },
  { value: 'light', text: 'Light' },
  { value: 'dark', text: 'Dark' },
]

function chooseTheme(theme: string): void {
  if (theme === '') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

/** Every piece in every state. Pointers, focus and the width of the window show the rest. */
const Gallery = () => (
  <main className={styles.page}>
    <PageHeading
      title="Gallery"
      lead="Every piece of packages/ui in its states."
      actions={
        <SelectField label="Theme" options={themes} onChange={(event) => chooseTheme(event.currentTarget.value)} />
      }
    />
    <nav aria-label="Pieces">
      <ul className={styles.contents}>
        {pieces.map(([piece]) => (
          <li key={piece}>
            <a href={`#${piece}`}>{piece}</a>
          </li>
        ))}
      </ul>
    </nav>
    {pieces.map(([piece, states]) => (
      <section key={piece} id={piece} aria-labelledby={`${piece}-title`} className={styles.piece}>
        <h2 id={`${piece}-title`}>{piece}</h2>
        <div className={styles.states}>
          {Object.entries(states).map(([state, specimen]) => (
            <div key={state} data-wide={wide.has(piece) || undefined}>
              <p className={styles.name}>{state}</p>
              <div
                data-specimen={state}
                className={styles.specimen}
                lang={state.startsWith('Spanish') ? 'es' : undefined}
              >
                {specimen}
              </div>
            </div>
          ))}
        </div>
      </section>
    ))}
  </main>
)

const container = document.getElementById('root')
if (container !== null)
  createRoot(container).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  )
