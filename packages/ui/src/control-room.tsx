import { classNames } from './class-names.ts'
import styles from './control.module.css'

/**
 * A placeholder of a field or a button until the page's code has loaded. It uses the style of the controls, which loads before
 * the code, and is hidden from screen readers.
 */
export const ControlRoom = ({ of = 'field' }: { readonly of?: 'field' | 'button' }) => (
  <div className={classNames(styles.room, of === 'field' ? styles.fieldRoom : styles.buttonRoom)} aria-hidden="true" />
)
