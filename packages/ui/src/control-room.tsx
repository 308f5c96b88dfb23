import { classNames } from './class-names.ts'
import styles from './control.module.css'

/**
 * The room of a field or a button that comes with the page's code. Its style is that of the controls, which a page has
 * at hand before its code. Screen readers do not meet it.
 */
export const ControlRoom = ({ of = 'field' }: { readonly of?: 'field' | 'button' }) => (
  <div className={classNames(styles.room, of === 'field' ? styles.fieldRoom : styles.buttonRoom)} aria-hidden="true" />
)
