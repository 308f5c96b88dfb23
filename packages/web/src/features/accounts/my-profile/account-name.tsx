import styles from './my-profile.module.css'

/** An account by its number, with its address under it. */
export function AccountName({ accountNumber, address }: { readonly accountNumber: string; readonly address: string }) {
  return (
    <span className={styles.account}>
      <span>{accountNumber}</span>
      <span className={styles.address}>{address}</span>
    </span>
  )
}
